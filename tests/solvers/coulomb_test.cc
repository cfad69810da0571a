#include "slipstick/solvers/cone/coulomb.h"

#include <gtest/gtest.h>

#include <limits>

#include "slipstick/core/random.h"
#include "support/friction_problems.h"
#include "support/random_matrices.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

VectorXd SolveCoulomb(const FrictionProblem& problem, CoulombMethod method = CoulombMethod::kAuto) {
  CoulombSolver solver;
  VectorXd p = VectorXd::Zero(problem.b.size());
  EXPECT_TRUE(solver.Solve(problem.W, problem.b, problem.mu, p, method).solved);
  return p;
}

/// Coulomb's law as inequalities.
void ExpectCoulomb(const FrictionProblem& problem, const VectorXd& p) {
  const VectorXd v = problem.W * p + problem.b;
  const double tolerance = kConeSolved * problem.b.cwiseAbs().maxCoeff();
  for (int i = 0; i < problem.contacts(); ++i) {
    const double p_n = p[3 * i], v_n = v[3 * i], limit = problem.mu[i] * p_n;
    const auto p_t = p.segment<2>(3 * i + 1), v_t = v.segment<2>(3 * i + 1);
    EXPECT_GE(p_n, 0.0);
    EXPECT_GE(v_n, -tolerance);
    EXPECT_LE(std::min(problem.W(3 * i, 3 * i) * p_n, v_n), tolerance) << "force on a separating contact";
    EXPECT_LE(p_t.norm(), limit * (1.0 + kSumRounding));
    EXPECT_LE(limit * v_t.norm() + p_t.dot(v_t), tolerance * p_n)
        << "friction does not oppose slip with its full limit";
  }
}

/// A mass on a floor, moving at b.
FrictionProblem Mass(double mass, const Vector3d& b, double mu) {
  return {MatrixXd::Identity(3, 3) / mass, b, {mu}};
}

TEST(Coulomb, BallStopsOnTheFloor) {
  const VectorXd p = SolveCoulomb(Mass(2.0, {-3, 0, 0}, 0.5));
  EXPECT_LT((p - Vector3d(6, 0, 0)).norm(), kConeSolved);
}

TEST(Coulomb, SeparatingBallHasNoImpulse) {
  EXPECT_EQ(SolveCoulomb(Mass(2.0, {3, 1, -1}, 0.5)), Vector3d::Zero());
}

TEST(Coulomb, BlockSticksBelowTheLimit) {
  const VectorXd p = SolveCoulomb(Mass(2.0, {-1, 0.3, -0.3}, 0.5));
  EXPECT_LT((p - Vector3d(2, -0.6, 0.6)).norm(), kConeSolved);
}

TEST(Coulomb, BlockSlidesAboveTheLimit) {
  const VectorXd p = SolveCoulomb(Mass(2.0, {-1, 3, -4}, 0.5));
  EXPECT_LT((p - Vector3d(2, -0.6, 0.8)).norm(), kConeSolved);  // mu p_n = 1 against (3, -4) / 5
}

// The convex problem would lift a sliding block with mu |v_t|; Coulomb's law does not.
TEST(Coulomb, SlidingDoesNotLift) {
  const FrictionProblem problem = Mass(1.0, {-1, 5, 0}, 0.5);
  const VectorXd v = problem.W * SolveCoulomb(problem) + problem.b;
  EXPECT_NEAR(v[0], 0.0, kConeSolved);
  EXPECT_NEAR(v[1], 4.5, kConeSolved);
}

TEST(Coulomb, WithoutFrictionAllImpulsesAreNormal) {
  Random random(1);
  for (const FrictionFamily family : kRandomFamilies) {
    FrictionProblem problem = RandomFrictionProblem(family, 5, random);
    std::fill(problem.mu.begin(), problem.mu.end(), 0.0);
    const VectorXd p = SolveCoulomb(problem);
    ExpectCoulomb(problem, p);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(p.segment<2>(3 * i + 1).norm(), 0.0);
  }
}

// A mass between two walls:   | o |   one contact is closed, the other open.
TEST(Coulomb, OnlyTheClosedContactOfTwoCarriesLoad) {
  MatrixXd J(6, 3);
  J << 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, 1, 0, 0, 0, -1;
  const FrictionProblem problem{J * J.transpose(), J * Vector3d(-1, 2, 0), {0.3, 0.4}};
  const VectorXd p = SolveCoulomb(problem);
  EXPECT_LT((J.transpose() * p - Vector3d(1, -0.3, 0)).norm(), kConeSolved);
  ExpectCoulomb(problem, p);
}

/// A box of unit mass and inertia on four feet: twelve forces for six degrees of freedom.
FrictionProblem Box(const Eigen::Matrix<double, 6, 1>& v, double mu) {
  MatrixXd J(12, 6);
  for (int i = 0; i < 4; ++i) {
    const double x = i % 2 ? 1.0 : -1.0, y = i / 2 ? 1.0 : -1.0, z = -0.5;  // the normal points up
    J.middleRows<3>(3 * i) << 0, 0, 1, y, -x, 0,                            //
        1, 0, 0, 0, z, -y,                                                  //
        0, 1, 0, -z, 0, x;
  }
  return {J * J.transpose(), J * v, std::vector<double>(4, mu)};
}

TEST(Coulomb, FourRedundantFeetShareTheLoad) {
  for (const double slide : {0.1, 3.0}) {
    const FrictionProblem problem =
        Box((Eigen::Matrix<double, 6, 1>() << slide, 0, -1, 0, 0, 0).finished(), 0.5);
    for (const CoulombMethod method :
         {CoulombMethod::kAuto, CoulombMethod::kNewton, CoulombMethod::kGaussSeidel}) {
      const VectorXd p = SolveCoulomb(problem, method);
      ExpectCoulomb(problem, p);
      const VectorXd v = problem.W * p + problem.b;
      constexpr double kUnitBox = 1e-9;  // the tolerance of 1e-10, for unit mass and speeds up to 3 m/s
      EXPECT_NEAR(p[0] + p[3] + p[6] + p[9], 1.0, kUnitBox);
      // The friction impulse of 0.5 reduces the speed by 0.5, or stops the box.
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(v[3 * i + 1], std::max(0.0, slide - 0.5), kUnitBox);
    }
  }
}

TEST(Coulomb, SolvesAllFamilies) {
  Random random(2);
  CoulombSolver solver(20);
  for (const FrictionFamily family : kRandomFamilies)
    for (const int contacts : {2, 7, 20})
      for (int trial = 0; trial < Repeats(4000) / contacts; ++trial) {
        const FrictionProblem problem = RandomFrictionProblem(family, contacts, random);
        VectorXd p = VectorXd::Zero(3 * contacts);
        ASSERT_TRUE(solver.Solve(problem.W, problem.b, problem.mu, p).solved);
        ExpectCoulomb(problem, p);
      }
}

TEST(Coulomb, NewtonAndGaussSeidelAgree) {
  Random random(3);
  for (const int contacts : {2, 7})
    for (int trial = 0; trial < 50; ++trial) {
      const FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kFreeBodies, contacts, random);
      const VectorXd p = SolveCoulomb(problem), q = SolveCoulomb(problem, CoulombMethod::kGaussSeidel);
      EXPECT_LT((problem.W * (p - q)).norm(), kConeSolved * problem.b.norm());
    }
}

TEST(Coulomb, WarmStartsSaveIterations) {
  Random random(4);
  CoulombSolver solver(4);
  int cold = 0, warm = 0;
  for (int trial = 0; trial < 100; ++trial) {
    FrictionProblem problem = RandomFrictionProblem(FrictionFamily::kRobot, 4, random);
    VectorXd p = VectorXd::Zero(12);
    cold += solver.Solve(problem.W, problem.b, problem.mu, p).iterations;
    EXPECT_LE(solver.Solve(problem.W, problem.b, problem.mu, p).iterations, 1);
    problem.b += 1e-4 * RandomVector(12, random);
    warm += solver.Solve(problem.W, problem.b, problem.mu, p).iterations;
  }
  EXPECT_LE(2 * warm, cold);
}

// Bodies deep inside each other: contacts that cannot all open.
struct OverlapProblem : FrictionProblem {
  OverlapProblem(int contacts, Random& random)
      : FrictionProblem(RandomFrictionProblem(FrictionFamily::kRobot, contacts, random)) {
    for (int c = 0; c < contacts; ++c) b[3 * c] = random.Uniform(-5.0, 0.0);
    for (int c = 0; c < contacts; ++c) unit.push_back(W.diagonal().segment<3>(3 * c).mean());
  }
  CoulombResult Solve(CoulombSolver& solver, VectorXd& p) const {
    p = VectorXd::Zero(b.size());
    return solver.SolveCompliant(W, b, mu, {unit, 1e-7, 0.1}, p);
  }
  std::vector<double> unit;
};

// Steps of macroscopic with 60-120 contacts took seconds, since every fallback was exhausted at a compliance
// that is too small.
TEST(Coulomb, ManyContactsThatCannotAllOpenTakeFewIterationsWithACompliance) {
  constexpr int kContacts = 80, kManyIterations = 1000;
  Random random(7);
  CoulombSolver solver(kContacts);
  for (int i = 0; i < 5; ++i) {
    OverlapProblem problem(kContacts, random);
    VectorXd p;
    const CoulombResult result = problem.Solve(solver, p);
    EXPECT_TRUE(result.solved);
    EXPECT_LT(result.iterations, kManyIterations);
    for (int c = 0; c < kContacts; ++c)
      problem.W.diagonal().segment<3>(3 * c).array() += result.compliance * problem.unit[c];
    ExpectCoulomb(problem, p);
  }
}

// SolveCompliant stops at a residual of 1e-6. Two of these problems end between that and 1e-10, and were
// returned as unsolved: stewart-trinkle discarded the solution.
TEST(Coulomb, SolutionsWithinTheToleranceOfSolveCompliantAreSolved) {
  constexpr int kContacts = 20;
  CoulombSolver solver(kContacts);
  for (int seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const OverlapProblem problem(kContacts, random);
    VectorXd p;
    const CoulombResult result = problem.Solve(solver, p);
    EXPECT_TRUE(result.solved) << seed;
    EXPECT_LT(result.residual, 1e-6 * problem.b.lpNorm<Eigen::Infinity>()) << seed;
  }
}

TEST(Coulomb, GivesTheSameBitsAgain) {
  Random random(5);
  CoulombSolver used(20);
  for (const FrictionFamily family : kRandomFamilies) {
    const FrictionProblem problem = RandomFrictionProblem(family, 20, random);
    VectorXd p = VectorXd::Zero(60);
    used.Solve(problem.W, problem.b, problem.mu, p);
    EXPECT_EQ(p, SolveCoulomb(problem));
  }
}

// A contact with zero inverse inertia has no solution.
TEST(Coulomb, ReturnsFiniteImpulsesIfThereIsNoSolution) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const FrictionProblem problems[] = {{MatrixXd::Zero(3, 3), Vector3d(-1, 0.1, 0), {0.5}},
                                      {MatrixXd::Identity(3, 3), Vector3d(kNan, 0, 0), {0.5}},
                                      {kNan * MatrixXd::Identity(3, 3), Vector3d(-1, 0, 0), {0.5}}};
  for (const FrictionProblem& problem : problems)
    for (const CoulombMethod method :
         {CoulombMethod::kAuto, CoulombMethod::kNewton, CoulombMethod::kGaussSeidel}) {
      CoulombSolver solver;
      VectorXd p = VectorXd::Zero(3);
      EXPECT_FALSE(solver.Solve(problem.W, problem.b, problem.mu, p, method).solved);
      EXPECT_TRUE(p.allFinite()) << p.transpose();
    }
}

}  // namespace
}  // namespace slipstick::solvers
