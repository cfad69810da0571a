// Scheduled joint targets: at rest at their targets, smooth in between, no memory.
#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/control/schedules/timetable_controller.h"
#include "slipstick/core/error.h"
#include "slipstick/model/generators.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::VectorXd;

const Model& TwoLinks() {
  static const Model model = model::Chain(2);
  return model;
}

const VectorXd& StartPose() {
  static const VectorXd pose = VectorXd::Constant(2, 0.5);
  return pose;
}

Actuation CommandAt(double t, TimetableController& timetable) {
  State state;
  state.t = t, state.q = StartPose(), state.v = VectorXd::Zero(2);
  Actuation actuation(TwoLinks());
  timetable.Update(state, actuation);
  return actuation;
}

TEST(Timetable, MovesSmoothlyBetweenTargets) {
  TimetableController timetable(TwoLinks(), StartPose(), {{0, 1.0, 2.0, 1.5}, {0, 4.0, 1.0, -0.5}});
  const auto place = [&](double t) { return CommandAt(t, timetable).q_ref[0]; };
  EXPECT_EQ(place(0.0), 0.5);
  EXPECT_EQ(place(1.0), 0.5);
  EXPECT_NEAR(place(2.0), 1.0, kRounding);  // halfway, by symmetry
  EXPECT_EQ(place(3.5), 1.5);
  EXPECT_NEAR(place(4.5), 0.5, kRounding);
  EXPECT_EQ(place(100.0), -0.5);
  const double dt = 1e-5;
  for (double t = 0.9; t < 5.5; t += 0.05)  // error of a difference: half the largest jerk, 60 / 1 s³ · 2 rad
    EXPECT_NEAR((place(t + dt) - place(t - dt)) / (2 * dt), CommandAt(t, timetable).v_ref[0], 60.0 * dt) << t;
}

TEST(Timetable, JumpsForMovesOfZeroDuration) {
  TimetableController timetable(TwoLinks(), StartPose(), {{0, 1.0, 0.0, 1.5}, {0, 1.0, 0.0, 1.6}});
  EXPECT_EQ(CommandAt(std::nextafter(1.0, 0.0), timetable).q_ref[0], 0.5);
  EXPECT_EQ(CommandAt(1.0, timetable).q_ref[0], 1.6);  // the later move wins
  EXPECT_EQ(CommandAt(1.0, timetable).v_ref[0], 0.0);
}

TEST(Timetable, DoesNotActuateOtherJoints) {
  TimetableController timetable(TwoLinks(), StartPose(), {{1, 0.0, 1.0, 0.0}}, {.kp = 5.0, .kd = 0.2},
                                {{1, 7.0, 0.4}});
  const Actuation actuation = CommandAt(3.0, timetable);
  EXPECT_EQ(actuation.kp, Eigen::Vector2d(0.0, 7.0));
  EXPECT_EQ(actuation.kd, Eigen::Vector2d(0.0, 0.4));
}

TEST(Timetable, IsAPureFunctionOfTime) {
  const std::vector<JointMove> moves = {{0, 0.1, 0.3, 1.0}, {1, 0.2, 0.3, -1.0}, {0, 0.6, 0.1, 0.0}};
  TimetableController forward(TwoLinks(), StartPose(), moves), backward(TwoLinks(), StartPose(), moves);
  std::vector<VectorXd> places;
  for (int k = 0; k <= 50; ++k) places.push_back(CommandAt(0.02 * k, forward).q_ref);
  for (int k = 50; k >= 0; --k) EXPECT_EQ(CommandAt(0.02 * k, backward).q_ref, places[k]);  // bit for bit
}

TEST(Timetable, StaysWithinTheEffortLimits) {
  std::vector<model::Dof> dofs = TwoLinks().dofs();
  for (model::Dof& dof : dofs) dof.effort_limit = 2.0;
  const Model model = TwoLinks().WithDofs(std::move(dofs));
  TimetableController timetable(model, StartPose(), {{0, 0.0, 0.0, 1.5}},
                                {.kp = 10.0, .by = FeedbackBy::kController});
  EXPECT_EQ(CommandAt(1.0, timetable).tau[0], 2.0);  // not 10
}

TEST(Timetable, RejectsInvalidMoves) {
  const auto make = [](const std::vector<JointMove>& moves) {
    TimetableController(TwoLinks(), StartPose(), moves);
  };
  EXPECT_THROW(make({{0, 1.0, 2.0, 1.0}, {0, 2.9, 1.0, 0.0}}), InputError);  // the moves overlap
  EXPECT_THROW(make({{0, 1.0, -2.0, 1.0}}), InputError);
  EXPECT_NO_THROW(make({{0, 1.0, 2.0, 1.0}, {1, 2.0, 1.0, 0.0}, {0, 3.0, 1.0, 0.0}}));
  EXPECT_THROW(TimetableController(Solo(), SoloStanding(), {{0, 0.0, 1.0, 1.0}}), InputError);  // a free body
}

}  // namespace
}  // namespace slipstick::control
