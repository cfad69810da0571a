// The method that paper 002 compares itself with: a spring and a damper at every contact, friction that
// follows the slip speed (contact/slip_law.h), and Runge-Kutta-Gill with steps short enough for both.
//
// Departures: none known; the paper leaves its constants out. They are those of the material.
// Known limits: explicit, so that h < 2 / (B W), and where friction takes hold within a small stiction speed
// v_s, h < 0.9 v_s / (μ f_n W).
#pragma once

#include "slipstick/steppers/baseline/runge_kutta_stepper.h"

namespace slipstick::baseline {

struct MicroscopicOptions {
  void Visit(FieldVisitor&) {}
};

class MicroscopicStepper : public RungeKuttaStepper {
 public:
  using Options = MicroscopicOptions;
  MicroscopicStepper(const World& world, const Options&)
      : RungeKuttaStepper(world, {.contact = {.law = laws::ContactLaw::kSlip}}, GillRungeKutta()) {}
};

}  // namespace slipstick::baseline
