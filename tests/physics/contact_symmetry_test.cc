// Space has no preferred direction: gravity, ground and motion turned together give the same motion, turned.
#include <gtest/gtest.h>

#include <numbers>

#include "slipstick/core/random.h"
#include "slipstick/dynamics/configuration.h"
#include "support/contact_physics.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

class ContactSymmetry : public ContactPhysics {
 protected:
  /// Rounding, magnified by impacts; where Newton's method ends with 1e-6 m/s to go, the square of that,
  /// magnified.
  double Tolerance() const {
    if (IsPolyhedral(GetParam()))
      return 0.5;  // of up to 1 m/s: friction has eight sides, which need not turn along
    // Without derivatives a search just fails, or just does not: where a step is cut is a matter of rounding,
    // as below.
    if (GetParam().Has("corner_derivatives", "false")) return 0.02;
    const bool is_searched =
        GetParam().traits().contact == steppers::ContactModel::kRigid || IsBounded(GetParam());
    if (is_searched) return 1e-5;  // what iterations leave, magnified
    // With old Jacobians Newton's method just fails, or just does not: where a step is cut is a matter of
    // rounding, what that changes is the error of a step.
    if (GetParam().Has("newton", "per-attempt") || GetParam().Has("newton", "quasi")) return 1e-3;
    return GetParam().traits().implicit_terms & steppers::kContactNormal ? 1e-7 : 1e-10;
  }
};

/// Quarter and half turns, at which axes change places, and some of no distinction.
std::vector<Vec3<double>> Turns() {
  std::vector<Vec3<double>> turns;
  for (const double angle : {0.5 * std::numbers::pi, std::numbers::pi})
    for (int axis = 0; axis < 3; ++axis) turns.push_back(FromEigen(angle * Vector3d::Unit(axis)));
  Random random(11);
  for (int i = 0; i < 4; ++i)
    turns.push_back({random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)});
  return turns;
}

/// The same motion of a model with a floating base, seen in a world that is turned.
State TurnedBy(const Quaternion<double>& turn, State state) {
  const Matrix3d T = ToEigen(ToMatrix(turn));
  state.q.head<3>() = T * state.q.head<3>();
  const Quaternion<double> base = turn * Quaternion<double>{{state.q(3), state.q(4), state.q(5)}, state.q(6)};
  state.q.segment<4>(3) << base.v.x, base.v.y, base.v.z, base.w;
  state.v.head<3>() = T * state.v.head<3>();
  state.v.segment<3>(3) = T * state.v.segment<3>(3);
  return state;
}

/// Gravity and ground turned with it.
World TurnedWorld(const Model& model, const Quaternion<double>& turn, bool feet_only) {
  const Matrix3d T = ToEigen(ToMatrix(turn));
  WorldBuilder builder(model.WithGravity(T * model.gravity()));
  builder.SetMaterial("default", WithFriction(0.3));
  if (feet_only)
    for (const char* foot : kSoloFeet) builder.AddPoint(foot);
  else
    builder.AddCollisions("default", true);
  builder.AddGround({T, Vector3d::Zero()});
  return builder.Build();
}

/// The farthest that a motion in a turned world is from the turned motion, in position, orientation and
/// velocity.
double FarthestOff(const Method& method, const Model& model, bool feet_only, const State& start,
                   double duration) {
  const auto end_in = [&](const Quaternion<double>& turn) {
    const World world = TurnedWorld(model, turn, feet_only);
    State state = TurnedBy(turn, start);
    auto stepper = method.Make(world);
    bool touched = false;
    for (int k = 0; k < static_cast<int>(std::lround(duration / method.h())); ++k) {
      const StepReport& report = stepper->Step(Actuation(world.model()), method.h(), state);
      EXPECT_EQ(report.status, StepStatus::kOk);
      touched |= !report.contacts.empty();
    }
    EXPECT_TRUE(touched);
    return state;
  };
  const State upright = end_in(Exp(Vec3<double>::Zero()));
  double farthest = 0.0;
  for (const Vec3<double>& turn : Turns()) {
    const State expected = TurnedBy(Exp(turn), upright), found = end_in(Exp(turn));
    farthest = Larger(farthest, LargestEntry(dynamics::Difference(model, expected.q, found.q)));
    farthest = Larger(farthest, LargestDifference(expected.v, found.v));
  }
  return farthest;
}

TEST_P(ContactSymmetry, TurningTheWorldOfAThrownBlockChangesNothing) {
  const Model model = BlockModel(1.0, {0.1, 0.15, 0.2});
  State state;
  state.q = model.neutral();
  state.q(2) = 0.12;
  state.v.resize(6);
  state.v << 1.0, 0.5, -0.5, 0.5, 1.0, 0.3;
  EXPECT_LT(FarthestOff(GetParam(), model, false, state, 0.1), Tolerance());
}

TEST_P(ContactSymmetry, TurningTheWorldOfALimpRobotThatFallsChangesNothing) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf");
  State state = SoloStanding(SoloOnPoints());
  state.q(2) += 0.005;
  state.v.head<6>() << 0.3, 0.2, -0.3, 0.2, 0.3, 0.5;
  EXPECT_LT(FarthestOff(GetParam(), model, true, state, 0.1), Tolerance());
}

INSTANTIATE_TEST_SUITE_P(All, ContactSymmetry, testing::ValuesIn(MethodsUnderLaw()), MethodTestName);

}  // namespace
}  // namespace slipstick::physics_test
