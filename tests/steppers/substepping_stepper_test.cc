// The rules of splitting a step, on a method that solves sub-steps up to a given length.
#include "slipstick/steppers/substepping_stepper.h"

#include <gmock/gmock.h>

#include "support/small_problems.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using testing::ElementsAre;

constexpr double kWhole = 8.0;  // s

/// Moves at 1 m/s. Rejects sub-steps for which `fails` holds, as long as it may.
class Splitting : public SubsteppingStepper {
 public:
  Splitting(const World& world, int max_substeps) : SubsteppingStepper(world, max_substeps) {}

  std::function<bool(double from, double h)> fails = [](double, double) { return false; };
  double gives_up_at = 1e9;             ///< m; sub-steps from here on end the step
  std::vector<double> tried, accepted;  ///< lengths of sub-steps

 private:
  void BeginStep() override { tried.clear(), accepted.clear(); }
  Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) override {
    tried.push_back(substep.h);
    EXPECT_LE(tried.size(), 100u) << "the loop does not end";
    EXPECT_DOUBLE_EQ(substep.fraction, substep.h / kWhole);
    EXPECT_EQ(substep.is_first(), tried.size() == 1);
    if (state.q(0) >= gives_up_at) {
      report.status = StepStatus::kDiverged;
      return Result::kFailed;
    }
    if (fails(state.q(0), substep.h)) {
      if (!substep.accepts_failure) {
        EXPECT_TRUE(substep.can_be_split);
        return Result::kTooLong;
      }
      report.status = StepStatus::kNotConverged;
    }
    accepted.push_back(substep.h);
    state.q(0) += substep.h;
    report.energy.contact_work += 1.0;
    return Result::kDone;
  }
};

class SplitSteps : public testing::Test {
 protected:
  SplitSteps() { state_.v(0) = 1.0; }
  const StepReport& Step(Splitting& stepper) {
    return stepper.Step(Actuation(world_.model()), kWhole, state_);
  }

  World world_ = FreeCart(1.0);
  State state_ = world_.InitialState();
};

TEST_F(SplitSteps, StepThatSucceedsIsNotSplit) {
  Splitting stepper(world_, 8);
  const StepReport& report = Step(stepper);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_THAT(stepper.accepted, ElementsAre(8));
  EXPECT_EQ(report.substeps, 1);
  EXPECT_EQ(report.depth, 0);
  EXPECT_EQ(report.rejected, 0);
  EXPECT_EQ(report.shortest, 8.0);
  EXPECT_EQ(report.longest, 8.0);
}

TEST_F(SplitSteps, AreAsLongAsTheMethodAllows) {
  Splitting stepper(world_, 8);
  stepper.fails = [](double, double h) { return h > 2.0; };
  const StepReport& report = Step(stepper);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_THAT(stepper.tried, ElementsAre(8, 4, 2, 2, 4, 2, 2));  // 4 again where a sub-step of 4 may begin
  EXPECT_EQ(report.substeps, 4);
  EXPECT_EQ(report.depth, 2);
  EXPECT_EQ(report.rejected, 3);
  EXPECT_EQ(report.shortest, 2.0);
  EXPECT_EQ(report.longest, 2.0);
  EXPECT_EQ(state_.q(0), kWhole);
  EXPECT_EQ(state_.t, kWhole);
}

TEST_F(SplitSteps, GrowAfterADifficultSubstep) {
  Splitting stepper(world_, 8);
  stepper.fails = [](double from, double h) { return from < 2.0 && h > 1.0; };
  const StepReport& report = Step(stepper);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_THAT(stepper.accepted, ElementsAre(1, 1, 2, 4));
  EXPECT_EQ(report.substeps, 4);
  EXPECT_EQ(report.depth, 3);
  EXPECT_EQ(report.rejected, 3);
  EXPECT_EQ(report.shortest, 1.0);
  EXPECT_EQ(report.longest, 4.0);
}

TEST_F(SplitSteps, EndIfTheMethodAlwaysFails) {
  Splitting stepper(world_, 8);
  stepper.fails = [](double, double) { return true; };
  const StepReport& report = Step(stepper);
  EXPECT_EQ(report.status, StepStatus::kNotConverged);
  EXPECT_THAT(stepper.tried, ElementsAre(8, 4, 2, 1, 1, 2, 4));  // no retries after the first one kept
  EXPECT_EQ(report.substeps, 4);
  EXPECT_EQ(report.depth, 3);
  EXPECT_EQ(report.rejected, 3);
  EXPECT_EQ(state_.q(0), kWhole);
  EXPECT_EQ(state_.t, kWhole);
}

TEST_F(SplitSteps, NumberIsRoundedDownToAPowerOfTwo) {
  Splitting six(world_, 6), one(world_, 1);
  six.fails = one.fails = [](double, double) { return true; };
  EXPECT_EQ(Step(six).shortest, 2.0);
  EXPECT_EQ(Step(one).substeps, 1);
  EXPECT_THAT(one.tried, ElementsAre(8));
}

TEST_F(SplitSteps, NothingMovesIfTheMethodGivesUp) {
  Splitting stepper(world_, 8);
  stepper.fails = [](double, double h) { return h > 4.0; };
  stepper.gives_up_at = 4.0;
  const StepReport& report = Step(stepper);
  EXPECT_EQ(report.status, StepStatus::kDiverged);
  EXPECT_THAT(stepper.accepted, ElementsAre(4));
  EXPECT_EQ(state_.q(0), 0.0);
  EXPECT_EQ(state_.t, 0.0);
  EXPECT_EQ(report.energy.contact_work, 0.0);
}

}  // namespace
}  // namespace slipstick::steppers
