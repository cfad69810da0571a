// Conversion of URDF files to models.
#include "slipstick/model/urdf/urdf_reader.h"

#include <gmock/gmock.h>

#include <limits>

#include "support/refusal.h"
#include "support/temp_folder.h"
#include "support/tolerances.h"
#include "support/urdf_test_tools.h"

namespace slipstick::model {

using namespace support;
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kInf = std::numeric_limits<double>::infinity();

// ---- joints

TEST(UrdfJoints, ReadsEveryType) {
  const std::pair<const char*, JointKind> kKinds[] = {
      {"revolute", JointKind::kRevolute},   {"continuous", JointKind::kContinuous},
      {"prismatic", JointKind::kPrismatic}, {"floating", JointKind::kFloating},
      {"planar", JointKind::kPlanar},       {"spherical", JointKind::kSpherical},
      {"ball", JointKind::kSpherical}};
  for (const auto& [type, kind] : kKinds) {
    const Model model = OneJoint(type, kLimit);
    ASSERT_EQ(model.num_bodies(), 1) << type;
    EXPECT_EQ(model.joints()[0].kind, kind) << type;
    EXPECT_EQ(model.bodies()[0].parent, kWorld) << type;
  }
}

TEST(UrdfJoints, MergesFixedLinksIntoTheirParent) {
  const Model model =
      Read(Robot(Link("a") + Link("b") + JointText("weld", "fixed", "a", "b", "<origin xyz='0 0 2'/>")))
          .builder.Build();
  ASSERT_EQ(model.num_bodies(), 1);
  EXPECT_EQ(model.bodies()[0].inertia.mass, 2.0);
  EXPECT_EQ(model.bodies()[0].inertia.com, Vector3d(0, 0, 1));
  EXPECT_EQ(model.frames()[model.frame("b")].X_BF.p, Vector3d(0, 0, 2));
}

TEST(UrdfJoints, ReadsDrakesJointElement) {
  const Model model = Read(Robot("<link name='world'/>" + Link("arm") +
                                 "<drake:joint name='j' type='ball'><parent link='world'/><child "
                                 "link='arm'/></drake:joint>"))
                          .builder.Build();
  EXPECT_EQ(model.joints()[0].kind, JointKind::kSpherical);
}

TEST(UrdfJoints, OriginIsRollPitchYawAboutFixedAxes) {
  const Model model = OneJoint("revolute", "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>" + kLimit);
  const Pose expected = Pose::FromRpy({0.1, 0.2, 0.3}, {1, 2, 3});
  EXPECT_EQ(model.joints()[0].X_PJ.p, expected.p);
  EXPECT_EQ(model.joints()[0].X_PJ.R, expected.R);
}

TEST(UrdfJoints, DefaultsAreNoOffsetAndAxisX) {
  const Model model = OneJoint("continuous", "");
  EXPECT_EQ(model.joints()[0].axis, Vector3d(1, 0, 0));
  EXPECT_EQ(model.joints()[0].X_PJ.p, Vector3d(0, 0, 0));
  EXPECT_EQ(model.joints()[0].X_PJ.R, Eigen::Matrix3d::Identity());
}

TEST(UrdfJoints, NormalisesTheAxis) {
  const UrdfResult result = Read(Robot("<link name='world'/>" + Link("arm") +
                                       JointText("j", "continuous", "world", "arm", "<axis xyz='0 3 -4'/>")));
  const Model model = result.builder.Build();
  EXPECT_LT((model.joints()[0].axis - Vector3d(0, 0.6, -0.8)).norm(), kRounding);
  EXPECT_THAT(Warnings(result), ElementsAre("3: joint 'j': the axis does not have length 1; normalised"));
}

TEST(UrdfJoints, AcceptsARoundedAxisWithoutANote) {
  EXPECT_THAT(Read(Robot("<link name='world'/>" + Link("arm") +
                         JointText("j", "continuous", "world", "arm", "<axis xyz='0.7071 0.7071 0'/>")))
                  .notes,
              IsEmpty());
}

TEST(UrdfJoints, ReadsLimitsAndDynamics) {
  const Model model = OneJoint("revolute", kLimit + "<dynamics damping='0.4' friction='0.5'/>");
  const Dof& dof = model.dofs()[0];
  EXPECT_EQ(dof.lower, -1.0);
  EXPECT_EQ(dof.upper, 1.0);
  EXPECT_EQ(dof.effort_limit, 2.0);
  EXPECT_EQ(dof.velocity_limit, 3.0);
  EXPECT_EQ(dof.damping, 0.4);
  EXPECT_EQ(dof.friction, 0.5);
  EXPECT_EQ(dof.armature, 0.0);
}

TEST(UrdfJoints, AMissingLowerLimitIsZero) {
  const Model model = OneJoint("prismatic", "<limit upper='0.5' effort='1' velocity='1'/>");
  EXPECT_EQ(model.dofs()[0].lower, 0.0);
  EXPECT_EQ(model.dofs()[0].upper, 0.5);
}

TEST(UrdfJoints, AContinuousJointHasNoPositionLimits) {
  const Model model = OneJoint("continuous", kLimit);
  EXPECT_EQ(model.dofs()[0].lower, -kInf);
  EXPECT_EQ(model.dofs()[0].upper, kInf);
  EXPECT_EQ(model.dofs()[0].effort_limit, 2.0);
}

TEST(UrdfJoints, AMissingLimitElementIsUnlimitedWithAWarning) {
  const UrdfResult result =
      Read(Robot("<link name='world'/>\n" + Link("a") + Link("b") +
                 JointText("j1", "revolute", "world", "a") + JointText("j2", "prismatic", "a", "b")));
  EXPECT_EQ(result.builder.Build().dofs()[1].upper, kInf);
  EXPECT_THAT(Warnings(result),
              ElementsAre("5: joints 'j1', 'j2': there is no <limit>, so it moves without limits"));
}

TEST(UrdfJoints, ZeroLimitsMeanNoLimits) {
  const UrdfResult result = Read(Robot(
      "<link name='world'/>\n" + Link("a") +
      JointText("j", "revolute", "world", "a", "<limit lower='0' upper='0' effort='0' velocity='0'/>")));
  const Model model = result.builder.Build();
  EXPECT_EQ(model.dofs()[0].lower, -kInf);
  EXPECT_EQ(model.dofs()[0].upper, kInf);
  EXPECT_EQ(model.dofs()[0].effort_limit, kInf);
  EXPECT_EQ(model.dofs()[0].velocity_limit, kInf);
  EXPECT_THAT(Warnings(result),
              ElementsAre("4: joint 'j': the effort limit is 0 or missing; taken as none given",
                          "4: joint 'j': the position limits are 0 to 0 or missing; taken as none given",
                          "4: joint 'j': the velocity limit is 0 or missing; taken as none given"));
}

TEST(UrdfJoints, DrakesRotorInertiaBecomesArmature) {
  const UrdfResult result =
      Read(Robot("<link name='world'/>" + Link("arm") + JointText("j", "revolute", "world", "arm", kLimit) +
                 "<transmission><type>Simple</type><joint name='j'/><actuator name='m'>"
                 "<drake:gear_ratio value='10'/><drake:rotor_inertia value='0.002'/>"
                 "</actuator></transmission>"));
  EXPECT_DOUBLE_EQ(result.builder.Build().dofs()[0].armature, 0.2);
  EXPECT_THAT(Ignored(result), ElementsAre("4: ignored <transmission>/<type>"));
}

TEST(UrdfNotes, AnUnexpandedMacroIsAWarning) {
  const UrdfResult result =
      Read(Robot(Link("a") + "<xacro:leg side='left'/><xacro:property name='m' value='1'/>"));
  EXPECT_THAT(Warnings(result), ElementsAre(HasSubstr("<xacro:leg> is not expanded")));
}

TEST(UrdfJoints, ARotorOfAMissingJointIsANote) {
  const UrdfResult result =
      Read(Robot(Link("a") + "<transmission><joint name='ghost'/><actuator name='m'>"
                             "<drake:rotor_inertia value='1'/></actuator></transmission>"));
  EXPECT_THAT(Warnings(result),
              ElementsAre("3: joint 'ghost': named by a <transmission>, but there is no such joint"));
}

TEST(UrdfJoints, ARotorOnAFixedJointAndASecondRotorAreNotes) {
  const std::string rotor =
      "'/><actuator name='m'><drake:rotor_inertia value='1'/></actuator></transmission>";
  const UrdfResult result =
      Read(Robot("<link name='world'/>" + Link("arm") + Link("tool") +
                 JointText("j", "revolute", "world", "arm", kLimit) +
                 JointText("weld", "fixed", "arm", "tool") + "<transmission><joint name='j" + rotor +
                 "<transmission><joint name='j" + rotor + "<transmission><joint name='weld" + rotor));
  EXPECT_THAT(Warnings(result),
              UnorderedElementsAre(HasSubstr("joint 'j': named by two <transmission>s"),
                                   HasSubstr("joint 'weld': fixed, but a <transmission> gives it a rotor")));
}

TEST(UrdfJoints, BodiesFollowTheOrderOfTheJointsInTheFile) {
  // The links are declared in another order, and a branch on a fixed link comes at the position of its fixed
  // joint.
  const Model model =
      Read(Robot("<link name='world'/>" + Link("d") + Link("c") + Link("b") + Link("a") + Link("w") +
                 JointText("ja", "continuous", "world", "a") + JointText("jw", "fixed", "a", "w") +
                 JointText("jd", "continuous", "w", "d") + JointText("jb", "continuous", "a", "b") +
                 JointText("jc", "continuous", "world", "c")))
          .builder.Build();
  std::vector<std::string> names;
  for (const Body& body : model.bodies()) names.push_back(body.name);
  EXPECT_THAT(names, ElementsAre("a", "d", "b", "c"));
}

// ---- base

TEST(UrdfBase, ARobotFloatsByDefault) {
  const Model model = Read(Robot(Link("base"))).builder.Build();
  ASSERT_EQ(model.num_bodies(), 1);
  EXPECT_EQ(model.joints()[0].kind, JointKind::kFloating);
  EXPECT_EQ(model.joints()[0].name, "root");
}

TEST(UrdfBase, TheRootJointGetsAnUnusedName) {
  const Model model = Read(Robot(Link("base") + Link("arm") + JointText("root", "continuous", "base", "arm")))
                          .builder.Build();
  EXPECT_EQ(model.joints()[0].name, "root_2");
}

TEST(UrdfBase, ARootNamedWorldIsFixed) {
  const Model model = OneJoint("continuous", "");
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.frames()[model.frame("world")].body, kWorld);
}

TEST(UrdfBase, OptionsOverrideTheDefault) {
  UrdfOptions fixed, floating;
  fixed.base = UrdfOptions::Base::kFixed;
  floating.base = UrdfOptions::Base::kFloating;
  const std::string text = Robot(Link("base"));
  EXPECT_EQ(Read(text, fixed).builder.Build().nv(), 0);
  EXPECT_EQ(Read(text, floating).builder.Build().nv(), 6);
  EXPECT_THAT(Refusal(Robot("\n<link name='world'/>"), floating),
              HasSubstr("r.urdf:3: the root link is 'world', which cannot float"));
}

TEST(UrdfBase, CanBePlanar) {
  UrdfOptions planar;
  planar.base = UrdfOptions::Base::kPlanar;
  const Model model = Read(Robot(Link("base")), planar).builder.Build();
  ASSERT_EQ(model.nv(), 3);
  EXPECT_EQ(model.joints()[0].name, "root");
  EXPECT_EQ(model.joints()[0].kind, JointKind::kPlanar);
  EXPECT_EQ(model.joints()[0].axis, Eigen::Vector3d::UnitY());
  EXPECT_THAT(Refusal(Robot("\n<link name='world'/>"), planar),
              HasSubstr("r.urdf:3: the root link is 'world', which cannot move"));
}

TEST(UrdfBase, AnUndeclaredWorldIsTheWorld) {
  const UrdfResult result = Read(Robot(Link("arm") + JointText("j", "continuous", "world", "arm")));
  EXPECT_EQ(result.builder.Build().nv(), 1);
  EXPECT_THAT(
      Warnings(result),
      ElementsAre("3: joint 'j': its parent 'world' is not declared as a link; taken as the fixed world"));
}

TEST(UrdfBase, ARootWithoutMassIsFixed) {
  // Bullet writes "static" as mass 0; others leave the inertial of an arm's base away.
  const std::string zero = "<inertial><mass value='0'/><inertia ixx='0' iyy='0' izz='0'/></inertial>";
  for (const std::string& inertial : {std::string(), zero}) {
    const UrdfResult result = Read(Robot("<link name='base'>" + inertial + "</link>\n" + Link("arm") +
                                         JointText("j", "continuous", "base", "arm")));
    EXPECT_EQ(result.builder.Build().nv(), 1);
    EXPECT_THAT(Warnings(result),
                ElementsAre("2: link 'base': the root has no mass, so it is fixed to the world "
                            "(to let it float, give it an inertia)"));
  }
}

TEST(UrdfBase, TheMassOfARootIncludesLinksFixedToIt) {
  const Model model =
      Read(Robot("<link name='base'/>" + Link("trunk") + JointText("weld", "fixed", "base", "trunk")))
          .builder.Build();
  EXPECT_EQ(model.nv(), 6);
  EXPECT_EQ(model.total_mass(), 1.0);
}

// ---- inertia

TEST(UrdfInertia, IsTransformedToTheLinkFrame) {
  const Model model =
      Read(Robot("<link name='a'><inertial><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/><mass "
                 "value='2'/><inertia ixx='1' iyy='2' izz='2.5' ixy='0.1' ixz='0.2' iyz='0.3'/>"
                 "</inertial></link>"))
          .builder.Build();
  const Inertia& inertia = model.bodies()[0].inertia;
  EXPECT_EQ(inertia.mass, 2.0);
  EXPECT_EQ(inertia.com, Vector3d(1, 0, 0));
  // A quarter turn about z: x becomes y, y becomes -x.
  Eigen::Matrix3d expected;
  expected << 2, -0.1, -0.3, -0.1, 1, 0.2, -0.3, 0.2, 2.5;
  EXPECT_LT((inertia.rotational - expected).norm(), kRounding);
}

TEST(UrdfInertia, AnUnphysicalInertiaIsAWarning) {
  const UrdfResult result = Read(Robot(
      "<link name='world'/>\n<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='5'/>"
      "</inertial></link>" +
      JointText("j", "continuous", "world", "a")));
  EXPECT_THAT(
      Warnings(result),
      ElementsAre("3: link 'a': principal moments 1, 1, 5 kg m² violate the triangle inequality (no mass "
                  "distribution has them); kept as given"));
}

TEST(UrdfInertia, AMasslessLinkMayBeFixed) {
  EXPECT_THAT(Read(Robot(Link("a") + "<link name='tip'/>" + JointText("j", "fixed", "a", "tip"))).notes,
              IsEmpty());
}

TEST(UrdfInertia, AMasslessLinkBetweenJointsIsAWarning) {
  const UrdfResult result =
      Read(Robot("<link name='world'/>\n<link name='cross'/>\n" + Link("arm") +
                 JointText("j1", "continuous", "world", "cross", "<axis xyz='1 0 0'/>") +
                 JointText("j2", "continuous", "cross", "arm", "<axis xyz='0 1 0'/>")));
  EXPECT_EQ(result.builder.Build().nv(), 2);
  EXPECT_THAT(Warnings(result), ElementsAre(HasSubstr("3: link 'cross': moves but has no mass")));
}

// ---- shapes

Model Shaped(const std::string& shapes) { return Read(Robot(Link("a", shapes))).builder.Build(); }

template <class Shape>
Shape CollisionOf(const std::string& geometry) {
  const Model model = Shaped("<collision><geometry>" + geometry + "</geometry></collision>");
  return std::get<Shape>(model.collisions().at(0).geometry);
}

TEST(UrdfShapes, ReadsEveryKind) {
  EXPECT_EQ(CollisionOf<BoxGeometry>("<box size='1 2 3'/>").size, Vector3d(1, 2, 3));
  EXPECT_EQ(CollisionOf<SphereGeometry>("<sphere radius='0.5'/>").radius, 0.5);
  EXPECT_EQ(CollisionOf<CylinderGeometry>("<cylinder radius='0.5' length='2'/>").length, 2.0);
  EXPECT_EQ(CollisionOf<CapsuleGeometry>("<capsule radius='0.5' length='2'/>").radius, 0.5);
  EXPECT_EQ(CollisionOf<CapsuleGeometry>("<drake:capsule radius='0.5' length='2'/>").length, 2.0);
  EXPECT_EQ(CollisionOf<EllipsoidGeometry>("<ellipsoid a='1' b='2' c='3'/>").radii, Vector3d(1, 2, 3));
  EXPECT_EQ(CollisionOf<EllipsoidGeometry>("<drake:ellipsoid a='1' b='2' c='3'/>").radii, Vector3d(1, 2, 3));
  EXPECT_EQ(CollisionOf<MeshGeometry>("<mesh filename='x.stl' scale='1 1 -1'/>").scale, Vector3d(1, 1, -1));
}

TEST(UrdfShapes, KeepNamesAndPosesAndMakeNamesUnique) {
  const std::string ball = "<geometry><sphere radius='1'/></geometry>";
  const Model model =
      Shaped("<collision name='toe'><origin xyz='0 0 -1'/>" + ball + "</collision><collision>" + ball +
             "</collision><collision>" + ball + "</collision><collision name='toe'>" + ball + "</collision>");
  std::vector<std::string> names;
  for (const Shape& shape : model.collisions()) names.push_back(shape.name);
  EXPECT_THAT(names, ElementsAre("toe", "a_collision", "a_collision_2", "toe_2"));
  EXPECT_EQ(model.collisions()[0].X_BS.p, Vector3d(0, 0, -1));
}

TEST(UrdfShapes, OmitsAnUnknownKindWithAWarning) {
  const UrdfResult result =
      Read(Robot(Link("a", "<collision><geometry><plane normal='0 0 1'/></geometry></collision>")));
  EXPECT_THAT(result.builder.Build().collisions(), IsEmpty());
  EXPECT_THAT(Warnings(result),
              ElementsAre(HasSubstr("2: geometry 'plane': not known, so the collision shape is left "
                                    "out")));
}

TEST(UrdfShapes, MissingMeshesAreOneWarning) {
  const auto mesh = [](const char* file) {
    return fmt::format("<visual><geometry><mesh filename='package://moon/{}'/></geometry></visual>\n", file);
  };
  const UrdfResult result = Read(Robot(Link("a", mesh("a.stl") + mesh("b.stl") + mesh("a.stl"))));
  EXPECT_THAT(
      Warnings(result),
      ElementsAre("2: meshes 'package://moon/a.stl', 'package://moon/b.stl': not found; there is no package "
                  "folder 'moon' in /nowhere or above it (set --package-path or ROS_PACKAGE_PATH)"));
  EXPECT_EQ(std::get<MeshGeometry>(result.builder.Build().visuals()[1].geometry).uri, "package://moon/b.stl");
}

TEST(UrdfShapes, DefectsOfCollisionShapesAreWarnings) {
  UrdfOptions options;
  options.shape_defect = [](const Geometry& shape) {
    return std::holds_alternative<BoxGeometry>(shape) ? "too flat" : "";
  };
  const auto text = [](const char* kind, const char* shape) {
    return fmt::format("<{0}><geometry>{1}</geometry></{0}>\n", kind, shape);
  };
  const std::string box = "<box size='0 1 1'/>";
  const std::string shapes = text("visual", box.c_str()) + text("collision", "<sphere radius='1'/>") +
                             text("collision", box.c_str()) + text("collision", box.c_str());
  EXPECT_THAT(Warnings(Read(Robot(Link("a", shapes)), options)),
              ElementsAre("4: collision shapes 'a_collision_2', 'a_collision_3': too flat"));
  EXPECT_THAT(Warnings(Read(Robot(Link("a", shapes)))), IsEmpty());
}

// ---- colours

std::string Visual(const std::string& material) {
  return "<visual><geometry><sphere radius='1'/></geometry>" + material + "</visual>";
}

TEST(UrdfMaterials, ReadsInlineNamedAndSharedColours) {
  const UrdfResult result = Read(Robot(
      "<material name='red'><color rgba='1 0 0 1'/></material>" +
      Link("a", Visual("<material name='red'/>") + Visual("<material><color rgba='0 1 0 1'/></material>") +
                    Visual("<material name='blue'/>") +
                    Visual("<material name='blue'><color rgba='0 0 1 .5'/></material>") + Visual(""))));
  const Model model = result.builder.Build();
  EXPECT_EQ(model.visuals()[0].rgba, Eigen::Vector4d(1, 0, 0, 1));
  EXPECT_EQ(model.visuals()[1].rgba, Eigen::Vector4d(0, 1, 0, 1));
  EXPECT_EQ(model.visuals()[2].rgba, Eigen::Vector4d(0, 0, 1, 0.5)) << "as in ROS, defined further down";
  EXPECT_EQ(model.visuals()[4].rgba, Shape().rgba);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(UrdfMaterials, AMissingMaterialIsANote) {
  EXPECT_THAT(Warnings(Read(Robot(Link("a", Visual("<material name='red'/>"))))),
              ElementsAre("2: material 'red': no colour is given for it anywhere; drawn grey"));
}

TEST(UrdfMaterials, IgnoresTexturesAndClampsColours) {
  const UrdfResult result = Read(Robot(Link(
      "a", Visual("<material name='m'><texture filename='x.png'/><color rgba='255 0 0 1'/></material>"))));
  EXPECT_THAT(Ignored(result), ElementsAre("2: ignored <link>/<visual>/<material>/<texture>"));
  EXPECT_THAT(Warnings(result), ElementsAre("2: colour '255 0 0 1': outside 0 to 1, clamped"));
  EXPECT_EQ(result.builder.Build().visuals()[0].rgba, Eigen::Vector4d(1, 0, 0, 1));
}

// ---- frames

TEST(UrdfFrames, ReadsDrakesFrames) {
  const Model model =
      Read(Robot(Link("a") + "<frame name='tip' link='a' xyz='1 2 3' rpy='0 0 0'/>")).builder.Build();
  EXPECT_EQ(model.frames()[model.frame("tip")].X_BF.p, Vector3d(1, 2, 3));
}

// ---- mimic

const std::string kMimic =
    Robot(Link("a") + Link("b") + Link("c") + JointText("j1", "continuous", "a", "b") +
          JointText("j2", "continuous", "b", "c", "<mimic joint='j1' multiplier='2'/>"));

TEST(UrdfMimic, IsRejectedByDefault) {
  EXPECT_EQ(
      Refusal(kMimic),
      "r.urdf:6: joint 'j2' follows joint 'j1' by <mimic>, and coupled joints are not simulated; remove the "
      "<mimic>, or load with mimic = independent (--mimic independent), which moves each joint on its own.");
}

TEST(UrdfMimic, IndependentIgnoresTheCoupling) {
  UrdfOptions options;
  options.mimic = UrdfOptions::Mimic::kIndependent;
  const UrdfResult result = Read(kMimic, options);
  EXPECT_EQ(result.builder.Build().nv(), 8);
  EXPECT_THAT(Warnings(result), ElementsAre("6: joint 'j2': <mimic> is not simulated; it moves on its own"));
}

// ---- ignored elements

TEST(UrdfIgnored, ReportsTagsAndAttributesOnceWithACount) {
  const UrdfResult result = Read(
      "<robot name='r' version='1.0' xmlns:xacro='http://x'>\n"
      "<gazebo><deep/></gazebo>\n"
      "<gazebo reference='a'/>\n"
      "<link name='a' type='laser'>\n"
      "  <contact><lateral_friction value='1'/></contact>\n"
      "  <inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/><density/></inertial>\n"
      "  <inertial/>\n"
      "</link>\n"
      "<link name='b'/>\n"
      "<joint name='j' type='fixed'><parent link='a'/><child link='b'/><axis xyz='0 0 0'/></joint>\n"
      "</robot>");
  EXPECT_THAT(Warnings(result), IsEmpty());
  EXPECT_THAT(Ignored(result), ElementsAre("1: ignored attribute 'version' of <robot>",
                                           "2: ignored <gazebo> (2 times, first here)",
                                           "4: ignored attribute 'type' of <link>",         //
                                           "5: ignored <link>/<contact>",                   //
                                           "6: ignored <link>/<inertial>/<density>",        //
                                           "7: ignored <link>/<inertial> after the first",  //
                                           "10: ignored <joint>/<axis> of a fixed joint"));
}

TEST(UrdfIgnored, ASimpleRobotHasNoNotes) {
  EXPECT_THAT(Read(Robot(Link("a") + Link("b") + JointText("j", "revolute", "a", "b", kLimit))).notes,
              IsEmpty());
}

TEST(UrdfIgnored, XacroLeftInNamesIsANote) {
  EXPECT_THAT(
      Warnings(Read(Robot(Link("${ns}base")))),
      ElementsAre("2: link '${ns}base': the name holds an unexpanded xacro expression; run xacro first"));
}

TEST(UrdfIgnored, ARobotWithoutNameIsCalledRobot) {
  EXPECT_EQ(Read("<robot>" + Link("a") + "</robot>").builder.name(), "robot");
}

// ---- files

class UrdfFile : public testing::Test {
 protected:
  std::string Write(const std::string& text) const {
    WriteText(folder_ / "r.urdf", text);
    return folder_ / "r.urdf";
  }

 private:
  TempFolder folder_;
};

TEST_F(UrdfFile, LoadsAndPrintsNotes) {
  const std::string path = Write(Robot(Link("a") + "<gazebo/>"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(LoadUrdf(path).nv(), 6);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), path + ":3: ignored <gazebo>\n");
}

TEST_F(UrdfFile, AcceptsByteOrderMarksAndWindowsLineEnds) {
  EXPECT_EQ(
      ReadUrdf(Write("\xEF\xBB\xBF<?xml version=\"1.0\"?>\r\n" + Robot(Link("a")))).builder.Build().nv(), 6);
}

TEST_F(UrdfFile, RejectsMissingFilesAndFolders) {
  const auto refusal = [](const std::string& path) { return Refusal([&] { ReadUrdf(path); }); };
  EXPECT_EQ(refusal("/nowhere/r.urdf"), "/nowhere/r.urdf: there is no such file.");
  EXPECT_EQ(refusal("/"), "/: this is a folder; give the URDF file in it.");
}

}  // namespace
}  // namespace slipstick::model
