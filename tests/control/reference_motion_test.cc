// Reference motions are continuous, velocities are derivatives, and stance feet do not move.
#include "slipstick/control/followers/reference_motion.h"

#include <gtest/gtest.h>

#include <map>

#include "slipstick/control/plans/jump.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/control/plans/squat.h"
#include "slipstick/control/plans/trot.h"
#include "slipstick/core/convert.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/sanitized.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Cached. Coarse samples: the properties hold for any, and sanitizers are slow.
const ReferenceMotion& SoloReference(const std::string& name) {
  static std::map<std::string, std::unique_ptr<ReferenceMotion>> motions;
  auto& motion = motions[name];
  if (!motion)
    motion = std::make_unique<ReferenceMotion>(SoloRobot(), MakeMotion(name, SoloRobot()),
                                               ForceDistributionOptions{}, 5e-3);
  return *motion;
}

class References : public ::testing::TestWithParam<std::string> {
 protected:
  ReferenceSample At(double t) const {
    ReferenceSample sample;
    motion_.At(t, sample);
    return sample;
  }
  Vector3d Foot(int foot, const ReferenceSample& sample) {
    dynamics::ForwardKinematics(Solo(), sample.q, ws_);
    return ToEigen(dynamics::PointPosition(Solo(), ws_, motion_.robot().soles[foot]));
  }

  const ReferenceMotion& motion_ = SoloReference(GetParam());
  Workspace<double> ws_{Solo()};
};

TEST_P(References, VelocitiesAreDerivatives) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double h = 1e-5;
  for (double t = 0.01; t < motion_.duration(); t += 0.0171) {
    const VectorXd difference = dynamics::Difference(Solo(), At(t - h).q, At(t + h).q) / (2.0 * h);
    EXPECT_LE(LargestDifference(difference, At(t).v), 2e-3 * (1.0 + At(t).v.norm())) << "t = " << t;
  }
}

// Velocities at samples come from the plan, those between samples from the interpolated q: both agree.
TEST_P(References, SampledVelocitiesAgreeWithTheirNeighbours) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const auto& samples = motion_.samples();
  const double h = motion_.sample_time();
  for (size_t k = 1; k + 1 < samples.size(); ++k) {
    const VectorXd central = dynamics::Difference(Solo(), samples[k - 1].q, samples[k + 1].q) / (2.0 * h);
    // the mean of v over two intervals is v + (second difference) / 6 where it is smooth, / 4 at a kink
    const double bend = (samples[k + 1].v - 2.0 * samples[k].v + samples[k - 1].v).norm();
    EXPECT_LE((central - samples[k].v).norm(), 0.3 * bend + 1e-4) << "t = " << k * h;
  }
}

TEST_P(References, AreContinuous) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double h = 1e-4;
  for (double t = 0.0; t < motion_.duration(); t += 0.00517) {
    const ReferenceSample from = At(t), to = At(t + h);
    EXPECT_LE(dynamics::Difference(Solo(), from.q, to.q).norm(), 2.0 * h * (1.0 + from.v.norm()))
        << "t = " << t;
    EXPECT_LE((to.v - from.v).norm(), 2.0) << "t = " << t;  // at most 1e4 rad/s² at jumps of acceleration
  }
}

TEST_P(References, StanceFeetDoNotMove) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (int foot = 0; foot < 4; ++foot) {
    Vector3d before = Vector3d::Zero();
    bool stood = false;
    int compared = 0;
    for (size_t k = 0; k < motion_.samples().size(); ++k) {
      const double t = motion_.plan().TimeAt(k * motion_.sample_time());
      const bool stands = motion_.plan().IsInStance(foot, t);
      const Vector3d p = Foot(foot, motion_.samples()[k]);
      EXPECT_GE(p.z(), -2e-9);
      EXPECT_LE(stands * p.z(), 2e-9);  // the tolerance of inverse kinematics and 1 ns of a swing
      EXPECT_LE((stands && stood) * (p - before).norm(), 2e-9) << "foot " << foot << " t = " << t;
      compared += stands && stood;
      before = p, stood = stands;
    }
    EXPECT_GT(compared, 0) << "foot " << foot << " must stand";
  }
}

TEST_P(References, BeginAndEndAtRest) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double T = motion_.duration();
  EXPECT_LE(At(0.0).v.norm(), 1e-6);
  EXPECT_LE(At(T).v.norm(), 1e-6);
  EXPECT_EQ(At(T + 1.0).q, At(T).q);
  EXPECT_EQ(At(T + 1.0).v.norm(), 0.0);
  EXPECT_EQ(At(-1.0).v.norm(), 0.0);
}

TEST_P(References, ContactImpulseBalancesGravity) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  double impulse = 0.0;
  for (const ReferenceSample& sample : motion_.samples())
    for (int foot = 0; foot < 4; ++foot) impulse += sample.f[3 * foot + 2] * motion_.sample_time();
  const double weight = 9.81 * motion_.robot().mass * motion_.duration();
  EXPECT_NEAR(impulse, weight, 0.02 * weight);  // sums over steps where forces jump
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const MotionEntry& motion : Motions()) names.push_back(motion.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, References, ::testing::ValuesIn(Names()),
                         [](const auto& motion) { return motion.param; });

TEST(Squat, FollowsASine) {
  SquatParameters parameters;
  parameters.ramp = 0.0;
  const auto plan = MakeSquat(SoloRobot(), parameters);
  for (double t = 0.0; t < 4.0; t += 0.1)
    EXPECT_NEAR(plan->Body(t).p.z() - SoloStanding()[2], 0.03 * std::sin(2.0 * t), 1e-9);
}

TEST(Jump, HasNoContactForceInFlight) {
  const LeggedRobot robot = SoloRobot();
  const ReferenceMotion motion(robot, MakeJump(robot), {}, 5e-3);
  int flying = 0;
  for (size_t k = 0; k < motion.samples().size(); ++k) {
    if (motion.plan().IsInStance(0, motion.plan().TimeAt(k * motion.sample_time()))) continue;
    ++flying;
    EXPECT_EQ(motion.samples()[k].f.norm(), 0.0);
    EXPECT_LE(motion.samples()[k].residual, 1e-6) << k;  // a symmetric robot has no angular momentum
  }
  EXPECT_NEAR(flying * motion.sample_time(), JumpParameters().flight_time, 2.0 * motion.sample_time());
}

TEST(Trot, AdvancesAtItsSpeed) {
  const LeggedRobot robot = SoloRobot();
  const TrotParameters p;
  const auto plan = MakeTrot(robot, p);
  const double distance = plan->Body(plan->duration()).p.x() - plan->Body(0.0).p.x();
  EXPECT_NEAR(distance, p.speed * (p.duration - 2.0 * p.stand_time - p.ramp), kAccumulatedRounding);
  EXPECT_NEAR(plan->Body(1.5).v.x(), p.speed, kAccumulatedRounding);
  for (int foot = 0; foot < 4; ++foot)  // the final stance is the initial one, moved forward
    EXPECT_NEAR(plan->Foot(foot, p.duration).p.x() - robot.stance[foot].x(), distance, kAccumulatedRounding);
}

TEST(Trot, KeepsADiagonalPairOnTheGround) {
  const auto plan = MakeTrot(SoloRobot());
  for (double t = 0.0; t < plan->duration(); t += 1e-3) {
    EXPECT_EQ(plan->IsInStance(0, t), plan->IsInStance(3, t));
    EXPECT_EQ(plan->IsInStance(1, t), plan->IsInStance(2, t));
    EXPECT_TRUE(plan->IsInStance(0, t) || plan->IsInStance(1, t));
  }
}

TEST(Plans, RejectInvalidParameters) {
  const LeggedRobot robot = SoloRobot();
  EXPECT_EQ(Refusal([&] { MakeTrot(robot, {.duty = 0.3}); }),
            "trot: duty = 0.3, must be between 0.5 and 0.95 (fraction of the period in which a foot is "
            "in stance).");
  EXPECT_NE(Refusal([&] { MakeTrot(robot, {.duration = 0.9}); }).find("too short"), std::string::npos);
  EXPECT_NE(Refusal([&] { MakeTrot(LeggedRobot(Solo(), {"FL_FOOT"}, SoloStanding())); }).find("has 1 feet"),
            std::string::npos);
  EXPECT_NE(Refusal([&] { MakeSquat(robot, {.duration = 0.5}); }).find("ramp"), std::string::npos);
  EXPECT_NE(Refusal([&] { MakeJump(robot, {.flight_time = -1.0}); }).find("flight_time = -1 s"),
            std::string::npos);
  EXPECT_EQ(Refusal([&] { MakeMotion("trott", robot); }), "there is no motion 'trott'; did you mean 'trot'?");
  EXPECT_EQ(Refusal([&] {
              MakeMotion("trot", robot, {{"sped", "0.1"}});
            }),
            "trot: there is no option 'sped'; did you mean 'speed'?");
  EXPECT_EQ(Refusal([&] {
              MakeMotion("trot", robot, {{"speed", "1e9"}});
            }),
            "trot: speed = 1000000000 m/s, must be between -100 and 100 (forward speed; negative: "
            "backward).");
  const std::string reach =
      Refusal([&] { ReferenceMotion(robot, MakeSquat(robot, {.amplitude = 0.2}), {}, 0.02); });
  EXPECT_NE(reach.find("FOOT' cannot reach"), std::string::npos) << reach;
}

}  // namespace
}  // namespace slipstick::control
