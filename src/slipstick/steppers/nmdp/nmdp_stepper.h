// Nonconvex maximal dissipation: contact forces and the end of a step are found together, so that steps may
// be long.
//
// Paper 001 (a time integration scheme for articulated bodies by the non-convex maximal dissipation
// principle). Equations as printed:
//
//   f_x ∈ { v_x(θ) w_x : w_x >= 0, 1ᵀ w_x <= 1 } (5) minimise K(θ) over θ, w   with   G(θ, w) = H θ̈ + C - Σ
//   ∇Xᵀ v_x w_x - τ = 0                               (6) the same with ∇I(θ) instead of H θ̈ + C (12)
//
// all at the end of the step. Four members of the family, which differ in defaults only:
//   nmdp             Newton-Euler, corners with their derivatives (first order)
//   nmdp-zeroth      Newton-Euler, without them: for models that have none
//   nmdp-pbd, nmdp-pbd-zeroth   the same, position-based
//
// Dictionary: θ = q at the end, w = weights, v_x = corners of a WrenchSpace, G and I as in step_equations.h,
// K as in dissipation.h, Algorithm 1 as in projected_gradient.h, α Δt = h.
//
// Departures (those of the parts are named there):
//   - contacts need not be known: those that touch at the start are taken up there, those that touch at the
//   end where it is found, and what rolls or
//     turns is taken up again, until the end has no contact that the equations do not know;
//   - where contacts open or close the step is cut (`event_step`), since a contact that is gone at the end
//   would have pushed nobody during the whole of it;
//   - corners have no ghost force ζ unless asked for, and then only where a contact is taken up: the paper's
//   acts at any height;
//   - weights start as those that give the forces of the last step.
//
// Known limits: depth is not taken back. A contact rests at any depth that bears its load. What slides wants
// to rise, as in all methods with a convex set of forces, until its depth bears no more than its load.
//
// Residual in the report: the change of a velocity with which a search ended, m/s or rad/s, the largest of
// all parts. Iterations: programs solved. Substeps: parts. Depth: halvings.
#pragma once

#include <memory>

#include "slipstick/geometry/contact_finder.h"
#include "slipstick/steppers/nmdp/projected_gradient.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::nmdp {

enum class StepInertia { kNewtonEuler, kPositionBased };

struct NmdpOptions {
  StepInertia inertia = StepInertia::kNewtonEuler;
  bool corner_derivatives = true;
  SearchOptions search;
  FrictionOptions friction;
  int max_substeps = 64;
  double event_step = 0.01;

  static NmdpOptions With(StepInertia inertia, bool corner_derivatives);

  void Visit(FieldVisitor& visit) {
    visit.Choice("inertia", inertia, {"newton-euler", "position-based"},
                 "how bodies resist: by accelerations of joints, or of all their points (paper 001, Eq. 12)");
    visit.Flag("corner_derivatives", corner_derivatives,
               "follow how corners change with the pose (first order), or not (zeroth order)");
    search.Visit(visit);
    friction.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "into which a step may be cut where it cannot be solved (paper 001, Algorithm 2)");
    visit.Number("event_step", event_step, {0.0, 1e3}, "s",
                 "steps in which contacts open or close are cut, as long as the parts are no shorter than "
                 "this; 0: never");
  }
};

class NmdpStepper : public Stepper {
 public:
  using Options = NmdpOptions;
  NmdpStepper(const World& world, const Options& options);

  /// K after every accepted iteration of the search that ended the last step.
  View<const double> objective_history() const { return search_.history(); }

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  struct Part {
    const Actuation& actuation;
    double h, weight;
    bool is_smallest;
  };
  bool AdvanceSubstep(const Part& part, State& state, StepReport& report);
  void TakeUpAtStart(const State& state);
  bool FindFirstEnd(const State& state);
  bool Solve(const State& state, StepReport& report);
  SearchOutcome Search();
  bool TakeUpAtEnd(int looks);
  bool ContactsChanged() const;
  void Finish(const Part& part, State& state, StepReport& report);

  Options options_;
  std::unique_ptr<StepEquations> equations_;
  StepContacts contacts_;
  ProjectedGradient search_;
  geometry::ContactFinder finder_;
  Eigen::VectorXd v_;
};

}  // namespace slipstick::nmdp
