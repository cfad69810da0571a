// The contacts of one step of maximal dissipation: where they are at any pose, what they can exert there, how
// dofs move them.
//
// A contact is taken up at one pose: which two places of the bodies meet, and along which normal. From there
// on these places follow their bodies, and the normal stands still, so that depth and corners are smooth
// functions of the pose, however far a step leads. For points, corners and balls on a plane that is exact;
// for the others the stepper looks again where the step ends.
//
// One corner of a friction cone points against the slip, or along the friction of the last step, so that a
// polygon is isotropic where things slide straight.
//
// Rows of contacts are in axes C (contact/wrench_space.h): three of moving; three of turning follow where a
// space has moments or derivatives by turns.
#pragma once

#include <array>
#include <vector>

#include "slipstick/contact/contact_islands.h"
#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/solvers/qp/simplex_qp.h"
#include "slipstick/steppers/nmdp/friction_spaces.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::nmdp {

/// A force and a moment at a place of a body, world axes.
struct BodyLoad {
  int body;
  Vec3<double> p_W, force, moment;
};

struct StepContact {
  /// The place of a body that meets the other: a point of the body and an arm from there to the contact,
  /// which keeps its direction, since a ball touches with ever new points.
  struct Side {
    int body;
    Vec3<double> centre_B, arm;
    Vec3<double> start;    ///< the centre where the step starts, world
    Mat3<double> R_start;  ///< how the body was turned there
    // at the pose looked at last
    Vec3<double> centre;
    Vec3<double> turned;  ///< since the start of the step, as a rotation vector, if anything depends on it
  };

  ContactPoint geometry;  ///< where it was taken up
  const WrenchSpace* space;
  unsigned derivatives;  ///< of the space, if they are used at all
  Mat3<double> R_WC;
  Side a, b;
  double offset;     ///< gap = normal · (centre of a - centre of b) + offset
  int row, rows;     ///< its rows in all vectors of rows
  int weight;        ///< its first weight
  int corner_entry;  ///< where its corners begin
  // at the pose looked at last
  double depth;
  std::array<double, 6> force, slip;  ///< axes C; slip: of a against b since the start of the step, m and rad
};

/// How a dof moves a against b at the contact, axes C, per unit of the dof.
struct ContactLever {
  int dof;
  std::array<double, 6> rows;  ///< from here on: what forces act on, and how the pose changes
  std::array<double, 6> slip;  ///< since the start of the step: the same but for turns, which do not add up
};

class StepContacts {
 public:
  /// `use_derivatives`: of corners (paper 001, first order), where their space knows them.
  StepContacts(const World& world, const FrictionOptions& friction, bool use_derivatives);

  /// A step begins at the poses and velocities in `start`, with what contacts remember of the last one; both
  /// must live until it is done.
  void Begin(const Workspace<double>& start, const std::vector<ContactMemory>& memory);
  /// Takes up a contact as it is seen at the poses in ws, without weights.
  void Add(const ContactPoint& contact, const Workspace<double>& ws);
  /// Takes up contact c again as it is seen at the poses in ws. It keeps its weights.
  void Retake(int c, const ContactPoint& contact, const Workspace<double>& ws);
  /// -1 if there is none with this id.
  int Find(uint64_t id) const;
  /// Weights := those that give the forces of the last step, with corners as they were evaluated last.
  void GuessWeights();

  /// Depths, corners, forces and slips at the poses in ws.
  void Evaluate(const Workspace<double>& ws);
  /// How dofs move contacts there.
  void FindLevers(const Workspace<double>& ws);
  /// Slips := those of a displacement of dofs by the levers, and forces := those of the weights with corners
  /// as they are.
  void MoveAlong(In<double> displacement);
  /// How their forces follow the pose there at constant weights.
  void FindSoftness();

  /// Contacts that have to do with each other, since the last FindLevers. Forces of one island leave all
  /// others alone, so that matrices fall into blocks.
  int num_islands() const { return islands_.size(); }
  View<const int> island(int i) const { return islands_[i].pairs; }  ///< contacts
  /// Rows of its contacts, ascending.
  void RowsOf(View<const int> island, std::vector<int>& rows) const;

  int size() const { return static_cast<int>(contacts_.size()); }
  const StepContact& operator[](int c) const { return contacts_[c]; }
  View<const StepContact> contacts() const { return contacts_; }
  int num_rows() const { return num_rows_; }
  int num_weights() const { return static_cast<int>(weights.size()); }
  /// rows x corners, column after column.
  const double* corners(const StepContact& contact) const { return corners_.data() + contact.corner_entry; }
  View<const ContactLever> levers(int c) const {
    return {levers_.data() + lever_start_[c], lever_start_[c + 1] - lever_start_[c]};
  }
  /// ∂(corners w)/∂pose: one vector of rows per change of pose, with the row of slip that is that change.
  struct Softness {
    int row;  ///< in all rows
    int contact;
    std::array<double, 6> force;
  };
  View<const Softness> softness() const { return softness_; }

  /// What contacts exert on either body.
  void AppendLoads(std::vector<BodyLoad>& loads) const;
  /// Adds the contacts of a part of a step that took h and is this share of it; what slides faster than
  /// slip_speed slips.
  void Report(double h, double share, double slip_speed, StepReport& report) const;
  /// What to remember of them; `end` has the poses at the end.
  void Remember(double h, double slip_speed, const Workspace<double>& end,
                std::vector<ContactMemory>& memory) const;
  /// Where a force acts.
  Vec3<double> PointOf(const StepContact& contact) const { return contact.a.centre + contact.a.arm; }

  std::vector<double> weights;  ///< w

 private:
  Vec3<double> LikelySlip(const ContactPoint& contact, const ContactMemory* memory) const;
  StepContact::Side MakeSide(const ContactPoint& contact, bool is_a, const Workspace<double>& ws) const;
  void PlaceSide(StepContact::Side& side, const Workspace<double>& ws) const;
  world::ContactPose PoseOf(const StepContact& contact, const Workspace<double>& ws) const;
  void AddLevers(const StepContact& contact, const Workspace<double>& ws);
  void FindForce(StepContact& contact) const;
  void FindIslands();

  const World& world_;
  FrictionSpaces spaces_;
  bool use_derivatives_;
  const Workspace<double>* start_ = nullptr;
  const std::vector<ContactMemory>* memory_ = nullptr;
  std::vector<StepContact> contacts_;
  std::vector<int> lever_start_;
  int num_rows_ = 0;
  std::vector<double> corners_;
  std::vector<ContactLever> levers_;
  std::vector<world::ContactPose> poses_;
  std::vector<contact::TouchingBodies> touching_;
  contact::ContactIslands islands_;
  bool are_islands_known_ = false;
  std::vector<Softness> softness_;
  std::vector<double> by_change_;
  solvers::SimplexQp guess_program_;
  std::vector<double> guess_Q_, guess_g_;
};

}  // namespace slipstick::nmdp
