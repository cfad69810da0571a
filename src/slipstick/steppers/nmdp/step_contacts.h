// The contacts of one step of maximal dissipation, as functions of the pose: depth, corners, forces and
// Jacobians (levers).
//
// A contact is defined at one pose by two points of the bodies and a normal. The points then move with their
// bodies, and the normal is constant, so that depth and corners are smooth functions of the pose for any
// displacement. This is exact for points, corners and balls on a plane; other contacts are redefined by the
// stepper at the end of the step.
//
// One corner of a friction cone opposes the slip, or points along the friction of the last step, so that a
// polygon is exact for straight sliding.
//
// Rows of contacts are in axes C (world/wrench_space.h): three translations, followed by three rotations if
// the space has moments or derivatives by rotations.
#pragma once

#include <array>
#include <vector>

#include "slipstick/contact/contact_islands.h"
#include "slipstick/contact/contact_outcome.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/laws/compliant_force.h"
#include "slipstick/solvers/qp/simplex_qp.h"
#include "slipstick/steppers/nmdp/friction_spaces.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::nmdp {

/// A force and a moment at a point of a body, world axes.
struct BodyLoad {
  int body;
  Vec3<double> p_W, force, moment;
};

struct StepContact {
  /// The contact point on a body: a centre fixed to the body, and an arm of constant direction from there to
  /// the contact, since the material point of a rolling ball changes.
  struct Side {
    int body;
    Vec3<double> centre_B, arm;
    Vec3<double> start;    ///< the centre at the start of the step, world
    Mat3<double> R_start;  ///< orientation of the body at the start
    // at the last evaluation
    Vec3<double> centre;
    Vec3<double> turned;  ///< rotation vector since the start of the step, if needed
  };

  ContactPoint geometry;  ///< where it was defined
  const WrenchSpace* space;
  unsigned derivatives;  ///< derivatives of the space in use
  Mat3<double> R_WC;
  Side a, b;
  double offset;     ///< gap = normal · (centre of a - centre of b) + offset
  int row, rows;     ///< first row and number of rows
  int weight;        ///< first weight
  int corner_entry;  ///< first entry of its corners
  // at the last evaluation
  double depth;
  /// Axes C; slip: of a relative to b since the start of the step, m and rad.
  std::array<double, 6> force, slip;
};

/// Column of the contact Jacobian: motion of a relative to b per unit of a dof, axes C.
struct ContactLever {
  int dof;
  std::array<double, 6> rows;  ///< J: for forces and changes of the pose
  std::array<double, 6> slip;  ///< S: derivative of slip; differs from J by the rotation since the start
};

/// The force on b acts at a point of a, so its moment on b is -arm x force with an arm that a moves, too:
/// per unit of a dof, the change of that arm and the rotation of b, axes C.
struct ArmLever {
  int dof;
  Vec3<double> arm, turned_b;
};

class StepContacts {
 public:
  /// `use_derivatives`: of corners (first order of the nmdp paper), where their space has them.
  StepContacts(const World& world, const FrictionOptions& friction, bool use_derivatives);

  /// Begins a step at the poses and velocities in `start`, with the contact memory of the last one; both must
  /// outlive the step.
  void Begin(const Workspace<double>& start, const std::vector<ContactMemory>& memory);
  /// Adds a contact detected at the poses in ws, with zero weights.
  void Add(const ContactPoint& contact, const Workspace<double>& ws);
  /// Redefines contact c as detected at the poses in ws. It keeps its weights.
  void Redefine(int c, const ContactPoint& contact, const Workspace<double>& ws);
  /// Index of the contact with this id; -1 if there is none.
  int Find(uint64_t id) const;
  /// Weights := those that give the forces of the last step, with the corners of the last evaluation.
  void GuessWeights();

  /// Depths, corners, forces and slips at the poses in ws.
  void Evaluate(const Workspace<double>& ws);
  /// Contact Jacobians at the poses in ws.
  void FindLevers(const Workspace<double>& ws);
  /// Slips := those of a displacement of dofs by the levers; forces := those of the weights with the current
  /// corners.
  void MoveAlong(In<double> displacement);
  /// Derivatives of contact forces by the pose at constant weights, at the last FindLevers.
  void FindForceByPose();

  /// Contact islands at the last FindLevers. Islands do not interact, so that matrices are block-diagonal.
  int num_islands() const { return islands_.size(); }
  View<const int> island(int i) const { return islands_[i].pairs; }  ///< contacts
  /// Rows of its contacts, ascending.
  void RowsOf(View<const int> island, std::vector<int>& rows) const;

  int size() const { return static_cast<int>(contacts_.size()); }
  const StepContact& operator[](int c) const { return contacts_[c]; }
  View<const StepContact> contacts() const { return contacts_; }
  int num_rows() const { return num_rows_; }
  int num_weights() const { return static_cast<int>(weights.size()); }
  /// rows x corners, column-major.
  const double* corners(const StepContact& contact) const { return corners_.data() + contact.corner_entry; }
  View<const ContactLever> levers(int c) const {
    return {levers_.data() + lever_start_[c], lever_start_[c + 1] - lever_start_[c]};
  }
  /// Not empty for contacts between two bodies that exert a force.
  View<const ArmLever> arm_levers(int c) const {
    return {arm_levers_.data() + arm_lever_start_[c], arm_lever_start_[c + 1] - arm_lever_start_[c]};
  }
  /// ∂(corners w)/∂pose: one vector of rows per change of pose. Between two bodies a change is that of the
  /// arm, since turns change nothing.
  struct ForceByPose {
    int contact, change;
    std::array<double, 6> force;
  };
  View<const ForceByPose> force_by_pose() const { return force_by_pose_; }

  /// Contact forces on both bodies.
  void AppendLoads(std::vector<BodyLoad>& loads) const;
  /// What happened at the contacts in a sub-step of length h. Friction of contacts faster than slip_speed is
  /// at its limit. `at`: the poses of the last evaluation. Valid until the next call.
  View<const contact::ContactOutcome> FindOutcomes(double h, double slip_speed, laws::EvaluatedAt at);
  double StartGap(const StepContact& contact) const;  ///< at the start of the step, m
  /// It opens or closes between the start of the step and the last evaluation.
  bool Changes(const StepContact& contact) const {
    return (StartGap(contact) < 0.0) != (contact.depth > 0.0);
  }
  /// Point at which the force acts.
  Vec3<double> PointOf(const StepContact& contact) const { return contact.a.centre + contact.a.arm; }

  std::vector<double> weights;  ///< w

 private:
  double WorkOf(const StepContact& contact, double h) const;
  Vec3<double> PredictedSlip(const ContactPoint& contact, const ContactMemory* memory) const;
  StepContact::Side MakeSide(const ContactPoint& contact, bool is_a, const Workspace<double>& ws) const;
  world::ContactPose PoseOf(const StepContact& contact, const Workspace<double>& ws) const;
  void AddLevers(const StepContact& contact, const Workspace<double>& ws);
  void AddArmLevers(const StepContact& contact, const Workspace<double>& ws);
  void FindForce(StepContact& contact) const;

  const World& world_;
  FrictionSpaces spaces_;
  bool use_derivatives_;
  const Workspace<double>* start_ = nullptr;
  const std::vector<ContactMemory>* memory_ = nullptr;
  std::vector<StepContact> contacts_;
  std::vector<contact::ContactOutcome> outcomes_;
  std::vector<int> lever_start_, arm_lever_start_;
  int num_rows_ = 0;
  std::vector<double> corners_;
  std::vector<ContactLever> levers_;
  std::vector<ArmLever> arm_levers_;
  std::vector<world::ContactPose> poses_;
  std::vector<contact::TouchingBodies> touching_;
  contact::ContactIslands islands_;
  bool are_islands_known_ = false;
  std::vector<ForceByPose> force_by_pose_;
  std::vector<double> by_change_;
  solvers::SimplexQp guess_program_;
  std::vector<double> guess_Q_, guess_g_;
};

}  // namespace slipstick::nmdp
