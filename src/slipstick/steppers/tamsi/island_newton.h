// Newton's method for the velocities of one contact island (paper 004, Eqs. 12 - 23), with the
// transition-aware line search.
//
// A Newton step replaces the forces of all contacts by their linearisation at the iterate and solves for
// velocities, in joint space or in contact space, whichever takes less work. The last step is taken in full,
// and the forces are those of its linearisation: momentum is balanced to rounding, and the law is kept to
// second order in a step that is below the tolerance (at its kinks, to the tolerance: friction may pass the
// cone by 1 %).
//
// Departure: the line search of the paper knows transitions between stick and slip alone. Where a contact
// opens, or is left behind faster than 1 / dissipation, the law has kinks, too, and the iteration may cycle
// between their sides. One that fails is therefore begun again in joint space with steps that are also halved
// until the imbalance of momentum falls.
#pragma once

#include <vector>

#include "slipstick/contact/transition_line_search.h"
#include "slipstick/laws/regularized_law.h"
#include "slipstick/steppers/tamsi/contact_space_system.h"
#include "slipstick/steppers/tamsi/joint_space_system.h"

namespace slipstick::tamsi {

/// Which forces the friction of a step feels.
enum class Coupling {
  kOneWay,  ///< normal forces as they are at its start: (12)
  kTwoWay,  ///< as they are at its end, (19), (21): friction changes them
};
enum class NewtonLineSearch { kTransition, kNone };
/// Where Newton systems are solved.
enum class NewtonSpace { kAuto, kJoints, kContacts };

struct IslandNewtonOptions {
  Coupling coupling = Coupling::kTwoWay;
  laws::FrictionRise rise = laws::FrictionRise::kLinear;
  NewtonLineSearch line_search = NewtonLineSearch::kTransition;
  NewtonSpace space = NewtonSpace::kAuto;
  contact::TransitionLimits limits;
  double tolerance = 1e-2;  ///< share of the stiction speed
  int max_iterations = 30;
};

/// One Newton step as it is seen from outside.
struct NewtonTrace {
  double residual;  ///< largest change of a contact velocity that it asks for, m/s
  double share;     ///< of it that the line search takes
};

struct NewtonResult {
  bool converged;
  int iterations;
  double residual;    ///< of the last step, m/s
  NewtonSpace space;  ///< that was chosen
};

class IslandNewton {
 public:
  IslandNewton(const Model& model, const IslandNewtonOptions& options);

  /// Changes the velocities x of the dofs of the island from what they are without contacts, and finds forces
  /// and velocities of its contacts.
  NewtonResult Solve(const IslandProblem& island, Eigen::VectorXd& x);

  /// All steps to come are added to it; null to stop.
  void set_trace(std::vector<NewtonTrace>* trace) { trace_ = trace; }

 private:
  NewtonSpace ChooseSpace(const IslandProblem& island) const;
  template <class System>
  NewtonResult Iterate(System& system, const IslandProblem& island, Eigen::VectorXd& x);
  NewtonResult IterateDownhill(const IslandProblem& island, Eigen::VectorXd& x);
  double ShareDownhill(const IslandProblem& island, double share, double imbalance);
  void StartContacts(const IslandProblem& island);
  void Linearise(const IslandProblem& island);
  struct Push {
    double force, by_v_n;
  };
  Push PushOf(double h, const RegularizedContact& contact, double v_n) const;
  Vec3<double> ForceAt(double h, const RegularizedContact& contact, const Vec3<double>& velocity) const;
  void EvaluateContact(double h, RegularizedContact& contact) const;
  struct Outlook {
    double residual;  ///< largest change of a contact velocity, m/s
    bool settled;     ///< all are below the tolerance
    double share;     ///< of the step that the line search allows
  };
  template <class System>
  Outlook LookAt(const System& system, const IslandProblem& island) const;
  double AllowedShare(const IslandProblem& island) const;
  void MoveContacts(double share, const IslandProblem& island) const;

  IslandNewtonOptions options_;
  JointSpaceSystem joints_;
  ContactSpaceSystem contacts_;
  std::vector<PairResponse> responses_;
  std::vector<NewtonTrace>* trace_ = nullptr;
};

}  // namespace slipstick::tamsi
