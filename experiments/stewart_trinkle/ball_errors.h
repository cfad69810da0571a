// Table 1: errors of the four balls and variation of their velocities, for halved steps.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"

namespace slipstick::stewart_trinkle_experiments {

/// One entry per step of kBallSteps. Norms are the largest of all 24 components. Positions are integrals of
/// velocities, those of angular ones included.
struct BallErrors {
  std::vector<double> velocity;   ///< integral of the error over 1 s; kUnknown for the last step
  std::vector<double> linear;     ///< the same of the 12 linear components alone
  std::vector<double> position;   ///< largest error at the ends of steps; kUnknown for the last step
  std::vector<double> variation;  ///< largest total variation of a component, first step included
  std::vector<double> contacts;   ///< largest number of contacts of a step

  void Visit(FieldVisitor& visit) {
    visit.Series("velocity", velocity);
    visit.Series("linear", linear);
    visit.Series("position", position);
    visit.Series("variation", variation);
    visit.Series("contacts", contacts);
  }
};
/// Self-convergence: errors against the same method with the smallest step.
BallErrors MeasureBallErrors(const measure::MeasuredScene& balls, const measure::Method& method);

}  // namespace slipstick::stewart_trinkle_experiments
