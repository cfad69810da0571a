#include "slipstick/laws/joint_forces.h"

#include <gtest/gtest.h>

#include "support/contact_worlds.h"
#include "support/tolerances.h"

namespace slipstick::laws {

using namespace support;
namespace {

using Eigen::VectorXd;

World Slider(const JointSpec& joint) {
  ModelBuilder builder("slider");
  builder.Add("cart", Inertia::Box(2.0, {0.1, 0.1, 0.1}), joint);
  return WorldBuilder(builder.Build()).Build();
}

struct SliderForce {
  double active, passive, by_q, by_v;
};
SliderForce At(const World& world, double q, double v, const Actuation& actuation, double q_held = 0.0) {
  JointForces forces(world);
  const VectorXd held = VectorXd::Constant(world.has_dry_friction() ? 1 : 0, q_held);
  const VectorXd at = VectorXd::Constant(1, q), speed = VectorXd::Constant(1, v);
  forces.Evaluate(actuation, at, speed, held);
  return {forces.active[0], forces.passive[0], forces.by_q[0], forces.by_v[0]};
}

TEST(JointForces, DampingOpposesMotion) {
  const World world = Slider(model::Prismatic("rail").Along(model::X).Damping(3.0));
  const SliderForce force = At(world, 0.5, 2.0, Actuation(world.model()));
  EXPECT_DOUBLE_EQ(force.passive, -6.0);
  EXPECT_DOUBLE_EQ(force.by_v, -3.0);
}

TEST(JointForces, FeedbackActsTowardsItsTarget) {
  const World world = Slider(model::Prismatic("rail").Along(model::X));
  Actuation actuation(world.model());
  actuation.tau << 1.0;
  actuation.kp = VectorXd::Constant(1, 100.0);
  actuation.kd = VectorXd::Constant(1, 10.0);
  actuation.q_ref = VectorXd::Constant(1, 0.3);
  actuation.v_ref = VectorXd::Constant(1, 0.2);
  const SliderForce force = At(world, 0.1, 0.5, actuation);
  EXPECT_NEAR(force.active, 1.0 + 100.0 * 0.2 + 10.0 * -0.3, kAccumulatedRounding);
  EXPECT_DOUBLE_EQ(force.by_q, -100.0);
  EXPECT_DOUBLE_EQ(force.by_v, -10.0);
}

TEST(JointForces, LimitsResistPenetrationAndNeverPull) {
  const World world = Slider(model::Prismatic("rail").Along(model::X).Limits(-1.0, 1.0));
  const Actuation none(world.model());
  const world::JointLaw& law = world.joint_laws()[0];
  EXPECT_DOUBLE_EQ(law.limit_stiffness,
                   2.0 / (5e-3 * 5e-3));  // the mass over the square of the time constant
  EXPECT_EQ(At(world, 0.999, 5.0, none).passive, 0.0);
  EXPECT_NEAR(At(world, 1.001, 0.0, none).passive, -law.limit_stiffness * 1e-3, kForceRounding);
  EXPECT_NEAR(At(world, -1.001, 0.0, none).passive, law.limit_stiffness * 1e-3, kForceRounding);
  EXPECT_EQ(At(world, 1.001, -10.0, none).passive, 0.0) << "spring and damper together would pull";
}

TEST(JointForces, DryFrictionSticksUpToItsLimitAndThenSlips) {
  const World world = Slider(model::Prismatic("rail").Along(model::X).Friction(4.0));
  const Actuation none(world.model());
  const double stiffness = world.joint_laws()[0].friction_stiffness;
  EXPECT_NEAR(At(world, 1e-6, 0.0, none).passive, -stiffness * 1e-6, kForceRounding);
  EXPECT_DOUBLE_EQ(At(world, 0.1, 0.0, none).passive, -4.0);
  EXPECT_DOUBLE_EQ(At(world, -0.1, 0.0, none).passive, 4.0);
  EXPECT_EQ(At(world, 0.1, 0.0, none).by_q, 0.0);

  JointForces forces(world);
  VectorXd held = VectorXd::Zero(1);
  const VectorXd q = VectorXd::Constant(1, 0.1), v = VectorXd::Zero(1);
  forces.Evaluate(none, q, v, held);
  forces.StoreMemory(q, v, 1e6, EvaluatedAt::kEnd, held);  // long after the transient
  EXPECT_NEAR(held[0], 0.1 - 4.0 / stiffness, 1e-8);
}

}  // namespace
}  // namespace slipstick::laws
