// Controllers do not depend on Solo: a robot ten times as heavy, with other names and proportions, also trots
// and jumps.
#include <gtest/gtest.h>

#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/model/model_builder.h"
#include "slipstick/steppers/registry.h"
#include "support/numbers.h"
#include "support/sanitized.h"

namespace slipstick::control {
namespace {

using Eigen::VectorXd;

const std::vector<std::string> kPaws{"paw0", "paw1", "paw2", "paw3"};

/// About 25 kg; legs of 0.3 + 0.3 m, attached beside the trunk.
Model Hound() {
  ModelBuilder builder("hound");
  const int trunk = builder.Add("trunk", Inertia::Box(15.0, {0.7, 0.3, 0.15}), model::Floating("free"));
  for (int leg = 0; leg < 4; ++leg) {
    const std::string n = std::to_string(leg);
    const double x = leg < 2 ? 0.3 : -0.3, y = leg % 2 == 0 ? 0.15 : -0.15;
    const int hip = builder.Add("hip" + n, Inertia::Sphere(0.8, 0.05),
                                model::Revolute("roll" + n).On(trunk).At(Pose::At(x, y, 0)).About(model::X));
    const int thigh =
        builder.Add("thigh" + n, Inertia::Rod(1.0, {0, 0, 0}, {0, 0, -0.3}) + Inertia::Sphere(0.2, 0.03),
                    model::Revolute("pitch" + n).On(hip).At(Pose::At(0, 0.5 * y, 0)).About(model::Y));
    const int shank =
        builder.Add("shank" + n, Inertia::Rod(0.3, {0, 0, 0}, {0, 0, -0.3}) + Inertia::Sphere(0.1, 0.02),
                    model::Revolute("knee" + n).On(thigh).At(Pose::At(0, 0, -0.3)).About(model::Y));
    builder.AddFrame("paw" + n, shank, Pose::At(0, 0, -0.3));
  }
  return builder.Build();
}

VectorXd HoundStanding(const Model& model) {
  VectorXd q = model.neutral();
  for (int leg = 0; leg < 4; ++leg) {
    const double sign = leg < 2 ? 1.0 : -1.0;
    q.segment<3>(7 + 3 * leg) << 0.0, sign * 0.7, -sign * 1.4;
  }
  return PlaceOnGround(model, kPaws, q);
}

TEST(OtherRobots, TrotAndJump) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  WorldBuilder builder(Hound());
  builder.AddGround();
  for (const std::string& paw : kPaws) builder.AddPoint(paw);
  const World world = builder.Build();
  const LeggedRobot robot(world.model(), kPaws, HoundStanding(world.model()));
  const FieldValues trot{{"speed", "0.6"}, {"period", "0.5"}, {"clearance", "0.06"}, {"duration", "2.0"}};
  const FieldValues jump{{"crouch", "0.15"}, {"take_off", "0.06"}, {"push_time", "0.2"}, {"sink", "0.1"}};
  for (const auto& plan : {MakeMotion("trot", robot, trot), MakeMotion("jump", robot, jump)}) {
    const auto reference = std::make_shared<ReferenceMotion>(robot, plan, ForceDistributionOptions{}, 0.01);
    TrackingOptions options;
    options.joints.kp = 60.0, options.joints.kd = 2.0;  // torques scale with weight times length
    TrackingController controller(reference, options);
    const auto stepper = steppers::MakeStepper("implicit-euler", world);
    State state = world.StateAt(robot.standing);
    Actuation actuation(world.model());
    double highest = 0.0;
    while (state.t < reference->duration() - 1e-9) {
      controller.Update(state, actuation);
      for (int k = 0; k < 2; ++k)
        ASSERT_TRUE(contact::Advanced(stepper->Step(actuation, 2e-3, state).status));
      highest = support::Larger(highest, state.q[2]);
    }
    ReferenceSample last;
    reference->At(reference->duration(), last);
    const VectorXd error = dynamics::Difference(world.model(), state.q, last.q);
    EXPECT_LE(error.head<3>().norm(), 0.05);
    EXPECT_LE(error.segment<3>(3).norm(), 0.05);
    if (plan->moves_center_of_mass()) {
      EXPECT_GE(highest - robot.standing[2], 0.15) << "of the jump";
    } else {
      EXPECT_GE(state.q[0], 0.8) << "of the trot";
    }
  }
}

}  // namespace
}  // namespace slipstick::control
