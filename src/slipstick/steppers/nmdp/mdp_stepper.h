// Maximal dissipation, linearised: the baseline of Z. Pan and K. Hauser 2020 ("the nmdp paper").
//
//   M (v⁺ - v) / h = τ - bias + Σ Jᵀ f,   q⁺ = integrate(q, h v⁺)                                 (3)
//   f = the maximum-dissipation forces of the sets                                                (5)
//
// with M, bias, J and the sets of the start of the step, so that one quadratic program gives the forces.
// Dictionary and objectives as for nmdp (nmdp_stepper.h). With explicit joints, `effective` is the kinetic
// energy of all bodies up to a constant, (S20), and every contact dissipates most, (S19), exactly.
//
// Departures: (3) is printed with H θ̈ - C(θ₋, θ̇₋), but (1) of the same paper has + C. We take this as a
// misprint and use (1): bias = C. Joints may be linearly implicit, (S3) and (S4) (joints=implicit). ζ is off,
// and corners are rotated as for nmdp.
//
// Known limits: a contact acts only after it has penetrated, and may then exert the full bound of its depth
// during a whole step. Long steps diverge.
//
// Iterations in the report: 1. Residual: that of the quadratic program (solvers/qp/simplex_qp.h), relative.
#pragma once

#include "slipstick/contact/step_problem.h"
#include "slipstick/steppers/nmdp/dissipation.h"
#include "slipstick/steppers/nmdp/weight_program.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::nmdp {

enum class LinearObjective { kEffective, kPoints };

struct MdpOptions {
  LinearObjective objective = LinearObjective::kEffective;
  contact::JointTreatment joints = contact::JointTreatment::kExplicit;
  FrictionOptions friction;

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "objective", objective, {"effective", "points"},
        "objective: kinetic energy in contact space, s^T W^-1 s / 2, or s^T s / 2, contact points of unit "
        "mass (program of Pan and Hauser 2020)");
    visit.Choice("joints", joints, {"explicit", "implicit"},
                 "joint forces: at the start of the step (Pan and Hauser 2020, Eq. 3), or linearly implicit");
    friction.Visit(visit);
  }
  void AdjustTraits(StepperTraits& traits) const {
    if (joints == contact::JointTreatment::kImplicit) traits.implicit_terms |= steppers::kAllJointTerms;
  }
};

class MdpStepper : public Stepper {
 public:
  using Options = MdpOptions;
  MdpStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  void Evaluate(const Actuation& actuation, double h, const State& state);
  bool FindMotion(double h, const State& state);
  void Dissipate(double h, StepReport& report);

  contact::StepProblem problem_;
  StepContacts contacts_;
  ContactResponse response_;
  Dissipation dissipation_;
  WeightProgram program_;
  Eigen::VectorXd v_end_, displacement_, dv_, dx_;
  std::vector<double> forces_;
};

}  // namespace slipstick::nmdp
