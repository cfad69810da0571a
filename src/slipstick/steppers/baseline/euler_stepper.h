// Explicit Euler and its semi-implicit variant.
//
// Hammoud et al. 2022 (expo), Eq. (34):
//
//   v⁺ = v + h a,    q⁺ = integrate(q, h v + h²/2 a),    M(q) a = u(q, v) + Jᵀ λ(q, v)
//
// Dictionary: δt = h, v̇ = a, λ = contact forces of laws/anchor_law.h.
//
// Assumptions: forces change little during a step. Stiff contacts on light feet need h below about 2 / (B W)
// (W: inverse inertia of the foot at the contact): 0.08 ms for Solo with B = 300 N s/m. Departures: the
// anchors of slipping contacts move at the end of the step, under its friction force
// (contact/compliant_contacts.h). Known limits: everything is explicit unless `implicit_joints` is set, (S3).
#pragma once

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/core/fields.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

struct EulerOptions {
  bool semi_implicit = false;
  bool implicit_joints = false;
  laws::CompliantOptions contact;

  void Visit(FieldVisitor& visit) {
    visit.Flag("semi_implicit", semi_implicit, "move positions with the velocity at the end of the step");
    visit.Flag("implicit_joints", implicit_joints,
               "joint damping, friction, limits and feedback are linearly implicit");
    contact.Visit(visit);
  }
};

class EulerStepper : public Stepper {
 public:
  using Options = EulerOptions;
  EulerStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  double phi_;  ///< fraction of the velocity change that moves positions within the step
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  Eigen::VectorXd a_, dq_, dv_;
};

}  // namespace slipstick::baseline
