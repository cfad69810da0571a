#include "slipstick/steppers/nmdp/weight_program.h"

#include <algorithm>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::nmdp {
namespace {

using solvers::padded::AddMultiple;

/// Relative to the curvature: makes programs of redundant corners definite.
constexpr double kMinDamping = 1e-8;

}  // namespace

void WeightProgram::Form(const StepContacts& contacts, View<const double> gradient,
                         View<const double> curvature) {
  num_islands_ = contacts.num_islands();
  if (static_cast<int>(islands_.size()) < num_islands_) islands_.resize(num_islands_);
  for (int i = 0; i < num_islands_; ++i)
    FormIsland(contacts, contacts.island(i), gradient, curvature, islands_[i]);
}

/// Q = Fᵀ H F and g = Fᵀ gradient, F the corners.
void WeightProgram::FormIsland(const StepContacts& contacts, View<const int> members,
                               View<const double> gradient, View<const double> curvature, Island& island) {
  island.contacts.assign(members.begin(), members.end());
  island.blocks.assign(1, 0);
  for (const int c : members)
    island.blocks.push_back(island.blocks.back() + contacts[c].space->num_corners());
  const int n = island.weights = island.blocks.back(), rows = contacts.num_rows();
  island.Q.assign(static_cast<size_t>(n) * n, 0.0);
  island.g.assign(n, 0.0);
  contacts.RowsOf(members, rows_);
  half_.assign(rows_.size() * n, 0.0);  // H F
  for (int j = 0; j < members.size(); ++j) {
    const StepContact& by = contacts[members[j]];
    const int first = island.blocks[j], corners = by.space->num_corners();
    corner_row_.resize(corners);
    for (int k = 0; k < by.rows; ++k) {
      for (int c = 0; c < corners; ++c) corner_row_[c] = contacts.corners(by)[c * by.rows + k];
      AddMultiple(corners, gradient[by.row + k], corner_row_.data(), &island.g[first]);
      for (size_t r = 0; r < rows_.size(); ++r)
        AddMultiple(corners, curvature[(by.row + k) * rows + rows_[r]], corner_row_.data(),
                    &half_[r * n + first]);
    }
  }
  const double* half = half_.data();
  for (int i = 0; i < members.size(); ++i) {
    const StepContact& on = contacts[members[i]];
    const double* corner = contacts.corners(on);
    for (int row = island.blocks[i]; row < island.blocks[i + 1]; ++row, corner += on.rows)
      for (int r = 0; r < on.rows; ++r) AddMultiple(n, corner[r], half + r * n, &island.Q[row * n]);
    half += on.rows * n;
  }
  island.scale = 0.0;
  for (int k = 0; k < n; ++k) island.scale += island.Q[k * n + k] / n;
}

double WeightProgram::Solve(const StepContacts& contacts, double damping) {
  double residual = 0.0;
  next_.resize(contacts.num_weights());
  for (int i = 0; i < num_islands_; ++i) {
    const Island& island = islands_[i];
    const int n = island.weights;
    const double beta = std::max(damping, kMinDamping) * (island.scale > 0.0 ? island.scale : 1.0);
    w_.clear();
    for (const int c : island.contacts) {
      const auto first = contacts.weights.begin() + contacts[c].weight;
      w_.insert(w_.end(), first, first + contacts[c].space->num_corners());
    }
    damped_.assign(island.Q.begin(), island.Q.end());
    linear_.assign(island.g.begin(), island.g.end());
    for (int k = 0; k < n; ++k) {
      damped_[k * n + k] += beta;
      for (int j = 0; j < n; ++j) linear_[k] -= damped_[k * n + j] * w_[j];  // symmetric
    }
    residual =
        contact::LargerResidual(residual, program_.Solve(damped_, linear_, island.blocks, w_).residual);
    auto solved = w_.begin();
    for (const int c : island.contacts) {
      const int corners = contacts[c].space->num_corners();
      std::copy_n(solved, corners, next_.begin() + contacts[c].weight);
      solved += corners;
    }
  }
  return residual;
}

void WeightProgram::FindForceChanges(const StepContacts& contacts, std::vector<double>& forces) const {
  forces.assign(contacts.num_rows(), 0.0);
  for (const StepContact& contact : contacts.contacts()) {
    const double* corners = contacts.corners(contact);
    for (int j = 0; j < contact.space->num_corners(); ++j) {
      const double change = next_[contact.weight + j] - contacts.weights[contact.weight + j];
      for (int r = 0; r < contact.rows; ++r)
        forces[contact.row + r] += change * corners[j * contact.rows + r];
    }
  }
}

}  // namespace slipstick::nmdp
