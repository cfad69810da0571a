#include "steppers/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/error.h"
#include "dynamics/articulated_bodies.h"
#include "dynamics/configuration.h"
#include "steppers/worlds.h"

namespace slipstick {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Registry, EveryStepperSaysWhatItIs) {
  std::set<std::string> fields, names;
  for (const MaterialField& field : MaterialFields()) fields.insert(field.name);
  for (const StepperEntry& entry : Steppers()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.traits.summary.empty()) << entry.name;
    EXPECT_FALSE(entry.traits.source.empty()) << entry.name;
    EXPECT_FALSE(entry.traits.honours.empty()) << entry.name;
    for (const std::string& field : entry.traits.honours) EXPECT_TRUE(fields.contains(field)) << field;
    for (const OptionInfo& option : entry.options) EXPECT_FALSE(option.help.empty()) << option.name;
  }
  EXPECT_TRUE(names.contains("euler") && names.contains("rk4") && names.contains("rk-gill") &&
              names.contains("implicit-euler"));
}

TEST(Registry, AnUnknownNameGetsTheNearestOnes) {
  EXPECT_THAT([] { FindStepper("eulr"); },
              ThrowsMessage<InputError>(HasSubstr("there is no stepper 'eulr'; did you mean 'euler'?")));
}

TEST(Registry, EveryOptionCanBeSetToItsDefault) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  for (const StepperEntry& entry : Steppers()) {
    OptionValues defaults;
    for (const OptionInfo& option : entry.options) defaults[option.name] = option.default_value;
    EXPECT_NO_THROW(MakeStepper(entry.name, world, defaults)) << entry.name;
    EXPECT_THAT(
        [&] {
          MakeStepper(entry.name, world, {{"no_such_option", "1"}});
        },
        ThrowsMessage<InputError>(HasSubstr("there is no option 'no_such_option'")));
  }
}

// docs/adding-a-stepper.md, proved: a class with Options and Advance, and one line.
class FallingStepper : public Stepper {
 public:
  struct Options {
    double drag = 0.0;
    void Visit(OptionVisitor& visit) {
      visit.Number("drag", drag, {0.0, 1e3}, "1/s", "slows everything down");
    }
  };
  FallingStepper(const World& world, const Options& options)
      : Stepper(world), options_(options), ws_(world.model()) {}

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override {
    state.v += h * ForwardDynamics<double>(world().model(), state.q, state.v, actuation.tau, ws_);
    state.v /= 1.0 + h * options_.drag;
    state.q = Integrate(world().model(), state.q, h * state.v);
    report.iterations = 1;
  }
  Options options_;
  Workspace<double> ws_;
};

TEST(Registry, AToyStepperIsOneClassAndOneLine) {
  static const bool registered = [] {
    RegisterStepper<FallingStepper>("falling", {"falls and never lands",
                                                "this test",
                                                1,
                                                ContactModel::kCompliant,
                                                FrictionModel::kAnchor,
                                                0,
                                                {"stiffness"}});
    return true;
  }();
  ASSERT_TRUE(registered);
  const World world = OnGround(BallModel(1.0, 0.1), {});
  auto stepper = MakeStepper("falling", world, {{"drag", "2"}});
  State state = world.InitialState();
  const StepReport& report = stepper->Step(Actuation(world.model()), 0.1, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_NEAR(state.v(2), -0.981 / 1.2, 1e-12);
  EXPECT_DOUBLE_EQ(state.t, 0.1);
  EXPECT_THROW(MakeStepper("falling", world, {{"drag", "-1"}}), InputError);
  EXPECT_THROW(RegisterStepper<FallingStepper>("euler", {}), InputError);
}

}  // namespace
}  // namespace slipstick
