// The second algorithm of ConeNewton for convex problems: a primal-dual interior point method.
//
// With multipliers z in the dual cones, p ∘ z = barrier is solved for a barrier that tends to zero.
// Eliminating dz from A p + b = z and  z + dz = barrier p⁻¹ - H dp  leaves
//
//   (A + H) dp = -(A p + b) + barrier p⁻¹, (1)
//
// where H is block diagonal with H p = z. For an exact cone it is the scaling of Nesterov and Todd (SIAM J.
// Optimization 8, 1998) and p⁻¹ the inverse in the Jordan algebra; for a pyramid or half-space {C p >= 0} it
// is the sum over its sides of the usual method for inequalities. (1) is regular even if A is singular.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "slipstick/solvers/cone/cone_newton.h"

namespace slipstick::solvers {
namespace {

constexpr int kBarrierSteps = 100;
constexpr double kLessBarrier = 0.1;  ///< reduction factor of the barrier per step
constexpr double kKeptBarrier = 0.8;  ///< the same after a short step: returns to the central path first
constexpr double kShort = 0.5;        ///< steps below this fraction count as short
constexpr double kToBoundary = 0.99;  ///< largest fraction of the distance to the boundary
constexpr double kTryNewton = 1e-8;   ///< of the first barrier: below this Newton's method is tried
constexpr double kEndOfPath = 1e-26;  ///< of the first barrier
constexpr int kStepsOfTrial = 20;     ///< of Newton's method

double Determinant(const Vec3<double>& a) {
  const double t = std::sqrt(TangentSquared(a));
  return (a.x - t) * (a.x + t);
}

Vec3<double> Mirror(const Vec3<double>& a) { return {a.x, -a.y, -a.z}; }

/// Largest s with a + s d in the cone |x_t| <= x_n, a inside.
double StepToCone(const Vec3<double>& a, const Vec3<double>& d) {
  const double dd = d.x * d.x - TangentSquared(d), ad = Dot(Mirror(a), d), aa = Determinant(a);
  const double discriminant = ad * ad - dd * aa;
  // The smallest positive root of aa + 2 ad s + dd s², without cancellation.
  if (discriminant < 0.0) return INFINITY;
  const double root = std::sqrt(discriminant);
  if (ad < 0.0) return aa / (root - ad);
  return dd < 0.0 ? -(ad + root) / dd : INFINITY;
}

}  // namespace

bool ConeNewton::FollowBarrier() {
  assert(law_ == Law::kConvex);
  const double size = b_norm_ / std::sqrt(std::max(contacts_, 1));
  const double first = size * size;
  StartBarrier(size);
  double length = 1.0;
  for (int step = 0; step < kBarrierSteps; ++step) {
    Multiply(now_.p.data(), b_.data(), now_.v.data());
    const double product = MeanProduct();
    if (product < kTryNewton * first) {
      state_ = Evaluate(now_);
      Save();
      if (Newton(kStepsOfTrial)) return true;
      Restore();
    }
    if (!(product > kEndOfPath * first)) break;
    length = StepToBarrier((length < kShort ? kKeptBarrier : kLessBarrier) * product);
  }
  state_ = Evaluate(now_);
  return solved();
}

int ConeNewton::NumSides() const {
  return set_ == FrictionSet::kPyramid ? pyramid_.sides() : set_ == FrictionSet::kUnilateral ? 1 : 0;
}

Vec3<double> ConeNewton::InwardNormal(int side) const {
  return set_ == FrictionSet::kPyramid ? pyramid_.InwardNormal(side) : Vec3<double>::UnitX();
}

void ConeNewton::StartBarrier(double size) {
  const int sides = NumSides();
  std::fill_n(multiplier_.data(), contacts_ * std::max(sides, 3), size);
  for (int i = 0; i < contacts_; ++i) {
    SetBlock(now_.p.data(), i, {size, 0.0, 0.0});
    if (sides == 0) SetBlock(multiplier_.data(), i, {size, 0.0, 0.0});
  }
}

double ConeNewton::MeanProduct() const {
  const int sides = NumSides();
  double sum = 0.0;
  for (int i = 0; i < contacts_; ++i) {
    const Vec3<double> p = Block(now_.p.data(), i);
    if (sides == 0) sum += Dot(p, Block(multiplier_.data(), i));
    for (int k = 0; k < sides; ++k) sum += Dot(InwardNormal(k), p) * multiplier_[i * sides + k];
  }
  return sum / std::max(contacts_ * std::max(sides, 1), 1);
}

/// H of (1) for contact i; gradient := barrier p⁻¹.
Sym3<double> ConeNewton::BarrierBlock(int i, double barrier, Vec3<double>& gradient) const {
  const int sides = NumSides();
  const Vec3<double> p = Block(now_.p.data(), i);
  gradient = Vec3<double>::Zero();
  if (sides == 0) {
    const Vec3<double> z = Block(multiplier_.data(), i);
    const double det_p = Determinant(p), det_z = Determinant(z), size = std::sqrt(det_z / det_p);
    gradient = barrier / det_p * Mirror(p);
    const Vec3<double> p_unit = 1.0 / std::sqrt(det_p) * p, z_unit = 1.0 / std::sqrt(det_z) * z;
    const double gamma = std::sqrt(0.5 * (1.0 + Dot(p_unit, z_unit)));
    const Vec3<double> w = 0.5 / gamma * (z_unit + Mirror(p_unit));
    return {size * (2.0 * w.x * w.x - 1.0), size * (2.0 * w.y * w.y + 1.0), size * (2.0 * w.z * w.z + 1.0),
            size * 2.0 * w.x * w.y,         size * 2.0 * w.x * w.z,         size * 2.0 * w.y * w.z};
  }
  Sym3<double> H = Sym3<double>::Zero();
  for (int k = 0; k < sides; ++k) {
    const Vec3<double> c = InwardNormal(k);
    const double slack = Dot(c, p), weight = multiplier_[i * sides + k] / slack;
    gradient += barrier / slack * c;
    H += Sym3<double>{weight * c.x * c.x, weight * c.y * c.y, weight * c.z * c.z,
                      weight * c.x * c.y, weight * c.x * c.z, weight * c.y * c.z};
  }
  return H;
}

/// Returns the length of the step.
double ConeNewton::StepToBarrier(double barrier) {
  ++iterations_;
  reduced_size_ = n_;
  for (int i = 0; i <= contacts_; ++i) first_[i] = 3 * i;
  std::copy_n(A_.data(), n_ * n_, reduced_.data());
  for (int i = 0; i < contacts_; ++i) {
    Vec3<double> gradient;
    const Sym3<double> H = BarrierBlock(i, barrier, gradient);
    double* n = reduced_.data() + 3 * i * n_ + 3 * i;
    double *t1 = n + n_, *t2 = t1 + n_;
    n[0] += H.xx, n[1] += H.xy, n[2] += H.xz, t1[1] += H.yy, t1[2] += H.yz, t2[2] += H.zz;
    SetBlock(y_.data(), i, gradient - Block(now_.v.data(), i));
  }
  SolveSymmetric();
  const double length = std::min(1.0, kToBoundary * LongestStep(barrier));
  for (int i = 0; i < contacts_; ++i) MoveMultipliers(barrier, Block(y_.data(), i), i, length);
  for (int i = 0; i < n_; ++i) now_.p[i] += length * y_[i];
  return length;
}

/// The fraction of the step in y_ at which it reaches the boundary of a cone or dual cone.
double ConeNewton::LongestStep(double barrier) const {
  const int sides = NumSides();
  double longest = INFINITY;
  for (int i = 0; i < contacts_; ++i) {
    const Vec3<double> p = Block(now_.p.data(), i), dp = Block(y_.data(), i);
    if (sides == 0) {
      Vec3<double> gradient;
      const Sym3<double> H = BarrierBlock(i, barrier, gradient);
      const Vec3<double> z = Block(multiplier_.data(), i);
      longest = std::min({longest, StepToCone(p, dp), StepToCone(z, gradient - H * dp - z)});
    }
    for (int k = 0; k < sides; ++k) {
      const double z = multiplier_[i * sides + k], slack = Dot(InwardNormal(k), p),
                   change = Dot(InwardNormal(k), dp);
      const double dz = (barrier - z * change) / slack - z;
      if (change < 0.0) longest = std::min(longest, -slack / change);
      if (dz < 0.0) longest = std::min(longest, -z / dz);
    }
  }
  return longest;
}

/// z += length dz; must be called before p changes.
void ConeNewton::MoveMultipliers(double barrier, const Vec3<double>& dp, int i, double length) {
  const int sides = NumSides();
  if (sides == 0) {
    Vec3<double> gradient;
    const Sym3<double> H = BarrierBlock(i, barrier, gradient);
    const Vec3<double> z = Block(multiplier_.data(), i);
    SetBlock(multiplier_.data(), i, z + length * (gradient - H * dp - z));
  }
  const Vec3<double> p = Block(now_.p.data(), i);
  for (int k = 0; k < sides; ++k) {
    double& z = multiplier_[i * sides + k];
    const Vec3<double> c = InwardNormal(k);
    z += length * ((barrier - z * Dot(c, dp)) / Dot(c, p) - z);
  }
}

bool ConeNewton::SolveWithSlipFrozen(bool at_zero) {
  assert(law_ == Law::kCoulomb);
  for (int i = 0; i < contacts_; ++i) {
    frozen_[i] = b_[3 * i];
    if (!at_zero) b_[3 * i] += std::sqrt(TangentSquared(Block(now_.v.data(), i)));
  }
  law_ = Law::kConvex;
  const bool solved_convex = FollowBarrier();
  for (int i = 0; i < contacts_; ++i) b_[3 * i] = frozen_[i];
  law_ = Law::kCoulomb;
  Multiply(now_.p.data(), b_.data(), now_.v.data());
  state_ = Evaluate(now_);
  return solved_convex;
}

}  // namespace slipstick::solvers
