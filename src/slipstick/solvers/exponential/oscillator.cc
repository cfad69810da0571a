#include "slipstick/solvers/exponential/oscillator.h"

#include <cmath>

namespace slipstick::solvers {
namespace {

constexpr double kInverseFactorial[] = {1.0,      1.0,       1.0 / 2,   1.0 / 6,
                                        1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040};

/// t^k / k! for k = 0 ... 4.
std::array<double, 5> Powers(double t) {
  std::array<double, 5> p{1.0};
  for (int k = 1; k < 5; ++k) p[k] = p[k - 1] * t / k;
  return p;
}

/// Taylor series of g[5] and g[6]; the others follow from the identity without cancellation.
OscillatorResponse BySeries(double lambda, double beta, double t) {
  const double damping = beta * lambda * t, stiffness = lambda * t * t;
  // derivatives of g[1] at 0 times t^(j - 1): 1, -βλt, ...
  double before = 0.0, derivative = 1.0, weight = kInverseFactorial[5];
  double g5 = 0.0, g6 = 0.0;
  for (int j = 1; j <= 24; ++j) {
    g5 += weight * derivative;
    weight /= j + 5;
    g6 += weight * derivative;
    const double next = -damping * derivative - stiffness * before;
    before = derivative;
    derivative = next;
  }
  const std::array<double, 5> p = Powers(t);
  const double t5 = p[4] * t * 24.0;
  OscillatorResponse r;
  r.g[5] = t5 * g5;
  double above = t5 * t * g6;
  for (int k = 4; k >= 0; --k) {
    r.g[k] = p[k] - beta * lambda * r.g[k + 1] - lambda * above;
    above = r.g[k + 1];
  }
  return r;
}

/// φ functions of exponential integrators for z <= 0: φ_0 = exp, φ_{k+1} = (φ_k - 1/k!) / z.
std::array<double, 5> Phi(double z) {
  std::array<double, 5> phi;
  if (z < -1.0) {
    phi[0] = std::exp(z);
    for (int k = 0; k < 4; ++k) phi[k + 1] = (phi[k] - kInverseFactorial[k]) / z;
    return phi;
  }
  double term = kInverseFactorial[4], sum = 0.0;
  for (int j = 5; j < 22; ++j) {
    sum += term;
    term *= z / j;
  }
  phi[4] = sum;
  for (int k = 3; k >= 0; --k) phi[k] = kInverseFactorial[k] + z * phi[k + 1];
  return phi;
}

/// Overdamped, with well separated roots s = -a ± r.
OscillatorResponse ByRoots(double lambda, double a, double r, double t) {
  const double fast = -(a + r), slow = -lambda / (a + r);
  const std::array<double, 5> phi_slow = Phi(slow * t), phi_fast = Phi(fast * t);
  const double scale = 0.5 / r;
  OscillatorResponse out;
  out.g[0] = scale * (slow * phi_slow[0] - fast * phi_fast[0]);
  double power = scale;
  for (int k = 0; k < 5; ++k, power *= t) out.g[k + 1] = power * (phi_slow[k] - phi_fast[k]);
  return out;
}

/// Underdamped, or overdamped too close to critical damping for ByRoots; λ t² is not small.
OscillatorResponse ByWave(double lambda, double a, double discriminant, double t) {
  const double decay = std::exp(-a * t);
  const double phase = std::sqrt(std::abs(discriminant)) * t;
  double wave = 0.0, quotient = 1.0;  // cos(phase) and sin(phase)/phase, or cosh and sinh
  if (phase < 1e-4) {
    wave = 1.0 + std::copysign(0.5 * phase * phase, discriminant);
    quotient = 1.0 + std::copysign(phase * phase / 6.0, discriminant);
  } else if (discriminant < 0.0) {
    wave = std::cos(phase);
    quotient = std::sin(phase) / phase;
  } else {
    wave = std::cosh(phase);
    quotient = std::sinh(phase) / phase;
  }
  OscillatorResponse r;
  r.g[1] = decay * t * quotient;
  r.g[0] = decay * (wave - a * t * quotient);
  const std::array<double, 5> p = Powers(t);
  for (int k = 0; k < 4; ++k) r.g[k + 2] = (p[k] - r.g[k] - 2.0 * a * r.g[k + 1]) / lambda;
  return r;
}

}  // namespace

OscillatorResponse ImpulseResponse(double lambda, double beta, double t) {
  const double a = 0.5 * beta * lambda;
  const double discriminant = a * a - lambda;
  if (discriminant > 0.0) {
    const double r = std::sqrt(discriminant);
    if (2.0 * r * t > 1.0) return ByRoots(lambda, a, r, t);
  }
  if (lambda * t * t < 1.0) return BySeries(lambda, beta, t);
  return ByWave(lambda, a, discriminant, t);
}

}  // namespace slipstick::solvers
