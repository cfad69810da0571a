#include "slipstick/model/model_builder.h"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "slipstick/core/convert.h"

namespace slipstick::model {

using Eigen::Matrix3d;
using Eigen::Vector3d;

int ModelBuilder::Add(std::string name, const Inertia& inertia, const JointSpec& joint) {
  if (joint.parent_ != kWorld) CheckLink(joint.parent_, "joint", joint.name_);
  links_.push_back({std::move(name), inertia, joint});
  return static_cast<int>(links_.size()) - 1;
}

void ModelBuilder::AddFrame(std::string name, int link, const Pose& pose) {
  CheckLink(link, "frame", name);
  frames_.push_back({std::move(name), link, pose});
}

void ModelBuilder::AddCollision(std::string name, int link, const Pose& pose, Geometry geometry) {
  CheckLink(link, "collision shape", name);
  collisions_.push_back({{std::move(name), kWorld, pose, std::move(geometry)}, link});
}

void ModelBuilder::AddVisual(std::string name, int link, const Pose& pose, Geometry geometry,
                             const Eigen::Vector4d& rgba) {
  CheckLink(link, "visual shape", name);
  visuals_.push_back({{std::move(name), kWorld, pose, std::move(geometry), rgba}, link});
}

std::vector<std::string> ModelBuilder::CollisionLinks() const {
  std::vector<std::string> links;
  for (const PlacedShape& placed : collisions_)
    links.push_back(placed.link == kWorld ? "" : links_[placed.link].name);
  return links;
}

int ModelBuilder::Add(const ModelBuilder& other, const std::string& prefix, const Pose& base) {
  if (&other == this)
    return Add(ModelBuilder(other), prefix, base);  // a copy: the lists below grow while they are read
  const int first = static_cast<int>(links_.size());
  const auto moved = [&](int link) { return link == kWorld ? kWorld : link + first; };
  for (Link link : other.links_) {
    link.name = prefix + link.name;
    link.joint.name_ = prefix + link.joint.name_;
    if (link.joint.parent_ == kWorld) link.joint.X_PJ_ = base * link.joint.X_PJ_;
    link.joint.parent_ = moved(link.joint.parent_);
    links_.push_back(link);
  }
  for (const NamedPose& frame : other.frames_)
    frames_.push_back(
        {prefix + frame.name, moved(frame.link), frame.link == kWorld ? base * frame.pose : frame.pose});
  const auto append = [&](const std::vector<PlacedShape>& from, std::vector<PlacedShape>& to) {
    for (PlacedShape placed : from) {
      placed.shape.name = prefix + placed.shape.name;
      if (placed.link == kWorld) placed.shape.X_BS = base * placed.shape.X_BS;
      placed.link = moved(placed.link);
      to.push_back(placed);
    }
  };
  append(other.collisions_, collisions_);
  append(other.visuals_, visuals_);
  return first;
}

void ModelBuilder::CheckLink(int link, const char* what, const std::string& name) const {
  if (link == kWorld || (0 <= link && link < static_cast<int>(links_.size()))) return;
  throw InputError(fmt::format(
      "model '{}': {} '{}' is attached to link {}, but there are only {} links so far, counted from 0; add "
      "the parent first and pass the number that Add returned.",
      name_, what, name, link, links_.size()));
}

double ModelBuilder::total_mass() const {
  double mass = 0.0;
  for (const Link& link : links_) mass += link.inertia.mass;
  return mass;
}

namespace {

/// Tolerance of user matrices that must be symmetric or orthogonal: they may be rounded to six digits.
constexpr double kMatrixTolerance = 1e-5;

template <class Derived>
bool AllFinite(const Eigen::MatrixBase<Derived>& m) {
  return m.array().isFinite().all();
}

Sym3<double> SymmetricPart(const Matrix3d& m) {
  return {
      m(0, 0), m(1, 1), m(2, 2), (m(0, 1) + m(1, 0)) / 2, (m(0, 2) + m(2, 0)) / 2, (m(1, 2) + m(2, 1)) / 2};
}

/// The axes of a planar joint with the normal z: x is the coordinate axis that follows the largest component
/// of the normal (for normal z: x; for y: z; for x: y), made perpendicular to it.
Matrix3d PlanarAxes(const Vector3d& normal) {
  int largest;
  normal.cwiseAbs().maxCoeff(&largest);
  const Vector3d next = Vector3d::Unit((largest + 1) % 3);
  const Vector3d first = (next - next.dot(normal) * normal).normalized();
  return (Matrix3d() << first, normal.cross(first), normal).finished();
}

void SetJointAxes(const Joint& joint, SweepBody& b) {
  const bool planar = b.kind == JointKind::kPlanar;
  const bool turns = planar || b.kind == JointKind::kRevolute;
  int largest;
  joint.axis.cwiseAbs().maxCoeff(&largest);
  b.sense = !planar && joint.axis[largest] < 0.0 ? -1.0 : 1.0;  // the x and y of a planar joint fix its z
  const Vector3d z = b.sense * joint.axis;
  const Matrix3d R_JA = turns ? PlanarAxes(z) : Matrix3d::Identity();
  b.R_PA = ToMat3(Matrix3d(joint.X_PJ.R * R_JA));
  b.R_AB = ToMat3(Matrix3d(R_JA.transpose()));
  b.body_axes = z == Vector3d::UnitX()   ? BodyAxes::kZXY
                : z == Vector3d::UnitY() ? BodyAxes::kYZX
                : z == Vector3d::UnitZ() ? BodyAxes::kXYZ
                                         : BodyAxes::kOther;
  b.angle = turns ? joint.q + (planar ? 2 : 0) : -1;
  b.slide_A = FromEigen(joint.axis);
}

}  // namespace

/// The steps of Build(); each fills some tables of the model.
struct ModelBuilder::Assembly {
  const ModelBuilder& in;
  ModelTables model = {};
  std::vector<Pose> X_BL = {};    ///< per link: its frame in the frame of its body
  std::vector<int> owner = {};    ///< per link: the link whose joint moves its body, or kWorld
  std::vector<int> body_of = {};  ///< per link: number of its body in the model, or kWorld
  std::vector<int> leader = {};   ///< per body: the link whose joint moves it

  [[noreturn]] void RefuseLink(int link, const std::string& reason) const {
    throw ModelError(in.name_, reason, link);
  }

  void CheckInput() const {
    if (!AllFinite(in.gravity_)) RefuseLink(kWorld, "gravity is not finite; give three numbers in m/s².");
    std::unordered_set<std::string> link_names, joint_names;
    for (int i = 0; i < in.num_links(); ++i) {
      const Link& link = in.links_[i];
      if (!link_names.insert(link.name).second)
        RefuseLink(i, fmt::format("two links are named '{}'; names must differ, rename one.", link.name));
      if (!joint_names.insert(link.joint.name_).second)
        RefuseLink(
            i, fmt::format("two joints are named '{}'; names must differ, rename one.", link.joint.name_));
      CheckNumbers(i);
    }
  }

  void CheckNumbers(int i) const {
    const Link& link = in.links_[i];
    const Inertia& inertia = link.inertia;
    const auto refuse = [&](const std::string& reason) { RefuseLink(i, reason); };
    const auto check_finite = [&](bool finite, const char* element, const std::string& name,
                                  const char* what) {
      if (!finite)
        refuse(fmt::format("{} '{}' has {} that is not a finite number; correct it.", element, name, what));
    };
    check_finite(std::isfinite(inertia.mass), "link", link.name, "a mass");
    check_finite(AllFinite(inertia.com), "link", link.name, "a centre of mass");
    check_finite(AllFinite(inertia.rotational), "link", link.name, "a rotational inertia");
    if ((inertia.rotational - inertia.rotational.transpose()).norm() >
        kMatrixTolerance * inertia.rotational.norm())
      refuse(fmt::format("link '{}' has a rotational inertia that is not symmetric; correct it.", link.name));
    if (inertia.mass < 0.0)
      refuse(fmt::format("link '{}' has mass = {:g} kg, must be >= 0.", link.name, inertia.mass));
    const JointSpec& j = link.joint;
    check_finite(AllFinite(j.X_PJ_.R), "joint", j.name_, "a rotation in its placement");
    check_finite(AllFinite(j.X_PJ_.p), "joint", j.name_, "a position in its placement");
    check_finite(AllFinite(j.axis_), "joint", j.name_, "an axis");
    if ((j.X_PJ_.R.transpose() * j.X_PJ_.R - Matrix3d::Identity()).norm() > kMatrixTolerance ||
        j.X_PJ_.R.determinant() < 0.0)
      refuse(
          fmt::format("joint '{}' is placed with a matrix that is not a rotation; its columns must be "
                      "orthogonal, of length 1 and right-handed.",
                      j.name_));
    if (!(j.axis_.norm() > 1e-12))
      refuse(
          fmt::format("joint '{}' has the axis 0 0 0; give the direction it moves along or about.", j.name_));
    if (!(j.lower_ <= j.upper_))
      refuse(fmt::format("joint '{}' has limits {:g} to {:g}; the lower one must not exceed the upper one.",
                         j.name_, j.lower_, j.upper_));
    const auto check_not_negative = [&](double value, const char* what) {
      if (!(value >= 0.0))
        refuse(fmt::format("joint '{}' has {} = {:g}, must be >= 0.", j.name_, what, value));
    };
    check_not_negative(j.damping_, "damping");
    check_not_negative(j.friction_, "friction");
    check_not_negative(j.armature_, "armature");
    check_not_negative(j.effort_limit_, "effort limit");
    check_not_negative(j.velocity_limit_, "velocity limit");
  }

  /// Merges links on fixed joints into the body of their parent.
  void MergeFixedLinks() {
    for (int i = 0; i < static_cast<int>(in.links_.size()); ++i) {
      const JointSpec& j = in.links_[i].joint;
      if (j.kind_ != JointKind::kFixed) {
        owner.push_back(i);
        X_BL.push_back(Pose());
      } else if (j.parent_ == kWorld) {
        owner.push_back(kWorld);
        X_BL.push_back(j.X_PJ_);
      } else {
        owner.push_back(owner[j.parent_]);
        X_BL.push_back(X_BL[j.parent_] * j.X_PJ_);
      }
    }
  }

  int OwnerOfParent(int link) const {
    const int parent = in.links_[link].joint.parent_;
    return parent == kWorld ? kWorld : owner[parent];
  }

  /// Depth first, children in the order they were added.
  void NumberBodies() {
    const int n = static_cast<int>(in.links_.size());
    std::vector<std::vector<int>> children(n + 1);  // those of the world are last
    for (int i = n - 1; i >= 0; --i) {
      if (owner[i] != i) continue;
      const int parent = OwnerOfParent(i);
      children[parent == kWorld ? n : parent].push_back(i);
    }
    body_of.assign(n, kWorld);
    std::vector<int> stack = children[n];
    while (!stack.empty()) {
      const int link = stack.back();
      stack.pop_back();
      body_of[link] = model.num_bodies();
      AddBody(link);
      stack.insert(stack.end(), children[link].begin(), children[link].end());
    }
    for (int i = 0; i < n; ++i) body_of[i] = owner[i] == kWorld ? kWorld : body_of[owner[i]];
  }

  void AddBody(int link) {
    const JointSpec& spec = in.links_[link].joint;
    const int parent_owner = OwnerOfParent(link);
    const int parent = parent_owner == kWorld ? kWorld : body_of[parent_owner];
    model.bodies.push_back({in.links_[link].name, parent, Inertia::None()});
    leader.push_back(link);

    Joint joint;
    joint.name = spec.name_;
    joint.kind = spec.kind_;
    joint.axis = spec.axis_.normalized();
    joint.X_PJ = spec.parent_ == kWorld ? spec.X_PJ_ : X_BL[spec.parent_] * spec.X_PJ_;
    joint.q = model.nq, joint.v = model.nv;
    joint.nq = ConfigurationSize(spec.kind_), joint.nv = VelocitySize(spec.kind_);
    if (joint.nq > joint.nv) model.quaternions.push_back(joint.q + joint.nq - 4);
    model.nq += joint.nq, model.nv += joint.nv;
    model.joints.push_back(joint);

    const bool limited = joint.nv == 1;
    constexpr double kInf = JointSpec::kInf;
    for (int k = 0; k < joint.nv; ++k)
      model.dofs.push_back({.joint = model.num_bodies() - 1,
                            .lower = limited ? spec.lower_ : -kInf,
                            .upper = limited ? spec.upper_ : kInf,
                            .velocity_limit = spec.velocity_limit_,
                            .effort_limit = spec.effort_limit_,
                            .damping = spec.damping_,
                            .friction = spec.friction_,
                            .armature = spec.armature_});
  }

  void GatherInertiasFramesShapes() {
    for (size_t i = 0; i < in.links_.size(); ++i) {
      if (body_of[i] != kWorld) {
        Inertia& inertia = model.bodies[body_of[i]].inertia;
        inertia = inertia + in.links_[i].inertia.In(X_BL[i]);
      }
      model.frames.push_back({in.links_[i].name, body_of[i], X_BL[i]});
    }
    const auto placed = [&](int link, const Pose& pose) { return link == kWorld ? pose : X_BL[link] * pose; };
    const auto body = [&](int link) { return link == kWorld ? kWorld : body_of[link]; };
    std::unordered_set<std::string> frame_names;
    for (const Frame& frame : model.frames) frame_names.insert(frame.name);
    for (const NamedPose& frame : in.frames_) {
      if (!frame_names.insert(frame.name).second)
        RefuseLink(frame.link,
                   fmt::format("two frames are named '{}' (links are frames too); rename one.", frame.name));
      model.frames.push_back({frame.name, body(frame.link), placed(frame.link, frame.pose)});
    }
    const auto gather = [&](const std::vector<PlacedShape>& from, std::vector<Shape>& to) {
      for (const PlacedShape& p : from) {
        to.push_back(p.shape);
        to.back().body = body(p.link);
        to.back().X_BS = placed(p.link, p.shape.X_BS);
      }
    };
    gather(in.collisions_, model.collisions);
    gather(in.visuals_, model.visuals);
  }

  /// Joints at zero or at the nearest limit. The q of a floating joint on the world is the pose in the world,
  /// so its placement becomes the neutral configuration.
  void SetNeutral() {
    model.neutral = Eigen::VectorXd::Zero(model.nq);
    for (int i = 0; i < model.num_bodies(); ++i) {
      Joint& joint = model.joints[i];
      const Dof& dof = model.dofs[joint.v];
      auto q = model.neutral.segment(joint.q, joint.nq);
      if (joint.nq == 1) q(0) = std::clamp(0.0, dof.lower, dof.upper);
      if (joint.kind == JointKind::kSpherical) q(3) = 1.0;
      if (joint.kind == JointKind::kFloating) q(6) = 1.0;
      if (joint.kind == JointKind::kFloating && model.bodies[i].parent == kWorld) {
        q.head<3>() = joint.X_PJ.p;
        q.tail<4>() = Eigen::Quaterniond(joint.X_PJ.R).normalized().coeffs();
        joint.X_PJ = Pose();
      }
    }
  }

  void LayOutSweep() {
    const int n = model.num_bodies();
    model.subtree_end.resize(n);
    for (int i = n - 1; i >= 0; --i) {
      model.subtree_end[i] = std::max(model.subtree_end[i], i + 1);
      const int parent = model.bodies[i].parent;
      if (parent != kWorld)
        model.subtree_end[parent] = std::max(model.subtree_end[parent], model.subtree_end[i]);
    }
    int64_t stored = 0;
    for (int i = 0; i < n; ++i) {
      const int parent = model.bodies[i].parent;
      model.sweep.push_back(MakeSweepBody(i));
      const Joint& joint = model.joints[i];
      model.last_dof.push_back(joint.v + joint.nv - 1);
      for (int k = 0; k < joint.nv; ++k) {
        const int before = k > 0 ? joint.v + k - 1 : (parent == kWorld ? -1 : model.last_dof[parent]);
        const int dof = joint.v + k;
        model.dof_parent.push_back(before);
        model.run_start.push_back(before == dof - 1 && before >= 0 ? model.run_start[before] : dof);
        model.depth.push_back(before < 0 ? 0 : model.depth[before] + 1);
        model.row_start.push_back(static_cast<int>(stored));
        stored += model.depth.back() + 1;
        if (stored > std::numeric_limits<int>::max())
          RefuseLink(leader[i],
                     fmt::format("the mass matrix would hold more than {} numbers up to link '{}', which is "
                                 "the most that can be counted; shorten the chains of joints.",
                                 std::numeric_limits<int>::max(), model.bodies[i].name));
      }
    }
    model.row_start.push_back(static_cast<int>(stored));
  }

  SweepBody MakeSweepBody(int i) const {
    const Joint& joint = model.joints[i];
    const Inertia& inertia = model.bodies[i].inertia;
    const int parent = model.bodies[i].parent;
    SweepBody b;
    b.kind = joint.kind == JointKind::kContinuous ? JointKind::kRevolute : joint.kind;
    b.parent = parent;
    b.root = parent == kWorld ? i : model.sweep[parent].root;
    b.q = joint.q, b.v = joint.v, b.nv = joint.nv;

    b.p_PJ = FromEigen(joint.X_PJ.p);
    SetJointAxes(joint, b);
    b.mass = inertia.mass;
    b.com = FromEigen(inertia.com);
    b.rotational = SymmetricPart(inertia.rotational);
    return b;
  }

  /// Each joint must move an inertia: with all joints locked at the neutral configuration, the subtree of a
  /// body must have a positive inertia along or about each dof of its joint.
  void CheckJointsMoveInertia() const {
    const int n = model.num_bodies();
    std::vector<Inertia> composite(n);
    int idle = 0, first_idle = -1;
    std::string reason;
    for (int i = n - 1; i >= 0; --i) {
      composite[i] = composite[i] + model.bodies[i].inertia;
      if (std::string why = DescribeMissingInertia(i, composite[i]); !why.empty()) {
        ++idle, first_idle = i, reason = std::move(why);
      }
      const Joint& joint = model.joints[i];
      if (const int parent = model.bodies[i].parent; parent != kWorld)
        composite[parent] = composite[parent] + composite[i].In(joint.X_PJ * NeutralPose(joint));
    }
    if (idle > 1)
      reason +=
          fmt::format(" {} more {} the same defect.", idle - 1, idle == 2 ? "joint has" : "joints have");
    if (idle > 0) throw MissingInertiaError(in.name_, reason, leader[first_idle]);
  }

  /// Pose of a body relative to its joint frame at neutral; zero may be outside the limits of a joint with
  /// one dof.
  Pose NeutralPose(const Joint& joint) const {
    const double q = joint.nq == 1 ? model.neutral[joint.q] : 0.0;
    if (joint.kind == JointKind::kPrismatic) return {Matrix3d::Identity(), q * joint.axis};
    return {Eigen::AngleAxisd(q, joint.axis).toRotationMatrix(), Vector3d::Zero()};
  }

  /// The defect of the link's own inertia, if it has one.
  std::string DescribeInertiaDefect(int i) const {
    const Inertia& own = model.bodies[i].inertia;
    const std::string defect = own.mass > 0.0 ? PhysicalDefect(own) : "";
    return defect.empty() ? "" : fmt::format(" The link itself: {}.", defect);
  }

  std::string DescribeMissingInertia(int i, const Inertia& moved) const {
    const Joint& joint = model.joints[i];
    const double armature = model.dofs[joint.v].armature;
    const bool shifts = NumTranslations(joint.kind) > 0, turns = NumTranslations(joint.kind) < joint.nv;
    // Below this fraction of a body's own scale an inertia is rounding noise.
    constexpr double kTiny = 1e-12;
    if (const double inertia = moved.mass + armature; shifts && !(inertia > 0.0 && std::isfinite(inertia)))
      return fmt::format(
          "joint '{}' ({}) moves link '{}', whose subtree has mass {:g} kg, so its "
          "acceleration is undefined; give the link an inertial, or make the joint fixed.",
          joint.name, KindName(joint.kind), model.bodies[i].name, moved.mass);
    if (!turns) return "";
    const bool one_axis = HasAxis(joint.kind);
    // A body that can also translate rotates about its own centre of mass; the others about the joint.
    const Matrix3d J = shifts ? moved.rotational : moved.About(Vector3d::Zero());
    const double smallest =
        one_axis ? joint.axis.dot(J * joint.axis)
                 : Eigen::SelfAdjointEigenSolver<Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues().x();
    if (smallest + armature > kTiny * J.norm()) return "";
    return fmt::format(
               "joint '{}' ({}) rotates link '{}', whose subtree has rotational inertia {:g} "
               "kg m² about {}, so the mass matrix would be singular; give the link a physical inertia, or "
               "make the joint fixed.",
               joint.name, KindName(joint.kind), model.bodies[i].name, smallest,
               one_axis ? "the joint axis" : "its weakest axis") +
           DescribeInertiaDefect(i);
  }
};

Model ModelBuilder::Build() const {
  Assembly a{*this};
  a.model.name = name_;
  a.model.gravity = gravity_;
  a.CheckInput();
  a.MergeFixedLinks();
  a.NumberBodies();
  a.GatherInertiasFramesShapes();
  a.SetNeutral();
  a.CheckJointsMoveInertia();
  a.LayOutSweep();
  return Model(std::move(a.model));
}

}  // namespace slipstick::model
