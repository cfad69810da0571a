// Non-convex maximal dissipation: contact forces and the end of the step are found together, which allows
// long steps.
//
// Z. Pan and K. Hauser, a time integration scheme for articulated bodies by the non-convex maximal
// dissipation principle (NMDP), 2020, arXiv:2010.14691 ("the nmdp paper"). Equations as printed:
//
//   f_x ∈ { v_x(θ) w_x : w_x >= 0, 1ᵀ w_x <= 1 }                                                       (5)
//   minimise K(θ) over θ, w   with   G(θ, w) = H θ̈ + C - Σ ∇Xᵀ v_x w_x - τ = 0                        (6)
//   the same with ∇I(θ) instead of H θ̈ + C                                                            (12)
//
// all at the end of the step. Four members of the family, which differ in defaults only:
//   nmdp             Newton-Euler, corners with their derivatives (first order)
//   nmdp-zeroth      Newton-Euler, without them: for contact models without derivatives
//   nmdp-pbd, nmdp-pbd-zeroth   the same, position-based
//
// Dictionary: θ = q at the end, w = weights, v_x = corners of a WrenchSpace, G and I as in step_equations.h,
// K as in dissipation.h, Algorithm 1 as in projected_gradient.h, α Δt = h.
//
// Departures (those of the components are listed in their headers):
//   - contacts need not be given: those at the start are detected there, those at the end are detected where
//     the search ends, and contacts that roll or turn are redefined, until no new contact appears at the end;
//   - the step is split where contacts open or close (`event_step`): a contact that is open at the end exerts
//     no force during the whole sub-step;
//   - the ghost force ζ is off by default, and acts only at detected contacts: that of the paper acts at any
//     height;
//   - the initial weights give the forces of the last step (warm start).
//
// Known limits: penetration is not removed. A contact rests at any depth whose bound exceeds its load.
// Sliding contacts have v_n = μ |v_t|, (S22), as in all methods with a convex set of forces: they separate
// until their bound equals their load, and their depth oscillates slightly. For nmdp (S19) holds up to the
// differences listed below (S23).
//
// Residual in the report: the largest velocity change in the last iteration of a search, m/s or rad/s, over
// all sub-steps. Iterations: quadratic programs solved. Depth: halvings.
#pragma once

#include <memory>

#include "slipstick/steppers/nmdp/projected_gradient.h"
#include "slipstick/steppers/substepping_stepper.h"

namespace slipstick::nmdp {

struct NmdpOptions {
  StepInertia inertia = StepInertia::kNewtonEuler;
  bool corner_derivatives = true;
  SearchOptions search;
  FrictionOptions friction;
  int max_substeps = 64;
  int max_programs = 1600;
  double event_step = 0.01;

  static NmdpOptions With(StepInertia inertia, bool corner_derivatives);

  void Visit(FieldVisitor& visit) {
    visit.Choice("inertia", inertia, {"newton-euler", "position-based"},
                 "inertia of bodies: Newton-Euler, or from the positions of their points (Pan and Hauser "
                 "2020, Eq. 12)");
    visit.Flag("corner_derivatives", corner_derivatives,
               "use derivatives of the corners by the pose (first order), or not (zeroth order)");
    search.Visit(visit);
    friction.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "maximum number of sub-steps where the search fails (Pan and Hauser 2020, Algorithm 2)");
    visit.Integer("max_programs", max_programs, {1, 1 << 20},
                  "maximum number of quadratic programs in a step with few contacts (fewer with many, at "
                  "least 30); after them sub-steps are not split and keep the best iterate");
    visit.Number(
        "event_step", event_step, {0.0, 1e3}, "s",
        "steps in which contacts open or close are split into sub-steps no shorter than this; 0: never");
  }
};

class NmdpStepper : public steppers::SubsteppingStepper {
 public:
  using Options = NmdpOptions;
  NmdpStepper(const World& world, const Options& options);

  /// K after every accepted iteration of the last search, for tests of its descent.
  View<const double> objective_history() const { return search_.history(); }

 private:
  void BeginStep() override;
  Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) override;
  void DetectAtStart(const State& state);
  bool FindFirstEnd(const State& state);
  bool Solve(const State& state, bool stops_at_changes, StepReport& report);
  SearchOutcome Search(int max_programs, bool stops_at_changes);
  int RemainingPrograms(const StepReport& report) const;
  bool DetectAtEnd(int detections);
  double FirstChange() const;

  Options options_;
  std::unique_ptr<StepEquations> equations_;
  StepContacts contacts_;
  ProjectedGradient search_;
  Eigen::VectorXd v_;
  double elapsed_ = 0.0;  ///< start of the sub-step, s in the step
  /// Time of the first change of contacts in the last rejected sub-step, interpolated; s in the step.
  double change_at_ = 0.0;
};

}  // namespace slipstick::nmdp
