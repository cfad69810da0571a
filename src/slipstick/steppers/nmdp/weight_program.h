// The quadratic program of paper 001, Eq. 8: from derivatives by contact forces to those by the weights of
// corners, and their next values.
#pragma once

#include <vector>

#include "slipstick/solvers/qp/simplex_qp.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

class WeightProgram {
 public:
  /// Around the weights in `contacts`, with corners and islands as they are; gradient and curvature by rows
  /// of forces.
  void Form(const StepContacts& contacts, View<const double> gradient, View<const double> curvature);
  /// next() := the best weights, where a change costs `damping` over the mean curvature. Can be called again.
  void Solve(const StepContacts& contacts, double damping);

  const std::vector<double>& next() const { return next_; }
  /// forces := those, by rows, that next() adds.
  void FindAddedForces(const StepContacts& contacts, std::vector<double>& forces) const;

 private:
  /// The program of one island, in arrays of its own.
  struct Island {
    int weights = 0;
    std::vector<int> contacts, blocks;  ///< blocks: first weight of each contact, and the end
    std::vector<double> Q, g;
    double scale = 0.0;  ///< mean curvature
  };
  void FormIsland(const StepContacts& contacts, View<const int> members, View<const double> gradient,
                  View<const double> curvature, Island& island);

  solvers::SimplexQp program_;
  int num_islands_ = 0;
  std::vector<Island> islands_;  ///< with room for more
  std::vector<double> half_, damped_, linear_, w_, next_;
};

}  // namespace slipstick::nmdp
