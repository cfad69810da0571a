// The quadratic program of paper 001, Eq. 8: from derivatives by contact forces to those by the weights of corners, and their next values.
#pragma once

#include <vector>

#include "core/eigen.h"
#include "solvers/simplex_qp.h"
#include "steppers/nmdp/step_contacts.h"

namespace slipstick {

class WeightProgram {
 public:
  /// Around the weights in `contacts`, with corners as they are; gradient and curvature by rows of forces.
  void Form(const StepContacts& contacts, const Eigen::VectorXd& gradient, const Eigen::MatrixXd& curvature);
  /// next() := the best weights, where a change costs `damping` over the mean curvature. Can be called again.
  void Solve(const StepContacts& contacts, double damping);

  const std::vector<double>& next() const { return next_; }
  /// forces := those, by rows, that next() adds.
  void FindAddedForces(const StepContacts& contacts, std::vector<double>& forces) const;

 private:
  SimplexQp program_;
  Eigen::MatrixXd Q_, damped_, half_;
  Eigen::VectorXd g_, linear_;
  std::vector<double> next_;
};

}  // namespace slipstick
