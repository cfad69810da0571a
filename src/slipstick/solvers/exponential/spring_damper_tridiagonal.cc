#include "slipstick/solvers/exponential/spring_damper_tridiagonal.h"

#include <algorithm>
#include <cmath>

namespace slipstick::solvers {

using laplace::kGroups;

namespace {

/// Up to this λ t² the motion is computed from the mean forces, which is more accurate than the contour sums
/// of y(0) / t and its rate.
constexpr double kMaxForMeanForces = 100.0;

}  // namespace

bool SpringDamperTridiagonal::Transforms::Prepare(double time, double the_beta) {
  if (time == t && the_beta == beta) return false;
  t = time, beta = the_beta;
  const Pack by_t(1.0 / t);
  for (int g = 0; g < kGroups; ++g) {
    const ComplexPack s = by_t * laplace::Points(g), w = by_t * laplace::Weights(g);
    const ComplexPack inverse_m = Inverse({Pack(1.0) + Pack(beta) * s.re, Pack(beta) * s.im});
    const ComplexPack inverse_s = Inverse(s);
    by_x[g] = s * inverse_m;
    q[g] = s * by_x[g];
    by_f[g] = inverse_s;
    by_rate[g] = inverse_s * inverse_s;
    // ŷ = (β y(0) - φ̂) / m, and the velocity is s ŷ - y(0) = -(y(0) + s φ̂) / m
    to_x[g] = w * inverse_m;
    to_v[g] = s * to_x[g];
    to_mean[g] = -by_t * (w * inverse_s);
    to_double_mean[g] = (by_t + by_t) * (to_mean[g] * inverse_s);
  }
  left = beta > 0.0 ? std::exp(-t / beta) : 0.0;
  left_rate = beta > 0.0 ? -left / beta : 0.0;
  return true;
}

void SpringDamperTridiagonal::Reserve(int n) {
  scaling_.Reserve(n);
  form_.Reserve(n);
  if (static_cast<int>(start_.size()) >= n) return;
  for (auto* rows : {&start_, &from_, &result_, &total_}) rows->resize(n);
  for (auto* groups : {&inverse_pivot_, &factor_, &solution_})
    groups->resize(static_cast<size_t>(n) * kGroups);
}

void SpringDamperTridiagonal::Decompose(const SpringDamper& system) {
  Reserve(system.n);
  scaling_.Prepare(system);
  form_.Decompose(scaling_.matrix(), system.n);
  factored_ = false;
  // poles of λ: s = -βλ/2 ± i √(λ - β²λ²/4), on a circle of radius 1/β if complex
  const double beta = scaling_.beta();
  largest_ = form_.EigenvalueBound();
  frequency_ =
      beta * beta * largest_ > 2.0 ? 1.0 / beta : std::sqrt(largest_ * (1.0 - 0.25 * beta * beta * largest_));
}

int SpringDamperTridiagonal::CountSubsteps(double t) const { return laplace::CountSubsteps(frequency_, t); }

void SpringDamperTridiagonal::Begin(const SpringDamperStart& start) {
  scaling_.Scale(start, from_.data());
  form_.ToBasisOfT(from_.data(), start_.data());
}

void SpringDamperTridiagonal::At(double t, const SpringDamperMotion& motion) {
  const int n = scaling_.size(), substeps = CountSubsteps(t);
  if (transforms_.Prepare(t / substeps, scaling_.beta())) factored_ = false;
  if (!factored_) FactorSystems();
  factored_ = true;
  std::copy_n(start_.begin(), n, from_.begin());
  std::fill_n(total_.begin(), n, Pack(0.0));
  for (int substep = 0; substep < substeps; ++substep) {
    IntegrateSubstep();
    AdvanceSubstep();
  }
  const Pack to_means(Pack::Lanes{1.0, 1.0, 1.0 / t, 2.0 / (t * t)});
  for (int i = 0; i < n; ++i) total_[i] = to_means * total_[i];
  form_.FromBasisOfT(total_.data(), result_.data());
  scaling_.Unscale(result_.data(), motion);
}

void SpringDamperTridiagonal::IntegrateSubstep() {
  SolveSystems();
  if (largest_ * transforms_.t * transforms_.t < kMaxForMeanForces) {
    SumForces();
    MoveByMeanForces();
  } else {
    SumForces();
    SumMotion();
  }
}

/// The systems of all points by elimination without pivoting: the imaginary part of the matrix is definite.
void SpringDamperTridiagonal::FactorSystems() {
  const double *const d = form_.diagonal(), *const e = form_.off_diagonal();
  for (int g = 0; g < kGroups; ++g) {
    ComplexPack pivot{transforms_.q[g].re + Pack(d[0]), transforms_.q[g].im};
    for (int i = 0; i < scaling_.size(); ++i) {
      const ComplexPack inverse = Inverse(pivot), factor = Pack(e[i]) * inverse;
      inverse_pivot_[i * kGroups + g] = inverse;
      factor_[i * kGroups + g] = factor;
      if (i + 1 < scaling_.size())
        pivot = ComplexPack{transforms_.q[g].re + Pack(d[i + 1]), transforms_.q[g].im} - Pack(e[i]) * factor;
    }
  }
}

/// solution_ := -φ̂ at all points.
void SpringDamperTridiagonal::SolveSystems() {
  const int n = scaling_.size();
  for (int i = 0; i < n; ++i) {
    const Pack x(from_[i][0]), v(from_[i][1]), f(from_[i][2]), rate(from_[i][3]);
    for (int g = 0; g < kGroups; ++g) {
      const ComplexPack &by_x = transforms_.by_x[g], &by_f = transforms_.by_f[g],
                        &by_rate = transforms_.by_rate[g];
      const int at = i * kGroups + g;
      ComplexPack r{x * by_x.re + v + f * by_f.re + rate * by_rate.re,
                    x * by_x.im + f * by_f.im + rate * by_rate.im};
      if (i > 0) SubtractProduct(factor_[at - kGroups], solution_[at - kGroups], r);
      solution_[at] = r;
    }
  }
  for (int i = n - 1; i >= 0; --i)
    for (int g = 0; g < kGroups; ++g) {
      const int at = i * kGroups + g;
      ComplexPack u = inverse_pivot_[at] * solution_[at];
      if (i + 1 < n) SubtractProduct(factor_[at], solution_[at + kGroups], u);
      solution_[at] = u;
    }
}

/// Lanes 2 and 3 of result_ := the inverse transforms that are the mean forces.
void SpringDamperTridiagonal::SumForces() {
  for (int i = 0; i < scaling_.size(); ++i) {
    Pack mean(0.0), double_mean(0.0);
    for (int g = 0; g < kGroups; ++g) {
      const ComplexPack& u = solution_[i * kGroups + g];
      mean += RealPart(transforms_.to_mean[g], u);
      double_mean += RealPart(transforms_.to_double_mean[g], u);
    }
    result_[i] = Pack(Pack::Lanes{0.0, 0.0, SumOfLanes(mean), SumOfLanes(double_mean)});
  }
}

/// Lanes 0 and 1 of result_ := the inverse transforms that are y and ẏ.
void SpringDamperTridiagonal::SumMotion() {
  for (int i = 0; i < scaling_.size(); ++i) {
    Pack x(0.0), v(0.0);
    for (int g = 0; g < kGroups; ++g) {
      const ComplexPack& u = solution_[i * kGroups + g];
      x += RealPart(transforms_.to_x[g], u);
      v += RealPart(transforms_.to_v[g], u);
    }
    const double y = from_[i][0];
    result_[i].Set(0, SumOfLanes(x) + transforms_.left * y);
    result_[i].Set(1, SumOfLanes(v) + transforms_.left_rate * y);
  }
}

/// Lanes 0 and 1 of result_ := y and ẏ from the mean forces.
void SpringDamperTridiagonal::MoveByMeanForces() {
  const double h = transforms_.t;
  const double *const d = form_.diagonal(), *const e = form_.off_diagonal();
  const int n = scaling_.size();
  Pack above(0.0), here = result_[0];
  for (int i = 0; i < n; ++i) {
    const Pack below = i + 1 < n ? result_[i + 1] : Pack(0.0);
    const Pack force = Pack(i > 0 ? e[i - 1] : 0.0) * above + Pack(d[i]) * here + Pack(e[i]) * below;
    const double y = from_[i][0], v = from_[i][1], f = from_[i][2], rate = from_[i][3];
    result_[i] = Pack(Pack::Lanes{y + h * (v + 0.5 * h * (f + h / 3.0 * rate + force[3])),
                                  v + h * (f + 0.5 * h * rate + force[2]), here[2], here[3]});
    above = here;
    here = below;
  }
}

/// Advances to the end of the sub-step.
void SpringDamperTridiagonal::AdvanceSubstep() {
  const double h = transforms_.t;
  for (int i = 0; i < scaling_.size(); ++i) {
    const double y = result_[i][0], v = result_[i][1], rate = from_[i][3];
    const double integral = total_[i][2], double_integral = total_[i][3];  // of the force, up to here
    total_[i] = Pack(Pack::Lanes{y, v, integral + h * result_[i][2],
                                 double_integral + h * (integral + 0.5 * h * result_[i][3])});
    from_[i] = Pack(Pack::Lanes{y, v, from_[i][2] + h * rate, rate});
  }
}

}  // namespace slipstick::solvers
