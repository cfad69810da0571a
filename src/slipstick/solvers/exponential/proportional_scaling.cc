#include "slipstick/solvers/exponential/proportional_scaling.h"

#include <cmath>

namespace slipstick::solvers {
namespace {

constexpr double kRoundingOfRatio = 1e-14;

}  // namespace

bool ProportionalScaling::Applies(const SpringDamper& system) {
  const double beta = system.B[0] / system.K[0];
  for (int i = 1; i < system.n; ++i)
    if (std::abs(system.B[i] - beta * system.K[i]) > kRoundingOfRatio * system.B[i]) return false;
  return true;
}

void ProportionalScaling::Reserve(int n) {
  if (static_cast<int>(s_.size()) >= n) return;
  s_.resize(n), inverse_s_.resize(n);
  matrix_.resize(static_cast<size_t>(n) * n);
}

void ProportionalScaling::Prepare(const SpringDamper& system) {
  Reserve(system.n);
  n_ = system.n;
  beta_ = system.B[0] / system.K[0];
  for (int i = 0; i < n_; ++i) {
    const bool repeats = i > 0 && system.K[i] == system.K[i - 1];
    s_[i] = repeats ? s_[i - 1] : std::sqrt(system.K[i]);
    inverse_s_[i] = repeats ? inverse_s_[i - 1] : 1.0 / s_[i];
  }
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) matrix_[j * n_ + i] = s_[i] * s_[j] * system.W[j * n_ + i];
}

void ProportionalScaling::Scale(const SpringDamperStart& start, Pack* scaled) const {
  for (int i = 0; i < n_; ++i) {
    const double rate = start.b_rate != nullptr ? start.b_rate[i] : 0.0;
    scaled[i] = Pack(s_[i]) * Pack(Pack::Lanes{start.x[i], start.v[i], start.b[i], rate});
  }
}

void ProportionalScaling::Unscale(const Pack* scaled, const SpringDamperMotion& motion) const {
  for (int i = 0; i < n_; ++i) {
    motion.x[i] = inverse_s_[i] * scaled[i][0];
    motion.v[i] = inverse_s_[i] * scaled[i][1];
    motion.mean[i] = s_[i] * scaled[i][2];
    motion.double_mean[i] = s_[i] * scaled[i][3];
  }
}

}  // namespace slipstick::solvers
