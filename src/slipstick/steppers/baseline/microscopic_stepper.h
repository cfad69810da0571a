// The method that Wakisaka and Sugihara 2014, the paper of the stepper `relaxed`, compare with and call
// "microscopic": a spring and a damper at every contact, friction as a function of the slip speed
// (laws/slip_law.h), and Runge-Kutta-Gill with short steps.
//
// Departures: none known; the paper does not give its constants. They are those of the material.
// Known limits: explicit, so that h < 2 / (B W), where B is the damping of the material and W the largest
// eigenvalue of the inverse inertia of the contacts, J M⁻¹ Jᵀ. With a small stiction speed v_s also
// h < 0.9 v_s / (μ f_n W), where f_n is the normal force.
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
