// One instant of one step, frozen: motion without contact forces, contacts, and the response to impulses at
// them. (S1)-(S4) are the equations of steppers/README.md, here with φ = 1.
//
//   M̂ (v⁺ - v) = h (j + θ h j_q v + f_ext - bias) + Jᵀ p                              (S1), (S2) give (S3)
//   M̂ = M - θ (h j_v + h² j_q)
//   v⁺ = v_free + M̂⁻¹ Jᵀ p,    J v⁺ = W p + b,    W = J M̂⁻¹ Jᵀ,    b = J v_free       (S4)
//
// M, bias and J are evaluated at the linearisation point (q̂, v̂), which the stepper chooses. Joint forces j
// and their derivatives are evaluated at the start (joint_step.h). A step is:
//
//   Evaluate, Find and Add contacts
//   do Factor, solve the contact problem of W and b, Respond
//   while Revise
//   Commit
//
// Each contact has three rows: the normal, then two tangents.
#pragma once

#include <vector>

#include "slipstick/contact/contact_outcome.h"
#include "slipstick/contact/contact_points.h"
#include "slipstick/contact/joint_step.h"
#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"

namespace slipstick::contact {

/// Algorithm that applies M̂⁻¹.
enum class InertiaAlgorithm {
  kAuto,         ///< the cheaper one for this model
  kFactor,       ///< tree-sparse factor of M̂
  kArticulated,  ///< articulated bodies with unit forces, O(n) (Wakisaka and Sugihara 2014 (relaxed), Eq. 5)
};

struct Contact {
  ContactPoint geometry;  ///< at the linearisation point
  const ContactMaterial* material;
  const ContactMemory* memory;    ///< of the previous step; null: a new contact
  Mat3<double> R_WC;              ///< columns: normal, tangent 1, tangent 2
  Vec3<double> p_A, p_B;          ///< where the impulse acts, in the frames of both bodies
  Vec3<double> previous_impulse;  ///< of the previous step, axes C; zero for a new contact
  Vec3<double> stretch;           ///< p_A - p_B of the points in the memory, axes C; zero for a new contact

  /// The friction coefficient at the start of the step.
  double mu() const {
    return memory != nullptr && memory->slipping ? material->mu_kinetic : material->mu_static;
  }
};

/// What a stepper knows of a contact at the end of a step, beyond its impulse.
struct ContactEnd {
  bool at_friction_limit;  ///< see ContactOutcome
  /// Elastic stretch along both tangents: at the end, and its change in the step, m.
  double stretch[2] = {0.0, 0.0}, stretch_change[2] = {0.0, 0.0};
};

class StepProblem {
 public:
  StepProblem(const World& world, JointTreatment joints, InertiaAlgorithm algorithm);

  /// The point at which a step is linearised. All pointers must stay valid until the step is done.
  struct LinearizationPoint {
    const Actuation* actuation;
    double h;
    const State* state;        ///< at the start of the step; holds the memory
    const Eigen::VectorXd* q;  ///< q̂
    const Eigen::VectorXd* v;  ///< v̂
    /// The velocity that leads from the start to q̂ in h seconds. Null: q̂ is the start.
    const Eigen::VectorXd* displaced = nullptr;
    /// v of (S3), the velocity before forces and impulses act. Null: the velocity of the state.
    const Eigen::VectorXd* from = nullptr;
  };

  // --- one instant

  /// Evaluates poses, velocities and joint forces. Removes all contacts.
  void Evaluate(const LinearizationPoint& linearization_point);
  /// Contacts with gap <= margin at the linearisation point, sorted by id.
  View<const ContactPoint> Find(double margin);
  /// The gap that shapes may close within the step, m (approach_margin.h).
  double ApproachMargin() const;
  /// Normal velocity of a relative to b at the linearisation point.
  double NormalSpeed(const ContactPoint& contact) const;
  /// The contact exerted a force or touched in the previous step.
  bool IsInMemory(uint64_t id) const;

  /// Adds a contact to the equations.
  void Add(const ContactPoint& contact);
  /// Adds a contact that was found at another configuration, with its points in the frames of the bodies.
  void Add(const ContactPoint& contact, const Vec3<double>& p_A, const Vec3<double>& p_B);
  bool Has(uint64_t id) const;

  // --- equations

  /// Computes W, b and v_free of (S4) for the contacts added. False if M̂ is singular.
  bool Factor();

  int size() const { return static_cast<int>(contacts_.size()); }
  const Contact& contact(int c) const { return contacts_[c]; }
  View<const Contact> contacts() const { return contacts_; }
  Eigen::Map<const Eigen::MatrixXd> W() const { return {W_.data(), 3 * size(), 3 * size()}; }
  Eigen::Map<const Eigen::VectorXd> b() const { return {b_.data(), 3 * size()}; }

  /// Computes v⁺ of (S4) for these impulses, 3 per contact, axes C.
  void Respond(const double* impulses);
  const Eigen::VectorXd& v_end() const { return v_end_; }
  /// J v of contact c in its axes, for any v.
  Vec3<double> ContactVelocity(int c, const Eigen::VectorXd& v) const;
  /// J v⁺ in the axes of contact c.
  Vec3<double> EndVelocity(int c) const;

  /// A joint reached or left a limit, or its dry friction began to slip, in the step that Respond computed.
  /// Then call Factor again.
  bool Revise();

  // --- after the step

  /// Kinetic and potential energy at (q̂, v̂).
  void ReportEnergy(EnergyReport& energy) const;
  /// Ends the step that Respond computed: advances q, v and the memory of the state, and adds contacts and
  /// works to the report.
  void Commit(View<const ContactEnd> ends, State& state, StepReport& report);

  // For steppers with stages: the same one by one, for impulses that act along the velocity v̂.

  /// Adds `weight` times the contacts and works to the report.
  void ReportStage(View<const ContactEnd> ends, double weight, StepReport& report);
  /// Contacts and joints in the memory after a step with these impulses.
  void StoreMemory(View<const ContactEnd> ends, State& state);

  bool is_at_start() const { return at_.displaced == nullptr; }
  const Workspace<double>& workspace() const { return ws_; }
  const Eigen::VectorXd& q_start() const { return at_.displaced != nullptr ? at_.state->q : *at_.q; }
  const Eigen::VectorXd& v_start() const { return at_.from != nullptr ? *at_.from : at_.state->v; }

 private:
  void Solve(Eigen::VectorXd& x);
  void RotateInertia();
  void FindJointMotion();
  Vec3<double> ImpulseInWorld(int c) const;
  ContactOutcome OutcomeOf(int c, const ContactEnd& end) const;
  void StoreContacts(View<const ContactEnd> ends, std::vector<ContactMemory>& memories) const;

  const World& world_;
  bool articulated_;
  LinearizationPoint at_{};
  bool has_subtree_sums_ = false;  ///< forces and inertias in ws_ are those of subtrees
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  ContactPoints points_;
  JointStep joints_;
  std::vector<Contact> contacts_;
  std::vector<double> world_W_, W_, b_, impulses_;
  Eigen::VectorXd v_free_, v_end_, dq_, dv_;
};

}  // namespace slipstick::contact
