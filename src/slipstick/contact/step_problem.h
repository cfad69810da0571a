// The equations of motion of one step at one instant, with contacts and joint forces: the part of a step that
// all stepper families share. The families add the computation of contact forces. (S1)-(S4) are the equations
// of steppers/README.md:
//
//   M̂ (v⁺ - v) = h f_free + contact impulses,   f_free = j + θ h j_q v + f_ext - bias         (S3)
//   M̂ = M - θ (h j_v + φ h² j_q)
//
// M and bias are evaluated at the frozen instant (q̂, v̂), which the stepper chooses. Joint forces j and their
// derivatives are evaluated at the start (joint_step.h). A step is:
//
//   Evaluate; find contacts, set a Contact for each point
//   do Factor, find the contact forces (the method of the paper)
//   while Revise
//   Commit
//
// Steppers that solve for the end of the step evaluate instants there, with inverse dynamics, and commit the
// last one.
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

/// The point at which a contact force acts on both bodies.
enum class ForcePoint {
  kSurfaceOfA,  ///< if b is the world: on the surface of a, so that the point is fixed to its body; otherwise
                ///< midway between the surfaces
  kMidway,      ///< midway between the surfaces
};

/// A contact at the frozen instant. Each family adds what its law needs.
struct Contact {
  ContactPoint geometry;
  const ContactMaterial* material;
  const ContactMemory* memory;  ///< of the previous step; null: a new contact
  Vec3<double> p_a, p_b;        ///< where the force acts on both bodies, world frame
  Vec3<double> velocity;        ///< of a relative to b

  /// The friction coefficient at the start of the step.
  double mu() const {
    return memory != nullptr && memory->slipping ? material->mu_kinetic : material->mu_static;
  }
};

class StepProblem {
 public:
  struct Settings {
    JointTreatment joints;
    double phi = 1.0;  ///< φ, the fraction of the velocity change that moves the joints within the step
    ForcePoint force_point = ForcePoint::kSurfaceOfA;
    InertiaAlgorithm inertia = InertiaAlgorithm::kFactor;
    bool implicit_rotation = false;  ///< of free bodies (dynamics/gyroscopic_force.h)
  };
  StepProblem(const World& world, const Settings& settings);

  /// The frozen instant. All pointers must stay valid until the step is done.
  struct Instant {
    const Actuation* actuation;
    double h;
    const State* state;  ///< at the start of the step; holds the memory
    const Eigen::VectorXd *q, *v;
    /// Position and velocity for joint forces, the v of (S3). Null: q and v of the instant.
    const Eigen::VectorXd *q_joints = nullptr, *v_joints = nullptr;
    laws::EvaluatedAt evaluated_at = laws::EvaluatedAt::kStart;
    /// Acceleration, for inverse dynamics at the end of a step. Null: no inverse dynamics.
    const Eigen::VectorXd* a = nullptr;
  };

  // --- one instant

  /// Evaluates poses, velocities and joint forces, and inverse dynamics if the instant has an acceleration.
  void Evaluate(const Instant& instant);
  /// Poses and joint forces only.
  void EvaluatePoses(const Instant& instant);

  /// Contacts with gap <= margin, sorted by id.
  View<const ContactPoint> Find(double margin) { return finder_.Find(world_.model(), ws_, margin); }
  /// The gap that shapes may close within the step, m (approach_islands.h).
  double ApproachMargin() const;
  /// Normal velocity of a relative to b.
  double NormalSpeed(const ContactPoint& contact) const;
  /// Contacts that penetrate, and with `predict` those that may penetrate at the end of the step.
  View<const ContactPoint> FindTouching(bool predict);
  void SetContact(const ContactPoint& point, Contact& contact) const;
  /// The same with a force that acts on the bodies at p_a and p_b, world frame.
  void SetContact(const ContactPoint& point, const Vec3<double>& p_a, const Vec3<double>& p_b,
                  Contact& contact) const;
  /// Relative velocity of a contact for any joint velocities x: J x, world axes.
  Vec3<double> VelocityOf(const Contact& contact, In<double> x) const;

  // --- equations of motion without contact forces

  /// M̂ and its factor, f_free, and the Jacobians of `points`. False if M̂ is singular.
  bool Factor(View<const dynamics::BodyPoint<double>> points = {});
  /// Changes h at the same instant. Then call Factor again.
  void SetLength(double h);

  /// The last Factor changed M̂.
  bool inertia_changed() const { return inertia_changed_; }

  const Eigen::VectorXd& free_force() const { return free_force_; }  ///< f_free
  /// a := M̂⁻¹ (f_free + force).
  void Accelerate(const Eigen::VectorXd& force, Eigen::VectorXd& a);
  /// a := M̂⁻¹ f_free.
  void AccelerateFreely(Eigen::VectorXd& a);
  /// x := M̂⁻¹ x.
  void Solve(Eigen::VectorXd& x);
  /// W := J M̂⁻¹ Jᵀ of the contacts whose points were given to Factor, 3m x 3m, column-major.
  void FindInertia(const ContactPoints& points, std::vector<double>& W);

  /// A joint reached or left a limit, or its dry friction began to slip, in a step that moves the joints by
  /// dq and changes their velocities by dv. Then call Factor again.
  bool Revise(In<double> dq, In<double> dv) { return joints_.Revise(dq, dv); }

  // --- after the step

  /// Kinetic and potential energy at the instant. Call after Evaluate, before Factor.
  void ReportEnergy(EnergyReport& energy) const;

  /// How the dofs move in a sub-step.
  struct Motion {
    const Eigen::VectorXd &dq, &dv;
    double fraction = 1.0;  ///< of the step
  };
  /// Ends the sub-step: advances q, v and the memory of the state, and adds contacts and works to the report.
  void Commit(View<const ContactOutcome> outcomes, const Motion& motion, State& state, StepReport& report);

  // For steppers with stages: the same one by one. Works are those along the velocity v.

  /// Adds `weight` times contacts and works to the report; the sub-step is this fraction of the step.
  void ReportStage(View<const ContactOutcome> outcomes, const Eigen::VectorXd& v, double weight,
                   StepReport& report, double fraction = 1.0) const;
  void StoreMemory(View<const ContactOutcome> outcomes, const Eigen::VectorXd& dq, State& state);

  const World& world() const { return world_; }
  const Instant& instant() const { return at_; }
  const Workspace<double>& workspace() const { return ws_; }
  Workspace<double>& workspace() { return ws_; }
  const JointStep& joints() const { return joints_; }

 private:
  void BeginJoints();
  bool FactorAgain();
  void FindFreeForce();

  const World& world_;
  Settings settings_;
  bool articulated_;
  Instant at_{};
  enum class Stage { kPoses, kFactored } stage_ = Stage::kPoses;
  bool joints_respond_ = false;  ///< ws_ holds M̂, and not M
  bool inertia_changed_ = false;
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  std::vector<ContactPoint> touching_;
  JointStep joints_;
  Eigen::VectorXd diagonal_;  ///< of M
  Eigen::VectorXd free_force_, mean_v_;
};

}  // namespace slipstick::contact
