// Solvers do not allocate unless the problem exceeds all earlier sizes. A separate program, since it replaces
// the allocator.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/cone/friction_qp.h"
#include "slipstick/solvers/exponential/spring_damper_exponential.h"
#include "slipstick/solvers/exponential/spring_damper_modes.h"
#include "slipstick/solvers/exponential/spring_damper_rational.h"
#include "slipstick/solvers/exponential/spring_damper_tridiagonal.h"
#include "slipstick/solvers/lcp/lemke.h"
#include "slipstick/solvers/qp/dense_qp.h"
#include "slipstick/solvers/qp/simplex_qp.h"
#include "support/count_allocations.h"
#include "support/friction_problems.h"
#include "support/qp_problems.h"
#include "support/simplex_problems.h"
#include "support/spring_damper_samples.h"

namespace slipstick::solvers {

using namespace support;
namespace {

template <class Solver>
void ExpectNoAllocationsAfterTheLargest(Solver solver, SpringDamperSampling sampling = {}) {
  Random random(1);
  SpringDamperSample largest = RandomSpringDamper(random, sampling);
  while (largest.n() < 24) largest = RandomSpringDamper(random, sampling);
  largest.b_rate.resize(0);
  Answer(solver, largest);
  for (int trial = 0; trial < 50; ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random, sampling);
    SpringDamperAnswer answer(s.n());
    SpringDamperMotion motion{answer.x.data(), answer.v.data(), answer.mean.data(),
                              answer.double_mean.data()};
    EXPECT_EQ(allocation::In([&] { SolveSample(s, solver, motion); }), 0);
  }
}

TEST(SpringDamperAllocations, NoneOfTheExponential) {
  ExpectNoAllocationsAfterTheLargest(SpringDamperExponential());
  ExpectNoAllocationsAfterTheLargest(SpringDamperExponential({2, false}));
}

TEST(SpringDamperAllocations, NoneOfTheRationalForm) {
  ExpectNoAllocationsAfterTheLargest(SpringDamperRational());
}

TEST(SpringDamperAllocations, NoneWhereDampingIsProportional) {
  ExpectNoAllocationsAfterTheLargest(SpringDamperModes(), {.proportional = true});
  ExpectNoAllocationsAfterTheLargest(SpringDamperTridiagonal(), {.proportional = true});
}

TEST(LemkeAllocations, NoneUpToTheReservedSize) {
  Random random(1);
  Lemke lemke(70);
  for (const int contacts : {7, 2, 5, 7}) {
    const Lcp lcp = StewartTrinkleLcp(RandomFrictionProblem(FrictionFamily::kRobot, contacts, random));
    Eigen::VectorXd z(lcp.size());
    EXPECT_EQ(allocation::In([&] { lemke.Solve(lcp.R, lcp.u, z); }), 0);
    EXPECT_EQ(allocation::In([&] { lemke.Solve(lcp.R, lcp.u, z, true); }), 0);
  }
}

TEST(ContactForceAllocations, NoneAfterReserve) {
  Random random(1);
  CoulombSolver coulomb(12);
  FrictionQp qp;
  qp.Reserve(12);
  for (const FrictionFamily family : kRandomFamilies)
    for (int trial = 0; trial < 50; ++trial) {
      const FrictionProblem problem = RandomFrictionProblem(family, 1 + trial % 12, random);
      Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.b.size());
      EXPECT_EQ(allocation::In([&] { coulomb.Solve(problem.W, problem.b, problem.mu, x); }), 0);
      for (const FrictionSet set : {FrictionSet::kUnilateral, FrictionSet::kPyramid, FrictionSet::kCone})
        EXPECT_EQ(allocation::In([&] { qp.Solve(problem.W, problem.b, problem.mu, set, x); }), 0);
    }
}

TEST(DenseQpAllocations, NoneAfterTheLargest) {
  Random random(1);
  DenseQp qp;
  Eigen::VectorXd x;
  QpActiveSet active;
  qp.Solve(RandomQp({61, 40, 100}, random), x, active);
  for (int trial = 0; trial < 50; ++trial) {
    QpProblem problem = RandomQp({61, trial % 40, 2 * trial}, random);
    if (trial % 5 == 0 && trial > 0) problem.upper()[0] = problem.lower()[0] - 1.0;  // no solution
    active.clear();
    for (int repeat = 0; repeat < 2; ++repeat)  // cold, then warm
      EXPECT_EQ(allocation::In([&] { qp.Solve(problem, x, active); }), 0);
  }
}

TEST(DenseQpAllocations, NoneOfAProblemAfterTheLargest) {
  QpProblem problem;
  problem.Resize(61, 40, 100);
  for (const int n : {20, 61, 40}) EXPECT_EQ(allocation::In([&] { problem.Resize(n, n / 2, n); }), 0);
}

TEST(SimplexQpAllocations, NoneAfterReserve) {
  Random random(1);
  SimplexQp qp;
  qp.Reserve(48, 8);
  for (int trial = 0; trial < 50; ++trial) {
    const SimplexProblem problem = RandomContactSimplices(1 + trial % 8, 1e-6, random);
    Eigen::VectorXd x = RandomVector(problem.size(), random);
    EXPECT_EQ(allocation::In([&] { qp.Solve(problem.entries(), problem.g, problem.start, x); }), 0);
  }
}

}  // namespace
}  // namespace slipstick::solvers
