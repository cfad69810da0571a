// The quadratic program for the weights of corners, Eq. (8) of Pan and Hauser 2020 (nmdp), from derivatives
// by contact forces.
#pragma once

#include <vector>

#include "slipstick/solvers/qp/simplex_qp.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

class WeightProgram {
 public:
  /// Forms the program around the weights in `contacts`, with the current corners and islands; gradient and
  /// curvature are by rows of forces.
  void Form(const StepContacts& contacts, View<const double> gradient, View<const double> curvature);
  /// next() := the minimiser, with `damping` relative to the mean curvature. May be called repeatedly.
  /// Returns the largest residual of an island.
  double Solve(const StepContacts& contacts, double damping);

  const std::vector<double>& next() const { return next_; }
  /// forces := the change of forces, by rows, from the weights in `contacts` to next().
  void FindForceChanges(const StepContacts& contacts, std::vector<double>& forces) const;

 private:
  /// The program of one island.
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
  std::vector<Island> islands_;  ///< may be longer than num_islands_
  std::vector<int> rows_;        ///< of an island
  std::vector<double> half_, corner_row_, damped_, linear_, w_, next_;
};

}  // namespace slipstick::nmdp
