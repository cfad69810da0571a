// Comparison with Siconos on contact problems and quadratic programs: an independent implementation with
// other formulations and tolerances.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "slipstick/core/random.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/lcp/lemke.h"
#include "slipstick/solvers/qp/dense_qp.h"
#include "support/friction_problems.h"
#include "support/numbers.h"
#include "support/qp_problems.h"
#ifdef SLIPSTICK_HAVE_SICONOS
#include "oracle/siconos_friction.h"
#include "oracle/siconos_lcp.h"
#endif

namespace slipstick::solvers {

using namespace support;
namespace {

#ifndef SLIPSTICK_HAVE_SICONOS

TEST(SiconosOracle, AgreesOnImpulsesAndVelocities) {
  GTEST_SKIP() << "built without Siconos; install the Debian package libsiconos-numerics-dev and configure "
                  "again with SLIPSTICK_BENCHMARKS=ON.";
}

TEST(SiconosOracle, FindsTheSameMotion) { GTEST_SKIP() << "built without Siconos, see above."; }

TEST(SiconosOracle, FindsTheSameMinimum) { GTEST_SKIP() << "built without Siconos, see above."; }

#else

/// Velocities at the contacts. The rows of opposite friction directions differ by twice a velocity; their
/// common part, the sliding speed of open contacts, is not unique.
Eigen::VectorXd Motion(const Lcp& lcp, const Eigen::VectorXd& z) {
  const int N = lcp.size() / 10;
  const Eigen::VectorXd w = lcp.R * z + lcp.u;
  Eigen::VectorXd v = w.head(5 * N);
  for (int c = 0; c < N; ++c)
    for (int k = 0; k < 4; ++k) v[N + 4 * c + k] = 0.5 * (w[N + 8 * c + k] - w[N + 8 * c + k + 4]);
  return v;
}

// Impulses need not be unique, nor are motions with friction in general. They are practically unique for free
// bodies with one contact each. Siconos fails on some of these problems, which our solver must solve.
TEST(SiconosOracle, FindsTheSameMotion) {
  Random random(1);
  Lemke lemke;
  oracle::SiconosLcp siconos;
  int compared = 0, same = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Lcp lcp =
        StewartTrinkleLcp(RandomFrictionProblem(FrictionFamily::kFreeBodies, 1 + trial % 3, random));
    Eigen::VectorXd z(lcp.size()), theirs(lcp.size());
    ASSERT_EQ(lemke.Solve(lcp.R, lcp.u, z).status, LcpStatus::kSolved);
    EXPECT_LT(lcp.Residual(z), 1e-12);
    if (!siconos.Solve(lcp.R, lcp.u, theirs) || !(lcp.Residual(theirs) <= 1e-9)) continue;
    EXPECT_LE(lcp.Residual(z), lcp.Residual(theirs) + 1e-12);
    ++compared;
    same += LargestDifference(Motion(lcp, z), Motion(lcp, theirs)) < 1e-8;
  }
  EXPECT_GT(compared, 50);
  EXPECT_GT(same, compared * 9 / 10) << compared;
}

// On free bodies only, where the solution is unique.
TEST(SiconosOracle, AgreesOnImpulsesAndVelocities) {
  Random random(1);
  CoulombSolver ours(20);
  oracle::SiconosFriction siconos(oracle::SiconosFriction::Method::kGaussSeidel);
  for (const int contacts : {1, 2, 7, 20})
    for (int trial = 0; trial < 20; ++trial) {
      const FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kFreeBodies, contacts, random);
      Eigen::VectorXd p = Eigen::VectorXd::Zero(3 * contacts), q = p;
      ASSERT_TRUE(ours.Solve(problem.W, problem.b, problem.mu, p).solved);
      ASSERT_TRUE(siconos.Solve(problem.W, problem.b, problem.mu, q));
      // Siconos' tolerance, times a condition number.
      EXPECT_LT((p - q).norm(), 1e-5 * problem.b.norm());
      EXPECT_LT((problem.W * (p - q)).norm(), 1e-5 * problem.b.norm());
    }
}

/// Siconos has no public solver of quadratic programs, but their duals are complementarity problems. With
/// x = p + Z y for all x that satisfy A x = b, rows G x >= h and multipliers z:
///   w = G x - h >= 0,   z >= 0,   wᵀ z = 0,   (Zᵀ H Z) y = Zᵀ (Gᵀ z - g - H p).
bool SolveDual(const QpProblem& problem, oracle::SiconosLcp& siconos, Eigen::VectorXd& x) {
  const int n = problem.variables();
  Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd p = Eigen::VectorXd::Zero(n);
  if (problem.equalities() > 0) {
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(problem.A());
    Z = lu.kernel();
    p = lu.solve(problem.b());
  }
  Eigen::MatrixXd G(0, n);
  Eigen::VectorXd h(0);
  for (int i = 0; i < problem.inequalities(); ++i)
    for (const double side : {1.0, -1.0}) {
      const double bound = side > 0.0 ? problem.lower()[i] : -problem.upper()[i];
      if (!std::isfinite(bound)) continue;
      G.conservativeResize(G.rows() + 1, n);
      G.bottomRows(1) = side * problem.C().row(i);
      h.conservativeResize(h.size() + 1);
      h[h.size() - 1] = bound;
    }
  const Eigen::MatrixXd inverse = Z * (Z.transpose() * problem.H() * Z).inverse() * Z.transpose();
  const Eigen::VectorXd free = p - inverse * (problem.g() + problem.H() * p);  // without inequalities
  Eigen::VectorXd z;
  const bool solved = siconos.Solve(G * inverse * G.transpose(), G * free - h, z);
  x = free + inverse * G.transpose() * z;
  return solved && (G * x - h).minCoeff() > -1e-8;
}

TEST(SiconosOracle, FindsTheSameMinimum) {
  Random random(1);
  oracle::SiconosLcp siconos;
  DenseQp qp;
  int compared = 0, trials = 0;
  for (const QpShape& shape :
       {QpShape{6, 0, 10, 0.1}, {10, 3, 15, 0.1}, {20, 10, 30, 0.1}, {61, 29, 100, 0.1}})
    for (int trial = 0; trial < (shape.variables > 30 ? 5 : 40); ++trial, ++trials) {
      const QpProblem problem = RandomQp(shape, random);
      Eigen::VectorXd x, theirs;
      QpActiveSet active;
      ASSERT_EQ(qp.Solve(problem, x, active).status, QpStatus::kSolved);
      if (!SolveDual(problem, siconos, theirs)) continue;
      ++compared;
      EXPECT_LT((x - theirs).norm(),
                1e-8 * x.norm());  // inverses and pivots: rounding, times a condition number
    }
  EXPECT_GT(compared, trials * 9 / 10) << "Siconos failed on the others";
  RecordProperty("compared", compared);
}

#endif

}  // namespace
}  // namespace slipstick::solvers
