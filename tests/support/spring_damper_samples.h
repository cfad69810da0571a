// Random contact systems for the algorithms of solvers/exponential/spring_damper.h.
#pragma once

#include <cmath>

#include "slipstick/core/eigen.h"
#include "slipstick/core/random.h"
#include "slipstick/solvers/exponential/spring_damper.h"
#include "support/numbers.h"
#include "support/random_matrices.h"

namespace slipstick::support {

/// A system, a start and a time, with the memory behind them.
struct SpringDamperSample {
  Eigen::MatrixXd W;
  Eigen::VectorXd K, B, x, v, b, b_rate;  ///< b_rate is empty if b is constant
  double t = 0.0;

  int n() const { return static_cast<int>(K.size()); }
  solvers::SpringDamper system() const { return {n(), W.data(), K.data(), B.data()}; }
  solvers::SpringDamperStart start() const {
    return {x.data(), v.data(), b.data(), b_rate.size() > 0 ? b_rate.data() : nullptr};
  }
};

/// Storage of a result.
struct SpringDamperAnswer {
  explicit SpringDamperAnswer(int n) : x(n), v(n), mean(n), double_mean(n) {}
  Eigen::VectorXd x, v, mean, double_mean;
};

/// By any of the algorithms.
template <class Solver>
void SolveSample(const SpringDamperSample& sample, Solver& solver, solvers::SpringDamperMotion& motion) {
  if constexpr (requires { solver.Begin(sample.start()); }) {
    solver.Decompose(sample.system());
    solver.Begin(sample.start());
    solver.At(sample.t, motion);
  } else {
    solver.Solve(sample.system(), sample.start(), sample.t, motion);
  }
}

template <class Solver>
SpringDamperAnswer Answer(Solver& solver, const SpringDamperSample& sample) {
  SpringDamperAnswer answer(sample.n());
  solvers::SpringDamperMotion motion{answer.x.data(), answer.v.data(), answer.mean.data(),
                                     answer.double_mean.data()};
  SolveSample(sample, solver, motion);
  return answer;
}

/// Expected magnitudes, row by row. In the coordinates η = K^½ x the system is symmetric, and no coordinate
/// exceeds the sum of the initial state and the input, H = Σ K^½ (|x0| + t |v0| + t² |b| + t³ |ḃ|).
struct SpringDamperScale {
  explicit SpringDamperScale(const SpringDamperSample& s) : x(s.n()), v(s.n()), force(s.n()) {
    const Eigen::VectorXd root = s.K.cwiseSqrt();
    Eigen::VectorXd length = s.x.cwiseAbs() + s.t * s.v.cwiseAbs() + s.t * s.t * s.b.cwiseAbs();
    if (s.b_rate.size() > 0) length += s.t * s.t * s.t * s.b_rate.cwiseAbs();
    const double H = root.dot(length);
    const Eigen::MatrixXd symmetric = root.asDiagonal() * s.W * root.asDiagonal();
    const double omega2 = symmetric.norm();
    x = H * root.cwiseInverse();
    v = (1.0 / s.t + std::sqrt(omega2)) * x;
    force = s.K.cwiseProduct(x) + s.B.cwiseProduct(x) / s.t;
    condition = 1.0 + omega2 * s.t * (s.t + s.B.cwiseQuotient(s.K).maxCoeff());
  }
  Eigen::VectorXd x, v;
  Eigen::VectorXd force;   ///< of both means
  double condition = 1.0;  ///< the norm of t A, which amplifies the rounding errors of the exponential
};

/// The largest difference relative to the scale.
inline double Difference(const SpringDamperAnswer& a, const SpringDamperAnswer& b,
                         const SpringDamperScale& scale) {
  const auto largest = [](const Eigen::VectorXd& difference, const Eigen::VectorXd& unit) {
    double most = 0.0;
    for (int i = 0; i < difference.size(); ++i)
      most = Larger(most, std::abs(difference[i]) / (unit[i] + 1e-300));
    return most;
  };
  const double motion = Larger(largest(a.x - b.x, scale.x), largest(a.v - b.v, scale.v));
  const double forces =
      Larger(largest(a.mean - b.mean, scale.force), largest(a.double_mean - b.double_mean, scale.force));
  return Larger(motion, forces);
}

// A few times the 2e-13 of the contour, plus rounding times the condition. The latter is due to the
// exponential: compared with quadruple precision, samples in which the two algorithms differ by 1e-10 have
// errors of 1e-14 in the rational form, except where W is rank deficient; there one bit of W makes as large
// a difference.
inline double Tolerance(const SpringDamperScale& scale) { return 2e-12 + 1e-15 * scale.condition; }

struct SpringDamperSampling {
  bool proportional = false;   ///< B = β K
  bool same_material = false;  ///< K and B are multiples of the identity
};

inline double RandomPower(double lower, double upper, Random& random) {
  return std::exp(random.Uniform(std::log(lower), std::log(upper)));
}

/// The size is drawn first: the order of evaluation of the factors of a product differs between compilers.
inline Eigen::VectorXd RandomVectorOfPower(int n, double lower, double upper, Random& random) {
  const double size = RandomPower(lower, upper, random);
  return size * RandomVector(n, random);
}

/// n = 3 to 24; W = J M⁻¹ Jᵀ with J of full or lower rank, or zero; K from 1e3 to 1e8; B zero, weak or far
/// above critical; t from 1e-5 to 4e-2; b constant or growing.
inline SpringDamperSample RandomSpringDamper(Random& random, SpringDamperSampling sampling = {}) {
  SpringDamperSample s;
  const int n = 3 * (1 + random.Index(8));
  const int freedoms = random.Index(20) == 0 ? 0 : 1 + random.Index(2 * n);
  Eigen::MatrixXd J(n, freedoms);
  for (int k = 0; k < freedoms; ++k) J.col(k) = RandomVectorOfPower(n, 0.1, 1.0, random);
  s.W = J * J.transpose();

  const bool alike = sampling.same_material || random.Index(2) == 0;
  const double stiffness = RandomPower(1e3, 1e8, random);
  s.K = Eigen::VectorXd::Constant(n, stiffness);
  for (int i = 0; i < n && !alike; ++i) s.K[i] = RandomPower(1e3, 1e8, random);
  // B = β K is critical for a mode of frequency ω where β = 2/ω.
  const auto beta = [&] { return RandomPower(1e-3, 1e3, random) / std::sqrt(stiffness); };
  const double all = random.Index(4) == 0 ? 0.0 : beta();
  const bool free = !sampling.same_material && !sampling.proportional && random.Index(2) == 0;
  s.B = all * s.K;
  for (int i = 0; i < n && free; ++i) s.B[i] = random.Index(8) == 0 ? 0.0 : beta() * s.K[i];

  s.t = RandomPower(1e-5, 4e-2, random);
  s.x = RandomVectorOfPower(n, 1e-6, 1e-2, random);
  s.v = RandomVectorOfPower(n, 1e-4, 1.0, random);
  s.b = RandomVectorOfPower(n, 1e-2, 1e2, random);
  if (random.Index(2) == 0) s.b_rate = RandomVectorOfPower(n, 1.0, 1e5, random);
  return s;
}

}  // namespace slipstick::support
