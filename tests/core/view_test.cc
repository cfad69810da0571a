#include "slipstick/core/view.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <numeric>
#include <vector>

namespace slipstick {
namespace {

double Sum(View<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }

TEST(View, ConvertsFromContiguousContainers) {
  const Eigen::VectorXd eigen{{1.0, 2.0, 3.0}};
  Eigen::Vector3d fixed(1.0, 2.0, 3.0);
  const std::vector<double> vector{1.0, 2.0, 3.0};
  const std::array<double, 3> array{1.0, 2.0, 3.0};
  const double plain[] = {1.0, 2.0, 3.0};
  EXPECT_EQ(Sum(eigen), 6.0);
  EXPECT_EQ(Sum(fixed), 6.0);
  EXPECT_EQ(Sum(vector), 6.0);
  EXPECT_EQ(Sum(array), 6.0);
  EXPECT_EQ(Sum({plain, 3}), 6.0);
  EXPECT_EQ(Sum(Eigen::VectorXd(2.0 * eigen)), 12.0);  // a temporary lives until the call returns
  EXPECT_EQ(Sum(Eigen::Map<const Eigen::VectorXd>(plain, 2)), 3.0);
  EXPECT_EQ(Sum(eigen.segment(1, 2)), 5.0);
}

TEST(View, RefersToTheMemoryOfTheOwner) {
  std::vector<double> owner{1.0, 2.0, 3.0};
  const View<double> view(owner);
  view[1] = 20.0;
  for (double& x : view) x += 1.0;
  EXPECT_EQ(owner, (std::vector<double>{2.0, 21.0, 4.0}));
  EXPECT_EQ(view.data(), owner.data());
  EXPECT_EQ(view.size(), 3);
  EXPECT_FALSE(view.empty());
}

TEST(View, OfAnEmptyContainerIsEmpty) {
  EXPECT_TRUE(View<double>().empty());
  EXPECT_EQ(View<double>().size(), 0);
  EXPECT_TRUE(View<const double>(std::vector<double>()).empty());
}

TEST(View, ConvertsToConstButNotBack) {
  static_assert(std::is_convertible_v<View<double>, View<const double>>);
  static_assert(!std::is_convertible_v<View<const double>, View<double>>);
  static_assert(std::is_convertible_v<const std::vector<double>&, View<const double>>);
  static_assert(!std::is_convertible_v<const std::vector<double>&, View<double>>);
  static_assert(!std::is_convertible_v<const std::vector<float>&, View<const double>>);
  std::vector<double> owner{1.0, 2.0};
  const View<double> view(owner);
  EXPECT_EQ(View<const double>(view).data(), owner.data());
  EXPECT_EQ(View<const double>(view).size(), 2);
}

// A strided block of a matrix is not contiguous and must not convert to a view.
TEST(View, RejectsStridedVectors) {
  using Row = decltype(std::declval<Eigen::MatrixXd&>().row(0));
  EXPECT_FALSE((std::is_convertible_v<Row, View<const double>>)) << "a row of a column-major matrix has gaps";
}

#ifndef NDEBUG
TEST(ViewDeathTest, ChecksIndicesInDebugBuilds) {
  std::vector<double> owner{1.0, 2.0};
  const View<double> view(owner);
  EXPECT_DEATH(view[2] = 0.0, "");
  EXPECT_DEATH(view[-1] = 0.0, "");
}
#endif

}  // namespace
}  // namespace slipstick
