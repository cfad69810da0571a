#include "slipstick/solvers/exponential/spring_damper_rational.h"

#include <algorithm>
#include <cmath>

#include "slipstick/solvers/exponential/laplace_contour.h"

namespace slipstick::solvers {

void SpringDamperRational::Reserve(int n) {
  n_ = n;
  factor_size_ = n * (n + 1) / 2;
  if (static_cast<int>(x_.size()) >= n) return;
  for (auto* v : {&stiffness_, &damping_, &x_, &u_, &b_, &b_rate_, &integral_, &double_integral_,
                  &total_integral_, &total_double_integral_})
    v->resize(n);
  factor_.resize(static_cast<size_t>(laplace::kGroups) * factor_size_);
  gain_.resize(static_cast<size_t>(laplace::kGroups) * n);
  y_.resize(n);
  below_.resize(n);
}

void SpringDamperRational::Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
                                 SpringDamperMotion& motion) {
  const int n = system.n;
  Reserve(n);
  substeps_ = CountSubsteps(system, t);
  const double h = t / substeps_;
  for (int i = 0; i < n; ++i) {
    stiffness_[i] = h * h * system.K[i];
    damping_[i] = h * system.B[i];
    x_[i] = start.x[i];
    u_[i] = h * start.v[i];
    b_[i] = h * h * start.b[i];
    b_rate_[i] = start.b_rate ? h * h * h * start.b_rate[i] : 0.0;
    total_integral_[i] = total_double_integral_[i] = 0.0;
    // The limit of the means for t -> 0 is the initial force.
    motion.mean[i] = motion.double_mean[i] = -(system.K[i] * start.x[i] + system.B[i] * start.v[i]);
    motion.x[i] = start.x[i];
    motion.v[i] = start.v[i];
  }
  if (!(t > 0.0)) return;

  for (int group = 0; group < laplace::kGroups; ++group) FactorGroup(system, group);
  for (int substep = 0; substep < substeps_; ++substep) {
    IntegrateSubstep();
    AdvanceSubstep(system);
  }
  for (int i = 0; i < n; ++i) {
    motion.x[i] = x_[i];
    motion.v[i] = u_[i] / h;
    motion.mean[i] = total_integral_[i] / (h * t);
    motion.double_mean[i] = 2.0 * total_double_integral_[i] / (t * t);
  }
}

/// Such that the contour encloses all modes within a sub-step.
int SpringDamperRational::CountSubsteps(const SpringDamper& system, double t) const {
  double sum = 0.0, beta = HUGE_VAL;
  for (int j = 0; j < n_; ++j) {
    double column = 0.0;
    for (int i = 0; i < n_; ++i) {
      const double W_ij = system.W[static_cast<size_t>(j) * n_ + i];
      column += system.K[i] * W_ij * W_ij;
    }
    sum += system.K[j] * column;
    beta = std::min(beta, system.B[j] / system.K[j]);
  }
  const double omega2 = std::sqrt(sum);  // Frobenius norm of K^½ W K^½
  const double frequency2 =
      beta * beta * omega2 < 2.0 ? omega2 * (1.0 - beta * beta * omega2 / 4.0) : 1.0 / (beta * beta);
  return laplace::CountSubsteps(std::sqrt(frequency2), t);
}

/// L D Lᵀ = p² / (h² K + p h B) + W for four points. No pivoting is needed: a pivot is 1 / (A_k⁻¹)_kk with
/// the leading submatrix A_k, which belongs to a smaller system of the same kind, whose spectrum and
/// numerical range keep the same distance from the points. The largest growth found in a search for bad
/// systems is 4.
void SpringDamperRational::FactorGroup(const SpringDamper& system, int group) {
  const int n = n_;
  const ComplexPack p = laplace::Points(group);
  ComplexPack* gain = gain_.data() + static_cast<size_t>(group) * n;
  ComplexPack* column = factor(group);
  for (int j = 0; j < n; column += n - j, ++j) {
    const double* W_j = system.W + static_cast<size_t>(j) * n;
    const ComplexPack compliance = Inverse({stiffness_[j] + damping_[j] * p.re, damping_[j] * p.im});
    const ComplexPack p_compliance = p * compliance, p2_compliance = p * p_compliance;
    gain[j] = {stiffness_[j] * p_compliance.re, stiffness_[j] * p_compliance.im};
    column[0] = {W_j[j] + p2_compliance.re, p2_compliance.im};
    for (int i = j + 1; i < n; ++i) column[i - j] = {W_j[i], 0.0};
  }
  column = factor(group);
  for (int k = 0; k < n; ++k) {
    const ComplexPack inverse = Inverse(column[0]);
    column[0] = inverse;
    ComplexPack *next = column + (n - k), *target = next;
    for (int j = k + 1; j < n; ++j) {
      below_[j] = column[j - k];
      column[j - k] = column[j - k] * inverse;
    }
    for (int j = k + 1; j < n; target += n - j, ++j) {
      const ComplexPack a = below_[j];
      const ComplexPack* l = column + (j - k);
      for (int i = 0; i < n - j; ++i) SubtractProduct(l[i], a, target[i]);
    }
    column = next;
  }
}

/// The integrals of λ over one sub-step: the sum over the points.
void SpringDamperRational::IntegrateSubstep() {
  const int n = n_;
  for (int i = 0; i < n; ++i) integral_[i] = double_integral_[i] = 0.0;
  for (int group = 0; group < laplace::kGroups; ++group) {
    const ComplexPack inverse = Inverse(laplace::Points(group)), inverse2 = inverse * inverse;
    const ComplexPack* gain = gain_.data() + static_cast<size_t>(group) * n;
    for (int i = 0; i < n; ++i) {
      y_[i].re = gain[i].re * x_[i] + u_[i] + inverse.re * b_[i] + inverse2.re * b_rate_[i];
      y_[i].im = gain[i].im * x_[i] + inverse.im * b_[i] + inverse2.im * b_rate_[i];
    }
    SolveGroup(group);
    const ComplexPack weight = laplace::Weights(group) * inverse, double_weight = weight * inverse;
    for (int i = 0; i < n; ++i) {
      integral_[i] -= SumOfLanes(RealPart(weight, y_[i]));
      double_integral_[i] -= SumOfLanes(RealPart(double_weight, y_[i]));
    }
  }
}

/// y := (L D Lᵀ)⁻¹ y.
void SpringDamperRational::SolveGroup(int group) {
  const int n = n_;
  ComplexPack *y = y_.data(), *column = factor(group);
  for (int k = 0; k < n; column += n - k, ++k) {
    const ComplexPack y_k = y[k];
    for (int i = 1; i < n - k; ++i) SubtractProduct(column[i], y_k, y[k + i]);
    y[k] = y_k * column[0];
  }
  for (int k = n - 1; k >= 0; --k) {
    column -= n - k;
    // Two sums, since the latency of the additions would double the time of one.
    ComplexPack sum = y[k], more;
    for (int i = 1; i < n - k; ++i) {
      sum.re.lanes -= column[i].re.lanes * y[k + i].re.lanes;
      more.re.lanes += column[i].im.lanes * y[k + i].im.lanes;
      sum.im.lanes -= column[i].re.lanes * y[k + i].im.lanes;
      more.im.lanes -= column[i].im.lanes * y[k + i].re.lanes;
    }
    y[k] = {sum.re + more.re, sum.im + more.im};
  }
}

/// Advances to the end of the sub-step, by the impulses of the forces.
void SpringDamperRational::AdvanceSubstep(const SpringDamper& system) {
  const int n = n_;
  for (int i = 0; i < n; ++i) {
    total_double_integral_[i] += total_integral_[i] + double_integral_[i];
    total_integral_[i] += integral_[i];
    x_[i] += u_[i] + b_[i] / 2.0 + b_rate_[i] / 6.0;
    u_[i] += b_[i] + b_rate_[i] / 2.0;
    b_[i] += b_rate_[i];
  }
  for (int j = 0; j < n; ++j) {
    const double* __restrict W_j = system.W + static_cast<size_t>(j) * n;
    const double integral = integral_[j], double_integral = double_integral_[j];
    for (int i = 0; i < n; ++i) {
      x_[i] += W_j[i] * double_integral;
      u_[i] += W_j[i] * integral;
    }
  }
}

}  // namespace slipstick::solvers
