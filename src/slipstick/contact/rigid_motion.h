// The equations of one step with rigid contacts: motion without contact impulses, and the response to them.
// (S1)-(S4) are the equations of steppers/README.md, here with θ = φ = 1.
//
//   M̂ (v⁺ - v) = h (j + h j_q v + f_ext - bias) + Jᵀ p                                (S1), (S2) give (S3)
//   M̂ = M - h j_v - h² j_q
//   v⁺ = v_free + M̂⁻¹ Jᵀ p,    J v⁺ = W p + b,    W = J M̂⁻¹ Jᵀ,    b = J v_free       (S4)
//
// M, bias and J are evaluated at the linearisation point (q̂, v̂), which the stepper chooses. Joint forces j
// and their derivatives are evaluated at the start; by (S1) they follow their linearisation to the end of the
// step, so stiff joints are neither unstable nor delayed. The stepper solves the contact problem of W and b.
//
// Each contact has three rows: the normal, then two tangents.
#pragma once

#include <vector>

#include "slipstick/contact/contact_points.h"
#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/laws/joint_forces.h"

namespace slipstick::contact {

/// Algorithm that applies M̂⁻¹.
enum class InertiaAlgorithm {
  kAuto,         ///< the cheaper one for this model
  kFactor,       ///< tree-sparse factor of M̂
  kArticulated,  ///< articulated bodies with unit forces, O(n) (Wakisaka and Sugihara 2014 (relaxed), Eq. 5)
};

/// m; a contact with a gap up to this is stored in the contact memory, even if it exerts no force.
inline constexpr double kTouching = 1e-6;

struct RigidContact {
  ContactPoint geometry;  ///< at the linearisation point
  const ContactMaterial* material;
  Mat3<double> frame;             ///< columns: normal, tangent 1, tangent 2
  Vec3<double> p_A, p_B;          ///< where the impulse acts, in the frames of both bodies
  Vec3<double> previous_impulse;  ///< of the previous step, in `frame`; zero for a new contact
  bool in_memory;                 ///< it exerted a force or touched in the previous step
  bool slipping;                  ///< it slipped in the previous step
  Vec3<double>
      stretch;  ///< p_A - p_B of the points in the contact memory, in `frame`; zero for a new contact
};

class RigidMotion {
 public:
  RigidMotion(const World& world, InertiaAlgorithm algorithm);

  /// The point at which a step is linearised. All pointers must stay valid until the step is done.
  struct LinearizationPoint {
    const Actuation* actuation;
    double h;
    const State* state;        ///< at the start of the step
    const Eigen::VectorXd* q;  ///< q̂
    const Eigen::VectorXd* v;  ///< v̂
    /// The velocity that leads from the start to q̂ in h seconds. Null: q̂ is the start.
    const Eigen::VectorXd* displaced = nullptr;
    bool implicit_joints = true;
    /// v of (S3), the velocity before forces and impulses act. Null: the velocity of the state.
    const Eigen::VectorXd* from = nullptr;
  };

  /// Evaluates poses, velocities and joint forces. Removes all contacts.
  void Linearize(const LinearizationPoint& linearization_point);
  /// Contacts with gap <= margin at the linearisation point, sorted by id.
  View<const ContactPoint> Find(double margin);
  /// The gap that shapes may close within the step, m (approach_margin.h).
  double ApproachMargin() const;
  /// Adds a contact to the equations.
  void Add(const ContactPoint& contact);
  /// Adds a contact that was found at another configuration, with its points in the frames of the bodies.
  void Add(const ContactPoint& contact, const Vec3<double>& p_A, const Vec3<double>& p_B);
  bool Has(uint64_t id) const;
  /// The contact exerted a force or touched in the previous step.
  bool IsRemembered(uint64_t id) const;
  /// Normal velocity of a relative to b at the linearisation point.
  double NormalSpeed(const ContactPoint& contact) const;

  /// Computes W, b and v_free of (S4) for the contacts added. False if M is singular.
  bool Prepare();

  int size() const { return static_cast<int>(contacts_.size()); }
  const RigidContact& contact(int c) const { return contacts_[c]; }
  View<const RigidContact> contacts() const { return contacts_; }
  Eigen::Map<const Eigen::MatrixXd> W() const { return {W_.data(), 3 * size(), 3 * size()}; }
  Eigen::Map<const Eigen::VectorXd> b() const { return {b_.data(), 3 * size()}; }

  /// Computes v⁺ of (S4) for these impulses, 3 per contact.
  void Respond(const double* impulses);
  const Eigen::VectorXd& v_end() const { return v_end_; }
  /// J v of contact c in its frame, for any v.
  Vec3<double> ContactVelocity(int c, const Eigen::VectorXd& v) const;
  Vec3<double> ImpulseInWorld(int c) const;
  /// J v⁺ in the frame of contact c.
  Vec3<double> EndVelocity(int c) const;

  /// Releases joints whose dry friction exceeds its limit in the step that Respond computed. True if there
  /// are any: then call Prepare again.
  bool ReleaseJoints();

  bool is_at_start() const { return at_.displaced == nullptr; }

  /// Reports of the contacts of the step that Respond computed, and the memory of those that exert a force or
  /// touch; both sorted by id. `end` holds the poses at the end of the step, `found` the contacts there. A
  /// closed contact slips if its tangential speed exceeds `slip_speed`.
  void ReportContacts(const Workspace<double>& end, View<const ContactPoint> found, double slip_speed,
                      std::vector<ContactReport>& reports, std::vector<ContactMemory>& memories) const;

  /// Kinetic and potential energy at (q̂, v̂).
  void ReportEnergy(EnergyReport& energy) const;
  /// Moves the joint forces to the end of the step that Respond computed, by (S1).
  void MoveJoints();
  /// Adds `weight` times the work of all forces and impulses along a velocity.
  void AddWork(const Eigen::VectorXd& velocity, double weight, EnergyReport& energy) const;
  /// The velocity that the work of impulses is computed with: the mean of v and v⁺.
  const Eigen::VectorXd& MeanVelocity();
  /// Stores the anchors of the dry friction of joints after the step.
  void RememberJoints(State& state);

  const Workspace<double>& workspace() const { return ws_; }
  const Eigen::VectorXd& q_start() const { return at_.displaced != nullptr ? at_.state->q : *at_.q; }
  const Eigen::VectorXd& v_start() const { return at_.from != nullptr ? *at_.from : at_.state->v; }

 private:
  void LoadMemory(RigidContact& contact) const;
  void FindAddedInertia();
  void Solve(Eigen::VectorXd& x);
  void RotateInertia();
  void FindJointMotion();
  double GapAtEnd(int c, View<const ContactPoint> found) const;

  const World& world_;
  bool articulated_;
  LinearizationPoint at_{};
  bool is_accumulated_ = false;  ///< forces and inertias in ws_ are those of subtrees
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
  ContactPoints points_;
  laws::JointForces joints_;
  std::vector<RigidContact> contacts_;
  std::vector<double> world_W_, W_, b_, impulses_;
  Eigen::VectorXd added_inertia_, external_, v_free_, v_end_, contact_impulse_, dq_, dv_, mean_v_;
};

}  // namespace slipstick::contact
