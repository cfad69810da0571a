#include "slipstick/steppers/tamsi/joint_space_system.h"

#include <algorithm>

#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::tamsi {

JointSpaceSystem::JointSpaceSystem(const Model& model)
    : model_(model), x_new_(Eigen::VectorXd::Zero(model.nv())) {
  dofs_.number.resize(model.nv());
  for (auto* list : {&dofs_.list, &path_}) list->reserve(model.nv());
  for (auto* list : {&solution_, &residual_, &x_}) list->reserve(model.nv());
}

void JointSpaceSystem::Begin(const IslandProblem& island) {
  if (!HasPatternOf(island)) {
    NumberDofs(island);
    FindPattern(island);
    inertia_slots_.clear();  // found when needed: contact space may be chosen
  }
  Restart();
}

/// Contacts often stay between the same bodies from step to step.
bool JointSpaceSystem::HasPatternOf(const IslandProblem& island) const {
  if (island.pairs.size() != static_cast<int>(touching_.size())) return false;
  for (int p = 0; p < island.pairs.size(); ++p)
    if (island.pair(p).bodies.a != touching_[p].a || island.pair(p).bodies.b != touching_[p].b) return false;
  return std::equal(island.trees.begin(), island.trees.end(), trees_.begin(), trees_.end());
}

/// The dofs of a tree are contiguous.
void JointSpaceSystem::NumberDofs(const IslandProblem& island) {
  dofs_.list.clear();
  for (const int root : island.trees)
    for (int k = model_.sweep()[root].v; k <= model_.last_dof()[model_.subtree_end()[root] - 1]; ++k) {
      dofs_.number[k] = static_cast<int>(dofs_.list.size());
      dofs_.list.push_back(k);
    }
}

void JointSpaceSystem::FindPattern(const IslandProblem& island) {
  trees_.assign(island.trees.begin(), island.trees.end());
  touching_.clear();
  for (int p = 0; p < island.pairs.size(); ++p) touching_.push_back(island.pair(p).bodies);
  lu_.Begin(static_cast<int>(dofs_.list.size()));
  for (const int k : dofs_.list) {
    path_.clear();
    for (int i = k; i >= 0; i = model_.dof_parent()[i]) path_.push_back(dofs_.number[i]);
    std::reverse(path_.begin(), path_.end());
    lu_.Couple(path_);
  }
  double assembly = 0.0;
  for (int p = 0; p < island.pairs.size(); ++p) {
    path_.clear();
    for (const Lever& lever : island.contacts.levers(island.pair(p)))
      path_.push_back(dofs_.number[lever.dof]);
    std::sort(path_.begin(), path_.end());
    lu_.Couple(path_);
    const double levers = static_cast<double>(path_.size());
    assembly += 6.0 * levers * (levers + 6.0);
  }
  lu_.Analyse();
  cost_ = lu_.cost() + assembly;
}

void JointSpaceSystem::FindSlots(const IslandProblem& island) {
  inertia_slots_.clear();
  for (const int k : dofs_.list)
    dynamics::VisitMassMatrix(model_, island.ws.M.data(), k, [&](int i, int j, double) {
      inertia_slots_.push_back(lu_.Slot(dofs_.number[i], dofs_.number[j]));
    });
  pair_slots_.clear();
  first_slot_.clear();
  for (int p = 0; p < island.pairs.size(); ++p) {
    first_slot_.push_back(static_cast<int>(pair_slots_.size()));
    const View<const Lever> levers = island.contacts.levers(island.pair(p));
    for (const Lever& column : levers)
      for (const Lever& row : levers)
        pair_slots_.push_back(lu_.Slot(dofs_.number[row.dof], dofs_.number[column.dof]));
  }
}

bool JointSpaceSystem::Solve(const IslandProblem& island, View<const PairResponse> responses) {
  if (inertia_slots_.empty()) FindSlots(island);
  lu_.SetZero();
  AddInertia(island);
  for (size_t i = 0; i < dofs_.list.size(); ++i) solution_[i] = island.impulse[dofs_.list[i]];
  for (int p = 0; p < responses.size(); ++p)
    if (responses[p].is_active) AddPair(island, p, responses[p]);
  if (!lu_.Factor()) return false;
  lu_.Solve(View<double>(solution_));
  for (size_t i = 0; i < dofs_.list.size(); ++i) x_new_[dofs_.list[i]] = solution_[i];
  return true;
}

void JointSpaceSystem::AddInertia(const IslandProblem& island) {
  const int* slot = inertia_slots_.data();
  for (const int k : dofs_.list)
    dynamics::VisitMassMatrix(model_, island.ws.M.data(), k, [&](int, int, double M) { lu_[*slot++] = M; });
}

/// Adds -h Jᵀ K J to the matrix and h Jᵀ w₀ to the right side.
void JointSpaceSystem::AddPair(const IslandProblem& island, int pair, const PairResponse& response) {
  const View<const Lever> levers = island.contacts.levers(island.pair(pair));
  const int* slot = &pair_slots_[first_slot_[pair]];
  for (const Lever& column : levers) {
    const Force<double> change = island.h * (response.by_motion * column.motion);
    for (const Lever& row : levers) lu_[*slot++] -= Dot(row.motion, change);
    solution_[dofs_.number[column.dof]] += island.h * Dot(column.motion, response.at_start);
  }
}

void JointSpaceSystem::TakeStep(double alpha) {
  for (size_t i = 0; i < dofs_.list.size(); ++i) x_[i] += alpha * (solution_[i] - x_[i]);
}

double JointSpaceSystem::MomentumError(const IslandProblem& island, double alpha) {
  const auto x = [&](int n) { return x_[n] + alpha * (solution_[n] - x_[n]); };
  residual_.resize(dofs_.list.size());
  for (size_t n = 0; n < dofs_.list.size(); ++n) residual_[n] = -island.impulse[dofs_.list[n]];
  for (const int k : dofs_.list)
    dynamics::VisitMassMatrix(model_, island.ws.M.data(), k, [&](int i, int j, double M) {
      residual_[dofs_.number[i]] += M * x(dofs_.number[j]);
    });
  for (int p = 0; p < island.pairs.size(); ++p) {
    Force<double> wrench = Force<double>::Zero();
    for (const RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
      wrench += Force<double>{contact.trial_force, Cross(contact.r, contact.trial_force)};
    for (const Lever& lever : island.contacts.levers(island.pair(p)))
      residual_[dofs_.number[lever.dof]] -= island.h * Dot(lever.motion, wrench);
  }
  double sum = 0.0;
  for (size_t n = 0; n < dofs_.list.size(); ++n) {
    const int k = dofs_.list[n];
    sum += residual_[n] * residual_[n] / island.ws.M[model_.diagonal_entry(k)];
  }
  return sum;
}

void JointSpaceSystem::FindVelocityChanges(const IslandProblem&, Eigen::VectorXd& x) const {
  for (size_t i = 0; i < dofs_.list.size(); ++i) x[dofs_.list[i]] = x_[i];
}

}  // namespace slipstick::tamsi
