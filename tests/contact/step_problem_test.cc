// Factoring again after a change of the step length or of a branch of the joint law gives the equations of a
// problem that was new at that length and on that branch.
#include "slipstick/contact/step_problem.h"

#include <gtest/gtest.h>

#include "support/contact_worlds.h"
#include "support/numbers.h"

namespace slipstick::contact {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr double kLength = 0.02;  // s
/// The diagonal of M is found by subtracting what was added to it: up to 1e5 times as much at a limit.
constexpr double kTolerance = 1e-10;

/// An arm near its limits with damping and dry friction, above a box that spins on the ground.
World ArmAndBox(bool has_joint_forces) {
  const auto loaded = [&](model::JointSpec joint) {
    if (has_joint_forces) joint.Limits(-0.1, 0.1).Damping(0.3).Friction(0.02);
    return joint.About(model::Y);
  };
  ModelBuilder builder("arm and box");
  builder.SetGravity({0.0, 0.0, -kGravity});
  const int upper = builder.Add("upper", Inertia::Rod(0.5, {0, 0, 0}, {0, 0, -0.3}),
                                loaded(model::Revolute("shoulder").At(Pose::At(0, 0, 0.7))));
  const int lower = builder.Add("lower", Inertia::Rod(0.2, {0, 0, 0}, {0, 0, -0.19}),
                                loaded(model::Revolute("elbow").On(upper).At(Pose::At(0, 0, -0.3))));
  builder.AddCollision("tip", lower, Pose::At(0, 0, -0.19), model::SphereGeometry{0.02});
  builder.AddCollision("box", builder.Add("box", Inertia::Box(1.0, {0.3, 0.2, 0.1}), model::Floating("free")),
                       {}, model::BoxGeometry{{0.3, 0.2, 0.1}});
  return OnGround(builder.Build(), {});
}

/// All that a family reads from a factored problem.
struct Equations {
  VectorXd free_force, response, W;
};

struct Kind {
  InertiaAlgorithm inertia;
  JointTreatment joints;
};

class FactorAgain : public testing::TestWithParam<Kind> {
 protected:
  explicit FactorAgain(bool has_joint_forces = true)
      : world_(ArmAndBox(has_joint_forces)), state_(world_.InitialState()), actuation_(world_.model()) {
    const Joint& shoulder = world_.model().joints()[world_.model().joint("shoulder")];
    const Joint& box = world_.model().joints()[world_.model().joint("free")];
    state_.q[shoulder.q] = 0.08;
    state_.v[shoulder.v] = 2.0;  // reaches the limit within 10 ms
    state_.q.segment<3>(box.q) << 0.0, 0.0, 0.05;
    state_.v.segment<3>(box.v + 3) << 1.0, 2.0, 3.0;
    state_.q_held = state_.q;
    push_ = VectorXd::LinSpaced(world_.model().nv(), -1.0, 2.0);
  }

  StepProblem::Settings settings() const {
    return {.joints = GetParam().joints, .inertia = GetParam().inertia, .implicit_rotation = true};
  }
  void Begin(StepProblem& problem, double h) const {
    problem.Evaluate({&actuation_, h, &state_, &state_.q, &state_.v});
  }
  /// Factors the problem with all contacts of the world.
  Equations Factored(StepProblem& problem) const {
    ContactPoints points(world_);
    points.Reserve(16);
    for (const ContactPoint& point : problem.Find(1.0)) points.Add(point, point.p, problem.workspace());
    EXPECT_GT(points.points().size(), 4);
    EXPECT_TRUE(problem.Factor(points.points()));
    Equations equations;
    equations.free_force = problem.free_force();
    problem.Accelerate(push_, equations.response);
    std::vector<double> W;
    problem.FindInertia(points, W);
    equations.W = Eigen::Map<const VectorXd>(W.data(), static_cast<Eigen::Index>(W.size()));
    return equations;
  }
  Equations FactoredNew(double h) const {
    StepProblem problem(world_, settings());
    Begin(problem, h);
    return Factored(problem);
  }
  /// The revision of a step of kLength in which joints move freely, far beyond the limit.
  bool Revise(StepProblem& problem) const {
    const VectorXd dq = kLength * state_.v, dv = VectorXd::Zero(world_.model().nv());
    return problem.Revise(dq, dv);
  }

  static double Difference(const Equations& a, const Equations& b) {
    return Larger(Larger(RelativeError(a.free_force, b.free_force), RelativeError(a.response, b.response)),
                  RelativeError(a.W, b.W));
  }

  World world_;
  State state_;
  Actuation actuation_;
  VectorXd push_;
};

TEST_P(FactorAgain, AfterAChangeOfTheLength) {
  StepProblem problem(world_, settings());
  Begin(problem, kLength);
  const Equations first = Factored(problem);
  EXPECT_LT(Difference(first, FactoredNew(kLength)), kTolerance);
  for (const double h : {0.25 * kLength, kLength, 2.0 * kLength}) {
    problem.SetLength(h);
    EXPECT_EQ(problem.instant().h, h);
    EXPECT_LT(Difference(Factored(problem), FactoredNew(h)), kTolerance) << h;
    EXPECT_TRUE(problem.inertia_changed());
  }
  EXPECT_GT(Difference(first, FactoredNew(0.25 * kLength)), 1e-3) << "the length must matter";
}

TEST_P(FactorAgain, AfterAChangeOfTheBranch) {
  StepProblem problem(world_, settings()), other(world_, settings());
  Begin(problem, kLength);
  const Equations free = Factored(problem);
  ASSERT_TRUE(Revise(problem));
  const Equations at_limit = Factored(problem);
  Begin(other, kLength);
  ASSERT_TRUE(Revise(other));
  EXPECT_LT(Difference(at_limit, Factored(other)), kTolerance);
  EXPECT_TRUE(problem.inertia_changed());
  EXPECT_GT(Difference(free, at_limit), 1e-3) << "the branch must matter";
  const JointStep& joints = problem.joints();
  int limits = 0;
  for (int k = 0; k < world_.model().nv(); ++k) {
    const double response = -kLength * (joints.forces().by_v[k] + kLength * joints.forces().by_q[k]);
    EXPECT_DOUBLE_EQ(joints.added_inertia()[k], joints.theta(k) * response) << k;  // (S3), with φ = 1
    limits += joints.forces().at_limit[k];
  }
  EXPECT_EQ(limits, 1);
}

TEST_P(FactorAgain, NewLengthUndoesTheChangeOfTheBranch) {
  StepProblem problem(world_, settings());
  Begin(problem, kLength);
  Factored(problem);
  ASSERT_TRUE(Revise(problem));
  Factored(problem);
  problem.SetLength(0.25 * kLength);
  EXPECT_LT(Difference(Factored(problem), FactoredNew(0.25 * kLength)), kTolerance);
}

TEST_P(FactorAgain, AtANewInstant) {
  StepProblem problem(world_, settings());
  Begin(problem, kLength);
  Factored(problem);
  ASSERT_TRUE(Revise(problem));
  Factored(problem);
  state_.q[0] = -0.05;
  state_.v[1] = -1.0;
  Begin(problem, kLength);
  EXPECT_LT(Difference(Factored(problem), FactoredNew(kLength)), kTolerance);
}

TEST_P(FactorAgain, WithOtherPoints) {
  StepProblem problem(world_, settings());
  Begin(problem, kLength);
  ASSERT_TRUE(problem.Factor());
  EXPECT_LT(Difference(Factored(problem), FactoredNew(kLength)), kTolerance);
}

const Kind kKinds[] = {{InertiaAlgorithm::kFactor, JointTreatment::kImplicit},
                       {InertiaAlgorithm::kFactor, JointTreatment::kSecondOrder},
                       {InertiaAlgorithm::kArticulated, JointTreatment::kImplicit},
                       {InertiaAlgorithm::kArticulated, JointTreatment::kSecondOrder}};
INSTANTIATE_TEST_SUITE_P(BothAlgorithms, FactorAgain, testing::ValuesIn(kKinds));

class FactorAgainWithoutJointForces : public FactorAgain {
 protected:
  FactorAgainWithoutJointForces() : FactorAgain(false) {}
};

TEST_P(FactorAgainWithoutJointForces, KeepsTheInertia) {
  StepProblem problem(world_, settings());
  Begin(problem, kLength);
  Factored(problem);
  EXPECT_TRUE(problem.inertia_changed());
  problem.SetLength(0.25 * kLength);
  EXPECT_LT(Difference(Factored(problem), FactoredNew(0.25 * kLength)), kTolerance);
  EXPECT_EQ(problem.inertia_changed(), GetParam().inertia == InertiaAlgorithm::kArticulated);
}

INSTANTIATE_TEST_SUITE_P(BothAlgorithms, FactorAgainWithoutJointForces, testing::ValuesIn(kKinds));

}  // namespace
}  // namespace slipstick::contact
