#include "slipstick/core/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "slipstick/core/error.h"

namespace slipstick {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct SampleOptions {
  enum class Way { kHigh, kLow };
  bool quick = false;
  int rounds = 3;
  double tolerance = 1e-6;
  Way way = Way::kLow;

  void Visit(OptionVisitor& visit) {
    visit.Flag("quick", quick, "faster");
    visit.Integer("rounds", rounds, {1, 10}, "how many");
    visit.Number("tolerance", tolerance, {0.0, 1.0}, "m", "how exact");
    visit.Choice("way", way, {"high", "low"}, "which way");
  }
};

SampleOptions Set(const OptionValues& values) {
  SampleOptions options;
  SetOptions(values, "stepper 'sample'", options);
  return options;
}

TEST(Options, AreSetByName) {
  const SampleOptions options =
      Set({{"quick", "true"}, {"rounds", "7"}, {"tolerance", "1e-3"}, {"way", "high"}});
  EXPECT_TRUE(options.quick);
  EXPECT_EQ(options.rounds, 7);
  EXPECT_EQ(options.tolerance, 1e-3);
  EXPECT_EQ(options.way, SampleOptions::Way::kHigh);
}

TEST(Options, AreListedWithTheirDefaults) {
  const std::vector<OptionInfo> list = DescribeOptions<SampleOptions>();
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].name + list[0].type + list[0].default_value, "quickflagfalse");
  EXPECT_EQ(list[2].default_value + list[2].unit, "1e-06m");
  EXPECT_EQ(list[3].type + list[3].default_value, "high|lowlow");
}

TEST(Options, AnUnknownOneIsAnErrorThatListsTheKnown) {
  EXPECT_THAT(
      [] {
        Set({{"quik", "true"}});
      },
      ThrowsMessage<InputError>(
          "stepper 'sample': there is no option 'quik'; it has: quick, rounds, tolerance, way."));
}

TEST(Options, AValueThatDoesNotFitIsAnErrorThatSaysWhatDoes) {
  EXPECT_THAT([] { Set({{"quick", "yes"}}); }, ThrowsMessage<InputError>(HasSubstr("must be true or false")));
  EXPECT_THAT([] { Set({{"rounds", "2.5"}}); }, ThrowsMessage<InputError>(HasSubstr("a whole number")));
  EXPECT_THAT([] { Set({{"rounds", "11"}}); }, ThrowsMessage<InputError>(HasSubstr("a number from 1 to 10")));
  EXPECT_THAT(
      [] {
        Set({{"tolerance", "1e-3x"}});
      },
      ThrowsMessage<InputError>(HasSubstr("option tolerance = '1e-3x', must be a number from 0 to 1 m")));
  EXPECT_THAT([] { Set({{"tolerance", "nan"}}); }, ThrowsMessage<InputError>(HasSubstr("must be a number")));
  EXPECT_THAT([] { Set({{"way", "middle"}}); }, ThrowsMessage<InputError>(HasSubstr("one of high, low")));
}

}  // namespace
}  // namespace slipstick
