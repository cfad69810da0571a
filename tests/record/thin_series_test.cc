// Thinning keeps what the eye would see.
#include "record/thin_series.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace slipstick {
namespace {

using testing::ElementsAre;

Points Wave(int n) {
  Points points;
  for (int i = 0; i < n; ++i) points.x.push_back(i), points.y.push_back(std::sin(0.37 * i));
  return points;
}

TEST(Thin, LeavesShortSeriesAlone) {
  const Points points = Wave(40);
  EXPECT_EQ(Thin(points, 0.0, 39.0, 10).y, points.y);
}

TEST(Thin, KeepsTheSpikeTheEndsAndTheOrder) {
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

TEST(SplitAtGaps, CutsWhereThereIsNoNumber) {
  const double gap = std::nan("");
  const std::vector<Points> runs = SplitAtGaps({0, 1, 2, 3, 4, 5}, {gap, 1, 2, gap, gap, 5});
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_THAT(runs[0].x, ElementsAre(1, 2));
  EXPECT_THAT(runs[1].y, ElementsAre(5));
  EXPECT_TRUE(SplitAtGaps({0}, {gap}).empty());
}

}  // namespace
}  // namespace slipstick
