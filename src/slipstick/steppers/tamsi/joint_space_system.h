// The Newton system of a contact island in generalised velocities, Eqs. (21)-(23) of Castro et al. 2020
// (tamsi), on the tree-sparse pattern of M plus the couplings of contacts:
//
//   (M̂ - h Jᵀ K J) x = impulse + h Jᵀ w₀,    x = v⁺ - v
//
// with the wrench w₀ + K u of each pair (contact_pairs.h) and M̂ of (S3). Efficient unless there are few
// contacts on many dofs.
#pragma once

#include <vector>

#include "slipstick/solvers/linear/pattern_lu.h"
#include "slipstick/steppers/tamsi/contact_pairs.h"

namespace slipstick::tamsi {

class JointSpaceSystem {
 public:
  explicit JointSpaceSystem(const Model& model);

  /// Starts at x = 0.
  void Begin(const IslandProblem& island);
  const IslandDofs& dofs() const { return dofs_; }
  /// Approximate number of multiplications of one Solve. Call after Begin.
  double cost() const { return cost_; }

  static bool NeedsMoments(const ContactPair&) { return true; }
  /// Solves for one full Newton step; responses in the order of island.pairs. False if the system is
  /// singular.
  bool Solve(const IslandProblem& island, View<const PairResponse> responses);
  /// Change of the motion of a relative to b since the start of the time step, after the full Newton step.
  Motion<double> RelativeMotion(const IslandProblem& island, int pair) const {
    return island.contacts.RelativeMotion(island.pair(pair), x_new_.data());
  }
  /// Takes the fraction alpha of the Newton step.
  void TakeStep(double alpha);
  /// Resets x to 0.
  void Restart() {
    x_.assign(dofs_.list.size(), 0.0);
    solution_.assign(dofs_.list.size(), 0.0);
  }
  /// |M̂ x - impulse - h Jᵀ f|² with the trial forces f of the contacts after the fraction alpha of the
  /// Newton step; each squared entry is divided by the inertia of its dof, J.
  double MomentumError(const IslandProblem& island, double alpha);
  /// Writes the dofs of the island into x.
  void FindVelocityChanges(const IslandProblem& island, Eigen::VectorXd& x) const;

 private:
  bool HasPatternOf(const IslandProblem& island) const;
  void NumberDofs(const IslandProblem& island);
  void FindPattern(const IslandProblem& island);
  void FindSlots(const IslandProblem& island);
  void AddInertia(const IslandProblem& island);
  void AddPair(const IslandProblem& island, int pair, const PairResponse& response);

  const Model& model_;
  solvers::PatternLu lu_;
  double cost_ = 0.0;
  std::vector<int> trees_;                         ///< of the island to which the pattern belongs
  std::vector<contact::TouchingBodies> touching_;  ///< its pairs
  IslandDofs dofs_;
  std::vector<int> path_;  ///< scratch
  /// Positions of entries in the system: of M, above and below the diagonal; of pairs, row by row of their
  /// levers.
  std::vector<int> inertia_slots_, pair_slots_;
  std::vector<int> first_slot_;   ///< per pair, among pair_slots_
  std::vector<double> solution_;  ///< per dof of the island: x after the full Newton step
  std::vector<double> residual_;  ///< per dof of the island: momentum residual
  std::vector<double> x_;         ///< per dof of the island: the iterate
  Eigen::VectorXd x_new_;         ///< per dof of the model
};

}  // namespace slipstick::tamsi
