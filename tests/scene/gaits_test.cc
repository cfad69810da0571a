// The robots of Pan and Hauser 2020 (nmdp) and their gaits in the built-in scenes.
#include <gmock/gmock.h>

#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/edited_scene.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;

struct Course {
  Vector3d end = Vector3d::Zero();     ///< displacement of the base, m
  double lowest = 0.0, highest = 0.0;  ///< of it, m
  double tilt = 0.0;                   ///< largest angle between its z and the world's, rad
};

Course RunFor(double duration, Scene scene) {
  scene.duration = duration;
  Simulation simulation(scene);
  Workspace<double> ws(scene.world->model());
  const auto base_at = [&](const State& state) {
    dynamics::ForwardKinematics(scene.world->model(), state.q, ws);
    return Vector3d(
        ToEigen(dynamics::PointPosition(scene.world->model(), ws, dynamics::BodyPoint<double>{0, {}})));
  };
  const Vector3d start = base_at(simulation.state());
  Course course;
  simulation.Observe([&](const StepView& step) {
    course.end = base_at(step.after) - start;
    course.lowest = Smaller(course.lowest, course.end.z());
    course.highest = Larger(course.highest, course.end.z());
    course.tilt = Larger(course.tilt, std::acos(Smaller(1.0, ws.body[0].R.z.z)));
  });
  simulation.Run();
  EXPECT_TRUE(simulation.done());
  return course;
}

TEST(NmdpRobots, HavePublishedMassAndStandOnTheirFeet) {
  const struct {
    const char* scene;
    double mass;
    Vector3d foot;  ///< front left, against the base, as published
    double height;  ///< of the base
  } cases[] = {{"robosimian-walk", 99.888, {0.621, 0.560, -0.739}, 0.789},
               {"spider-walk", 100.0, {0.5395, 0.5395, -0.3592}, 0.4392}};
  for (const auto& c : cases) {
    const Scene scene = BuildScene(FindScene(c.scene));
    const Model& model = scene.world->model();
    EXPECT_EQ(model.nv(), 15);
    EXPECT_NEAR(model.total_mass(), c.mass, 1e-9);
    Workspace<double> ws(model);
    dynamics::ForwardKinematics(model, scene.initial.q, ws);
    const Vector3d base = ToEigen(dynamics::PointPosition(model, ws, dynamics::BodyPoint<double>{0, {}}));
    EXPECT_NEAR(base.z(), c.height, 5e-4);  // digits published
    for (const char* foot : {"FL_foot", "FR_foot", "HL_foot", "HR_foot"}) {
      const Vector3d expected(c.foot.x() * (foot[0] == 'F' ? 1 : -1), c.foot.y() * (foot[1] == 'L' ? 1 : -1),
                              c.foot.z());
      EXPECT_LT((dynamics::FramePose(model, ws, model.frame(foot)).p - base - expected).norm(), 1e-3) << foot;
    }
  }
}

TEST(GaitScenes, WalkForwardUpright) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* base : {"planar", "floating"}) {
    const Course robosimian =
        RunFor(3.0, EditedScene("robosimian-walk",
                                {{"stepper", "implicit-euler"}, {"dt", "5 ms"}, {"robots.base", base}}));
    EXPECT_THAT(robosimian.end.x(), testing::AllOf(testing::Gt(0.6), testing::Lt(2.0))) << base;
    EXPECT_LT(robosimian.tilt, 0.2) << base;
    EXPECT_GT(robosimian.lowest, -0.2) << base;
    const Course spider = RunFor(
        3.0, EditedScene("spider-walk", {{"stepper", "tamsi"}, {"dt", "5 ms"}, {"robots.base", base}}));
    EXPECT_THAT(spider.end.x(), testing::AllOf(testing::Gt(0.25), testing::Lt(1.2))) << base;
    EXPECT_LT(spider.tilt, 0.2) << base;
  }
}

TEST(GaitScenes, WalkOnSandWithFeetBelowTheSurface) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* base : {"planar", "floating"}) {
    const Course course = RunFor(3.0, EditedScene("granular-walk", {{"robots.base", base}}));
    EXPECT_THAT(course.end.x(), testing::AllOf(testing::Gt(0.6), testing::Lt(2.0))) << base;
    EXPECT_THAT(course.lowest, testing::AllOf(testing::Gt(-0.2), testing::Lt(-0.08))) << base;
    EXPECT_LT(course.tilt, 0.2) << base;
  }
}

TEST(GaitScenes, JumpStraightUpAndStayLevel) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* name : {"robosimian-jump", "spider-jump"})
    for (const char* base : {"planar", "floating"}) {
      const Course jump = RunFor(
          2.5, EditedScene(name, {{"stepper", "implicit-euler"}, {"dt", "5 ms"}, {"robots.base", base}}));
      EXPECT_GT(jump.highest, 0.25) << name;  // legs alone reach 0.2 m
      EXPECT_LT(jump.highest, 1.0) << name;
      EXPECT_LT(jump.lowest, -0.2) << name;
      EXPECT_LT(jump.tilt, 1e-5) << name;  // the model and the gait are symmetric
      EXPECT_LT(jump.end.head<2>().norm(), 1e-5) << name;
    }
}

TEST(GaitScenes, TargetsAreSampledAtTheEndOfTheStep) {
  for (const char* dt : {"1 ms", "50 ms"}) {
    const Scene scene = EditedScene("robosimian-jump", {{"dt", dt}});
    const Scene other = EditedScene("robosimian-jump", {{"dt", dt}, {"controller.sample", "start"}});
    Actuation at_end(scene.world->model()), at_start(scene.world->model());
    State state = scene.initial;
    state.t = 1.1;
    scene.controls->Update(state, at_end);
    state.t = 1.1 + scene.dt;
    other.controls->Update(state, at_start);
    EXPECT_LT((at_end.q_ref - at_start.q_ref).norm(), kAccumulatedRounding) << dt;
  }
}

TEST(GaitScenes, ErrorsNamePlaceAndRemedy) {
  const auto refusal = [](const std::string& key, const std::string& value) {
    return Refusal([&] { EditedScene("robosimian-walk", {{key, value}}); });
  };
  EXPECT_THAT(refusal("controller.stride", "3 m"), HasSubstr("foot 'FL_foot' cannot move"));
  EXPECT_THAT(refusal("controller.lift", "-1"), HasSubstr("lift = -1 m, must be between 0 and 10"));
  EXPECT_THAT(refusal("controller.stage", "0"), HasSubstr("stage = 0 s, must be"));
  EXPECT_THAT(refusal("controller.strid", "1"), HasSubstr("did you mean 'stride'"));
  EXPECT_THAT(refusal("controller.feet", "['FL_foot']"), HasSubstr("has 1 feet"));
  EXPECT_THAT(refusal("robots.base", "fixed"), HasSubstr("its base is fixed to the world"));
  EXPECT_THAT(refusal("controller", "{ kind = 'trot', feet = ['FL_foot', 'FR_foot', 'HL_foot', 'HR_foot'] }"),
              HasSubstr("the base 'torso' of 'robosimian-walk' is planar"));
}

}  // namespace
}  // namespace slipstick::scene
