// Inertias that a file does not give, taken from the collision shapes.
#include <gmock/gmock.h>

#include "slipstick/geometry/solid_inertia.h"
#include "support/tolerances.h"
#include "support/urdf_test_tools.h"

namespace slipstick::model {

using namespace support;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

UrdfOptions FromShapes(double density, UrdfOptions::Base base = UrdfOptions::Base::kAuto) {
  UrdfOptions options;
  options.base = base;
  options.missing_inertia = geometry::SolidOfDensity(density);
  return options;
}

std::string Box(const std::string& x, const std::string& size = "0.1 0.2 0.3") {
  return "<collision><origin xyz='" + x + " 0 0'/><geometry><box size='" + size +
         "'/></geometry></collision>";
}

std::string Bare(const std::string& name, const std::string& shapes) {
  return "<link name='" + name + "'>" + shapes + "</link>\n";
}

/// World, and links 'b' and 'tip' on it: b moves, tip is fixed to b.
std::string Arm(const std::string& b, const std::string& tip = "<link name='tip'/>\n") {
  return Robot("<link name='world'/>\n" + b + tip + JointText("j", "continuous", "world", "b") +
               JointText("weld", "fixed", "b", "tip", "<origin xyz='0 0 1'/>"));
}

TEST(UrdfMissingInertia, IsTheSumOfTheCollisionShapes) {
  const UrdfResult result = Read(Arm(Bare("b", Box("1") + Box("3"))), FromShapes(500.0));
  const Inertia one = Inertia::Box(500.0 * 0.006, {0.1, 0.2, 0.3});
  const Inertia expected = one.In(Pose::At(1, 0, 0)) + one.In(Pose::At(3, 0, 0));
  const Inertia& inertia = result.model.bodies()[0].inertia;
  EXPECT_NEAR(inertia.mass, 6.0, kRounding);
  EXPECT_NEAR((inertia.com - Eigen::Vector3d(2, 0, 0)).norm(), 0.0, kRounding);
  EXPECT_NEAR((inertia.rotational - expected.rotational).norm(), 0.0, kRounding);
  EXPECT_THAT(Warnings(result),
              testing::Contains("3: link 'b': has no inertia; that of its collision shapes is used, 6 kg"));
}

TEST(UrdfMissingInertia, RefusalNamesTheOptionIfThereAreShapes) {
  EXPECT_THAT(
      Refusal(Arm(Bare("b", Box("1")))),
      AllOf(StartsWith("r.urdf:5: joint 'j' (continuous) rotates link 'b'"),
            HasSubstr("or make the joint fixed. Or load with missing_inertia = shapes "
                      "(--missing-inertia shapes), which takes the inertia from the collision shapes.")));
  EXPECT_THAT(Refusal(Arm(Bare("b", ""), Bare("tip", Box("0")))), HasSubstr("--missing-inertia shapes"));
  EXPECT_THAT(Refusal(Arm(Bare("b", ""))), testing::Not(HasSubstr("missing_inertia")));
  EXPECT_THAT(Refusal(Arm(Bare("b", "")), FromShapes(1000.0)),
              HasSubstr("It has no collision shapes from which an inertia could be taken."));
}

TEST(UrdfMissingInertia, AnInertiaInTheFileIsThatOfTheWholeBody) {
  EXPECT_EQ(Read(Arm(Link("b", Box("1")), Bare("tip", Box("0"))), FromShapes(1000.0)).model.total_mass(),
            1.0);
  EXPECT_EQ(Read(Arm(Bare("b", Box("1")), Link("tip")), FromShapes(1000.0)).model.total_mass(), 1.0);
  // None of them has one.
  const Model both = Read(Arm(Bare("b", Box("0")), Bare("tip", Box("0"))), FromShapes(1000.0)).model;
  EXPECT_NEAR(both.total_mass(), 12.0, kRounding);
  EXPECT_NEAR(both.bodies()[0].inertia.com.z(), 0.5, kRounding);
}

// Shapes of links that cannot move are not even looked at.
TEST(UrdfMissingInertia, TheRootStaysFixedUnlessItIsToFloat) {
  const std::string text =
      Robot(Bare("a", Box("0")) + Bare("b", Box("0")) + JointText("j", "continuous", "a", "b"));
  const UrdfResult fixed = Read(text, FromShapes(1000.0));
  EXPECT_EQ(fixed.model.nv(), 1);
  EXPECT_NEAR(fixed.builder.total_mass(), 6.0, kRounding);
  EXPECT_THAT(Warnings(fixed), testing::Contains(HasSubstr("(to let it float, set base = floating)")));
  const UrdfResult floating = Read(text, FromShapes(1000.0, UrdfOptions::Base::kFloating));
  EXPECT_EQ(floating.model.nv(), 7);
  EXPECT_NEAR(floating.model.total_mass(), 12.0, kRounding);
}

TEST(UrdfMissingInertia, ReportsShapesThatHaveNone) {
  EXPECT_THAT(Refusal(Arm(Bare("b", "\n" + Box("1", "0 1 1"))), FromShapes(1000.0)),
              StartsWith("r.urdf:4: link 'b' has no inertia, and this collision shape gives none: "));
  const std::string mesh = "<collision><geometry><mesh filename='x.dae'/></geometry></collision>";
  EXPECT_THAT(
      Refusal(Arm(Bare("b", mesh)), FromShapes(1000.0)),
      AllOf(StartsWith("r.urdf:3: link 'b' has no inertia"), HasSubstr("mesh 'x.dae' was not found")));
}

}  // namespace
}  // namespace slipstick::model
