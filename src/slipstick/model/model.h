// Robots and free objects as one immutable forest of bodies.
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

/// The parent of root bodies, and the body of static shapes.
inline constexpr int kWorld = -1;

/// Motion of a body relative to its parent. Fixed joints are merged when a model is built.
enum class JointKind { kFixed, kRevolute, kContinuous, kPrismatic, kSpherical, kPlanar, kFloating };

const char* KindName(JointKind kind);
int ConfigurationSize(JointKind kind);  ///< entries of q
int VelocitySize(JointKind kind);       ///< entries of v
int NumTranslations(JointKind kind);    ///< entries of v that are translations; rotations follow them
bool HasAxis(JointKind kind);  ///< the axis of translation or rotation, or the normal of a planar joint

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
  double armature = 0.0;  ///< rotor inertia reflected to the joint, kg m² or kg
};

struct Body {
  std::string name;
  int parent = kWorld;
  Inertia inertia;  ///< including all links on fixed joints
};

/// A named frame on a body: every link of the source, also merged ones, and frames added by the user.
struct Frame {
  std::string name;
  int body = kWorld;
  Pose X_BF;
};

/// The permutation from the axes x, y, z of a joint to those of its body. Nearly all joints rotate about an
/// axis of their frame; then the body's axes are a permutation of the joint's, which saves a matrix product.
enum class BodyAxes { kXYZ, kYZX, kZXY, kOther };

/// The constants of one body that the sweeps read, in one place.
struct SweepBody {
  JointKind kind;
  int parent;  ///< body or kWorld
  int root;    ///< root body of its tree
  int q, v, nv;
  Vec3<double> p_PJ;  ///< joint origin in the parent
  /// Axes A of the joint in the parent. For a joint that rotates about one axis, z is that axis up to its
  /// sign, and R_AB is the orientation of the body in A at zero angle. For other kinds, A is the joint frame.
  Mat3<double> R_PA;
  int angle;             ///< index in q of the angle about z, or -1
  double sense;          ///< +1 or -1: the joint axis is this times z
  BodyAxes body_axes;    ///< R_AB as a permutation, for joints with an angle
  Mat3<double> R_AB;     ///< the full matrix
  Vec3<double> slide_A;  ///< axis of a prismatic joint
  double mass;
  Vec3<double> com;         ///< in the body frame
  Sym3<double> rotational;  ///< about the centre of mass, body axes
};

/// The tables of a model, filled by ModelBuilder. Bodies are numbered depth first, in the order in which they
/// were added, so a subtree is a contiguous range and parents come before children; velocities are numbered
/// in the same order.
struct ModelTables {
  std::string name;
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};
  int nq = 0, nv = 0;

  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Dof> dofs;
  std::vector<Frame> frames;
  std::vector<Shape> collisions, visuals;
  Eigen::VectorXd neutral;

  std::vector<int> quaternions;
  std::vector<SweepBody> sweep;
  std::vector<int> subtree_end;
  std::vector<int> dof_parent, run_start, depth, row_start, last_dof;

  int num_bodies() const { return static_cast<int>(bodies.size()); }
};

/// A forest of bodies, made by ModelBuilder or a reader. It is immutable, so threads may share it. To change
/// it, change the builder and build again.
class Model {
 public:
  Model() = default;  ///< no bodies

  const std::string& name() const { return tables_.name; }
  const Eigen::Vector3d& gravity() const { return tables_.gravity; }  ///< m/s², world axes
  int nq() const { return tables_.nq; }                               ///< entries of a configuration
  int nv() const { return tables_.nv; }                               ///< entries of a velocity

  const std::vector<Body>& bodies() const { return tables_.bodies; }
  const std::vector<Joint>& joints() const { return tables_.joints; }
  const std::vector<Dof>& dofs() const { return tables_.dofs; }
  const std::vector<Frame>& frames() const { return tables_.frames; }
  const std::vector<Shape>& collisions() const { return tables_.collisions; }
  const std::vector<Shape>& visuals() const { return tables_.visuals; }
  /// Configuration with all joints at zero (or the nearest limit) and free bodies where they were placed.
  const Eigen::VectorXd& neutral() const { return tables_.neutral; }

  // Structure of the forest, for the sweeps.
  const std::vector<int>& quaternions() const { return tables_.quaternions; }  ///< first entry in q of each
  const std::vector<SweepBody>& sweep() const { return tables_.sweep; }
  /// Bodies i, ..., subtree_end[i] - 1 are body i and its descendants.
  const std::vector<int>& subtree_end() const { return tables_.subtree_end; }
  /// Ancestors of a dof: the preceding dofs on the path to the root. Row i of a tree-sparse matrix holds one
  /// entry per ancestor and i itself, root first, at row_start[i], ..., row_start[i] + depth[i].
  const std::vector<int>& dof_parent() const { return tables_.dof_parent; }  ///< nearest ancestor or -1
  /// The first of the ancestors whose indices are consecutive up to this dof.
  const std::vector<int>& run_start() const { return tables_.run_start; }
  const std::vector<int>& depth() const { return tables_.depth; }  ///< number of ancestors
  /// nv + 1 entries; the last is the number of stored entries.
  const std::vector<int>& row_start() const { return tables_.row_start; }
  /// Index of the entry of row i for i itself, the last of the row.
  int diagonal_entry(int dof) const { return tables_.row_start[dof] + tables_.depth[dof]; }
  /// Per body: the nearest dof that moves it.
  const std::vector<int>& last_dof() const { return tables_.last_dof; }

  int num_bodies() const { return tables_.num_bodies(); }
  double total_mass() const;
  double tree_mass(int root) const;  ///< of a body and its descendants

  /// Index by name; InputError with the nearest names if there is none.
  int body(const std::string& wanted) const;
  int joint(const std::string& wanted) const;
  int frame(const std::string& wanted) const;

  /// Throws InputError unless the vector has nq (nv) entries; `what` names it in the message.
  void CheckConfigurationSize(int size, const char* what = "q") const;
  void CheckVelocitySize(int size, const char* what) const;

  /// A copy under another gravity, m/s², world axes.
  Model WithGravity(const Eigen::Vector3d& gravity) const;
  /// A copy with other limits, damping, friction or armature; one entry per dof. The neutral configuration
  /// stays.
  Model WithDofs(std::vector<Dof> dofs) const;
  /// A copy of some trees, given by their root bodies in ascending order, without frames and shapes. Dynamics
  /// of the copy give the same bits as those of the original.
  Model WithTrees(View<const int> roots) const;

 private:
  friend class ModelBuilder;
  explicit Model(ModelTables tables) : tables_(std::move(tables)) {}

  ModelTables tables_;
};

}  // namespace slipstick::model
