// Axes begin and end at round numbers, cover all data and have few, distinct labels.
#include "slipstick/plot/axis_ticks.h"

#include <gmock/gmock.h>

#include <set>

namespace slipstick::plot {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Labels(const AxisTicks& ticks) {
  std::vector<std::string> labels;
  for (const auto& tick : ticks.labelled)
    labels.push_back(tick.label + (tick.exponent.empty() ? "" : "^" + tick.exponent));
  return labels;
}

TEST(LinearTicks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_THAT(Labels(LinearTicks(0.03, 0.97)), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
  EXPECT_THAT(Labels(LinearTicks(-7, 21)), ElementsAre("-10", "-5", "0", "5", "10", "15", "20", "25"));
  EXPECT_THAT(Labels(LinearTicks(0, 3000)), ElementsAre("0", "500", "1000", "1500", "2000", "2500", "3000"));
}

TEST(LinearTicks, WidenTheRangeOfASingleValue) {
  EXPECT_THAT(Labels(LinearTicks(2, 2)), ElementsAre("1", "1.5", "2", "2.5", "3"));
  const AxisTicks zero = LinearTicks(0, 0);
  EXPECT_LT(zero.lower, 0.0);
  EXPECT_GT(zero.upper, 0.0);
}

TEST(LogTicks, ArePowersOfTen) {
  const AxisTicks ticks = LogTicks(1.3, 900);
  EXPECT_THAT(Labels(ticks), ElementsAre("1", "10", "100", "1000"));
  EXPECT_EQ(ticks.minor.size(), 3 * 8u);
  EXPECT_THAT(Labels(LogTicks(1e-5, 0.1)), ElementsAre("10^−5", "10^−4", "0.001", "0.01", "0.1"));
}

TEST(LogTicks, LabelTwoAndFiveOverShortRanges) {
  EXPECT_THAT(Labels(LogTicks(0.6, 3)), ElementsAre("0.5", "1", "2", "5"));
  EXPECT_THAT(Labels(LogTicks(5, 5)), ElementsAre("5", "10"));
}

void ExpectTidy(const AxisTicks& ticks, double smallest, double largest) {
  const std::vector<std::string> labels = Labels(ticks);
  EXPECT_LT(ticks.lower, ticks.upper);
  const double slack = 1e-8 * (ticks.upper - ticks.lower);  // far less than a pixel
  EXPECT_LE(ticks.lower, smallest + slack);
  EXPECT_GE(ticks.upper, largest - slack);
  EXPECT_GE(labels.size(), 2u);
  EXPECT_LE(labels.size(), 9u);
  EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()).size(), labels.size());
}

TEST(AxisTicks, CoverTheDataWithFewLabelsForAnyRange) {
  const double values[] = {5e-324, 1e-300, 3e-17, 0.1, 1.0, 1.0 + 1e-15, 7.3, 1e9, 1e9 + 1, 1e300};
  for (const double a : values) {
    for (const double b : values) {
      if (a > b) continue;
      SCOPED_TRACE(testing::Message() << a << " to " << b);
      ExpectTidy(LinearTicks(a, b), a, b);
      ExpectTidy(LinearTicks(-b, -a), -b, -a);
      ExpectTidy(LinearTicks(-a, b), -a, b);
      if (a >= 1e-300) ExpectTidy(LogTicks(a, b), a, b);  // smaller ones are refused by the plot
    }
  }
}

}  // namespace
}  // namespace slipstick::plot
