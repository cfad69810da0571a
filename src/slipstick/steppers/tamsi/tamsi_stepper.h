// Transition-aware modified semi-implicit stepping: compliant contact with regularised friction at steps of
// milliseconds.
//
// Paper 004 (A Transition-Aware Method for the Simulation of Compliant Contact with Regularized Friction).
// Equations as printed:
//
//   q = q₀ + N₀ v                                                        (10)
//   r(v) = M₀ v - p* - h τ_n,0 - h τ_t(q₀, v)                            (12)   semi-implicit: one-way
//   δ ≈ δ₀ - h v_n                                                       (19)
//   r(v) = M₀ v - p* - h J_n,0ᵀ π(v_n) - h J_t,0ᵀ f_t(v_t)               (21)   tamsi: two-way
//   ∇r = M₀ + h (W_nn + W_tt + W_tn)                                     (23)
//
// with the law of contact/regularized_law.h and the line search of contact/transition_line_search.h. Two
// entries of the registry, which differ in defaults only: `tamsi`, and `semi-implicit`, whose normal forces
// are explicit and want short steps.
//
// Dictionary: π = normal force, v_s = stiction_speed, p* = M v + impulse, W_ab = -Jᵀ ∇f J (not the inverse
// inertia of contacts).
//
// Departures:
//   - (10) lacks the step: q = q₀ ⊕ h N₀ v;
//   - joint damping, feedback, dry friction and limits are solved for, too (joint_step.h); in p* they would
//   be explicit;
//   - gyroscopic impulses of loose bodies are implicit, too (gyroscopic_impulse.h): explicit ones make what
//   tumbles explode at 10 ms;
//   - contacts that would close within the step count, with a depth below zero (predict=false: those that
//   overlap at its start only);
//   - each contact island has a Newton iteration and a line search of its own, in joint space or in contact
//   space (island_newton.h);
//   - where an iteration fails, the step of that island is cut in two, and so on: positions, contacts and M
//   are those of each part, and the
//     report counts them. All others have moved on by then; what the island meets of them it meets in the
//     next step. (The reference implementation repeats the step of everything with frozen matrices, and then
//     moves with the velocity of the last part.)
//   - Newton's method stops by the change of contact velocities, and its last step is kept.
//
// Residual in the report: that change, m/s. Iterations: of the island that needs most, summed over parts.
// Substeps: parts. Forces of contacts are means over the step, gaps those at its start. Failure:
// kNotConverged if the parts have become as many as allowed; the last iterate is kept. kDiverged if numbers
// overflow. Known limits: sticking contacts creep, at v_s at most. Coriolis forces of robots are explicit.
#pragma once

#include "slipstick/contact/joint_step.h"
#include "slipstick/core/fields.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/substeps.h"
#include "slipstick/steppers/tamsi/island_newton.h"

namespace slipstick::tamsi {

struct TamsiOptions {
  IslandNewtonOptions newton;
  int max_substeps = 64;
  bool predict = true;

  static TamsiOptions SemiImplicit();

  void Visit(FieldVisitor& visit) {
    visit.Choice("rise", newton.rise, {"linear", "quadratic"},
                 "how friction grows up to the stiction speed (quadratic: the reference implementation)");
    visit.Choice("line_search", newton.line_search, {"transition", "none"},
                 "keep Newton's method from jumping over stiction");
    visit.Choice(
        "space", newton.space, {"auto", "joints", "contacts"},
        "solve Newton's systems for velocities of joints or of contacts; auto: whichever is cheaper");
    visit.Number("max_angle", newton.limits.max_angle, {0.01, 1.55}, "rad",
                 "by which a Newton step may turn slip (paper 004: pi/3)");
    visit.Flag(
        "caps", newton.limits.caps,
        "land within stiction when a Newton step leaves or enters it, as the reference implementation");
    visit.Number(
        "tolerance", newton.tolerance, {1e-12, 1.0}, "",
        "done when a Newton step changes contact velocities by less than this share of stiction_speed");
    visit.Integer("max_iterations", newton.max_iterations, {1, 1000}, "Newton steps before a step is cut");
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20}, "into which a step is cut before giving up");
    visit.Flag("predict", predict, "count contacts that would close within the step");
  }
};

class TamsiStepper : public Stepper {
 public:
  using Options = TamsiOptions;
  TamsiStepper(const World& world, const Options& options);

  /// All Newton steps to come are added to it; null to stop.
  void set_trace(std::vector<NewtonTrace>* trace) { newton_.set_trace(trace); }

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  /// A part of a step on its way.
  struct Part {
    const Actuation& actuation;
    double h;
    double weight;       ///< share of the step
    bool keep_unsolved;  ///< there is no smaller one
  };
  steppers::SubstepResult AdvanceSubstep(const Part& part, State& state, StepReport& report);
  void SolveSubstep(const Part& part, const State& state, StepReport& report);
  void Look(const Part& part, const State& state);
  void CollectContacts(double h);
  bool Prepare(double h, const State& state);
  void SolveIslands(const Part& part, StepReport& report);
  void LeaveBehind(const contact::ContactIslands::Island& island);
  void Finish(const Part& part, State& state, StepReport& report);
  void ReportEnergy(const State& state, EnergyReport& energy);
  void ReportContacts(const Part& part, StepReport& report);
  void Remember(double h, const std::vector<ContactReport>& contacts, State& state);

  bool Moves(int body) const {
    return body == model::kWorld || moves_[world().model().sweep()[world().model().sweep()[body].root].v];
  }

  Options options_;
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  contact::JointStep joints_;
  ContactPairs contacts_;
  contact::ContactIslands islands_;
  IslandNewton newton_;
  std::vector<char> moves_;    ///< per dof: takes part in the part of a step that is on its way
  std::vector<char> is_left_;  ///< per dof: belongs to an island that could not be solved in it
  bool is_any_left_ = false;
  bool is_summed_up_ = false;  ///< forces and inertias in ws_ are those of subtrees
  Eigen::VectorXd impulse_, x_, v_end_, displacement_, q_end_;
};

}  // namespace slipstick::tamsi
