// Bodies over one step in which rigid contacts act by impulses: where they go without them, and what impulses
// change.
//
//   M̂ (v⁺ - v) = h (τ - bias) + Jᵀ p,    J v⁺ = W p + b,    W = J M̂⁻¹ Jᵀ,    b = J v_free
//
// Bodies and contacts are looked at in one place (q̂, v̂), of the stepper's choice. Joint forces follow their
// linearisation from the start to the end of the step, so that M̂ = M - h ∂τ/∂v - h² ∂τ/∂q: stiff joints
// neither explode nor lag. What contacts do with W and b is the stepper's business.
//
// Rows of contacts come in threes: along the normal, then along two axes of the surface.
#pragma once

#include <vector>

#include "slipstick/contact/contact_points.h"
#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/laws/joint_forces.h"

namespace slipstick::contact {

/// How M̂⁻¹ is applied.
enum class InertiaAlgorithm {
  kAuto,         ///< the cheaper one for this model
  kFactor,       ///< tree-sparse factor of M̂
  kArticulated,  ///< unit forces on articulated bodies, O(n) (paper 002, Eq. 5)
};

/// m; surfaces that are not farther apart touch, even if they do not push.
inline constexpr double kTouching = 1e-6;

struct RigidContact {
  ContactPoint geometry;  ///< where it was looked at
  const ContactMaterial* material;
  Mat3<double> frame;     ///< columns: normal, two axes of the surface
  Vec3<double> p_A, p_B;  ///< where the impulse acts, in the frames of both bodies
  Vec3<double> hint;      ///< impulse that it exerted in the last step, in `frame`; zero if there was none
  bool remembered;        ///< it pushed or touched in the last step
  bool slipping;          ///< it slipped then
  Vec3<double>
      stretch;  ///< how far the two points that it remembers are apart, in `frame`; zero for a new one
};

class RigidMotion {
 public:
  RigidMotion(const World& world, InertiaAlgorithm algorithm);

  /// Where a step is looked at. All must live until it is done.
  struct LinearizationPoint {
    const Actuation* actuation;
    double h;
    const State* state;        ///< at the start of the step
    const Eigen::VectorXd* q;  ///< q̂
    const Eigen::VectorXd* v;  ///< v̂
    /// h times this velocity leads from the start to q̂; null: q̂ is where the step starts.
    const Eigen::VectorXd* displaced = nullptr;
    bool implicit_joints = true;
    const Eigen::VectorXd* from =
        nullptr;  ///< velocity that forces and impulses change; null: that of the state
  };

  /// Poses, velocities, joint forces. Forgets all contacts.
  void Look(const LinearizationPoint& linearization_point);
  /// Contacts with gap <= margin there, by id.
  View<const ContactPoint> Find(double margin);
  /// How near things must be that they might touch within the step.
  double Reach() const;
  /// Takes a contact into the equations.
  void Add(const ContactPoint& contact);
  /// The same for one that was seen somewhere else, with its points given in the frames of the bodies.
  void Add(const ContactPoint& contact, const Vec3<double>& p_A, const Vec3<double>& p_B);
  bool Has(uint64_t id) const;
  /// It pushed or touched in the last step.
  bool IsRemembered(uint64_t id) const { return MemoryOf(id) != nullptr; }
  /// Of a against b along the normal, where it was looked at.
  double NormalSpeed(const ContactPoint& contact) const;

  /// W, b and v_free of the contacts added. False if M is singular.
  bool Prepare();

  int size() const { return static_cast<int>(contacts_.size()); }
  const RigidContact& contact(int c) const { return contacts_[c]; }
  View<const RigidContact> contacts() const { return contacts_; }
  Eigen::Map<const Eigen::MatrixXd> W() const { return {W_.data(), 3 * size(), 3 * size()}; }
  Eigen::Map<const Eigen::VectorXd> b() const { return {b_.data(), 3 * size()}; }

  /// v⁺ under these impulses, 3 per contact.
  void Respond(const double* impulses);
  const Eigen::VectorXd& v_end() const { return v_end_; }
  /// J v of contact c in its frame, for any v.
  Vec3<double> ContactVelocity(int c, const Eigen::VectorXd& v) const;
  Vec3<double> ImpulseInWorld(int c) const;
  /// J v⁺ in the frame of contact c.
  Vec3<double> EndVelocity(int c) const;

  /// Lets go joints whose dry friction would have to hold too much over the step that Respond found. True if
  /// there are any: then Prepare again.
  bool ReleaseJoints();

  bool is_at_start() const { return at_.displaced == nullptr; }

  /// The contacts of the step that Respond found, and what to remember of those that push or touch, by id.
  /// `end` holds the poses at its end, `found` the contacts there; what slides faster than `slip_speed`
  /// slips.
  void ReportContacts(const Workspace<double>& end, View<const ContactPoint> found, double slip_speed,
                      std::vector<ContactReport>& reports, std::vector<ContactMemory>& memories) const;

  /// Kinetic and potential energy at (q̂, v̂).
  void ReportEnergy(EnergyReport& energy) const;
  /// Joint forces as they are at the end of the step that Respond found.
  void MoveJoints();
  /// Adds `weight` times the work of all forces and impulses along a velocity.
  void AddWork(const Eigen::VectorXd& velocity, double weight, EnergyReport& energy) const;
  /// The velocity at which impulses do their work: the mean of those before and after them.
  const Eigen::VectorXd& MeanVelocity();
  /// Dry friction of joints after the step.
  void RememberJoints(State& state);

  const Workspace<double>& workspace() const { return ws_; }
  const Eigen::VectorXd& q_start() const { return at_.displaced != nullptr ? at_.state->q : *at_.q; }
  const Eigen::VectorXd& v_start() const { return at_.from != nullptr ? *at_.from : at_.state->v; }

 private:
  const ContactMemory* MemoryOf(uint64_t id) const;
  void FindMemory(RigidContact& contact) const;
  void FindAddedInertia();
  void Solve(Eigen::VectorXd& x);
  void TurnInertia();
  void FindJointMotion();
  double GapAtEnd(int c, View<const ContactPoint> found) const;

  const World& world_;
  bool articulated_;
  LinearizationPoint at_{};
  bool is_summed_up_ = false;  ///< forces and inertias in ws_ are those of subtrees
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  ContactPoints points_;
  laws::JointForces joints_;
  std::vector<RigidContact> contacts_;
  std::vector<double> world_W_, W_, b_, impulses_;
  Eigen::VectorXd added_inertia_, external_, v_free_, v_end_, contact_impulse_, dq_, dv_, mean_v_;
};

}  // namespace slipstick::contact
