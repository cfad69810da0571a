// The Newton system of a contact island in the space of its contacts: the motions u of bodies against each
// other since the start of the step,
//
//   u = u_free + h W (w₀ + K u),    W = J M̂⁻¹ Jᵀ
//   (1 - h W K) u = u_free + h W w₀
//
// with the wrench w₀ + K u of each pair (pair_response.h). A pair has three rows if it touches at one point,
// and six otherwise, however many contacts it has. Good for few contacts on many dofs, such as a humanoid
// that stands on one foot: W is found once per step.
#pragma once

#include <vector>

#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/tamsi/island_problem.h"
#include "slipstick/steppers/tamsi/pair_response.h"

namespace slipstick::tamsi {

class ContactSpaceSystem {
 public:
  explicit ContactSpaceSystem(const Model& model);

  /// What it would take, before anything is done: multiplications to set up, and those of one Solve, about.
  struct Cost {
    double once, per_step;
  };
  Cost EstimateCost(const IslandProblem& island) const;

  /// `x_free`: velocity changes without contacts, per dof of the model.
  void Begin(const IslandProblem& island, const Eigen::VectorXd& x_free);
  /// One Newton step; responses as island.pairs. False if the system is singular.
  bool Solve(const IslandProblem& island, View<const PairResponse> responses);
  /// How that step would change the motion of a against b since the start of the time step. Of a pair with
  /// one contact: the motion of that point, without turning.
  Motion<double> RelativeMotion(const IslandProblem& island, int pair) const;
  /// Nothing to do: where the iterate is, the contacts know.
  void Take(double) {}
  /// The dofs of the island in x, which holds x_free: moved by the forces that its contacts exert.
  void FindVelocities(const IslandProblem& island, Eigen::VectorXd& x) const;

 private:
  void CountRows(const IslandProblem& island);
  void FindWhitenedLevers(const IslandProblem& island);
  void FindInertia(const IslandProblem& island);
  Vec3<double> PointOf(const IslandProblem& island, int pair) const;

  const Model& model_;
  solvers::DenseLu lu_;
  std::vector<int> first_row_;          ///< per pair, and their number
  std::vector<int> dofs_;               ///< of the island
  std::vector<int> number_;             ///< per dof of the model: its number in the island
  std::vector<double> Y_;               ///< L⁻ᵀ Jᵀ, a row per dof of the island
  std::vector<double> W_;               ///< symmetric, row after row
  std::vector<double> u_free_, u_new_;  ///< per row
};

}  // namespace slipstick::tamsi
