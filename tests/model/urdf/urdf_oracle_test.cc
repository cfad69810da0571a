// The models of this repository, read by us and by urdfdom, the parser of ROS: two independent programs must
// agree.
#include <gtest/gtest.h>

#include <filesystem>

#include "slipstick/core/read_file.h"
#include "slipstick/model/urdf/urdf_reader.h"

#ifdef SLIPSTICK_HAVE_URDFDOM
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#endif

namespace slipstick::model {
namespace {

std::vector<std::string> ModelFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SLIPSTICK_MODELS_DIR))
    if (entry.path().extension() == ".urdf") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class UrdfOracle : public testing::TestWithParam<std::string> {};

#ifndef SLIPSTICK_HAVE_URDFDOM

TEST_P(UrdfOracle, AgreesWithUrdfdom) {
  GTEST_SKIP() << "built without urdfdom; install liburdfdom-dev and configure again to compare with it.";
}

#else

constexpr double kOracleRounding = 1e-12;  // rotations go through quaternions there and through matrices here

Pose ToPose(const urdf::Pose& pose) {
  const urdf::Rotation& r = pose.rotation;
  return {Eigen::Quaterniond(r.w, r.x, r.y, r.z).toRotationMatrix(),
          {pose.position.x, pose.position.y, pose.position.z}};
}

void ExpectNear(const Pose& ours, const Pose& theirs, const std::string& what) {
  EXPECT_LT((ours.R - theirs.R).norm(), kOracleRounding) << what;
  EXPECT_LT((ours.p - theirs.p).norm(), kOracleRounding) << what;
}

bool IsFixed(const urdf::Link& link) {
  return link.parent_joint && link.parent_joint->type == urdf::Joint::FIXED;
}

/// The root of a chain of fixed joints, and the pose of a link in it.
std::pair<const urdf::Link*, Pose> Owner(const urdf::Link* link) {
  Pose placement;
  while (IsFixed(*link)) {
    placement = ToPose(link->parent_joint->parent_to_joint_origin_transform) * placement;
    link = link->getParent().get();
  }
  return {link, placement};
}

JointKind Kind(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE: return JointKind::kRevolute;
    case urdf::Joint::CONTINUOUS: return JointKind::kContinuous;
    case urdf::Joint::PRISMATIC: return JointKind::kPrismatic;
    case urdf::Joint::FLOATING: return JointKind::kFloating;
    case urdf::Joint::PLANAR: return JointKind::kPlanar;
    default: return JointKind::kFixed;
  }
}

void CompareJoint(const Model& model, const urdf::Joint& theirs, const urdf::Link& parent) {
  const int i = model.joint(theirs.name);
  const Joint& ours = model.joints()[i];
  EXPECT_EQ(ours.kind, Kind(theirs)) << theirs.name;
  EXPECT_EQ(model.bodies()[i].name, theirs.child_link_name);
  const auto [owner, X_OP] = Owner(&parent);
  const int body = model.bodies()[i].parent;
  EXPECT_EQ(body == kWorld ? "world" : model.bodies()[body].name, owner->name) << theirs.name;
  ExpectNear(ours.X_PJ, X_OP * ToPose(theirs.parent_to_joint_origin_transform), theirs.name);
  EXPECT_LT((ours.axis - Eigen::Vector3d(theirs.axis.x, theirs.axis.y, theirs.axis.z).normalized()).norm(),
            kOracleRounding);
  const Dof& dof = model.dofs()[ours.v];
  if (theirs.limits) {
    EXPECT_EQ(dof.effort_limit, theirs.limits->effort) << theirs.name;
    EXPECT_EQ(dof.velocity_limit, theirs.limits->velocity) << theirs.name;
    if (ours.kind != JointKind::kContinuous) {
      EXPECT_EQ(dof.lower, theirs.limits->lower) << theirs.name;
      EXPECT_EQ(dof.upper, theirs.limits->upper) << theirs.name;
    }
  }
  if (theirs.dynamics) {
    EXPECT_EQ(dof.damping, theirs.dynamics->damping) << theirs.name;
    EXPECT_EQ(dof.friction, theirs.dynamics->friction) << theirs.name;
  }
}

/// Moments about the origin of a body, which are additive: mass, mass times position, and the integral of r
/// rᵀ.
struct Moments {
  double mass = 0.0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();

  void Add(double m, const Eigen::Vector3d& com, const Eigen::Matrix3d& about_com) {
    mass += m;
    first += m * com;
    inertia += about_com + m * (com.dot(com) * Eigen::Matrix3d::Identity() - com * com.transpose());
  }
};

std::map<std::string, Moments> MomentsPerBody(const urdf::ModelInterface& robot) {
  std::map<std::string, Moments> bodies;
  for (const auto& [name, link] : robot.links_) {
    const auto [owner, X_OL] = Owner(link.get());
    if (!link->inertial) continue;
    const urdf::Inertial& i = *link->inertial;
    const Pose X_OI = X_OL * ToPose(i.origin);
    Eigen::Matrix3d I;
    I << i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz;
    bodies[owner->name].Add(i.mass, X_OI.p, X_OI.R * I * X_OI.R.transpose());
  }
  return bodies;
}

TEST_P(UrdfOracle, AgreesWithUrdfdom) {
  const urdf::ModelInterfaceSharedPtr theirs = urdf::parseURDF(ReadFile(GetParam()).value_or(""));
  ASSERT_TRUE(theirs) << "urdfdom refuses " << GetParam();
  const UrdfResult read = ReadUrdf(GetParam());
  const Model ours = read.builder.Build();

  EXPECT_EQ(ours.name(), theirs->name_);
  EXPECT_EQ(ours.frames().size(), theirs->links_.size());
  // The floating base is not in the file.
  size_t moving_joints = ours.joints().empty() || ours.joints()[0].name != "root" ? 0 : 1;
  for (const auto& [name, joint] : theirs->joints_) {
    if (joint->type == urdf::Joint::FIXED) continue;
    ++moving_joints;
    CompareJoint(ours, *joint, *theirs->getLink(joint->parent_link_name));
  }
  EXPECT_EQ(ours.joints().size(), moving_joints);

  for (const auto& [name, link] : theirs->links_) {
    const Frame& frame = ours.frames()[ours.frame(name)];
    const auto [owner, X_OL] = Owner(link.get());
    EXPECT_EQ(frame.body == kWorld ? theirs->root_link_->name : ours.bodies()[frame.body].name, owner->name);
    ExpectNear(frame.X_BF, X_OL, name);
  }

  const auto moments = MomentsPerBody(*theirs);
  for (const Body& body : ours.bodies()) {
    const Moments& expected = moments.at(body.name);
    const Eigen::Matrix3d about_origin = body.inertia.About(Eigen::Vector3d::Zero());
    EXPECT_NEAR(body.inertia.mass, expected.mass, kOracleRounding) << body.name;
    EXPECT_LT((body.inertia.mass * body.inertia.com - expected.first).norm(), kOracleRounding) << body.name;
    EXPECT_LT((about_origin - expected.inertia).norm(), kOracleRounding * (1.0 + expected.inertia.norm()))
        << body.name;
  }

  size_t collisions = 0, visuals = 0;
  for (const auto& [name, link] : theirs->links_) {
    collisions += link->collision_array.size();
    visuals += link->visual_array.size();
  }
  EXPECT_EQ(ours.collisions().size(), collisions);
  EXPECT_EQ(ours.visuals().size(), visuals);
}

#endif

std::string FileName(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(ShippedModels, UrdfOracle, testing::ValuesIn(ModelFiles()), FileName);

TEST(ShippedModels, CauseNoNotes) {
  ASSERT_FALSE(ModelFiles().empty()) << "no *.urdf in " << SLIPSTICK_MODELS_DIR;
  for (const std::string& file : ModelFiles())
    for (const UrdfNote& note : ReadUrdf(file).notes)
      ADD_FAILURE() << file << ":" << note.line << ": " << note.text;
}

}  // namespace
}  // namespace slipstick::model
