// Newton's method for the velocities of one contact island, Eqs. (12)-(23) of Castro et al. 2020 (tamsi),
// with the transition-aware line search (TALS). It solves
//
//   r(v) = M₀ v - p* - h J_n,0ᵀ π(v_n) - h J_t,0ᵀ f_t(v_t) = 0                        (21)
//
// The residual r is never formed. Each Newton step replaces the contact forces by their linearisation at the
// iterate and solves (21) = 0 directly for the velocity change x = v - v₀ of the time step, in joint space or
// in contact space, whichever needs less work. That is the same step as ∇r Δv = -r. Names: `pi` is π,
// `dpi_dvn` is ∂π/∂v_n, `vt` is v_t, `Delta_v` is the Newton step Δv of a contact velocity, and `alpha` is
// the fraction α of it that the line search allows.
//
// The last step is taken in full (α = 1), and contact forces are those of its linearisation: momentum is
// balanced to rounding. The law is satisfied to second order in a step below the tolerance (at its kinks, to
// the tolerance: friction may exceed the cone by 1 %).
//
// Departure: the line search of the paper handles transitions between stick and slip only. The law also has
// kinks where a contact opens or separates faster than 1 / dissipation, and the iteration may cycle between
// their sides. An iteration that fails is therefore restarted in joint space, with an additional backtracking
// search that decreases the momentum error.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/laws/regularized_law.h"
#include "slipstick/solvers/newton/transition_line_search.h"
#include "slipstick/steppers/tamsi/contact_space_system.h"
#include "slipstick/steppers/tamsi/joint_space_system.h"

namespace slipstick::tamsi {

/// Normal forces in the friction of a step.
enum class Coupling {
  kOneWay,  ///< those at the start of the step, (12)
  kTwoWay,  ///< those at its end, (19), (21): friction changes them
};
enum class NewtonLineSearch { kTransition, kNone };
/// Space in which Newton systems are solved.
enum class NewtonSpace { kAuto, kJoints, kContacts };

struct IslandNewtonOptions {
  Coupling coupling = Coupling::kTwoWay;
  laws::FrictionRise rise = laws::FrictionRise::kLinear;
  NewtonLineSearch line_search = NewtonLineSearch::kTransition;
  NewtonSpace space = NewtonSpace::kAuto;
  solvers::TransitionLimits limits = {};
  double tolerance = 1e-2;  ///< fraction of the stiction speed
  int max_iterations = 30;

  /// `coupling` distinguishes two registered steppers and is not an option of either.
  void Visit(FieldVisitor& visit) {
    visit.Choice("rise", rise, {"linear", "quadratic"},
                 "friction as a function of the slip speed below the stiction speed (quadratic: reference "
                 "implementation)");
    visit.Choice("line_search", line_search, {"transition", "none"},
                 "transition: shorten Newton steps that would cross the stiction region (TALS)");
    visit.Choice("space", space, {"auto", "joints", "contacts"},
                 "unknowns of the Newton systems: joint or contact velocities; auto: the cheaper ones");
    visit.Number("max_angle", limits.max_angle, {0.01, 1.55}, "rad",
                 "maximum rotation of a slip velocity in a Newton step (Castro et al. 2020: pi/3)");
    visit.Flag(
        "caps", limits.caps,
        "further cases of the line search when a Newton step leaves or enters stiction, as in the reference "
        "implementation");
    visit.Number("tolerance", tolerance, {1e-12, 1.0}, "",
                 "converged when a Newton step changes contact velocities by less than this fraction of "
                 "stiction_speed");
    visit.Integer("max_iterations", max_iterations, {1, 1000},
                  "maximum Newton steps before the step is split");
  }
};

/// One Newton step, for observers.
struct NewtonTrace {
  double residual;  ///< largest change of a contact velocity in the full step, m/s
  double alpha;     ///< step fraction of the line search
};

struct NewtonResult {
  bool converged;
  int iterations;
  double residual;    ///< of the last step, m/s
  NewtonSpace space;  ///< chosen
};

class IslandNewton {
 public:
  IslandNewton(const Model& model, const IslandNewtonOptions& options);

  /// x holds the velocity changes v - v₀ of all dofs without contacts. Updates those of the island, and the
  /// forces and velocities of its contacts.
  NewtonResult Solve(const IslandProblem& island, Eigen::VectorXd& x);

  /// Appends every following Newton step to `trace`; null to stop.
  void set_trace(std::vector<NewtonTrace>* trace) { trace_ = trace; }

 private:
  NewtonSpace ChooseSpace(const IslandProblem& island) const;
  /// `backtracks`: with an additional search that decreases the momentum error; in joint space only.
  template <class System>
  NewtonResult Iterate(System& system, const IslandProblem& island, Eigen::VectorXd& x,
                       bool backtracks = false);
  double BacktrackAlpha(const IslandProblem& island, double alpha, double momentum_error);
  void StartContacts(const IslandProblem& island);
  template <class System>
  void Linearize(const IslandProblem& island);
  struct Normal {
    double pi, dpi_dvn;  ///< normal force, N, and its derivative by v_n
  };
  Normal EvalNormalForce(double h, const RegularizedContact& contact, double v_n) const;
  Vec3<double> ForceAt(double h, const RegularizedContact& contact, const Vec3<double>& velocity) const;
  void EvaluateContact(double h, RegularizedContact& contact) const;
  struct StepPreview {
    double residual;  ///< largest |Delta_v| of a contact, m/s
    bool converged;   ///< all |Delta_v| are below the tolerance
    double alpha;     ///< step fraction that the line search allows
  };
  template <class System>
  StepPreview Preview(const System& system, const IslandProblem& island) const;
  double LimitAlpha(const IslandProblem& island) const;
  void UpdateContacts(double alpha, const IslandProblem& island) const;

  IslandNewtonOptions options_;
  JointSpaceSystem joints_;
  ContactSpaceSystem contacts_;
  std::vector<PairResponse> responses_;
  std::vector<NewtonTrace>* trace_ = nullptr;
};

}  // namespace slipstick::tamsi
