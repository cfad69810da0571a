// Verdicts on made-up steps of a ball of 1 kg: E = v² / 2.
#include "torture/judge.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/scene_text.h"

namespace slipstick::torture {

using namespace support;
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class TortureJudge : public testing::Test {
 protected:
  explicit TortureJudge(double height = 5.0)
      : scene_(BuildText(Text(height))), judge_(*scene_.world), before_(scene_.initial), after_(before_) {
    before_.v(0) = 1.0;  // 0.5 J
    after_.v(0) = 1.0;
  }
  static std::string Text(double height) {
    return "allow_penetration = true\ngravity = [0, 0, 0]\n[materials.default]\nstiffness = 1000\n"
           "[[bodies]]\nshape = 'sphere'\nradius = 0.1\nmass = 1\nposition = [0, 0, " +
           std::to_string(height) + "]\n";
  }
  Verdict Judged() {
    const Actuation actuation(scene_.world->model());
    return judge_.Step({0, h_, before_, after_, actuation, report_, nullptr});
  }

  Scene scene_;
  Judge judge_;
  State before_, after_;
  StepReport report_;
  double h_ = 0.01;
};

TEST_F(TortureJudge, PassesAnOrdinaryStep) { EXPECT_EQ(Judged(), Verdict::kFine); }

TEST_F(TortureJudge, ExplosionIsMoreThanTenTimesTheEnergy) {
  after_.v(0) = 3.1;  // 9.6 times
  EXPECT_EQ(Judged(), Verdict::kFine);
  after_.v(0) = 3.2;  // 10.2 times
  EXPECT_EQ(Judged(), Verdict::kExplosion);
  report_.energy.actuation_work = 0.1;
  EXPECT_EQ(Judged(), Verdict::kFine);
  report_.energy.actuation_work = -0.1;
  EXPECT_EQ(Judged(), Verdict::kExplosion);
  report_.status = StepStatus::kNotConverged;
  EXPECT_EQ(Judged(), Verdict::kFine);
}

TEST_F(TortureJudge, ExplosionOfUnresolvedMotionIsFast) {
  after_.v(0) = 4.0;
  h_ = 0.51;  // × 1 m/s
  EXPECT_EQ(Judged(), Verdict::kFastExplosion);
  h_ = 0.49;
  EXPECT_EQ(Judged(), Verdict::kExplosion);
}

TEST_F(TortureJudge, TinyEnergiesDoNotExplode) {
  before_.v(0) = 1e-6, after_.v(0) = 0.3;
  EXPECT_EQ(Judged(), Verdict::kFine);
  after_.v(0) = 0.4;  // 80 mJ; ten times the energy at 0.1 m/s is 50 mJ
  EXPECT_EQ(Judged(), Verdict::kExplosion);
}

class TortureJudgeInGround : public TortureJudge {
 protected:
  TortureJudgeInGround() : TortureJudge(0.0) {}  // 0.1 m deep: 5 J
};

TEST_F(TortureJudgeInGround, ElasticEnergyIsAvailable) {
  before_.v(0) = 0.0;
  after_.v(0) = 9.9;  // 49 J
  EXPECT_EQ(Judged(), Verdict::kFine);
  after_.v(0) = 10.1;  // 51 J
  EXPECT_EQ(Judged(), Verdict::kExplosion);
}

TEST_F(TortureJudge, FindsNonFiniteNumbers) {
  report_.energy.contact_work = kNan;
  EXPECT_EQ(Judged(), Verdict::kNonFinite);
  report_.energy.contact_work = 0.0;
  report_.contacts.resize(1);
  report_.contacts[0] = {};
  EXPECT_EQ(Judged(), Verdict::kFine);
  report_.contacts[0].force.y = kNan;
  EXPECT_EQ(Judged(), Verdict::kNonFinite);
  report_.contacts.clear();
  after_.q(1) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Judged(), Verdict::kNonFinite);
}

TEST_F(TortureJudge, FailedStepMustNotMoveTheState) {
  report_.status = StepStatus::kDiverged;
  after_ = before_;
  EXPECT_EQ(Judged(), Verdict::kFine);
  after_.v(0) += 1e-15;
  EXPECT_EQ(Judged(), Verdict::kMoved);
  after_ = before_;
  after_.contacts.push_back({1, {0, 0, 0}, {0, 0, 0}, 0.0, false});
  EXPECT_EQ(Judged(), Verdict::kMoved);
}

}  // namespace
}  // namespace slipstick::torture
