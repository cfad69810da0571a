// Maximal dissipation, linearised: the baseline of paper 001.
//
//   M (v⁺ - v) / h = τ - bias + Σ Jᵀ f,   q⁺ = integrate(q, h v⁺),   f = the forces of the sets that
//   dissipate most      (3), (5)
//
// with M, bias, J and the sets as they are where the step starts, so that one quadratic program gives the
// forces. Dictionary and objectives as for nmdp (nmdp_stepper.h). Where joints are explicit, `effective` is
// the kinetic energy of all bodies up to what contacts cannot change.
//
// Departures: joints may be linearly implicit (joints=implicit); ζ is off, and corners are turned as for
// nmdp.
//
// Known limits: a contact is not felt before it has sunk in, and then may exert what its depth bears over a
// whole step. Long steps explode.
//
// Iterations in the report: 1. Residual: none.
#pragma once

#include "slipstick/contact/joint_step.h"
#include "slipstick/geometry/contact_finder.h"
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
    visit.Choice("objective", objective, {"effective", "points"},
                 "what contacts make small: the energy that they could still take away, or the motion of "
                 "contact points as if "
                 "each had unit mass (the authors' program)");
    visit.Choice("joints", joints, {"explicit", "implicit"},
                 "joint forces as they are where a step starts (paper 001, Eq. 3), or by their linearisation "
                 "at its end");
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

  void Look(const Actuation& actuation, double h, const State& state);
  bool FindMotion(double h, const State& state);
  void Dissipate(double h);
  void Finish(double h, State& state, StepReport& report);

  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  contact::JointStep joints_;
  StepContacts contacts_;
  ContactResponse response_;
  Dissipation dissipation_;
  WeightProgram program_;
  bool is_summed_up_ = false;  ///< inertias in ws_ are those of subtrees
  Eigen::VectorXd v_end_, displacement_, dx_;
  std::vector<double> forces_;
  std::vector<char> all_move_;
};

}  // namespace slipstick::nmdp
