#include "slipstick/solvers/linear/minimum_degree.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace slipstick::solvers {
namespace {

std::vector<int> OrderOf(int n, const std::vector<std::pair<int, int>>& couplings) {
  MinimumDegree ordering;
  ordering.Begin(n);
  for (const auto& [i, j] : couplings) ordering.Couple(i, j);
  const View<const int> order = ordering.Order();
  return {order.begin(), order.end()};
}

//   1
//   |
//   0 - 2
//   |
//   3
TEST(MinimumDegree, EliminatesLeavesOfAStarFirst) {
  EXPECT_EQ(OrderOf(4, {{0, 1}, {0, 2}, {0, 3}}), (std::vector<int>{1, 2, 0, 3}));
}

//   0 - 1 - 3
//   |   |
//   2 - 4      eliminating 3 leaves a ring, and each elimination in a ring closes it
TEST(MinimumDegree, CountsFillIn) {
  EXPECT_EQ(OrderOf(5, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 4}}), (std::vector<int>{3, 0, 1, 2, 4}));
}

}  // namespace
}  // namespace slipstick::solvers
