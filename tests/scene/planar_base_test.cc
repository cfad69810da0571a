// Robots whose base moves along x and z and rotates about y.
#include <gmock/gmock.h>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/run/run_statistics.h"
#include "slipstick/run/simulation.h"
#include "support/numbers.h"
#include "support/scene_text.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;

Scene WithBox(const std::string& keys) {
  return BuildText("[[robots]]\nmodel = 'free_box.urdf'\nbase = 'planar'\n" + keys);
}

std::string RefusalForBox(const std::string& keys) {
  return Refusal([&] { WithBox(keys); });
}

Pose BoxPose(const Scene& scene) {
  Workspace<double> ws(scene.world->model());
  dynamics::ForwardKinematics(scene.world->model(), scene.initial.q, ws);
  return dynamics::FramePose(scene.world->model(), ws, 0);
}

Vector3d BoxVelocity(const Scene& scene) {
  Workspace<double> ws(scene.world->model());
  dynamics::ForwardKinematics(scene.world->model(), scene.initial.q, scene.initial.v, ws);
  return ToEigen(dynamics::PointVelocity(ws, dynamics::BodyPoint<double>{0, {}}));
}

double LowestGap(const Scene& scene) {
  Workspace<double> ws(scene.world->model());
  dynamics::ForwardKinematics(scene.world->model(), scene.initial.q, ws);
  geometry::ContactFinder finder(scene.world->geometry());
  double lowest = 1e9;
  for (const ContactPoint& contact : finder.Find(scene.world->model(), ws, 1.0))
    lowest = Smaller(lowest, contact.gap);
  return lowest;
}

TEST(PlanarBase, HasThreeDofs) {
  const Scene scene = WithBox("");
  EXPECT_EQ(scene.world->model().nv(), 3);
  EXPECT_EQ(scene.world->model().joints()[0].kind, JointKind::kPlanar);
}

TEST(PlanarBase, StandsOnTheGroundInAnyPlane) {
  for (const char* keys : {"", "position = [1, 2, 3]\non_ground = true", "rpy = [0, 0.3, 0]",
                           "rpy = [0, 0.3, 1.2]", "rpy = [0.2, 0, 0]"}) {
    const Scene scene = WithBox(keys);
    EXPECT_NEAR(LowestGap(scene), 0.0, 1e-9) << keys;
  }
  EXPECT_EQ(BoxPose(WithBox("position = [1, 2, 3]\non_ground = true")).p.head<2>(),
            Eigen::Vector2d(1.0, 2.0));
  EXPECT_EQ(BoxPose(WithBox("position = [1, 2, 3]")).p, Vector3d(1.0, 2.0, 3.0));
}

TEST(PlanarBase, StartsWithVelocitiesInItsPlane) {
  EXPECT_LT((BoxVelocity(WithBox("velocity = [3, 0, 4]")) - Vector3d(3, 0, 4)).norm(), kAccumulatedRounding);
  // Rotated about z by 90 degrees, it moves along y and z.
  const Scene turned = WithBox("rpy = [0, 0, '90 deg']\nvelocity = [0, 3, 4]\nangular_velocity = [-2, 0, 0]");
  EXPECT_LT((BoxVelocity(turned) - Vector3d(0, 3, 4)).norm(), kAccumulatedRounding);
  EXPECT_NEAR(turned.initial.v(2), 2.0, kAccumulatedRounding);
}

TEST(PlanarBase, RejectsVelocitiesOutOfThePlane) {
  EXPECT_THAT(RefusalForBox("velocity = [0, 1, 0]"),
              HasSubstr("s.toml:4:12: 'velocity' of robot 'free_box' leaves the plane"));
  EXPECT_THAT(RefusalForBox("angular_velocity = [1, 0, 0]"), HasSubstr("it can be about y only"));
  EXPECT_THAT(RefusalForBox("rpy = ['90 deg', 0, 0]"),
              HasSubstr("moves in a level plane; give it a position"));
}

TEST(PlanarBase, IsReportedInWorldCoordinates) {
  Scene scene = WithBox("position = [1, 2, 3]\nvelocity = [1, 0, 0]");
  scene.duration = 0.1;
  Simulation simulation(scene);
  run::RunStatistics statistics(simulation);
  simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  simulation.Run();
  const RunSummary summary = statistics.Summarise(simulation);
  EXPECT_EQ(summary.base_start, Vector3d(1, 2, 3));
  EXPECT_NEAR(summary.base_end.x(), 1.1, 1e-9);
  EXPECT_EQ(summary.base_end.y(), 2.0);
  EXPECT_NEAR(summary.base_end.z(), 3.0 - 0.5 * 9.81 * 0.01, 1e-3);  // steps of 1 ms
}

}  // namespace
}  // namespace slipstick::scene
