#include "slipstick/steppers/tamsi/contact_space_system.h"

#include <algorithm>

#include "slipstick/core/blocks.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::tamsi {
namespace {

/// Number of rows of a pair.
int RowsOf(const ContactPair& pair) { return pair.has_one_contact() ? 3 : 6; }

}  // namespace

ContactSpaceSystem::ContactSpaceSystem(const Model& model) : model_(model), lu_(0) {}

ContactSpaceSystem::Cost ContactSpaceSystem::EstimateCost(const IslandProblem& island,
                                                          const IslandDofs& dofs) const {
  double rows = 0.0, entries = 0.0;
  for (int p = 0; p < island.pairs.size(); ++p) rows += RowsOf(island.pair(p));
  for (const int k : dofs.list) entries += model_.depth()[k] + 1;
  return {rows * (entries + 0.5 * rows * static_cast<double>(dofs.list.size())),
          rows * rows * (rows / 3.0 + 6.0)};
}

void ContactSpaceSystem::Begin(const IslandProblem& island, const IslandDofs& dofs,
                               const Eigen::VectorXd& x_free) {
  dofs_ = &dofs;
  CountRows(island);
  FindWhitenedLevers(island);
  FindInertia(island);
  for (int p = 0; p < island.pairs.size(); ++p) {
    const Motion<double> free = island.contacts.RelativeMotion(island.pair(p), x_free.data());
    double* u = &u_free_[first_row_[p]];
    if (RowsOf(island.pair(p)) == 3) {
      SetBlock(u, 0, PointVelocity(free, PointOf(island, p)));
    } else {
      SetBlock(u, 0, free.lin), SetBlock(u, 1, free.ang);
    }
  }
}

void ContactSpaceSystem::CountRows(const IslandProblem& island) {
  first_row_.assign(1, 0);
  for (int p = 0; p < island.pairs.size(); ++p)
    first_row_.push_back(first_row_.back() + RowsOf(island.pair(p)));
  const size_t rows = first_row_.back();
  u_free_.resize(rows);
  u_new_.resize(rows);
  W_.resize(rows * rows);
  lu_.Resize(static_cast<int>(rows));
}

/// Y := L⁻ᵀ Jᵀ, from leaves to roots.
void ContactSpaceSystem::FindWhitenedLevers(const IslandProblem& island) {
  const int rows = first_row_.back();
  Y_.assign(dofs_->list.size() * rows, 0.0);
  for (int p = 0; p < island.pairs.size(); ++p)
    for (const Lever& lever : island.contacts.levers(island.pair(p))) {
      double* y = &Y_[static_cast<size_t>(dofs_->number[lever.dof]) * rows + first_row_[p]];
      if (RowsOf(island.pair(p)) == 3) {
        SetBlock(y, 0, PointVelocity(lever.motion, PointOf(island, p)));
      } else {
        SetBlock(y, 0, lever.motion.lin), SetBlock(y, 1, lever.motion.ang);
      }
    }
  for (int n = static_cast<int>(dofs_->list.size()) - 1; n >= 0; --n) {
    const int k = dofs_->list[n];
    const double* l = &island.ws.L[model_.diagonal_entry(k)];
    const double* from = &Y_[static_cast<size_t>(n) * rows];
    for (int i = model_.dof_parent()[k]; i >= 0; i = model_.dof_parent()[i]) {
      const double factor = *--l;
      double* __restrict to = &Y_[static_cast<size_t>(dofs_->number[i]) * rows];
      for (int r = 0; r < rows; ++r) to[r] -= factor * from[r];
    }
  }
}

/// W := Yᵀ D⁻¹ Y.
void ContactSpaceSystem::FindInertia(const IslandProblem& island) {
  const int rows = first_row_.back();
  std::fill(W_.begin(), W_.end(), 0.0);
  for (size_t n = 0; n < dofs_->list.size(); ++n) {
    const double* y = &Y_[n * rows];
    for (int i = 0; i < rows; ++i) {
      if (y[i] == 0.0) continue;
      const double scaled = island.ws.D_inv[dofs_->list[n]] * y[i];
      double* __restrict w = &W_[static_cast<size_t>(i) * rows];
      for (int j = 0; j < rows; ++j) w[j] += scaled * y[j];
    }
  }
}

bool ContactSpaceSystem::Solve(const IslandProblem& island, View<const PairResponse> responses) {
  const int rows = first_row_.back();
  std::copy_n(u_free_.begin(), rows, u_new_.begin());
  for (int p = 0; p < responses.size(); ++p) {
    const int at = first_row_[p];
    const bool has_moments = NeedsMoments(island.pair(p));
    const PairStiffness& K = responses[p].by_motion;
    const Force<double> start = island.h * responses[p].at_start;
    for (int i = 0; i < rows; ++i) {
      const double* w = &W_[static_cast<size_t>(i) * rows + at];
      double* a = lu_.row(i) + at;
      const Vec3<double> lin = Block(w, 0), minus_lin = -island.h * lin;
      u_new_[i] += Dot(lin, start.lin);
      if (!has_moments) {
        SetBlock(a, 0, TransposeTimes(K.ll, minus_lin));
        continue;
      }
      const Vec3<double> ang = Block(w, 1), minus_ang = -island.h * ang;
      u_new_[i] += Dot(ang, start.ang);
      SetBlock(a, 0, TransposeTimes(K.ll, minus_lin) + TransposeTimes(K.al, minus_ang));
      SetBlock(a, 1, TransposeTimes(K.la, minus_lin) + TransposeTimes(K.aa, minus_ang));
    }
  }
  for (int i = 0; i < rows; ++i) lu_.row(i)[i] += 1.0;
  if (!lu_.Factor()) return false;
  lu_.Solve(View<double>(u_new_));
  return true;
}

Motion<double> ContactSpaceSystem::RelativeMotion(const IslandProblem& island, int pair) const {
  const double* u = &u_new_[first_row_[pair]];
  return {Block(u, 0), RowsOf(island.pair(pair)) == 3 ? Vec3<double>::Zero() : Block(u, 1)};
}

void ContactSpaceSystem::FindVelocityChanges(const IslandProblem& island, Eigen::VectorXd& x) const {
  // x_free + M̂⁻¹ h Jᵀ w = M̂⁻¹ (impulse + h Jᵀ w)
  for (const int k : dofs_->list) x[k] = island.impulse[k];
  for (int p = 0; p < island.pairs.size(); ++p) {
    Force<double> wrench = Force<double>::Zero();
    for (const RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
      wrench += Force<double>{contact.force, Cross(contact.r, contact.force)};
    for (const Lever& lever : island.contacts.levers(island.pair(p)))
      x[lever.dof] += island.h * Dot(lever.motion, wrench);
  }
  for (const int root : island.trees)
    dynamics::SolveMassMatrixOfTree(model_, island.ws, root, View<double>(x));
}

/// The contact point of a pair with one contact.
Vec3<double> ContactSpaceSystem::PointOf(const IslandProblem& island, int pair) const {
  return island.contacts.contacts(island.pair(pair))[0].r;
}

}  // namespace slipstick::tamsi
