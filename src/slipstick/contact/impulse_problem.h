// Contact impulses of rigid contacts: the linear relation of (S4) between impulses and velocities at the end.
//
//   v⁺ = v_free + M̂⁻¹ Jᵀ p,    J v⁺ = W p + b,    W = J M̂⁻¹ Jᵀ,    b = J v_free       (S4)
//
// The frozen instant (step_problem.h) may lie ahead of the start. A step is:
//
//   Evaluate, Find and Add contacts
//   do Factor, solve the contact problem of W and b, Respond
//   while Revise
//   Commit
//
// Each contact has three rows: the normal, then two tangents.
#pragma once

#include <vector>

#include "slipstick/contact/step_problem.h"

namespace slipstick::contact {

struct RigidContact : Contact {
  Mat3<double> R_WC;  ///< columns: normal, tangent 1, tangent 2
  Vec3<double> v;     ///< J v̂ in axes C; `velocity` is the same in world axes
  // Axes C; zero for a new contact:
  Vec3<double> previous_impulse;  ///< of the previous step
  Vec3<double> stretch;           ///< p_A - p_B of the points in the memory
};

/// What a stepper knows of a contact at the end of a step, beyond its impulse.
struct ContactEnd {
  bool at_friction_limit;  ///< see ContactOutcome
  /// Elastic stretch along both tangents: at the end, and its change in the step, m.
  double stretch[2] = {0.0, 0.0}, stretch_change[2] = {0.0, 0.0};
};

class ImpulseProblem {
 public:
  ImpulseProblem(const World& world, JointTreatment joints, InertiaAlgorithm algorithm);

  /// The point at which a step is linearised. All pointers must stay valid until the step is done.
  struct LinearizationPoint {
    const Actuation* actuation;
    double h;
    const State* state;        ///< at the start of the step; holds the memory
    const Eigen::VectorXd* q;  ///< q̂
    const Eigen::VectorXd* v;  ///< v̂
    bool is_ahead = false;     ///< q̂ = integrate(q, h v̂). False: the step begins at q̂
    /// v of (S3), the velocity before forces and impulses act. Null: the velocity of the state.
    const Eigen::VectorXd* from = nullptr;
  };

  // --- one instant

  /// Evaluates poses, velocities and joint forces. Removes all contacts.
  void Evaluate(const LinearizationPoint& linearization_point);
  /// Contacts with gap <= margin at the linearisation point, sorted by id.
  View<const ContactPoint> Find(double margin) { return problem_.Find(margin); }
  /// The gap that shapes may close within the step, m (approach_islands.h).
  double ApproachMargin() const { return problem_.ApproachMargin(); }
  /// Normal velocity of a relative to b at the linearisation point.
  double NormalSpeed(const ContactPoint& contact) const { return problem_.NormalSpeed(contact); }
  /// The contact exerted a force or touched in the previous step.
  bool IsInMemory(uint64_t id) const;

  /// Adds contacts that penetrate, and with `predict` those that may penetrate at the end of the step.
  void AddTouching(bool predict);
  /// Adds a contact to the equations.
  void Add(const ContactPoint& contact);
  /// Adds a contact that acts on each body at this point, world frame.
  void Add(const ContactPoint& contact, const Vec3<double>& p_a, const Vec3<double>& p_b);
  bool Has(uint64_t id) const;

  // --- equations

  /// Computes W, b and v_free of (S4) for the contacts added. False if M̂ is singular.
  bool Factor();

  int size() const { return static_cast<int>(contacts_.size()); }
  const RigidContact& contact(int c) const { return contacts_[c]; }
  View<const RigidContact> contacts() const { return contacts_; }
  Eigen::Map<const Eigen::MatrixXd> W() const { return {W_.data(), 3 * size(), 3 * size()}; }
  Eigen::Map<const Eigen::VectorXd> b() const { return {b_.data(), 3 * size()}; }

  /// Computes v⁺ of (S4) for these impulses, 3 per contact, axes C.
  void Respond(const double* impulses);
  const Eigen::VectorXd& v_end() const { return v_end_; }
  /// J v of contact c in its axes, for any v.
  Vec3<double> ContactVelocity(int c, const Eigen::VectorXd& v) const;
  /// J v of contact c in its axes, with v of (S3).
  Vec3<double> StartVelocity(int c) const {
    return &v_start() == at_.v ? contacts_[c].v : ContactVelocity(c, v_start());
  }
  /// J v⁺ of contact c in its axes. Call after Revise has returned false.
  const Vec3<double>& EndVelocity(int c) const { return end_velocities_[c]; }

  /// A joint reached or left a limit, or its dry friction began to slip, in the step that Respond computed.
  /// Then call Factor again.
  bool Revise();

  // --- after the step

  /// Kinetic and potential energy at (q̂, v̂). Call before Factor.
  void ReportEnergy(EnergyReport& energy) const { problem_.ReportEnergy(energy); }
  /// Ends the step that Respond computed (StepProblem::Commit).
  void Commit(View<const ContactEnd> ends, State& state, StepReport& report);
  /// For stages: adds `weight` times contacts and works to the report, for impulses that act along v̂.
  void ReportStage(View<const ContactEnd> ends, double weight, StepReport& report);
  /// Stores contacts and the anchors of dry friction as after a step with the impulses of this stage.
  void StoreMemory(State& state) { problem_.StoreMemory(outcomes_, dq_, state); }

  double h() const { return at_.h; }
  const State& start() const { return *at_.state; }
  bool is_at_start() const { return !at_.is_ahead; }
  const Workspace<double>& workspace() const { return problem_.workspace(); }
  const Eigen::VectorXd& v_start() const { return at_.from != nullptr ? *at_.from : at_.state->v; }

 private:
  void RotateInertia();
  Vec3<double> ImpulseInWorld(int c) const;
  void FindOutcomes(View<const ContactEnd> ends);

  const World& world_;
  StepProblem problem_;
  LinearizationPoint at_{};
  ContactPoints points_;
  std::vector<RigidContact> contacts_;
  std::vector<Vec3<double>> end_velocities_;
  std::vector<ContactOutcome> outcomes_;
  std::vector<double> world_W_, W_, b_, impulses_;
  Eigen::VectorXd v_free_, v_end_, dq_, dv_;
};

}  // namespace slipstick::contact
