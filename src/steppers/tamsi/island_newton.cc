#include "steppers/tamsi/island_newton.h"

#include <algorithm>
#include <cmath>

namespace slipstick {
namespace {

/// How the forces of all contacts between two bodies change with their relative motion.
struct PairStiffness {
  Mat3<double> ll = Mat3<double>::Zero(), la = ll, al = ll, aa = ll;  ///< force and moment by lin and ang

  /// Of a force that acts at r and changes with the velocity there by G.
  SLIPSTICK_INLINE void Add(const Mat3<double>& G, const Vec3<double>& r) {
    const Mat3<double> turn{r.y * G.z - r.z * G.y, r.z * G.x - r.x * G.z, r.x * G.y - r.y * G.x};
    ll += G;
    la += turn;
    al += Mat3<double>{Cross(r, G.x), Cross(r, G.y), Cross(r, G.z)};
    aa += Mat3<double>{Cross(r, turn.x), Cross(r, turn.y), Cross(r, turn.z)};
  }
  SLIPSTICK_INLINE Force<double> operator*(const Motion<double>& m) const {
    return {ll * m.lin + la * m.ang, al * m.lin + aa * m.ang};
  }
};

}  // namespace

IslandNewton::IslandNewton(const Model& model, const IslandNewtonOptions& options)
    : model_(model), options_(options), number_(model.nv), x_new_(Eigen::VectorXd::Zero(model.nv)) {
  dofs_.reserve(model.nv);
  path_.reserve(model.nv);
  solution_.reserve(model.nv);
}

NewtonResult IslandNewton::Solve(const Step& step, const ContactIslands::Island& island, Eigen::VectorXd& x) {
  NumberDofs(island);
  FindPattern(step, island);
  for (const int k : dofs_) x[k] = 0.0;
  for (const int p : island.pairs)
    for (RegularizedContact& contact : step.contacts.contacts(step.contacts.pairs()[p]))
      contact.velocity = contact.start_velocity;
  NewtonResult result{false, 0, 0.0};
  while (!result.converged && result.iterations < options_.max_iterations) {
    ++result.iterations;
    Assemble(step, island);  // (21), (23)
    if (!lu_.Factor()) break;
    lu_.Solve(View<double>(solution_));
    for (size_t i = 0; i < dofs_.size(); ++i) x_new_[dofs_[i]] = solution_[i];
    const Outlook outlook = LookAt(step, island);
    result.residual = outlook.residual;
    result.converged = outlook.settled;
    if (!(outlook.share > 0.0)) break;
    Take(outlook.share, step, island, x);
  }
  return result;
}

// --- the Newton system --------------------------------------------------------------------------------------------------

/// Tree after tree, roots before leaves.
void IslandNewton::NumberDofs(const ContactIslands::Island& island) {
  dofs_.clear();
  for (const int root : island.trees)
    for (int k = model_.sweep[root].v, end = model_.last_dof[model_.subtree_end[root] - 1]; k <= end; ++k) {
      number_[k] = static_cast<int>(dofs_.size());
      dofs_.push_back(k);
    }
  solution_.resize(dofs_.size());
}

void IslandNewton::FindPattern(const Step& step, const ContactIslands::Island& island) {
  lu_.Begin(static_cast<int>(dofs_.size()));
  for (const int k : dofs_) {
    path_.clear();
    for (int i = k; i >= 0; i = model_.dof_parent[i]) path_.push_back(number_[i]);
    std::reverse(path_.begin(), path_.end());
    lu_.Couple(path_);
  }
  for (const int p : island.pairs) {
    path_.clear();
    for (const Lever& lever : step.contacts.levers(step.contacts.pairs()[p]))
      path_.push_back(number_[lever.dof]);
    std::sort(path_.begin(), path_.end());
    lu_.Couple(path_);
  }
  lu_.Analyse();
}

/// lu_ and solution_ := both sides of the Newton system at the iterate.
void IslandNewton::Assemble(const Step& step, const ContactIslands::Island& island) {
  lu_.SetZero();
  AddInertia(step);
  for (size_t i = 0; i < dofs_.size(); ++i) solution_[i] = step.impulse[dofs_[i]];
  for (const int p : island.pairs) AddContacts(step, step.contacts.pairs()[p]);
}

void IslandNewton::AddInertia(const Step& step) {
  for (const int k : dofs_) {
    const double* entry = &step.ws.M[model_.row_start[k] + model_.depth[k]];
    lu_.At(number_[k], number_[k]) = *entry;
    for (int i = model_.dof_parent[k]; i >= 0; i = model_.dof_parent[i]) {
      --entry;
      lu_.At(number_[k], number_[i]) = lu_.At(number_[i], number_[k]) = *entry;
    }
  }
}

/// Evaluates the contacts of a pair and adds what they do: h Jᵀ (f - G (v_c - v_c0)) on the right, -h Jᵀ G J on the left.
void IslandNewton::AddContacts(const Step& step, const ContactPair& pair) {
  PairStiffness K;
  Force<double> wrench = Force<double>::Zero();
  bool pushes = false;
  for (RegularizedContact& contact : step.contacts.contacts(pair)) {
    EvaluateContact(step.h, contact);
    if (contact.is_open) continue;
    pushes = true;
    const Vec3<double> f = contact.force - contact.by_velocity * (contact.velocity - contact.start_velocity);
    wrench += Force<double>{f, Cross(contact.r, f)};
    K.Add(contact.by_velocity, contact.r);
  }
  if (!pushes) return;
  const View<const Lever> levers = step.contacts.levers(pair);
  for (const Lever& column : levers) {
    const Force<double> response = step.h * (K * column.motion);
    const int j = number_[column.dof];
    for (const Lever& row : levers) lu_.At(number_[row.dof], j) -= Dot(row.motion, response);
    solution_[j] += step.h * Dot(column.motion, wrench);
  }
}

/// Force and its derivative at the velocity of the iterate.
void IslandNewton::EvaluateContact(double h, RegularizedContact& contact) const {
  const Vec3<double>& normal = contact.geometry.normal;
  const double v_n = Dot(contact.velocity, normal);
  const Vec3<double> slip = contact.velocity - v_n * normal;
  double push = contact.start_force, push_by_v_n = 0.0;
  if (options_.coupling == Coupling::kTwoWay) {
    const NormalForce force = HuntCrossley(-contact.geometry.gap - h * v_n, -v_n, *contact.material);  // (19)
    push = force.force;
    push_by_v_n = -(h * force.by_depth + force.by_rate);
  }
  contact.is_open = push == 0.0 && push_by_v_n == 0.0;
  if (contact.is_open) {
    contact.force = Vec3<double>::Zero();
    contact.by_velocity = Mat3<double>::Zero();
    return;
  }
  const RegularizedForce force = RegularizedFriction(push, normal, slip, options_.rise, *contact.material);
  const Vec3<double> by_v_n = push_by_v_n * force.by_normal_force;
  contact.force = force.force;
  contact.by_velocity = {force.by_slip.x + normal.x * by_v_n, force.by_slip.y + normal.y * by_v_n,
                         force.by_slip.z + normal.z * by_v_n};
}

// --- the step --------------------------------------------------------------------------------------------------------------

/// What the Newton step to x_new_ does to the contacts.
IslandNewton::Outlook IslandNewton::LookAt(const Step& step, const ContactIslands::Island& island) {
  Outlook outlook{0.0, true, 1.0};
  const bool limits = options_.line_search == NewtonLineSearch::kTransition;
  for (const int p : island.pairs) {
    const ContactPair& pair = step.contacts.pairs()[p];
    const Motion<double> motion = step.contacts.RelativeMotion(pair, x_new_.data());
    for (RegularizedContact& contact : step.contacts.contacts(pair)) {
      contact.change = contact.start_velocity + PointVelocity(motion, contact.r) - contact.velocity;
      const double change = Length(contact.change), v_s = contact.material->stiction_speed;
      outlook.residual = std::max(outlook.residual, change);
      if (!(change <= options_.tolerance * v_s)) outlook.settled = false;  // also if it is not a number
    }
  }
  if (outlook.settled || !limits) return outlook;
  for (const int p : island.pairs)
    for (const RegularizedContact& contact : step.contacts.contacts(step.contacts.pairs()[p])) {
      if (contact.is_open) continue;
      const Vec3<double>& normal = contact.geometry.normal;
      outlook.share = std::min(
          outlook.share, LimitTransition(Across(contact.velocity, normal), Across(contact.change, normal),
                                         contact.material->stiction_speed, options_.limits));
    }
  return outlook;
}

void IslandNewton::Take(double share, const Step& step, const ContactIslands::Island& island,
                        Eigen::VectorXd& x) const {
  for (const int k : dofs_) x[k] += share * (x_new_[k] - x[k]);
  for (const int p : island.pairs)
    for (RegularizedContact& contact : step.contacts.contacts(step.contacts.pairs()[p])) {
      contact.velocity += share * contact.change;
      contact.force += share * (contact.by_velocity * contact.change);
    }
}

}  // namespace slipstick
