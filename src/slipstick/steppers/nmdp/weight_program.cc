#include "slipstick/steppers/nmdp/weight_program.h"

#include <algorithm>

namespace slipstick::nmdp {
namespace {

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
  const int n = island.weights = island.blocks.back();
  island.Q.resize(static_cast<size_t>(n) * n);
  island.g.resize(n);
  const int rows = contacts.num_rows();
  half_.resize(rows);
  for (int j = 0; j < members.size(); ++j) {
    const StepContact& by = contacts[members[j]];
    const double* corner = contacts.corners(by);
    for (int column = island.blocks[j]; column < island.blocks[j + 1]; ++column, corner += by.rows) {
      double slope = 0.0;
      for (int r = 0; r < by.rows; ++r) slope += corner[r] * gradient[by.row + r];
      island.g[column] = slope;
      for (int i = 0; i <= j; ++i) {
        const StepContact& on = contacts[members[i]];
        for (int r = on.row; r < on.row + on.rows; ++r) {
          half_[r] = 0.0;
          for (int k = 0; k < by.rows; ++k) half_[r] += curvature[(by.row + k) * rows + r] * corner[k];
        }
        const double* other = contacts.corners(on);
        for (int row = island.blocks[i]; row < island.blocks[i + 1]; ++row, other += on.rows) {
          double sum = 0.0;
          for (int r = 0; r < on.rows; ++r) sum += other[r] * half_[on.row + r];
          island.Q[column * n + row] = island.Q[row * n + column] = sum;
        }
      }
    }
  }
  island.scale = 0.0;
  for (int k = 0; k < n; ++k) island.scale += island.Q[k * n + k] / n;
}

void WeightProgram::Solve(const StepContacts& contacts, double damping) {
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
    program_.Solve(damped_, linear_, island.blocks, w_);
    auto solved = w_.begin();
    for (const int c : island.contacts) {
      const int corners = contacts[c].space->num_corners();
      std::copy_n(solved, corners, next_.begin() + contacts[c].weight);
      solved += corners;
    }
  }
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
