#include "steppers/nmdp/weight_program.h"

#include <algorithm>

namespace slipstick {
namespace {

/// Of the curvature: keeps programs of redundant corners definite.
constexpr double kLeastDamping = 1e-8;

Eigen::Map<const Eigen::MatrixXd> CornersOf(const StepContacts& contacts, const StepContact& contact) {
  return {contacts.corners(contact), contact.rows, contact.space->num_corners()};
}

}  // namespace

void WeightProgram::Form(const StepContacts& contacts, const Eigen::VectorXd& gradient,
                         const Eigen::MatrixXd& curvature) {
  const int n = contacts.num_weights();
  half_.resize(contacts.num_rows(), n);
  Q_.resize(n, n);
  g_.resize(n);
  for (const StepContact& contact : contacts.contacts()) {
    const auto F = CornersOf(contacts, contact);
    half_.middleCols(contact.weight, F.cols()).noalias() =
        curvature.middleCols(contact.row, contact.rows).lazyProduct(F);
    g_.segment(contact.weight, F.cols()).noalias() =
        F.transpose().lazyProduct(gradient.segment(contact.row, contact.rows));
  }
  for (const StepContact& contact : contacts.contacts()) {
    const auto F = CornersOf(contacts, contact);
    Q_.middleRows(contact.weight, F.cols()).noalias() =
        F.transpose().lazyProduct(half_.middleRows(contact.row, contact.rows));
  }
}

void WeightProgram::Solve(const StepContacts& contacts, double damping) {
  const int n = contacts.num_weights();
  const Eigen::Map<const Eigen::VectorXd> w(contacts.weights.data(), n);
  const double scale = Q_.trace() / n;
  damped_ = Q_;
  damped_.diagonal().array() += std::max(damping, kLeastDamping) * (scale > 0.0 ? scale : 1.0);
  linear_.noalias() = g_ - damped_.lazyProduct(w);
  next_.assign(contacts.weights.begin(), contacts.weights.end());
  program_.Solve({damped_.data(), n * n}, linear_, contacts.weight_blocks(), next_);
}

void WeightProgram::FindAddedForces(const StepContacts& contacts, std::vector<double>& forces) const {
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

}  // namespace slipstick
