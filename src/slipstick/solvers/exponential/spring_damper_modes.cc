#include "slipstick/solvers/exponential/spring_damper_modes.h"

#include <algorithm>

#include "slipstick/solvers/exponential/oscillator.h"

namespace slipstick::solvers {

void SpringDamperModes::Reserve(int n) {
  scaling_.Reserve(n);
  modes_.Reserve(n);
  if (static_cast<int>(start_.size()) < n) start_.resize(n), result_.resize(n), scaled_.resize(n);
}

bool SpringDamperModes::Decompose(const SpringDamper& system) {
  Reserve(system.n);
  scaling_.Prepare(system);
  return modes_.Decompose(scaling_.matrix(), system.n);
}

void SpringDamperModes::Begin(const SpringDamperStart& start) {
  scaling_.Scale(start, scaled_.data());
  modes_.ToModes(scaled_.data(), start_.data());
}

void SpringDamperModes::At(double t, const SpringDamperMotion& motion) {
  const double beta = scaling_.beta();
  for (int i = 0; i < scaling_.size(); ++i) {
    const double lambda = std::max(0.0, modes_.values()[i]);
    const auto [g] = ImpulseResponse(lambda, beta, t);
    const double x = start_[i][0], v = start_[i][1], f = start_[i][2], rate = start_[i][3];
    const double damping = beta * lambda;
    // the response to an initial x is g[0] + β λ g[1]; likewise for the integrals
    const double x_t = x * (g[0] + damping * g[1]) + v * g[1] + f * g[2] + rate * g[3];
    const double v_t = -lambda * x * g[1] + v * g[0] + f * g[1] + rate * g[2];
    const double sum = x * (g[1] + damping * g[2]) + v * g[2] + f * g[3] + rate * g[4];
    const double sum_of_sums = x * (g[2] + damping * g[3]) + v * g[3] + f * g[4] + rate * g[5];
    const double mean = -(sum + beta * (x_t - x)) / t;
    const double double_mean = -2.0 * (sum_of_sums + beta * (sum - t * x)) / (t * t);
    result_[i] = Pack(Pack::Lanes{x_t, v_t, mean, double_mean});
  }
  modes_.FromModes(result_.data(), scaled_.data());
  scaling_.Unscale(scaled_.data(), motion);
}

}  // namespace slipstick::solvers
