// Newton's method for the velocities of one contact island (paper 004, Eqs. 12 - 23), with the transition-aware line search.
//
// The unknown is the change x = v⁺ - v of velocities. A Newton step solves
//
//   (M̂ - h Jᵀ G J) x = impulse + h Jᵀ (f - G (v_c - v_c0)),    G = ∂f/∂v_c, block by block
//
// where f and v_c are those of the iterate, which is (23) with the joints inside M̂ (joint_step.h). The last step is taken in full, and the forces
// are those of its linearisation: momentum is balanced to rounding, and the law is kept to second order in a step that is below the tolerance.
#pragma once

#include <vector>

#include "contact/contact_islands.h"
#include "contact/regularized_law.h"
#include "contact/transition_line_search.h"
#include "solvers/pattern_lu.h"
#include "steppers/tamsi/contact_pairs.h"

namespace slipstick {

/// Which forces the friction of a step feels.
enum class Coupling {
  kOneWay,  ///< normal forces as they are at its start: (12)
  kTwoWay,  ///< as they are at its end, (19), (21): friction changes them
};
enum class NewtonLineSearch { kTransition, kNone };

struct IslandNewtonOptions {
  Coupling coupling = Coupling::kTwoWay;
  FrictionRise rise = FrictionRise::kLinear;
  NewtonLineSearch line_search = NewtonLineSearch::kTransition;
  TransitionLimits limits;
  double tolerance = 1e-2;  ///< share of the stiction speed
  int max_iterations = 30;
};

struct NewtonResult {
  bool converged;
  int iterations;
  double residual;  ///< change of a contact velocity in the last step, m/s
};

class IslandNewton {
 public:
  IslandNewton(const Model& model, const IslandNewtonOptions& options);

  /// What a step is about. ws holds M̂ and motion subspaces at its start.
  struct Step {
    double h;
    const Workspace<double>& ws;
    const Eigen::VectorXd& impulse;
    ContactPairs& contacts;
  };
  /// Finds x of the dofs of the island, and forces and velocities of its contacts.
  NewtonResult Solve(const Step& step, const ContactIslands::Island& island, Eigen::VectorXd& x);

 private:
  void NumberDofs(const ContactIslands::Island& island);
  void FindPattern(const Step& step, const ContactIslands::Island& island);
  void Assemble(const Step& step, const ContactIslands::Island& island);
  void AddInertia(const Step& step);
  void AddContacts(const Step& step, const ContactPair& pair);
  void EvaluateContact(double h, RegularizedContact& contact) const;
  struct Outlook {
    double residual;  ///< largest change of a contact velocity, m/s
    bool settled;     ///< all are below the tolerance
    double share;     ///< of the step that the line search allows
  };
  Outlook LookAt(const Step& step, const ContactIslands::Island& island);
  void Take(double share, const Step& step, const ContactIslands::Island& island, Eigen::VectorXd& x) const;

  const Model& model_;  // NOLINT: lives in a stepper, which does not outlive its world either
  IslandNewtonOptions options_;
  PatternLu lu_;
  std::vector<int> dofs_;         ///< of the island
  std::vector<int> number_;       ///< per dof of the model: its number in the island
  std::vector<int> path_;         ///< scratch
  std::vector<double> solution_;  ///< per dof of the island
  Eigen::VectorXd x_new_;         ///< per dof of the model
};

}  // namespace slipstick
