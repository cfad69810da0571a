// Tree matrices against dense matrices.
#include "slipstick/dynamics/tree_matrix.h"

#include <Eigen/LU>
#include <limits>

#include "slipstick/model/generators.h"
#include "support/dense_tree_matrix.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

View<const double> EntriesOf(const RowMajor& A) { return {A.data(), static_cast<int>(A.size())}; }

/// Whether one dof is the other or an ancestor of it.
bool AreRelated(const Model& model, int i, int j) {
  if (i < j) std::swap(i, j);
  while (i > j) i = model.dof_parent()[i];
  return i == j;
}

/// A random matrix of the pattern. Its diagonal outweighs the row, so that it is well conditioned without
/// pivoting.
RowMajor RandomTreeMatrix(const Model& model, Random& random) {
  RowMajor A = RowMajor::Zero(model.nv(), model.nv());
  for (int i = 0; i < model.nv(); ++i)
    for (int j = 0; j < model.nv(); ++j)
      if (AreRelated(model, i, j)) A(i, j) = random.Uniform(-1.0, 1.0);
  for (int i = 0; i < model.nv(); ++i)
    A(i, i) = (random.Index(2) == 0 ? -1.0 : 1.0) * (0.5 + A.row(i).cwiseAbs().sum());
  return A;
}

TEST(TreeMatrix, IgnoresEntriesOutsideThePattern) {
  OnRandomForests(40, 20, [](const Model& model, Random& random) {
    const RowMajor A = RandomTreeMatrix(model, random);
    RowMajor filled = A;
    for (int i = 0; i < model.nv(); ++i)
      for (int j = 0; j < model.nv(); ++j)
        if (!AreRelated(model, i, j)) filled(i, j) = 7.0;
    TreeMatrix tree(model);
    tree.SetFromDense(model, EntriesOf(filled));
    EXPECT_EQ(LargestDifference(Dense(model, tree), A), 0.0);
  });
}

TEST(TreeMatrix, AddsMassMatrices) {
  OnSamples(20, [](Sample& s) {
    const MatrixXd M = DenseMassMatrix(s.model, s.q, s.ws);
    TreeMatrix tree(s.model);
    tree.AddSymmetric(s.ws.M, 3.0);
    EXPECT_LT(RelativeError(Dense(s.model, tree), 3.0 * M), 1e-15);
    tree.SetZero();
    EXPECT_EQ(LargestEntry(Dense(s.model, tree)), 0.0);
  });
}

// The diagonal outweighs each row: conditions are below 1e3, and rounding leaves 1e-13 of the solution.
constexpr double kTreeTolerance = 1e-12;

TEST(TreeMatrix, SolutionAgreesWithDenseElimination) {
  OnRandomForests(Repeats(200), 40, [](const Model& model, Random& random) {
    const RowMajor A = RandomTreeMatrix(model, random);
    const Eigen::PartialPivLU<MatrixXd> lu(A);
    TreeMatrix tree(model);
    tree.SetFromDense(model, EntriesOf(A));
    ASSERT_TRUE(FactorTree(model, tree));

    const VectorXd b = model::RandomVelocity(model, random, 1.0);
    VectorXd x = b;
    SolveTree(model, tree, View<double>(x));
    EXPECT_LT(RelativeError(x, lu.solve(b)), kTreeTolerance);

    const int columns = 4;
    RowMajor B(model.nv(), columns);
    for (int j = 0; j < columns; ++j) B.col(j) = model::RandomVelocity(model, random, 1.0);
    RowMajor X = B;
    SolveTree(model, tree, View<double>(X.data(), static_cast<int>(X.size())), columns);
    EXPECT_LT(RelativeError(X, lu.solve(MatrixXd(B))), kTreeTolerance);
  });
}

TEST(TreeMatrix, SolutionAgreesWithTheMassMatrixFactor) {
  OnSamples(30, [](Sample& s) {
    MassMatrix(s.model, s.q, s.ws);
    ASSERT_TRUE(FactorMassMatrix(s.model, s.ws));
    TreeMatrix tree(s.model);
    tree.AddSymmetric(s.ws.M, 1.0);
    ASSERT_TRUE(FactorTree(s.model, tree));
    VectorXd x = s.a, y = s.a;
    SolveMassMatrix<double>(s.model, s.ws, View<double>(x));
    SolveTree(s.model, tree, View<double>(y));
    EXPECT_LT(RelativeError(y, x), kSolveTolerance);
  });
}

TEST(TreeMatrix, ReportsASingularMatrix) {
  const Model model = model::Chain(2);
  const auto is_regular = [&](double a, double b, double c, double d) {
    RowMajor A(2, 2);
    A << a, b, c, d;
    TreeMatrix tree(model);
    tree.SetFromDense(model, EntriesOf(A));
    return FactorTree(model, tree);
  };
  EXPECT_TRUE(is_regular(1.0, 2.0, 3.0, -4.0));
  EXPECT_TRUE(is_regular(0.0, 1.0, 1.0, 1.0));   // the entry is zero, the pivot is not
  EXPECT_FALSE(is_regular(1.0, 1.0, 1.0, 0.0));  // would need pivoting
  for (double a = 0.1; a < 100.0; a += 0.7)
    EXPECT_FALSE(is_regular(a, 0.3 * a, a / 0.3, a));  // a zero pivot up to rounding
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(is_regular(nan, 0.0, 0.0, 1.0));
  EXPECT_FALSE(is_regular(1.0, 0.0, 0.0, nan));
  EXPECT_FALSE(is_regular(std::numeric_limits<double>::infinity(), 0.0, 0.0, 1.0));
}

}  // namespace
}  // namespace slipstick::dynamics
