#include "slipstick/steppers/registry.h"

#include <gmock/gmock.h>

#include <set>

#include "slipstick/core/error.h"
#include "support/contact_worlds.h"
#include "support/tolerances.h"
#include "support/toy_stepper.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Registry, EveryStepperDescribesItself) {
  std::set<std::string> fields, names;
  for (const FieldInfo& field : DescribeFields<ContactMaterial>()) fields.insert(field.name);
  fields.insert(kUsesWrenchSpaces);  // not a material field, but also set per pair of materials
  for (const StepperEntry& entry : Steppers()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.traits.summary.empty()) << entry.name;
    EXPECT_FALSE(entry.traits.source.empty()) << entry.name;
    EXPECT_FALSE(entry.traits.uses.empty()) << entry.name;
    for (const std::string& field : entry.traits.uses) EXPECT_TRUE(fields.contains(field)) << field;
    for (const FieldInfo& option : entry.options) EXPECT_FALSE(option.help.empty()) << option.name;
  }
  EXPECT_TRUE(names.contains("euler") && names.contains("rk4") && names.contains("rk-gill") &&
              names.contains("implicit-euler"));
}

TEST(Registry, SuggestsTheNearestNames) {
  EXPECT_THAT([] { FindStepper("eulr"); },
              ThrowsMessage<InputError>(HasSubstr("there is no stepper 'eulr'; did you mean 'euler'?")));
}

TEST(Registry, EveryOptionCanBeSetToItsDefault) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  ASSERT_FALSE(Steppers().empty());
  for (const StepperEntry& entry : Steppers()) {
    FieldValues defaults;
    for (const FieldInfo& option : entry.options) defaults[option.name] = option.default_value;
    EXPECT_NO_THROW(MakeStepper(entry.name, world, defaults)) << entry.name;
    EXPECT_THAT(
        [&] {
          MakeStepper(entry.name, world, {{"no_such_option", "1"}});
        },
        ThrowsMessage<InputError>(HasSubstr("there is no option 'no_such_option'")));
  }
}

// The other tests of this program also run on the toy stepper: they run on every registered stepper.
TEST(Registry, RunsAStepperFromOutsideTheLibrary) {
  const World world = OnGround(BallModel(1.0, 0.1), {});
  auto stepper = MakeStepper("toy", world, {{"drag", "2"}});
  State state = world.InitialState();
  state.q(2) = 1.0;
  const StepReport& report = stepper->Step(Actuation(world.model()), 0.1, state);
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_NEAR(state.v(2), -0.981 / 1.2, kAccumulatedRounding);
  EXPECT_DOUBLE_EQ(state.t, 0.1);
  EXPECT_THROW(MakeStepper("toy", world, {{"drag", "-1"}}), InputError);
}

TEST(Registry, RejectsDuplicateNames) {
  const size_t before = Steppers().size();
  EXPECT_THROW(RegisterStepper<ToyStepper>("euler", {}), InputError);
  EXPECT_EQ(Steppers().size(), before);
}

}  // namespace
}  // namespace slipstick::steppers
