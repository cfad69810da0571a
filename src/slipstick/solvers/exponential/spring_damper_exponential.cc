#include "slipstick/solvers/exponential/spring_damper_exponential.h"

#include <algorithm>

namespace slipstick::solvers {

void SpringDamperExponential::Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
                                    SpringDamperMotion& motion) {
  const int n = system.n, size = 2 * n + (start.b_rate ? 4 : 3);
  const double *K = system.K, *B = system.B;
  if (!(t > 0.0)) {  // the limit of the means for t -> 0 is the initial force
    for (int i = 0; i < n; ++i) {
      motion.mean[i] = motion.double_mean[i] = -(K[i] * start.x[i] + B[i] * start.v[i]);
      motion.x[i] = start.x[i];
      motion.v[i] = start.v[i];
    }
    return;
  }
  Fill(system, start, t);
  exponential_.Apply(size, A_.data(), 3, V_.data());
  // The columns of exp(t Ā) V: positions and velocities at t, their integrals and their double integrals,
  // (29).
  const double *state = V_.data(), *integral = state + size, *double_integral = integral + size;
  for (int i = 0; i < n; ++i) {
    motion.mean[i] = -(K[i] * integral[i] + B[i] * integral[n + i]) / t;
    motion.double_mean[i] = -2.0 * (K[i] * double_integral[i] + B[i] * double_integral[n + i]) / (t * t);
    motion.x[i] = state[i];
    motion.v[i] = state[n + i];
  }
}

void SpringDamperExponential::Reserve(int n) {
  const size_t size = 2 * static_cast<size_t>(n) + 4;
  exponential_.Reserve(static_cast<int>(size));
  if (A_.size() >= size * size) return;
  A_.resize(size * size);
  V_.resize(3 * size);
}

/// t Ā, the augmented matrix (30), and the columns V of exp(t Ā) V; both as in the header. The ones above the
/// diagonal integrate ḃ to b, and x0 to its integrals.
void SpringDamperExponential::Fill(const SpringDamper& system, const SpringDamperStart& start, double t) {
  const int n = system.n, added_columns = start.b_rate ? 4 : 3, size = 2 * n + added_columns;
  const size_t entries = static_cast<size_t>(size) * size;
  Reserve(n);
  std::fill_n(A_.data(), entries, 0.0);
  std::fill_n(V_.data(), 3 * size, 0.0);
  const auto column = [&](int j) { return A_.data() + static_cast<size_t>(j) * size; };
  for (int j = 0; j < n; ++j) {
    const double* W_j = system.W + static_cast<size_t>(j) * n;
    const double tK_j = t * system.K[j], tB_j = t * system.B[j];
    for (int i = 0; i < n; ++i) {
      column(j)[n + i] = -W_j[i] * tK_j;
      column(n + j)[n + i] = -W_j[i] * tB_j;
    }
    column(n + j)[j] = t;
  }
  const int x0 = size - 2;  // index of the column x0; b and ḃ, if present, are before it
  for (int i = 0; i < n; ++i) {
    if (start.b_rate) column(x0 - 2)[n + i] = t * start.b_rate[i];
    column(x0 - 1)[n + i] = t * start.b[i];
    column(x0)[i] = t * start.x[i];
    column(x0)[n + i] = t * start.v[i];
    V_[i] = start.x[i];
    V_[n + i] = start.v[i];
  }
  for (int k = 2 * n; k + 1 < size; ++k) column(k + 1)[k] = t;
  V_[x0 - 1] = 1.0;
  V_[size + size - 2] = 1.0;
  V_[2 * size + size - 1] = 1.0;
}

}  // namespace slipstick::solvers
