// The Newton system of a contact island in generalised velocities (paper 004, Eqs. 21 - 23), on the
// tree-sparse pattern of M and what contacts couple:
//
//   (M̂ - h Jᵀ K J) x = impulse + h Jᵀ w₀,    x = v⁺ - v
//
// with the wrench w₀ + K u of each pair (pair_response.h). Good for all but few contacts on many dofs.
#pragma once

#include <vector>

#include "slipstick/solvers/linear/pattern_lu.h"
#include "slipstick/steppers/tamsi/island_problem.h"
#include "slipstick/steppers/tamsi/pair_response.h"

namespace slipstick::tamsi {

class JointSpaceSystem {
 public:
  explicit JointSpaceSystem(const Model& model);

  /// Starts at x = 0.
  void Begin(const IslandProblem& island);
  /// Multiplications of one Solve, about. After Begin.
  double cost() const { return cost_; }

  /// One Newton step; responses as island.pairs. False if the system is singular.
  bool Solve(const IslandProblem& island, View<const PairResponse> responses);
  /// How that step would change the motion of a against b since the start of the time step.
  Motion<double> RelativeMotion(const IslandProblem& island, int pair) const {
    return island.contacts.RelativeMotion(island.pair(pair), x_new_.data());
  }
  /// Takes a share of it.
  void Take(double share);
  /// Goes back to x = 0.
  void Restart() {
    x_.assign(dofs_.size(), 0.0);
    solution_.assign(dofs_.size(), 0.0);
  }
  /// How far momentum is from balanced with the trial forces of the contacts, if a share of the step is
  /// taken: M̂ x - impulse - h Jᵀ f, squared, each entry by the inertia of its dof, J.
  double Imbalance(const IslandProblem& island, double share);
  /// The dofs of the island in x.
  void FindVelocities(const IslandProblem& island, Eigen::VectorXd& x) const;

 private:
  void NumberDofs(const IslandProblem& island);
  void FindPattern(const IslandProblem& island);
  void FindSlots(const IslandProblem& island);
  void AddInertia(const IslandProblem& island);
  void AddPair(const IslandProblem& island, int pair, const PairResponse& response);

  const Model& model_;
  solvers::PatternLu lu_;
  double cost_ = 0.0;
  std::vector<int> dofs_;    ///< of the island
  std::vector<int> number_;  ///< per dof of the model: its number in the island
  std::vector<int> path_;    ///< scratch
  /// Where entries of the system are: of M, above and below the diagonal; of pairs, row after row of their
  /// levers.
  std::vector<int> inertia_slots_, pair_slots_;
  std::vector<int> first_slot_;   ///< per pair, among pair_slots_
  std::vector<double> solution_;  ///< per dof of the island: where the Newton step leads
  std::vector<double> rest_;      ///< the same: what is not balanced
  std::vector<double> x_;         ///< the same: the iterate
  Eigen::VectorXd x_new_;         ///< per dof of the model
};

}  // namespace slipstick::tamsi
