// Rejected URDF files and their error messages.
#include <gmock/gmock.h>

#include "support/urdf_test_tools.h"

namespace slipstick::model {

using namespace support;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// ---- XML

TEST(UrdfRefusal, RejectsMalformedXml) {
  EXPECT_EQ(Refusal(""), "r.urdf:1: the file is empty; expected XML with a root element <robot>.");
  EXPECT_THAT(Refusal("hello"), StartsWith("r.urdf:1: not well-formed XML"));
  EXPECT_EQ(
      Refusal("<robot name='r'>\n<link name='a'>\n</robot>"),
      "r.urdf:2: not well-formed XML: a tag is closed by another one or not at all (near <link>); correct it "
      "there or just above.");
  EXPECT_THAT(Refusal("<robot name='r'>\n<link name='a'//>\n</robot>"),
              StartsWith("r.urdf:2: not well-formed XML"));
  EXPECT_THAT(Refusal("<robot name='r' name='s'/>"), HasSubstr("an attribute is broken or given twice"));
}

TEST(UrdfRefusal, RejectsZeroBytes) {
  EXPECT_EQ(Refusal("<robot name='r'>\n" + std::string(1, '\0') + "</robot>"),
            "r.urdf:2: there is a zero byte; expected XML text in UTF-8. Convert the file if it is UTF-16.");
}

TEST(UrdfRefusal, RejectsOtherRootElements) {
  EXPECT_EQ(Refusal("<?xml version='1.0'?>\n<sdf version='1.7'/>"),
            "r.urdf:2: the root element is <sdf>; expected <robot>. Is this a URDF file?");
  EXPECT_EQ(Refusal("<!-- nothing -->"), "r.urdf:1: there is no element at all; expected <robot>.");
  EXPECT_EQ(Refusal(Robot(Link("a")) + "<extra/>"),
            "r.urdf:5: <extra> stands after </robot>; expected one root element.");
}

// ---- links and joints as a tree

TEST(UrdfRefusal, RejectsRobotsWithoutLinks) {
  EXPECT_EQ(Refusal("\n<robot name='r'/>"), "r.urdf:2: <robot> has no <link>; a model needs at least one.");
  EXPECT_EQ(Refusal("<robot name='r'><xacro:include filename='x'/></robot>"),
            "r.urdf:1: <robot> has no <link> but xacro elements; run xacro on the file first (xacro FILE > "
            "robot.urdf).");
}

TEST(UrdfRefusal, RejectsTwoRoots) {
  EXPECT_EQ(
      Refusal(Robot(Link("a") + Link("b") + Link("c") + JointText("j", "fixed", "a", "b"))),
      "r.urdf:4: 2 links have no parent: 'a', 'c'; expected one root, connect the others to it by joints.");
}

TEST(UrdfRefusal, RejectsALoopWithoutRoot) {
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("b") + Link("c") + JointText("ab", "fixed", "a", "b") +
                          JointText("bc", "fixed", "b", "c") + JointText("ca", "fixed", "c", "a"))),
            "r.urdf:7: the joints form a loop of links, 'a' -> 'b' -> 'c' -> 'a', that joint 'ca' closes; "
            "expected a "
            "tree, remove one of the joints.");
}

TEST(UrdfRefusal, RejectsALoopBesideTheTree) {
  EXPECT_THAT(
      Refusal(Robot(Link("root") + Link("a") + Link("b") + JointText("ab", "fixed", "a", "b") +
                    JointText("ba", "fixed", "b", "a"))),
      HasSubstr("r.urdf:6: the joints form a loop of links, 'a' -> 'b' -> 'a', that joint 'ba' closes"));
}

TEST(UrdfRefusal, RejectsAJointFromALinkToItself) {
  EXPECT_EQ(Refusal(Robot(Link("a") + JointText("j", "fixed", "a", "a"))),
            "r.urdf:3: joint 'j' connects link 'a' to itself; parent and child must differ.");
}

TEST(UrdfRefusal, RejectsMissingLinks) {
  EXPECT_EQ(
      Refusal(Robot(Link("upper_leg") + Link("foot") + JointText("j", "fixed", "uper_leg", "foot"))),
      "r.urdf:4: joint 'j' has the parent 'uper_leg', and there is no such link; did you mean 'upper_leg'?");
  EXPECT_EQ(Refusal(Robot(Link("a") +
                          "<joint name='j' type='fixed'>\n<parent link='a'/>\n<child link='tool'/></joint>")),
            "r.urdf:5: joint 'j' has the child 'tool', and there is no such link; known: 'a'.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<frame name='f' link='b'/>")),
            "r.urdf:3: frame 'f' is on 'b', and there is no such link; did you mean 'a'?");
}

TEST(UrdfRefusal, RejectsALinkWithTwoParents) {
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("b") + Link("c") + JointText("ab", "fixed", "a", "b") +
                          JointText("ac", "fixed", "a", "c") + JointText("bc", "fixed", "b", "c"))),
            "r.urdf:7: link 'c' is the child of joint 'bc' and, at line 6, of joint 'ac'; a link has one "
            "parent (loops are not supported), remove one of the joints.");
}

TEST(UrdfRefusal, RejectsDuplicateNames) {
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("a"))),
            "r.urdf:3: a second link is named 'a', the first is at line 2; names must differ, rename one.");
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("b") + Link("c") + JointText("j", "fixed", "a", "b") +
                          JointText("j", "fixed", "b", "c"))),
            "r.urdf:6: a second joint is named 'j', the first is at line 5; names must differ, rename one.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<frame name='a' link='a'/>")),
            "r.urdf:3: a frame has the name of link 'a'; links are frames too, rename it.");
  EXPECT_THAT(Refusal(Robot(Link("a") + "<frame name='f' link='a'/><frame name='f' link='a'/>")),
              HasSubstr("a second frame is named 'f'"));
}

// ---- joints

TEST(UrdfRefusal, RejectsUnknownJointTypes) {
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("b") + JointText("j", "screw", "a", "b"))),
            "r.urdf:4: joint 'j' has type 'screw', which is not known; known: 'revolute', 'continuous', "
            "'prismatic', 'fixed', 'floating', 'planar', 'spherical' and 'ball'.");
  EXPECT_EQ(Refusal(Robot(Link("a") + Link("b") + JointText("j", "Revolute", "a", "b"))),
            "r.urdf:4: joint 'j' has type 'Revolute', which is not known; did you mean 'revolute'?");
}

std::string JointRefusal(const std::string& inside, const std::string& type = "revolute") {
  return Refusal(Robot(Link("a") + Link("b") + JointText("j", type, "a", "b", "\n" + inside)));
}

TEST(UrdfRefusal, RejectsAnAxisOfLengthZero) {
  EXPECT_EQ(
      JointRefusal("<axis xyz='0 0 0'/>"),
      "r.urdf:5: joint 'j' (revolute) has the axis '0 0 0'; expected the direction it moves along or about.");
}

TEST(UrdfRefusal, RejectsLimitsInTheWrongOrder) {
  EXPECT_EQ(JointRefusal("<limit lower='1' upper='-1' effort='1' velocity='1'/>"),
            "r.urdf:5: joint 'j' has the limits lower=1, upper=-1; expected lower <= upper, swap them.");
}

TEST(UrdfRefusal, RejectsNegativeValues) {
  EXPECT_EQ(JointRefusal("<dynamics damping='-1'/>", "continuous"),
            "r.urdf:5: <dynamics> of joint 'j' has damping='-1'; expected a number >= 0.");
  EXPECT_THAT(JointRefusal("<limit effort='-5' velocity='1'/>"),
              HasSubstr("has effort='-5'; expected a number >= 0"));
  EXPECT_EQ(Refusal(Robot("<link name='a'>\n<inertial>\n<mass value='-2'/></inertial></link>")),
            "r.urdf:4: <mass> of link 'a' has value='-2'; expected a number >= 0.");
  EXPECT_THAT(Refusal(Robot(Link("a", "<collision><geometry><box size='1 -1 1'/></geometry></collision>"))),
              HasSubstr("<box> of link 'a' has size='1 -1 1'; expected lengths >= 0."));
}

// ---- values

TEST(UrdfRefusal, RejectsMissingAttributesAndElements) {
  EXPECT_EQ(Refusal(Robot("<link/>")), "r.urdf:2: <link> has no attribute 'name'; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<joint name='j'/>")),
            "r.urdf:3: joint 'j' has no attribute 'type'; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<joint name='j' type='fixed'/>")),
            "r.urdf:3: joint 'j' has no <parent>; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<joint name='j' type='fixed'><parent link='a'/></joint>")),
            "r.urdf:3: joint 'j' has no <child>; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a") + "<joint name='j' type='fixed'><parent/><child link='a'/></joint>")),
            "r.urdf:3: <parent> of joint 'j' has no attribute 'link'; add it.");
  EXPECT_EQ(Refusal(Robot("<link name='a'><inertial/></link>")),
            "r.urdf:2: <inertial> of link 'a' has no <mass>; add it.");
  EXPECT_EQ(Refusal(Robot(
                "<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1'/></inertial></link>")),
            "r.urdf:2: <inertia> of link 'a' has no attribute 'izz'; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a", "<visual/>"))),
            "r.urdf:2: <visual> of link 'a' has no <geometry>; add it.");
  EXPECT_EQ(Refusal(Robot(Link("a", "<visual><geometry/></visual>"))),
            "r.urdf:2: <geometry> of link 'a' is empty; expected box, sphere, cylinder, capsule, ellipsoid "
            "or mesh.");
  EXPECT_EQ(Refusal(Robot(Link("a", "<visual><geometry><mesh/></geometry></visual>"))),
            "r.urdf:2: <mesh> of link 'a' has no attribute 'filename'; add it.");
}

TEST(UrdfRefusal, RejectsInvalidNumbers) {
  EXPECT_EQ(JointRefusal("<origin xyz='0 0 nan'/>"),
            "r.urdf:5: <origin> of joint 'j' has xyz='0 0 nan', where 'nan' is not a finite number; write it "
            "like -1.5 "
            "or 2e-3.");
  EXPECT_THAT(JointRefusal("<limit lower='-inf' upper='1'/>"),
              HasSubstr("where '-inf' is not a finite number"));
  EXPECT_THAT(JointRefusal("<origin rpy='0 0 1 }'/>"),
              HasSubstr("has rpy='0 0 1 }', where '}' is not a finite number"));
  EXPECT_THAT(JointRefusal("<origin xyz='0 0 1m'/>"), HasSubstr("where '1m' is not a finite number"));
  EXPECT_EQ(JointRefusal("<origin xyz='0 0'/>"),
            "r.urdf:5: <origin> of joint 'j' has xyz='0 0', which has 2 numbers; expected 3.");
}

TEST(UrdfRefusal, RejectsUnexpandedXacro) {
  for (const char* text : {"${pi/2}", "$(arg mass)"})
    EXPECT_EQ(
        Refusal(Robot(fmt::format("<link name='a'><inertial>\n<mass value='{}'/></inertial></link>", text))),
        fmt::format(
            "r.urdf:3: <mass> of link 'a' has value='{}', which is an unexpanded xacro expression; run "
            "xacro on the file first (xacro FILE > robot.urdf).",
            text));
}

TEST(UrdfRefusal, ReportsTheLineOfTheAttribute) {
  EXPECT_THAT(JointRefusal("<limit\n  lower='-1'\n  upper='x'/>"), StartsWith("r.urdf:7: "));
}

TEST(UrdfRefusal, RejectsInvalidNames) {
  EXPECT_EQ(Refusal(Robot("<link name=''/>")),
            "r.urdf:2: <link> has name='', which is empty; give it a name.");
  EXPECT_EQ(
      Refusal(Robot("<link name='a&#27;[31m'/>")),
      "r.urdf:2: <link> has name='a?[31m', which has a control character (shown as ?) in it; remove it.");
  EXPECT_THAT(Refusal(Robot("<link name='" + std::string(300, 'x') + "'/>")),
              HasSubstr("which has 300 characters; at most 256 are read."));
}

// ---- masses that make the mass matrix singular

TEST(UrdfRefusal, RejectsJointsWithoutInertia) {
  EXPECT_EQ(
      Refusal(Robot(Link("a") + "<link name='b'/>\n\n" + JointText("j", "continuous", "a", "b"))),
      "r.urdf:5: joint 'j' (continuous) rotates link 'b', whose subtree has rotational inertia 0 kg m² "
      "about the joint axis, so the mass matrix would be singular; give the link a physical inertia, or "
      "make the joint fixed.");
  EXPECT_THAT(Refusal(Robot(Link("a") + "<link name='b'/>\n" + JointText("j", "prismatic", "a", "b"))),
              AllOf(StartsWith("r.urdf:4: joint 'j' (prismatic) moves link 'b'"), HasSubstr("mass 0 kg")));
}

TEST(UrdfRefusal, RejectsAFloatingPointMass) {
  EXPECT_THAT(
      Refusal(Robot("<link name='a'><inertial><mass value='1'/><inertia ixx='0' iyy='0' izz='0'/></inertial>"
                    "</link>")),
      AllOf(StartsWith("r.urdf:2: joint 'root' (floating) rotates link 'a'"),
            HasSubstr("This joint is the floating base: --base fixed holds it to the world.")));
}

TEST(UrdfRefusal, ReportsSeveralJointsWithoutInertiaOnce) {
  std::string text = Link("a");
  for (const char* name : {"b", "c", "d"})
    text +=
        fmt::format("<link name='{0}'/>", name) + JointText(std::string("j") + name, "continuous", "a", name);
  EXPECT_THAT(Refusal(Robot(text)),
              AllOf(StartsWith("r.urdf:3: joint 'jb'"), HasSubstr("2 more joints have the same defect.")));
}

TEST(UrdfRefusal, RejectsNumbersThatOverflow) {
  EXPECT_THAT(
      Refusal(Robot("<link name='a'><inertial><origin xyz='1e300 0 0'/><mass value='1e300'/><inertia ixx='1' "
                    "iyy='1' izz='1'/></inertial></link>" +
                    Link("b") + JointText("j", "fixed", "a", "b"))),
      StartsWith("r.urdf:2: "));
}

}  // namespace
}  // namespace slipstick::model
