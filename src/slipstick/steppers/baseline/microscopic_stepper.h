// The method that Wakisaka and Sugihara 2014 (relaxed) compare with: a spring and a damper at every contact,
// friction as a function of the slip speed (laws/slip_law.h), and Runge-Kutta-Gill with short steps.
//
// Departures: none known; the paper does not give its constants. They are those of the material.
// Known limits: explicit, so that h < 2 / (B W); with a small stiction speed v_s also
// h < 0.9 v_s / (μ f_n W).
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
      : RungeKuttaStepper(world, {.contact = {.law = laws::ContactLaw::kSlip}}, steppers::GillRungeKutta()) {}
};

}  // namespace slipstick::baseline
