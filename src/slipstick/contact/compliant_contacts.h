// The forces of a compliant law at one instant, for all contacts of a world.
#pragma once

#include <vector>

#include "slipstick/contact/step_problem.h"
#include "slipstick/laws/compliant_law.h"

namespace slipstick::contact {

struct CompliantContact : Contact {
  double rest_depth;
  laws::CompliantInput input;
  laws::CompliantForce result;
};

/// The point of application that suits a law.
inline ForcePoint ForcePointOf(laws::ContactLaw law) {
  return law == laws::ContactLaw::kRegularized ? ForcePoint::kMidway : ForcePoint::kSurfaceOfA;
}

class CompliantContacts {
 public:
  /// `problem` has the instant of all evaluations; it must outlive this object.
  CompliantContacts(StepProblem& problem, const laws::CompliantOptions& options);
  CompliantContacts(const CompliantContacts&) = delete;
  CompliantContacts& operator=(const CompliantContacts&) = delete;

  /// Lists all contacts with gap <= margin at the instant. Does not evaluate forces: their results are zero.
  void Collect(double margin);
  /// Collects the contacts that touch, and evaluates their forces.
  void Evaluate();

  View<const CompliantContact> contacts() const { return contacts_; }
  /// Jᵀ f of the last Evaluate.
  const Eigen::VectorXd& generalized_force() const { return generalized_force_; }
  /// Kinetic, potential and elastic energy at the instant. Call before StepProblem::Factor.
  void ReportEnergy(EnergyReport& energy) const;

  /// How the dofs move in the step of h seconds in which the forces act.
  struct Motion {
    double h;                     ///< 0: anchors stay where they are
    double phi = 0.0;             ///< φ: displacement = h (velocity at the instant + φ dv)
    In<double> dv = {};           ///< change of velocity in the step; empty: zero
    In<double> since_start = {};  ///< displacement from the start of the step to the instant; empty: zero
  };
  /// The outcomes of all contacts of the last Evaluate. Valid until the next call.
  View<const ContactOutcome> FindOutcomes(const Motion& motion);

 private:
  void AddContact(const ContactPoint& point);
  Vec3<double> StretchAtEnd(const CompliantContact& contact, double h, const Vec3<double>& anchored,
                            const Vec3<double>& since_start) const;

  StepProblem& problem_;
  laws::CompliantOptions options_;
  std::vector<CompliantContact> contacts_;
  std::vector<ContactOutcome> outcomes_;
  Eigen::VectorXd generalized_force_;
};

}  // namespace slipstick::contact
