// Rotation invariance: if gravity, ground and initial motion are rotated together, the result is rotated.
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
  /// Rounding amplified by impacts; with Newton's method, the square of its tolerance of 1e-6 m/s, amplified.
  double Tolerance() const {
    if (IsPolyhedral(GetParam()))
      return 0.5;  // of up to 1 m/s: the eight sides of friction need not rotate with the world
    // Without derivatives, rounding decides whether a search fails and the step is split, as below.
    if (GetParam().Has("corner_derivatives", "false")) return 0.02;
    const bool is_searched =
        GetParam().traits().contact == steppers::ContactModel::kRigid || IsBounded(GetParam());
    if (is_searched) return 1e-5;  // residual of iterations, amplified
    // With old Jacobians, rounding decides whether Newton's method fails and the step is split, which changes
    // the result by the error of a step.
    if (GetParam().Has("newton", "per-attempt") || GetParam().Has("newton", "quasi")) return 1e-3;
    return GetParam().traits().implicit_terms & steppers::kContactNormal ? 1e-7 : 1e-10;
  }
};

/// Quarter and half turns, which permute axes, and random rotations.
std::vector<Vec3<double>> Turns() {
  std::vector<Vec3<double>> turns;
  for (const double angle : {0.5 * std::numbers::pi, std::numbers::pi})
    for (int axis = 0; axis < 3; ++axis) turns.push_back(FromEigen(angle * Vector3d::Unit(axis)));
  Random random(11);
  for (int i = 0; i < 4; ++i)
    turns.push_back({random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0), random.Uniform(-2.0, 2.0)});
  return turns;
}

/// The state of a model with a floating base in a rotated world.
State TurnedBy(const Quaternion<double>& turn, State state) {
  const Matrix3d T = ToEigen(ToMatrix(turn));
  state.q.head<3>() = T * state.q.head<3>();
  const Quaternion<double> base = turn * Quaternion<double>{{state.q(3), state.q(4), state.q(5)}, state.q(6)};
  state.q.segment<4>(3) << base.v.x, base.v.y, base.v.z, base.w;
  state.v.head<3>() = T * state.v.head<3>();
  state.v.segment<3>(3) = T * state.v.segment<3>(3);
  return state;
}

/// World with rotated gravity and ground.
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

/// Largest difference between motions in rotated worlds and the rotated motion, in position, orientation and
/// velocity.
double LargestRotationError(const Method& method, const Model& model, bool feet_only, const State& start,
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
  double largest = 0.0;
  for (const Vec3<double>& turn : Turns()) {
    const State expected = TurnedBy(Exp(turn), upright), found = end_in(Exp(turn));
    largest = Larger(largest, LargestEntry(dynamics::Difference(model, expected.q, found.q)));
    largest = Larger(largest, LargestDifference(expected.v, found.v));
  }
  return largest;
}

TEST_P(ContactSymmetry, ThrownBlockIsRotationInvariant) {
  const Model model = BlockModel(1.0, {0.1, 0.15, 0.2});
  State state;
  state.q = model.neutral();
  state.q(2) = 0.12;
  state.v.resize(6);
  state.v << 1.0, 0.5, -0.5, 0.5, 1.0, 0.3;
  EXPECT_LT(LargestRotationError(GetParam(), model, false, state, 0.1), Tolerance());
}

TEST_P(ContactSymmetry, FallingRobotIsRotationInvariant) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf");
  State state = SoloStanding(SoloOnPoints());
  state.q(2) += 0.005;
  state.v.head<6>() << 0.3, 0.2, -0.3, 0.2, 0.3, 0.5;
  EXPECT_LT(LargestRotationError(GetParam(), model, true, state, 0.1), Tolerance());
}

INSTANTIATE_TEST_SUITE_P(All, ContactSymmetry, testing::ValuesIn(MethodsUnderLaw()), MethodTestName);

}  // namespace
}  // namespace slipstick::physics_test
