// Fig. 4: Newton's method where the box of section IV-A comes to rest, without and with the transition-aware
// line search.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/measure/method.h"

namespace slipstick::tamsi_experiments {

/// One second of the driven box.
struct NewtonRun {
  // of the step in which it first comes to rest
  bool converged = false;
  int iterations = 0;
  std::vector<double> velocity;  ///< of the box, from the guess on, m/s; empty for tamsi
  std::vector<double> residual;  ///< m/s; of tamsi: the Newton step of each iteration
  // of all steps
  std::vector<double> failed_at;  ///< starts of steps, s
  int max_iterations = 0;         ///< of the steps that did not fail

  void Visit(FieldVisitor& visit);
};
/// implicit-euler or tamsi.
NewtonRun MeasureNewton(const measure::Method& method);

}  // namespace slipstick::tamsi_experiments
