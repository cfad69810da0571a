// The traits of every registered stepper: implicit terms and used material fields.
#include <gtest/gtest.h>

#include <functional>

#include "support/contact_worlds.h"
#include "support/every_stepper.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::VectorXd;

// --- implicit terms ---

/// A ball of 0.1 kg and 0.1 m radius on a rail, and a floor at z = 0.
World OnRail(JointSpec rail) {
  ModelBuilder builder("cart");
  const int cart = builder.Add("cart", Inertia::Sphere(0.1, 0.1), std::move(rail));
  builder.AddCollision("ball", cart, {}, model::SphereGeometry{0.1});
  return OnGround(builder.Build(), {});
}

/// The same on a level rail that can move vertically.
World OnVerticallyFreeRail() {
  ModelBuilder builder("cart");
  const int lift = builder.Add("lift", Inertia::Sphere(0.1, 0.1),
                               model::Prismatic("lift").At(Pose::At(0.0, 0.0, 0.1)).Along(model::Z));
  const int cart =
      builder.Add("cart", Inertia::Sphere(0.1, 0.1), model::Prismatic("rail").On(lift).Along(model::X));
  builder.AddCollision("ball", cart, {}, model::SphereGeometry{0.1});
  return OnGround(builder.Build(), {});
}

/// A problem in which one stiff term brings a dof to rest, in a time far below the step.
struct StiffProblem {
  Term term;
  World world;
  std::function<void(State&, Actuation&)> prepare;
};

std::vector<StiffProblem> StiffProblems(const Method& method) {
  const Pose aloft = Pose::At(0.0, 0.0, 1.0), pressed = Pose::At(0.0, 0.0, 0.099),
             touching = Pose::At(0.0, 0.0, 0.1);
  const auto move = [](State& state, Actuation&) { state.v(0) = 0.1; };
  const auto press_and_move = [](State& state, Actuation& actuation) {
    actuation.tau(0) = -100.0;
    state.v(1) = 0.1;
  };
  const auto fall = [](State& state, Actuation&) { state.v(0) = -0.1; };
  const auto feedback = [](State& state, Actuation& actuation) {
    actuation.kp = VectorXd::Constant(1, 1e5);
    actuation.kd = VectorXd::Constant(1, 300.0);
    actuation.q_ref = state.q;
    actuation.v_ref = VectorXd::Zero(1);
    state.v(0) = 0.1;
  };
  const auto against_limit = [](State& state, Actuation& actuation) {
    state.v(0) = 0.1;
    actuation.tau(0) = 1.0;
  };
  // the normal force of a rigid contact on a fixed rail is not determined
  const StiffProblem friction =
      IsCompliant(method)
          ? StiffProblem{kContactFriction, OnRail(model::Prismatic("rail").At(pressed).Along(model::X)), move}
          : StiffProblem{kContactFriction, OnVerticallyFreeRail(), press_and_move};
  return {
      friction,
      {kContactNormal, OnRail(model::Prismatic("rail").At(touching).Along(model::Z)), fall},
      {kJointDamping, OnRail(model::Prismatic("rail").At(aloft).Along(model::X).Damping(300.0)), move},
      {kJointFriction, OnRail(model::Prismatic("rail").At(aloft).Along(model::X).Friction(10.0)), move},
      {kJointLimits, OnRail(model::Prismatic("rail").At(aloft).Along(model::X).Limits(-0.1, 0.0)),
       against_limit},
      {kFeedback, OnRail(model::Prismatic("rail").At(aloft).Along(model::X)), feedback},
  };
}

bool ComesToRest(const Method& method, const StiffProblem& problem) {
  State state = problem.world.InitialState();
  Actuation actuation(problem.world.model());
  problem.prepare(state, actuation);
  const StepReport last = Advance(*method.Make(problem.world), actuation, 0.02, 4.0, state);
  return last.status == StepStatus::kOk && LargestEntry(state.v) < 1e-6;
}

class Traits : public testing::TestWithParam<Method> {};

TEST_P(Traits, OnlyImplicitTermsAreStableAtLongSteps) {
  for (const StiffProblem& problem : StiffProblems(GetParam())) {
    const bool is_implicit = (GetParam().traits().implicit_terms & problem.term) != 0;
    EXPECT_EQ(ComesToRest(GetParam(), problem), is_implicit) << TermNames(problem.term);
  }
}

// --- materials ---

/// Final position of a block of 1 kg that is thrown on the ground, slides and stops, and is then pulled
/// with 8.5 N.
VectorXd EndOfThrow(const Method& method, const ContactMaterial& material) {
  const World world = OnGround(BlockModel(1.0, {0.2, 0.2, 0.1}), material);
  State state = world.InitialState();
  state.q(2) = 0.051;
  state.v(0) = 0.15;
  state.v(2) = -0.2;
  auto stepper = method.Make(world);
  Actuation actuation(world.model());
  EXPECT_EQ(Advance(*stepper, actuation, method.h(), 0.06, state).status, StepStatus::kOk);
  actuation.tau(0) = 8.5;
  EXPECT_EQ(Advance(*stepper, actuation, method.h(), 0.05, state).status, StepStatus::kOk);
  return state.q;
}

TEST_P(Traits, ExactlyTheUsedMaterialFieldsMatter) {
  const std::vector<std::string> used = GetParam().traits().uses;
  ContactMaterial material;
  material.mu_kinetic = 0.6;
  const VectorXd end = EndOfThrow(GetParam(), material);
  ASSERT_FALSE(NumberFields(material).empty());
  for (size_t i = 0; i < NumberFields(material).size(); ++i) {
    ContactMaterial changed = material;
    const NumberField field = NumberFields(changed)[i];
    *field.value = *field.value == 0.0 ? 0.5 : 1.2 * *field.value;
    const bool is_used = std::find(used.begin(), used.end(), field.label.name) != used.end();
    EXPECT_EQ(EndOfThrow(GetParam(), changed) != end, is_used) << field.label.name;
  }
}

/// All steppers with default options, and with the options that change their traits.
Methods AllTraits() {
  Methods methods = AllSteppers();
  for (const StepperEntry& entry : Steppers())
    if (Method{entry.name, {}}.Has("law", "anchor"))
      methods.push_back({entry.name, {{"law", "regularized"}}});
  return methods;
}
INSTANTIATE_TEST_SUITE_P(All, Traits, testing::ValuesIn(AllTraits()), MethodTestName);

}  // namespace
}  // namespace slipstick::steppers
