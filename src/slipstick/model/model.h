// The robot, its world and everything loose in it, as one constant forest of bodies.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/spatial.h"
#include "slipstick/core/view.h"
#include "slipstick/model/inertia.h"
#include "slipstick/model/shape.h"
#include "slipstick/names.h"

namespace slipstick::model {

/// The parent of a body that hangs on nothing, and the body of a shape that never moves.
inline constexpr int kWorld = -1;

/// How a body moves against its parent. Fixed joints are merged away when a model is built.
enum class JointKind { kFixed, kRevolute, kContinuous, kPrismatic, kSpherical, kPlanar, kFloating };

const char* KindName(JointKind kind);
int ConfigurationSize(JointKind kind);  ///< entries of q
int VelocitySize(JointKind kind);       ///< entries of v
int NumTranslations(JointKind kind);    ///< of them, first those that slide; the others turn
bool HasAxis(JointKind kind);  ///< slides along it, turns about it, or it is the normal of a planar joint

/// Joint i connects body i to its parent.
struct Joint {
  std::string name;
  JointKind kind = JointKind::kFixed;
  Pose X_PJ;                                        ///< joint frame in the parent body's frame
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< unit, joint frame; a planar joint's normal
  int q = 0;                                        ///< first entry in the configuration
  int v = 0;                                        ///< first entry in the velocity
  int nq = 0;
  int nv = 0;
};

/// One degree of freedom: an entry of v. Limits of spherical and floating joints are infinite.
struct Dof {
  int joint = 0;
  double lower, upper;    ///< position limits, rad or m
  double velocity_limit;  ///< rad/s or m/s
  double effort_limit;    ///< N m or N
  double damping = 0.0;   ///< viscous, N m s/rad or N s/m
  double friction = 0.0;  ///< dry, N m or N
  double armature = 0.0;  ///< rotor inertia felt at the joint, kg m² or kg
};

struct Body {
  std::string name;
  int parent = kWorld;
  Inertia inertia;  ///< with everything welded to the body
};

/// A named place on a body: every link of the source, merged ones too, and what the user adds.
struct Frame {
  std::string name;
  int body = kWorld;
  Pose X_BF;
};

/// What the axes x, y, z of a joint are called on the body it carries. Nearly all joints turn about an axis of their
/// frame, and then the body's axes are the joint's under other names, which spares a product of matrices.
enum class BodyAxes { kXYZ, kYZX, kZXY, kOther };

/// What a sweep over the bodies reads of one of them, laid out for it once.
struct SweepBody {
  JointKind kind;
  int parent;  ///< body or kWorld
  int root;    ///< root body of its tree
  int q, v, nv;
  Vec3<double> p_PJ;  ///< joint origin in the parent
  /// Axes A of the joint in the parent. A joint that turns about one axis has it, up to its sign, as z; the body then
  /// lies in A as R_AB says and turns from there. The other kinds have the joint frame.
  Mat3<double> R_PA;
  int angle;             ///< entry of q that turns about z, or -1
  double sense;          ///< +1 or -1: the joint turns about this times z
  BodyAxes body_axes;    ///< R_AB in short, for joints with an angle
  Mat3<double> R_AB;     ///< R_AB at length
  Vec3<double> slide_A;  ///< axis of a prismatic joint
  double mass;
  Vec3<double> com;         ///< in the body frame
  Sym3<double> rotational;  ///< about the centre of mass, body axes
};

/// Bodies are numbered depth first, in the order in which they were added, so a subtree is a contiguous
/// range and parents come before children; velocities are numbered along.
/// Made by ModelBuilder or a reader and constant from then on, so that any number of threads may share one. To change
/// something, change the builder and build again: part of the numbers here is kept in a second form for the sweeps.
struct Model {
  std::string name;
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};
  int nq = 0, nv = 0;

  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Dof> dofs;
  std::vector<Frame> frames;
  std::vector<Shape> collisions, visuals;
  Eigen::VectorXd
      neutral;  ///< configuration with all joints at zero (or the nearest limit), free bodies where placed

  // Structure of the forest, for the sweeps.
  std::vector<int> quaternions;  ///< where they begin in q
  std::vector<SweepBody> sweep;
  std::vector<int> subtree_end;  ///< bodies i, ..., subtree_end[i] - 1 hang on body i
  /// Ancestors of a dof: the dofs that move it. Row i of a tree-sparse matrix holds one entry per ancestor and i
  /// itself, root first, at row_start[i], ..., row_start[i] + depth[i].
  std::vector<int> dof_parent;  ///< nearest ancestor or -1
  std::vector<int> run_start;   ///< first of the ancestors that are numbered without a gap down to this dof
  std::vector<int> depth;       ///< number of ancestors
  std::vector<int> row_start;   ///< nv + 1 entries; the last is the number of stored entries
  std::vector<int> last_dof;    ///< per body: the nearest dof that moves it

  int num_bodies() const { return static_cast<int>(bodies.size()); }
  double total_mass() const;
  double tree_mass(int root) const;  ///< of a body and all that hangs on it

  /// Index by name; InputError with the nearest names if there is none.
  int body(const std::string& wanted) const;
  int joint(const std::string& wanted) const;
  int frame(const std::string& wanted) const;

  /// Throws InputError unless the vector has nq (nv) entries; `what` names it in the message.
  void CheckConfigurationSize(int size, const char* what = "q") const;
  void CheckVelocitySize(int size, const char* what) const;
};

}  // namespace slipstick::model
