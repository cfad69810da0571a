// Thinning keeps the visible features of a series.
#include "slipstick/plot/thin_series.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace slipstick::plot {
namespace {

using testing::ElementsAre;

Points Wave(int n) {
  Points points;
  for (int i = 0; i < n; ++i) points.x.push_back(i), points.y.push_back(std::sin(0.37 * i));
  return points;
}

TEST(Thin, KeepsShortSeries) {
  const Points points = Wave(40);
  EXPECT_EQ(Thin(points, 0.0, 39.0, 10).y, points.y);
}

TEST(Thin, KeepsSpikesEndsAndOrder) {
  Points points = Wave(100000);
  points.y[54321] = 100.0, points.y[54322] = -50.0;
  const Points thin = Thin(points, 0.0, 99999.0, 100);
  EXPECT_LE(thin.x.size(), 4u * 101u);
  EXPECT_EQ(*std::max_element(thin.y.begin(), thin.y.end()), 100.0);
  EXPECT_EQ(*std::min_element(thin.y.begin(), thin.y.end()), -50.0);
  EXPECT_EQ(thin.x.front(), 0.0);
  EXPECT_EQ(thin.x.back(), 99999.0);
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
}

TEST(Simplify, StaysWithinTheTolerance) {
  Points points;
  for (int i = 0; i <= 3000; ++i)
    points.x.push_back(0.2 * i), points.y.push_back(100.0 * std::sin(0.002 * i));
  points.y[1234] = 150.0;
  const Points simple = Simplify(points, 0.2);
  EXPECT_LT(simple.x.size(), 60u);
  size_t k = 0;
  for (size_t i = 0; i < points.x.size(); ++i) {
    while (k + 2 < simple.x.size() && simple.x[k + 1] < points.x[i]) ++k;
    const double fraction = (points.x[i] - simple.x[k]) / (simple.x[k + 1] - simple.x[k]);
    EXPECT_NEAR(simple.y[k] + fraction * (simple.y[k + 1] - simple.y[k]), points.y[i], 0.2 + 1e-9);
  }
}

TEST(Simplify, KeepsSpikesAtOneInstant) {
  EXPECT_THAT(Simplify({{0, 1, 1, 1, 1, 2}, {0, 0, 9, -9, 0, 0}}, 0.1).y, ElementsAre(0, 0, 9, -9, 0, 0));
  EXPECT_THAT(Simplify({{1, 1, 1, 1}, {0, 9, -9, 0}}, 0.1).y, ElementsAre(0, 9, -9, 0));
  EXPECT_THAT(Simplify({{1}, {2}}, 0.1).y, ElementsAre(2));
}

TEST(SplitAtGaps, SplitsAtNaN) {
  const double gap = std::nan("");
  const std::vector<Points> runs = SplitAtGaps({0, 1, 2, 3, 4, 5}, {gap, 1, 2, gap, gap, 5});
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_THAT(runs[0].x, ElementsAre(1, 2));
  EXPECT_THAT(runs[1].y, ElementsAre(5));
  EXPECT_TRUE(SplitAtGaps({0}, {gap}).empty());
  EXPECT_EQ(SplitAtGaps({0, 1, 2, 3, 4, 5}, {gap, 1, 2, gap, gap, 5}, 3.0).size(), 1u);
}

}  // namespace
}  // namespace slipstick::plot
