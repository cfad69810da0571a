// What maximal dissipation makes small: the kinetic energy that contacts could still take away.
//
//   effective   ½ sᵀ W⁻¹ s,   s = velocities of contacts, W = what unit impulses do to them, joint forces at
//   the end of the step included points      ½ sᵀ s: contact points of unit mass, as the authors' program has
//   it body        ½ vᵀ M v: of all bodies, as printed (paper 001, Eqs. 6 and 12)
//
// Without joint forces `effective` and `body` differ by what contacts cannot change. With them they do not: a
// leg that a motor stretches has less energy if its foot sinks in than if the robot jumps, so that `body`
// lets feet sink. In W motors count as inertia, and the smallest `effective` has every contact exert what
// takes most energy out of its own motion: fᵀ s is least over its set. `points` lets contacts that open hold
// back others.
//
// W stays what it is where a search begins, so that values compare.
#pragma once

#include <vector>

#include "slipstick/steppers/nmdp/contact_response.h"
#include "slipstick/steppers/nmdp/step_equations.h"

namespace slipstick::nmdp {

enum class Objective { kEffective, kPoints, kBody };

class Dissipation {
 public:
  Dissipation(const World& world, Objective objective);

  /// For the contacts and islands as they are now; the response is known.
  void Begin(const StepContacts& contacts, const ContactResponse& response, double h);
  /// K where contacts and equations were evaluated last: J, or m²/s² of points.
  double Value(const StepContacts& contacts, StepEquations& equations);
  /// Derivatives by the rows of contact forces, as far as first derivatives of motion give them; the response
  /// is that of this place.
  void Differentiate(const StepContacts& contacts, const ContactResponse& response, StepEquations& equations);
  /// The same without equations: not for kBody.
  void Differentiate(const StepContacts& contacts, const ContactResponse& response, double h);

  View<const double> gradient() const { return gradient_; }  ///< rows
  /// rows x rows, column after column; of islands only.
  View<const double> curvature() const { return curvature_; }

 private:
  void SetInverseInertia(const StepContacts& contacts, const ContactResponse& response, double h);
  void InvertIsland();
  void FindSlip(const StepContacts& contacts, double h);
  void DifferentiateBody(const ContactResponse& response, StepEquations& equations);

  const World& world_;
  Objective objective_;
  int size_ = 0;                                       ///< rows of all contacts
  std::vector<double> metric_, metric_C_, curvature_;  ///< size_ x size_, column after column
  std::vector<double> slip_, weighted_, gradient_;
  std::vector<double> whole_;  ///< diagonal of W
  std::vector<int> rows_;      ///< of an island
  std::vector<double> A_, M_A_, by_x_;
};

}  // namespace slipstick::nmdp
