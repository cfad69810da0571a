// The Newton system of a contact island in contact space: u is the change of the relative motions of bodies
// since the start of the step,
//
//   u = u_free + h W (w₀ + K u),    W = J M̂⁻¹ Jᵀ
//   (1 - h W K) u = u_free + h W w₀
//
// with the wrench w₀ + K u of each pair (contact_pairs.h), as in (S4). A pair with one contact has three
// rows, a pair with more contacts has six. Efficient for few contacts on many dofs, such as a humanoid on one
// foot: W is computed once per step.
#pragma once

#include <vector>

#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/tamsi/contact_pairs.h"

namespace slipstick::tamsi {

class ContactSpaceSystem {
 public:
  explicit ContactSpaceSystem(const Model& model);

  /// Approximate numbers of multiplications for the setup and for one Solve.
  struct Cost {
    double once, per_step;
  };
  Cost EstimateCost(const IslandProblem& island, const IslandDofs& dofs) const;

  /// `x_free`: velocity changes without contacts, per dof of the model. The dofs must outlive the solution.
  void Begin(const IslandProblem& island, const IslandDofs& dofs, const Eigen::VectorXd& x_free);
  /// The moments of a pair and its response to rotation matter.
  static bool NeedsMoments(const ContactPair& pair) { return !pair.has_one_contact(); }
  /// Solves for one full Newton step; responses in the order of island.pairs. False if the system is
  /// singular.
  bool Solve(const IslandProblem& island, View<const PairResponse> responses);
  /// Change of the motion of a relative to b since the start of the time step, after the full Newton step.
  /// For a pair with one contact: the motion of that point, without rotation.
  Motion<double> RelativeMotion(const IslandProblem& island, int pair) const;
  /// Nothing to do: the iterate is stored in the contacts.
  void TakeStep(double) {}
  /// Writes the dofs of the island into x: the response to `impulse` and to the contact forces.
  void FindVelocityChanges(const IslandProblem& island, Eigen::VectorXd& x) const;

 private:
  void CountRows(const IslandProblem& island);
  void FindWhitenedLevers(const IslandProblem& island);
  void FindInertia(const IslandProblem& island);
  Vec3<double> PointOf(const IslandProblem& island, int pair) const;

  const Model& model_;
  solvers::DenseLu lu_;
  std::vector<int> first_row_;  ///< per pair, and their number
  const IslandDofs* dofs_ = nullptr;
  std::vector<double> Y_;               ///< L⁻ᵀ Jᵀ, a row per dof of the island
  std::vector<double> W_;               ///< symmetric, row-major
  std::vector<double> u_free_, u_new_;  ///< per row
};

}  // namespace slipstick::tamsi
