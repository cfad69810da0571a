// Transition-aware modified semi-implicit stepping: compliant contact with regularised friction at steps of
// milliseconds.
//
// A. M. Castro, A. Qu, N. Kuppuswamy, A. Alspach and M. Sherman, A transition-aware method for the simulation
// of compliant contact with regularized friction, 2020 ("the tamsi paper"). Equations as printed:
//
//   q = q₀ + N₀ v                                                        (10)
//   r(v) = M₀ v - p* - h τ_n,0 - h τ_t(q₀, v)                            (12)   semi-implicit: one-way
//   δ ≈ δ₀ - h v_n                                                       (19)
//   r(v) = M₀ v - p* - h J_n,0ᵀ π(v_n) - h J_t,0ᵀ f_t(v_t)               (21)   tamsi: two-way
//   ∇r = M₀ + h (W_nn + W_tt + W_tn)                                     (23)
//
// with the law of laws/regularized_law.h and the line search of solvers/newton/transition_line_search.h. Two
// registered steppers, which differ in defaults only: `tamsi`, and `semi-implicit`, whose normal forces are
// explicit and need short steps.
//
// Dictionary: π = normal force (`pi`), v_s = stiction_speed, p* = M v + impulse, W_ab = -Jᵀ ∇f J (not the
// inverse inertia of contacts).
//
// Departures:
//   - (10) lacks the step: q = q₀ ⊕ h N₀ v;
//   - joint damping, feedback, dry friction and limits are implicit, too, (S3) and (S4), see
//     contact/joint_step.h; in p* they would be explicit;
//   - gyroscopic forces of free bodies are implicit, too (dynamics/gyroscopic_force.h): with explicit ones
//     tumbling bodies diverge at 10 ms;
//   - contacts that would close within the step are included, with a depth below zero (predict=false: only
//     those that overlap at its start);
//   - each contact island has its own Newton iteration and line search, in joint space or in contact space
//     (island_newton.h);
//   - where an iteration fails, the step is retried as two half-length sub-steps, recursively: positions,
//     contacts and M are evaluated in each sub-step, and the report counts the sub-steps. (The reference
//     implementation repeats the step with frozen matrices, and then moves with the velocity of the last
//     sub-step.)
//   - Newton's method stops by the change of contact velocities, and its last step is kept.
//
// Residual in the report: that change, m/s. Iterations: the largest number of an island, summed over
// sub-steps. Failure: kNotConverged if an iteration fails in a sub-step of the smallest length, or after
// another sub-step has failed; the last iterate is kept. kDiverged if numbers overflow. Known limits:
// sticking contacts creep, at v_s at most. Coriolis forces of robots are explicit.
#pragma once

#include "slipstick/contact/step_problem.h"
#include "slipstick/core/fields.h"
#include "slipstick/steppers/substepping_stepper.h"
#include "slipstick/steppers/tamsi/island_newton.h"

namespace slipstick::tamsi {

struct TamsiOptions {
  IslandNewtonOptions newton;
  int max_substeps = 64;
  bool predict = true;

  static TamsiOptions SemiImplicit() { return {.newton = {.coupling = Coupling::kOneWay}}; }

  void Visit(FieldVisitor& visit) {
    newton.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "maximum number of sub-steps into which a step is split");
    visit.Flag("predict", predict, "include contacts that would close within the step");
  }
};

class TamsiStepper : public steppers::SubsteppingStepper {
 public:
  using Options = TamsiOptions;
  TamsiStepper(const World& world, const Options& options);

  /// Appends every following Newton step to `trace`; null to stop.
  void set_trace(std::vector<NewtonTrace>* trace) { newton_.set_trace(trace); }

 private:
  Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) override;
  void Evaluate(const Substep& substep, const State& state);
  bool FindFreeMotion(const Substep& substep);
  bool SolveIslands(const Substep& substep, StepReport& report);
  void Commit(const Substep& substep, State& state, StepReport& report);
  double ElasticEnergy();

  Options options_;
  contact::StepProblem problem_;
  ContactPairs contacts_;
  contact::ContactIslands islands_;
  IslandNewton newton_;
  std::vector<contact::ContactOutcome> outcomes_;
  Eigen::VectorXd impulse_;  ///< of all forces except contacts: p* - M₀ v₀
  Eigen::VectorXd x_;        ///< v - v₀
  Eigen::VectorXd dq_;
};

}  // namespace slipstick::tamsi
