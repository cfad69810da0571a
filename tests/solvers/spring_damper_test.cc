// The spring-damper algorithms (solvers/exponential/spring_damper.h), compared with closed forms,
// conservation laws and each other.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "slipstick/core/random.h"
#include "slipstick/solvers/exponential/spring_damper_exponential.h"
#include "slipstick/solvers/exponential/spring_damper_rational.h"
#include "support/sanitized.h"
#include "support/spring_damper_samples.h"
#include "support/tolerances.h"

namespace slipstick::solvers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

//   |--/\/\/--+
//   |   K     | m = 1/W  --> b + ḃ t
//   |---[|----+
//       B
SpringDamperSample ScalarOscillator(double W, double K, double B, double t) {
  SpringDamperSample s;
  s.W = MatrixXd::Constant(1, 1, W);
  s.K = VectorXd::Constant(1, K);
  s.B = VectorXd::Constant(1, B);
  s.x = VectorXd::Constant(1, 1e-3);
  s.v = VectorXd::Constant(1, -0.2);
  s.b = VectorXd::Constant(1, 5.0);
  s.b_rate = VectorXd::Constant(1, -300.0);
  s.t = t;
  return s;
}

// x = p + q t + y, where the particular solution p + q t follows b + ḃ t, and y is e^{-δt} times cosh and
// sinh, or cos and sin. In extended precision, since the means are computed from differences of velocities.
SpringDamperAnswer ClosedForm(const SpringDamperSample& s) {
  using Real = long double;
  const Real W = s.W(0, 0), K = s.K[0], B = s.B[0], x0 = s.x[0], v0 = s.v[0], b = s.b[0], r = s.b_rate[0],
             t = s.t;
  const Real q = r / (W * K), p = (b - W * B * q) / (W * K);
  const Real delta = W * B / 2, d = delta * delta - W * K;
  const Real y0 = x0 - p, w0 = v0 - q;
  Real c = 1, si = t;  // e^{-δt} cosh(√d t), e^{-δt} sinh(√d t) / √d
  if (std::abs(d) * t * t < 1) {
    Real cosine = 1, sine = 1, term = 1;  // series, which are regular at critical damping
    for (int k = 1; k < 15; ++k) {
      term *= d * t * t / ((2 * k - 1) * (2 * k));
      cosine += term;
      sine += term / (2 * k + 1);
    }
    c = std::exp(-delta * t) * cosine;
    si = std::exp(-delta * t) * t * sine;
  } else if (d > 0) {
    const Real root = std::sqrt(d);
    const Real slow = std::exp(-W * K / (delta + root) * t), fast = std::exp(-(delta + root) * t);
    c = (slow + fast) / 2;
    si = (slow - fast) / (2 * root);
  } else {
    const Real root = std::sqrt(-d);
    c = std::exp(-delta * t) * std::cos(root * t);
    si = std::exp(-delta * t) * std::sin(root * t) / root;
  }
  const Real y = c * y0 + si * (w0 + delta * y0);
  const Real w = c * w0 - si * (W * K * y0 + delta * w0);
  const Real x = p + q * t + y, v = q + w;
  SpringDamperAnswer answer(1);
  answer.x[0] = static_cast<double>(x);
  answer.v[0] = static_cast<double>(v);
  answer.mean[0] = static_cast<double>((v - v0 - b * t - r * t * t / 2) / (W * t));
  answer.double_mean[0] =
      static_cast<double>(2 * (x - x0 - v0 * t - b * t * t / 2 - r * t * t * t / 6) / (W * t * t));
  return answer;
}

TEST(SpringDamper, ScalarOscillatorFollowsTheClosedForm) {
  SpringDamperExponential exponential;
  SpringDamperRational rational;
  for (const double W : {0.1, 2.0}) {
    for (const double K : {1e3, 1e5, 1e8}) {
      const double critical = 2.0 * std::sqrt(K / W);
      for (const double ratio : {0.0, 1e-3, 0.1, 0.9, 1.0, 1.2, 30.0, 1e4}) {
        for (const double t : {1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
          const SpringDamperSample s = ScalarOscillator(W, K, ratio * critical, t);
          const SpringDamperAnswer exact = ClosedForm(s);
          const SpringDamperScale scale(s);
          const std::string where = fmt::format("W {} K {} ratio {} t {}", W, K, ratio, t);
          const double rounding = 1e-16 / std::min(1.0, W * K * t * t);  // of the means of the closed form
          const double difference = Difference(Answer(rational, s), exact, scale);
          EXPECT_LT(difference, kAccumulatedRounding + 1e-13 * rational.substeps() + rounding) << where;
          const double norm = 1.0 + std::sqrt(W * K) * t * std::max(1.0, ratio);
          EXPECT_LT(Difference(Answer(exponential, s), exact, scale), kSumRounding * norm + rounding)
              << where;
        }
      }
    }
  }
}

TEST(SpringDamper, RationalFormAndExponentialAgree) {
  Random random(11);
  SpringDamperExponential exponential;
  SpringDamperRational rational;
  for (int trial = 0; trial < Repeats(3000); ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random);
    const SpringDamperScale scale(s);
    const double difference = Difference(Answer(rational, s), Answer(exponential, s), scale);
    ASSERT_LT(difference, Tolerance(scale))
        << "trial " << trial << ", n " << s.n() << ", t " << s.t << ", condition " << scale.condition
        << ", sub-steps " << rational.substeps();
  }
}

// Much stiffer than contacts: λ t² = 1e8, any damping, where the exponential is too inaccurate to compare
// with. Two half steps must give the same result as one step.
TEST(SpringDamper, RationalFormIsConsistentUnderHalvingOfStiffSystems) {
  Random random(12);
  SpringDamperRational rational;
  for (int trial = 0; trial < 60; ++trial) {
    SpringDamperSample whole = RandomSpringDamper(random);
    if (whole.W.norm() == 0.0) continue;
    whole.W *= 1.0 / whole.W.norm();
    whole.K *= 1e8 / whole.K.maxCoeff() / (whole.t * whole.t);
    whole.B = whole.K * whole.t * RandomPower(1e-2, 1e2, random);
    const SpringDamperScale scale(whole);
    const SpringDamperAnswer at_once = Answer(rational, whole);
    SpringDamperSample half = whole;
    half.t = whole.t / 2.0;
    const SpringDamperAnswer first = Answer(rational, half);
    half.x = first.x;
    half.v = first.v;
    if (half.b_rate.size() > 0) half.b += half.t * half.b_rate;
    SpringDamperAnswer second = Answer(rational, half);
    second.double_mean = (first.double_mean + second.double_mean + 2.0 * first.mean) / 4.0;
    second.mean = (first.mean + second.mean) / 2.0;
    EXPECT_LT(Difference(at_once, second, scale), Tolerance(scale)) << trial;
  }
}

TEST(SpringDamper, PointsWithoutInverseInertiaMoveFreely) {
  Random random(13);
  SpringDamperExponential exponential;
  SpringDamperRational rational;
  for (int trial = 0; trial < 20; ++trial) {
    SpringDamperSample s = RandomSpringDamper(random);
    s.W.setZero();
    const double t = s.t;
    const VectorXd rate = s.b_rate.size() > 0 ? s.b_rate : VectorXd::Zero(s.n());
    SpringDamperAnswer exact(s.n());
    exact.x = s.x + t * s.v + t * t / 2.0 * s.b + t * t * t / 6.0 * rate;
    exact.v = s.v + t * s.b + t * t / 2.0 * rate;
    const VectorXd x1 = s.x + t / 2.0 * s.v + t * t / 6.0 * s.b + t * t * t / 24.0 * rate;  // means over time
    const VectorXd v1 = s.v + t / 2.0 * s.b + t * t / 6.0 * rate;
    const VectorXd x2 = s.x + t / 3.0 * s.v + t * t / 12.0 * s.b + t * t * t / 60.0 * rate;
    const VectorXd v2 = s.v + t / 3.0 * s.b + t * t / 12.0 * rate;
    exact.mean = -s.K.cwiseProduct(x1) - s.B.cwiseProduct(v1);
    exact.double_mean = -s.K.cwiseProduct(x2) - s.B.cwiseProduct(v2);
    const SpringDamperScale scale(s);
    EXPECT_LT(Difference(Answer(exponential, s), exact, scale), 1e-13);  // a product of some 50 terms
    EXPECT_LT(Difference(Answer(rational, s), exact, scale), kAccumulatedRounding);
  }
}

// ½ vᵀ W⁻¹ v + ½ xᵀ K x is conserved without dampers, and decreases with them.
TEST(SpringDamper, EnergyIsConservedOrDissipated) {
  Random random(14);
  SpringDamperExponential exponential;
  SpringDamperRational rational;
  for (int trial = 0; trial < 100; ++trial) {
    SpringDamperSample s = RandomSpringDamper(random);
    s.W += (1.0 + s.W.norm()) * MatrixXd::Identity(s.n(), s.n());
    s.b.setZero();
    s.b_rate.resize(0);
    const auto energy = [&](const VectorXd& x, const VectorXd& v) {
      return 0.5 * v.dot(s.W.ldlt().solve(v)) + 0.5 * x.dot(s.K.cwiseProduct(x));
    };
    const double before = energy(s.x, s.v);
    const double rounding = 1e-10 * SpringDamperScale(s).condition;
    const auto check = [&](const SpringDamperAnswer& after) {
      if (s.B.maxCoeff() == 0.0) {
        EXPECT_NEAR(energy(after.x, after.v), before, rounding * before);
      }
      EXPECT_LE(energy(after.x, after.v), (1.0 + rounding) * before);
    };
    check(Answer(exponential, s));
    check(Answer(rational, s));
  }
}

// A quadruped on four feet, K = 1e5 N/m and B = 300 N s/m as in Hammoud et al. 2022 (expo).
SpringDamperSample FourFeet(double t) {
  Random random(15);
  SpringDamperSample s;
  MatrixXd J(12, 18);
  for (int k = 0; k < 18; ++k) J.col(k) = 0.4 * RandomVector(12, random);
  s.W = J * J.transpose();
  s.K = VectorXd::Constant(12, 1e5);
  s.B = VectorXd::Constant(12, 300.0);
  s.x = 1e-4 * RandomVector(12, random);
  s.v = 1e-2 * RandomVector(12, random);
  s.b = 10.0 * RandomVector(12, random);
  s.t = t;
  return s;
}

// Over short times balancing reduces the norm of the matrix below 0.01, and the double mean is a much smaller
// entry. Errors relative to the norm are then too large: with a Padé form of order 3 it was off by 2e-11.
TEST(SpringDamperExponential, DoubleMeanKeepsItsDigitsWhereTheNormIsSmall) {
  SpringDamperExponential exponential;
  for (double size = 1.0; size > 1e-12; size /= 10.0) {
    SpringDamperSample s = ScalarOscillator(0.2, 6500.0, 0.0, 2e-4);
    s.x *= size;
    s.v *= size;
    s.b *= size;
    s.b_rate *= 1e3 * size;
    const SpringDamperAnswer exact = ClosedForm(s);
    EXPECT_NEAR(Answer(exponential, s).double_mean[0], exact.double_mean[0],
                kAccumulatedRounding * s.K[0] * s.x[0])
        << size;
  }
}

TEST(SpringDamperExponential, ErrorDecreasesWithTheNumberOfProducts) {
  SpringDamperExponential full;
  struct Row {
    double t;
    double most[5];  ///< relative error of the mean force with 0, ..., 4 products
  };
  for (const Row& row :
       {Row{1e-4, {1e-3, 1e-7, 1e-12, 1e-14, 1e-14}}, Row{1e-3, {0.1, 1e-3, 3e-6, 1e-11, 1e-13}},
        Row{1e-2, {1.0, 0.1, 1e-2, 1e-4, 1e-6}}}) {
    const SpringDamperSample s = FourFeet(row.t);
    const VectorXd exact = Answer(full, s).mean;
    double last = HUGE_VAL;
    for (int products = 0; products <= 4; ++products) {
      SpringDamperExponential reduced({products, true});
      const double error = (Answer(reduced, s).mean - exact).norm() / exact.norm();
      EXPECT_LT(error, row.most[products]) << products << " products, t " << row.t;
      if (products < 3) {
        EXPECT_LT(error, last / 2.0);
      }
      last = error;
    }
  }
}

// Balancing reduces the norm a hundredfold and changes results only by rounding, also at low orders.
TEST(SpringDamperExponential, BalancingChangesTheNormAndNotTheMotion) {
  for (const double t : {1e-4, 1e-3, 1e-2}) {
    const SpringDamperSample s = FourFeet(t);
    const SpringDamperScale scale(s);
    for (const int products : {-1, 0, 1, 2}) {
      SpringDamperExponential with({products, true}), without({products, false});
      EXPECT_LT(Difference(Answer(with, s), Answer(without, s), scale), kAccumulatedRounding)
          << products << " products, t " << t;
      EXPECT_LT(with.exponential().norm(), without.exponential().norm() / 30.0);
    }
  }
}

TEST(SpringDamperRational, SplitsTimeOnlyIfDampingIsWeak) {
  SpringDamperRational rational;
  Answer(rational, FourFeet(1e-3));  // t / β = 0.33
  EXPECT_EQ(rational.substeps(), 1);
  Answer(rational, FourFeet(1.5e-2));  // t / β = 5
  EXPECT_EQ(rational.substeps(), 2);
  Answer(rational, ScalarOscillator(1.0, 1e8, 0.0, 0.1));  // a phase of a thousand radians
  EXPECT_EQ(rational.substeps(), 295);                     // of 3.4 radians each
}

template <class Solver>
class SpringDamperAlgorithm : public testing::Test {};
using Algorithms = testing::Types<SpringDamperExponential, SpringDamperRational>;
TYPED_TEST_SUITE(SpringDamperAlgorithm, Algorithms);

TYPED_TEST(SpringDamperAlgorithm, GivesTheSameBitsAfterAnotherSystem) {
  Random random(16);
  TypeParam used;
  for (int trial = 0; trial < 50; ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random);
    TypeParam fresh;
    const SpringDamperAnswer expected = Answer(fresh, s), found = Answer(used, s);
    EXPECT_EQ(found.x, expected.x);
    EXPECT_EQ(found.v, expected.v);
    EXPECT_EQ(found.mean, expected.mean);
    EXPECT_EQ(found.double_mean, expected.double_mean);
  }
}

TYPED_TEST(SpringDamperAlgorithm, ZeroTimeGivesTheInitialState) {
  TypeParam algorithm;
  const SpringDamperSample s = FourFeet(0.0);
  const SpringDamperAnswer answer = Answer(algorithm, s);
  const VectorXd force = -s.K.cwiseProduct(s.x) - s.B.cwiseProduct(s.v);
  EXPECT_EQ(answer.x, s.x);
  EXPECT_EQ(answer.v, s.v);
  EXPECT_LT((answer.mean - force).norm(), 1e-15 * force.norm());
  EXPECT_LT((answer.double_mean - force).norm(), 1e-15 * force.norm());
}

TYPED_TEST(SpringDamperAlgorithm, PropagatesNonFiniteNumbers) {
  TypeParam algorithm;
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    SpringDamperSample s = FourFeet(1e-3);
    s.W(3, 3) = bad;
    EXPECT_FALSE(Answer(algorithm, s).x.allFinite());
    s = FourFeet(1e-3);
    s.x[2] = bad;
    EXPECT_FALSE(Answer(algorithm, s).x.allFinite());
  }
}

}  // namespace
}  // namespace slipstick::solvers
