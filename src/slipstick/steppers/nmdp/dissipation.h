// The objective K of maximal dissipation. (S15)-(S24) are derived in README.md.
//
//   effective   K = ½ sᵀ W⁻¹ s: kinetic energy that contacts could still remove                       (S16)
//               s = contact velocities, W = velocity per impulse with implicit joint forces           (S15)
//   points      K = ½ sᵀ s: contact points of unit mass, as in the program of the authors
//   body        K = ½ vᵀ M v of all bodies, as printed (Pan and Hauser 2020 (nmdp), Eqs. 6 and 12)
//
// For `effective` the gradient of K by the impulses is the contact velocity s, (S17), and W⁻¹ is the only
// metric with that property, (S18). At the minimum each contact therefore exerts the impulse of its set that
// removes most energy from its own motion, (S19), and no contact does positive work.
//
// Without joint forces `effective` and `body` differ by a constant, (S20). With joint forces they do not,
// (S21): a leg that extends has less kinetic energy if its foot penetrates the ground than if the robot
// jumps, so that `body` makes feet penetrate. In W joint actuation counts as inertia. With `points` an
// opening contact changes the forces of others.
//
// W is that of the start of a search, so that values of K can be compared between iterations.
#pragma once

#include <vector>

#include "slipstick/steppers/nmdp/contact_response.h"
#include "slipstick/steppers/nmdp/step_equations.h"

namespace slipstick::nmdp {

enum class Objective { kEffective, kPoints, kBody };

class Dissipation {
 public:
  Dissipation(const World& world, Objective objective);

  /// Starts a search with the current contacts and islands. Call after FindResponse of `response`. False if
  /// B₀ is singular.
  bool Begin(const StepContacts& contacts, ContactResponse& response, double h);
  /// K at the last evaluation of contacts and equations: J, or m²/s² for kPoints. Except for kBody a
  /// `correction` of the end is included, to first order in the slip, by the levers in `contacts`.
  double Value(const StepContacts& contacts, StepEquations& equations, In<double> correction = {});
  /// Derivatives of K by the rows of contact forces, (S23): second derivatives of the motion are neglected
  /// (Gauss-Newton). `response` must be that of the last evaluation.
  void Differentiate(const StepContacts& contacts, const ContactResponse& response, StepEquations& equations,
                     In<double> correction = {});
  /// The same without equations; not for kBody.
  void Differentiate(const StepContacts& contacts, const ContactResponse& response, double h,
                     In<double> correction = {});

  View<const double> gradient() const { return gradient_; }  ///< rows
  /// rows x rows, symmetric; only blocks of islands are filled.
  View<const double> curvature() const { return curvature_; }

 private:
  double& L(int row, int column) { return L_[static_cast<size_t>(row) * size_ + column]; }
  void FactorIsland();
  void FindSlip(const StepContacts& contacts, double h, In<double> correction);
  void DifferentiateBody(const ContactResponse& response, StepEquations& equations);

  const World& world_;
  Objective objective_;
  int size_ = 0;                       ///< rows of all contacts
  std::vector<double> L_, curvature_;  ///< size_ x size_, row-major
  std::vector<double> diagonal_W_;
  std::vector<int> independent_;   ///< rows of W, island by island, in the order of the factorisation
  std::vector<int> island_start_;  ///< in independent_
  std::vector<double> slip_, reduced_, gradient_;
  std::vector<int> rows_;          ///< of an island
  std::vector<double> V_, block_;  ///< of an island
  std::vector<double> M_A_, by_x_;
};

}  // namespace slipstick::nmdp
