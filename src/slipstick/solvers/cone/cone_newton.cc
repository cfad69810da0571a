// (1), F, R and B are defined in the header.
#include "slipstick/solvers/cone/cone_newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

// Of the residual, in units of b.
constexpr double kTolerance = 1e-10;        ///< relative to the largest entry of b
constexpr double kForceRounding = 1e-14;    ///< relative to the largest entry of p: rounding errors of A p
constexpr double kMaxForceRounding = 1e-8;  ///< of b: bound of that allowance; forces may not grow for ever

// The diagonal of the scaled A is about one: damping is compared with that.
constexpr double kMinDamping = 1e-10;     ///< negligible where A is regular
constexpr double kDampingPerMerit = 0.1;  ///< damping over |F| / |b|
constexpr double kMaxMeritDamping = 0.1;
constexpr double kFirstDamping = 1e-4;  ///< after a failed step
constexpr double kMaxDamping = 1e3;

// Nonmonotone line search.
constexpr int kSearchWindow = 4;       ///< |F| may rise up to the largest of this many last values
constexpr int kMaxHalvings = 6;        ///< of a step
constexpr double kShortStep = 0.3;     ///< shorter steps increase the damping
constexpr double kMinDecrease = 1e-4;  ///< of |F|, for a full step

/// Pivots that are eliminated from a row at a time, so that it is loaded once for all of them. The order of
/// operations on an entry, and thus the result, is that of one pivot at a time.
constexpr int kPanel = 4;

/// to -= factor from.
void Subtract(double factor, const double* __restrict from, int length, double* __restrict to) {
  if (factor == 0.0) return;
  for (int j = 0; j < length; ++j) to[j] -= factor * from[j];
}

/// to -= the sum of kPanel rows times their factors. False if all factors are zero: uncoupled contacts.
bool SubtractPanel(const double* factors, const double* rows, int stride, int length, double* __restrict to) {
  static_assert(kPanel == 4);
  const double f0 = factors[0], f1 = factors[1], f2 = factors[2], f3 = factors[3];
  if (f0 == 0.0 && f1 == 0.0 && f2 == 0.0 && f3 == 0.0) return false;
  const double* __restrict r0 = rows;
  const double* __restrict r1 = r0 + stride, * __restrict r2 = r1 + stride, * __restrict r3 = r2 + stride;
  for (int j = 0; j < length; ++j) to[j] = to[j] - f0 * r0[j] - f1 * r1[j] - f2 * r2[j] - f3 * r3[j];
  return true;
}

}  // namespace

// --- sizes and units

void ConeNewton::Reserve(int contacts) {
  const size_t n = 3 * static_cast<size_t>(contacts);
  if (n <= b_.size()) return;
  for (Vector* x : {&b_, &scale_, &inverse_scale_, &y_, &v_hat_, &step_, &row_}) x->resize(n);
  for (Point* x : {&now_, &next_, &saved_, &best_}) x->p.resize(n), x->v.resize(n);
  for (Vector* x : {&A_, &reduced_}) x->resize(n * n);
  frozen_.resize(contacts);
  multiplier_.resize(contacts * Pyramid::kMaxSides);
  faces_.resize(contacts);
  first_.resize(contacts + 1);
  reach_.resize(contacts);
}

/// S of the header: with p = S y the cone |p_t| <= mu p_n becomes |y_t| <= y_n if s_t = mu s_n, so one
/// projection serves all friction coefficients. The remaining choice, s_n, makes the diagonal of a contact
/// one on average. A contact with zero inverse inertia or without friction has a finite scale, too.
void ConeNewton::Scale(const Eigen::Ref<const Eigen::MatrixXd>& A, View<const double> mu,
                       View<const double> compliance) {
  for (int i = 0; i < contacts_; ++i) {
    const auto diagonal = [&](int k) { return A(k, k) + (compliance.empty() ? 0.0 : compliance[i]); };
    const double slope = mu[i], nn = diagonal(3 * i);
    const double tt = 0.5 * (diagonal(3 * i + 1) + diagonal(3 * i + 2));
    const auto one_over_root = [](double x) { return x > 0.0 ? 1.0 / std::sqrt(x) : 1.0; };
    const bool tangents_are_free = set_ == FrictionSet::kUnilateral;
    const double s_n = tangents_are_free ? one_over_root(nn) : one_over_root(0.5 * (nn + slope * slope * tt));
    const double s_t = tangents_are_free ? one_over_root(tt) : slope * s_n;
    SetBlock(scale_.data(), i, {s_n, s_t, s_t});
    const double inverse_t = s_t > 0.0 ? 1.0 / s_t : 0.0;
    SetBlock(inverse_scale_.data(), i, {1.0 / s_n, inverse_t, inverse_t});
  }
}

void ConeNewton::Load(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& b,
                      View<const double> mu, View<const double> compliance, FrictionSet set,
                      const Pyramid& pyramid, Law law) {
  assert(A.rows() == 3 * mu.size() && A.cols() == A.rows() && b.size() == A.rows());
  contacts_ = mu.size();
  n_ = 3 * contacts_;
  set_ = set;
  pyramid_ = pyramid;
  law_ = law;
  iterations_ = 0;
  work_ = 0.0;
  Reserve(contacts_);
  Scale(A, mu, compliance);
  double largest = 0.0, squares = 0.0;
  for (int j = 0; j < n_; ++j) {
    largest = std::max(largest, std::abs(b[j]));
    b_[j] = scale_[j] * b[j];
    squares += b_[j] * b_[j];
    const double* from = A.data() + j * A.outerStride();
    double* to = A_.data() + j * n_;
    for (int i = 0; i < n_; ++i) to[i] = scale_[i] * scale_[j] * from[i];
    if (!compliance.empty()) to[j] = scale_[j] * scale_[j] * (from[j] + compliance[j / 3]);
  }
  b_largest_ = largest;
  b_norm_ = std::sqrt(squares);
  FindReach();
}

void ConeNewton::FindReach() {
  const auto are_coupled = [&](int c, int d) {
    const double* column = A_.data() + 3 * c * n_ + 3 * d;
    for (int k = 0; k < 3; ++k, column += n_)
      if (column[0] != 0.0 || column[1] != 0.0 || column[2] != 0.0) return true;
    return false;
  };
  for (int c = 0, reach = 0; c < contacts_; ++c) {
    int last = contacts_ - 1;
    while (last > std::max(c, reach) && !are_coupled(c, last)) --last;
    reach_[c] = reach = std::max({c, reach, last});
  }
}

void ConeNewton::StartFromZero() {
  std::fill_n(now_.p.data(), n_, 0.0);
  std::copy_n(b_.data(), n_, now_.v.data());
  state_ = Evaluate(now_);
}

void ConeNewton::Start(const Eigen::Ref<const Eigen::VectorXd>& p) {
  best_residual_ = std::numeric_limits<double>::infinity();
  bool finite = true;
  for (int i = 0; i < n_; ++i) {
    now_.p[i] = inverse_scale_[i] * p[i];
    finite = finite && std::isfinite(p[i]);
  }
  if (!finite) return StartFromZero();
  Multiply(now_.p.data(), b_.data(), now_.v.data());
  state_ = Evaluate(now_);
}

void ConeNewton::Finish(Eigen::Ref<Eigen::VectorXd> p) const {
  for (int i = 0; i < contacts_; ++i) {
    const Vec3<double>& y = faces_[i].point;
    const double* s = scale_.data() + 3 * i;
    const bool finite = std::isfinite(y.x + y.y + y.z);
    p[3 * i] = finite ? s[0] * y.x : 0.0;
    p[3 * i + 1] = finite ? s[1] * y.y : 0.0;
    p[3 * i + 2] = finite ? s[2] * y.z : 0.0;
  }
}

void ConeNewton::Copy(const Point& from, Point& to) const {
  std::copy_n(from.p.data(), n_, to.p.data());
  std::copy_n(from.v.data(), n_, to.v.data());
}

void ConeNewton::Save() { Copy(now_, saved_); }

void ConeNewton::Restore() {
  Copy(saved_, now_);
  state_ = Evaluate(now_);
}

void ConeNewton::SaveIfBest() {
  if (!(state_.residual < best_residual_)) return;
  best_residual_ = state_.residual;
  Copy(now_, best_);
}

void ConeNewton::RestoreBest() {
  if (!std::isfinite(best_residual_)) return StartFromZero();
  Copy(best_, now_);
  state_ = Evaluate(now_);
}

// --- the natural map

double ConeNewton::Tolerance() const {
  return kTolerance * b_largest_ + std::min(kForceRounding * state_.size, kMaxForceRounding * b_largest_);
}

/// y := A x + plus.
void ConeNewton::Multiply(const double* x, const double* plus, double* y) const {
  std::copy_n(plus, n_, y);
  for (int i = 0; i < contacts_; ++i) {
    const Vec3<double> block = Block(x, i);
    if (block.x == 0.0 && block.y == 0.0 && block.z == 0.0) continue;  // open contacts
    const double* __restrict n = A_.data() + 3 * i * n_;
    const double* __restrict t1 = n + n_, * __restrict t2 = t1 + n_;
    double* __restrict sum = y;
    for (int j = 0; j < n_; ++j) sum[j] = sum[j] + block.x * n[j] + block.y * t1[j] + block.z * t2[j];
  }
}

SLIPSTICK_INLINE Vec3<double> ConeNewton::EvaluateLaw(const double* v) const {
  Vec3<double> G{v[0], v[1], v[2]};
  if (law_ == Law::kCoulomb) G.x += std::sqrt(TangentSquared(G));
  return G;
}

SLIPSTICK_INLINE void ConeNewton::Project(const Vec3<double>& z, ConeFace& face) const {
  switch (set_) {
    case FrictionSet::kUnilateral: return ProjectOnHalfSpace(z, face);
    case FrictionSet::kPyramid: return pyramid_.Project(z, face);
    case FrictionSet::kCone: return ProjectOnCone(z, face);
  }
}

ConeNewton::State ConeNewton::Evaluate(const Point& at) {
  double merit = 0.0, residual = 0.0, size = 0.0;
  for (int i = 0; i < contacts_; ++i) {
    const Vec3<double> p = Block(at.p.data(), i);
    Project(p - EvaluateLaw(at.v.data() + 3 * i), faces_[i]);
    const Vec3<double> F = p - faces_[i].point;
    const double n = inverse_scale_[3 * i], t = inverse_scale_[3 * i + 1];
    merit += Dot(F, F);
    residual = std::max({residual, n * n * F.x * F.x, t * t * TangentSquared(F)});
    size = std::max({size, n * n * p.x * p.x, t * t * TangentSquared(p)});
  }
  return {std::sqrt(merit), std::isfinite(merit) ? std::sqrt(residual) : merit, std::sqrt(size)};
}

// --- Newton's method

bool ConeNewton::Newton(int max_steps) {
  const bool curved = set_ == FrictionSet::kCone;
  const int window = curved ? kSearchWindow : 1;
  double recent[kSearchWindow];
  std::fill_n(recent, window, state_.merit);
  double damping = kMinDamping;
  const double inverse_norm = b_norm_ > 0.0 ? 1.0 / b_norm_ : 0.0;
  for (int k = 0; k < max_steps && !solved() && damping < kMaxDamping; ++k) {
    // With straight sides the last undamped step is exact; the damping decreases faster there. While Coulomb
    // contacts only stick or are open, each step solves linear equations; none is damped by the merit.
    const double relative = inverse_norm * state_.merit;
    const bool linear = law_ == Law::kCoulomb && NoneSlips();
    const double factor = linear ? 0.0 : curved ? kDampingPerMerit : relative;
    const double by_merit = std::min(relative * factor, kMaxMeritDamping);
    const double reference = *std::max_element(recent, recent + window);
    const double length = StepAndSearch(std::max(damping, by_merit), reference);
    recent[k % window] = state_.merit;
    if (length == 1.0) damping = std::max(kMinDamping, 0.1 * damping);
    if (length < kShortStep) damping = std::max(kFirstDamping, 30.0 * damping);
  }
  return solved();
}

bool ConeNewton::NoneSlips() const {
  return std::all_of(faces_.begin(), faces_.begin() + contacts_,
                     [](const ConeFace& face) { return face.inside || face.rank == 0; });
}

/// Returns the step fraction taken: 1, ½, ¼, ... or 0.
double ConeNewton::StepAndSearch(double damping, double reference) {
  FindNext(damping);
  double length = 1.0;
  for (int half = 0; half < kMaxHalvings; ++half) {
    if (MoveIfBelow((1.0 - kMinDecrease * length) * reference)) return length;
    length *= 0.5;
    for (int i = 0; i < n_; ++i) {
      next_.p[i] = 0.5 * (next_.p[i] + now_.p[i]);
      next_.v[i] = 0.5 * (next_.v[i] + now_.v[i]);
    }
  }
  state_ = Evaluate(now_);
  return 0.0;
}

bool ConeNewton::MoveIfBelow(double merit) {
  const State there = Evaluate(next_);
  if (!(there.merit <= merit)) return false;
  state_ = there;
  std::swap(now_, next_);
  return true;
}

/// Solves (1) with the faces of the present point.
void ConeNewton::FindNext(double damping) {
  ++iterations_;
  for (int i = 0; i < contacts_; ++i) SetBlock(next_.p.data(), i, faces_[i].point);
  Multiply(next_.p.data(), b_.data(), v_hat_.data());
  if (BuildReduced(damping)) {
    SolveSymmetric();
  } else {
    SolveGeneral();
  }
  SetStep();
  for (int i = 0; i < n_; ++i) next_.p[i] += step_[i];
  Multiply(step_.data(), v_hat_.data(), next_.v.data());
}

/// Both sides of (1). True if the matrix is symmetric: then only the upper half is complete. For a sticking
/// contact B is omitted on both sides.
bool ConeNewton::BuildReduced(double damping) {
  const bool symmetric = law_ == Law::kConvex || NoneSlips();
  static constexpr Vec3<double> kUnit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  reduced_size_ = 0;
  for (int i = 0; i < contacts_; ++i) {
    first_[i] = reduced_size_;
    reduced_size_ += faces_[i].rank;
  }
  first_[contacts_] = reduced_size_;
  for (int i = 0; i < contacts_; ++i) {
    const ConeFace& face = faces_[i];
    const Vec3<double> v = Block(now_.v.data(), i), v_hat = Block(v_hat_.data(), i);
    const double speed = std::sqrt(TangentSquared(v));
    for (int k = 0; k < face.rank; ++k) {
      Vec3<double> r = face.inside ? kUnit[k] : face.basis[k];
      if (!symmetric && !face.inside && speed > 0.0) r += r.x / speed * Vec3<double>{0.0, v.y, v.z};
      const double* row = face.inside ? A_.data() + (3 * i + k) * n_ : CombineRows(r, i);
      const int equation = first_[i] + k;
      double* out = reduced_.data() + equation * reduced_size_;
      MultiplyByFaces(row, symmetric ? i : 0, out);
      out[equation] += damping + (face.inside ? 0.0 : face.curvature[k]);
      y_[equation] = -Dot(r, v_hat);
    }
  }
  return symmetric;
}

/// rᵀ times the rows of contact i in A.
const double* ConeNewton::CombineRows(const Vec3<double>& r, int i) {
  const double* __restrict n = A_.data() + 3 * i * n_;
  const double* __restrict t1 = n + n_, * __restrict t2 = t1 + n_;
  double* __restrict row = row_.data();
  for (int j = 0; j < n_; ++j) row[j] = r.x * n[j] + r.y * t1[j] + r.z * t2[j];
  return row_.data();
}

/// out := row R, for the unknowns of contacts from `first` on.
void ConeNewton::MultiplyByFaces(const double* row, int first, double* out) const {
  for (int i = first; i < contacts_; ++i) {
    const ConeFace& face = faces_[i];
    const Vec3<double> block = Block(row, i);
    double* to = out + first_[i];
    if (face.inside)
      to[0] = block.x, to[1] = block.y, to[2] = block.z;
    else
      for (int k = 0; k < face.rank; ++k) to[k] = Dot(block, face.basis[k]);
  }
}

/// step := R y.
void ConeNewton::SetStep() {
  for (int i = 0; i < contacts_; ++i) {
    const ConeFace& face = faces_[i];
    const double* y = y_.data() + first_[i];
    Vec3<double> sum = Vec3<double>::Zero();
    if (face.inside) {
      sum = {y[0], y[1], y[2]};
    } else {
      for (int k = 0; k < face.rank; ++k) sum += y[k] * face.basis[k];
    }
    SetBlock(step_.data(), i, sum);
  }
}

/// Gaussian elimination on the upper half.
void ConeNewton::SolveSymmetric() {
  const int m = reduced_size_;
  double* U = reduced_.data();
  double inverse[kPanel];
  for (int first = 0, contact = 0; first < m; first += kPanel) {
    const int end = std::min(first + kPanel, m);
    while (first_[contact + 1] < end) ++contact;
    const int size = first_[reach_[contact] + 1];
    for (int k = first; k < end; ++k) {
      double* row_k = U + k * m;
      if (!(row_k[k] > kMinPivot)) row_k[k] = kMinPivot;
      inverse[k - first] = 1.0 / row_k[k];
      for (int i = k + 1; i < end; ++i) {
        const double factor = inverse[k - first] * row_k[i];
        Subtract(factor, row_k + i, size - i, U + i * m + i);
        y_[i] -= factor * y_[k];
      }
    }
    for (int i = end; i < size; ++i) {
      double factors[kPanel];
      for (int k = first; k < end; ++k) factors[k - first] = inverse[k - first] * U[k * m + i];
      if (!SubtractPanel(factors, U + first * m + i, m, size - i, U + i * m + i)) continue;
      for (int k = first; k < end; ++k) y_[i] -= factors[k - first] * y_[k];
    }
  }
  SubstituteBack();
}

/// Gaussian elimination with partial pivoting. The factors of a panel are stored below its diagonal.
void ConeNewton::SolveGeneral() {
  const int m = reduced_size_;
  double* U = reduced_.data();
  for (int first = 0, contact = 0; first < m; first += kPanel) {
    const int end = std::min(first + kPanel, m);
    while (first_[contact + 1] < end) ++contact;
    const int reach = reach_[contact], rows = first_[reach + 1], columns = first_[reach_[reach] + 1];
    for (int k = first; k < end; ++k) {
      int best = k;
      for (int i = k + 1; i < rows; ++i)
        if (std::abs(U[i * m + k]) > std::abs(U[best * m + k])) best = i;
      double* row_k = U + k * m;
      if (best != k) {
        std::swap_ranges(row_k + first, row_k + columns, U + best * m + first);
        std::swap(y_[k], y_[best]);
      }
      if (!(std::abs(row_k[k]) > kMinPivot)) row_k[k] = kMinPivot;
      const double inverse = 1.0 / row_k[k];
      for (int i = k + 1; i < rows; ++i) {
        double* row_i = U + i * m;
        row_i[k] *= inverse;
        if (row_i[k] == 0.0) continue;
        Subtract(row_i[k], row_k + k + 1, end - k - 1, row_i + k + 1);
        y_[i] -= row_i[k] * y_[k];
      }
    }
    for (int k = first + 1; k < end; ++k)
      for (int l = first; l < k; ++l) Subtract(U[k * m + l], U + l * m + end, columns - end, U + k * m + end);
    for (int i = end; i < rows; ++i)
      SubtractPanel(U + i * m + first, U + first * m + end, m, columns - end, U + i * m + end);
  }
  SubstituteBack();
}

void ConeNewton::SubstituteBack() {
  const int m = reduced_size_;
  work_ += static_cast<double>(m) * m * m;
  for (int i = m - 1, contact = contacts_ - 1; i >= 0; --i) {
    while (first_[contact] > i) --contact;
    const int columns = first_[reach_[reach_[contact]] + 1];
    const double* row = reduced_.data() + i * m;
    double sum = y_[i], odd = 0.0;  // two sums, since each waits for its last addition
    int j = i + 1;
    for (; j + 1 < columns; j += 2) sum -= row[j] * y_[j], odd -= row[j + 1] * y_[j + 1];
    if (j < columns) sum -= row[j] * y_[j];
    y_[i] = (sum + odd) / row[i];
  }
}

// --- Gauss-Seidel sweeps

bool ConeNewton::Sweep(int times) {
  assert(law_ == Law::kCoulomb);
  for (int sweep = 0; sweep < times; ++sweep) {
    ++iterations_;
    for (int i = 0; i < contacts_; ++i) {
      const Vec3<double> old = Block(now_.p.data(), i);
      const Vec3<double> d = SolveContact(i) - old;
      if (d.x == 0.0 && d.y == 0.0 && d.z == 0.0) continue;
      SetBlock(now_.p.data(), i, old + d);
      const double* __restrict n = A_.data() + 3 * i * n_;
      const double* __restrict t1 = n + n_, * __restrict t2 = t1 + n_;
      double* __restrict v = now_.v.data();
      for (int j = 0; j < n_; ++j) v[j] += d.x * n[j] + d.y * t1[j] + d.z * t2[j];
    }
  }
  Multiply(now_.p.data(), b_.data(), now_.v.data());  // removes the rounding errors of the updates
  state_ = Evaluate(now_);
  return solved();
}

/// One contact with exact friction. v_own is the velocity due to its present impulse, v_free the velocity
/// without it. With v_n = 0 eliminated, the tangents satisfy C p_t + c = -alpha p_t,
/// where alpha = 0 means sticking and alpha > 0 slipping. In the eigenvectors of C the impulse is a function
/// of alpha, and alpha is the root of |p_t| - p_n, which changes sign between alpha = 0 and infinity if the
/// contact cannot stick.
Vec3<double> ConeNewton::SolveContact(int i) const {
  const double* n = A_.data() + 3 * i * n_ + 3 * i;
  const double *t1 = n + n_, *t2 = t1 + n_;
  const Vec3<double> p = Block(now_.p.data(), i);
  const Vec3<double> v_own{n[0] * p.x + n[1] * p.y + n[2] * p.z, t1[0] * p.x + t1[1] * p.y + t1[2] * p.z,
                           t2[0] * p.x + t2[1] * p.y + t2[2] * p.z};
  const Vec3<double> v_free = Block(now_.v.data(), i) - v_own;
  if (v_free.x >= 0.0 || !(n[0] > 0.0)) return Vec3<double>::Zero();
  const double inverse = 1.0 / n[0];
  const double a = t1[1] - n[1] * n[1] * inverse, b = t1[2] - n[1] * n[2] * inverse;
  const double d = t2[2] - n[2] * n[2] * inverse;
  const double c_y = v_free.y - n[1] * v_free.x * inverse, c_z = v_free.z - n[2] * v_free.x * inverse;

  const double half = 0.5 * (a - d), middle = 0.5 * (a + d), radius = std::sqrt(half * half + b * b);
  double e_y = half > 0.0 ? half + radius : b, e_z = half > 0.0 ? b : radius - half;
  const double length = std::sqrt(e_y * e_y + e_z * e_z);
  e_y = length > 0.0 ? e_y / length : 1.0;
  e_z = length > 0.0 ? e_z / length : 0.0;
  const double large = std::max(middle + radius, 0.0), small = std::max(middle - radius, 0.0);
  const double c1 = e_y * c_y + e_z * c_z, c2 = e_y * c_z - e_z * c_y;
  const double w1 = (e_y * n[1] + e_z * n[2]) * inverse, w2 = (e_y * n[2] - e_z * n[1]) * inverse;
  const double p_free = -v_free.x * inverse;

  double p1 = 0.0, p2 = 0.0, p_n = p_free, p_t = 0.0;
  const auto evaluate = [&](double alpha) {
    p1 = -c1 / (large + alpha);
    p2 = -c2 / (small + alpha);
    p_n = p_free - w1 * p1 - w2 * p2;
    p_t = std::sqrt(p1 * p1 + p2 * p2);
  };
  const double min_alpha = 1e-14 * large + 1e-300;
  double low = small > min_alpha ? 0.0 : min_alpha, high = std::numeric_limits<double>::infinity(),
         alpha = low;
  evaluate(alpha);
  if (p_t > p_n) {
    for (int k = 0; k < 60 && std::abs(p_t - p_n) > 1e-15 * std::abs(p_n); ++k) {
      (p_t > p_n ? low : high) = alpha;
      const double d1 = -p1 / (large + alpha), d2 = -p2 / (small + alpha);
      const double dt = (p1 * d1 + p2 * d2) / p_t, dn = -(w1 * d1 + w2 * d2);
      // Newton step on 1 / p_t - 1 / p_n, which is nearly linear, or on p_t - p_n where that has a pole.
      double next = p_n > 0.0 ? alpha - (1.0 / p_t - 1.0 / p_n) / (dn / (p_n * p_n) - dt / (p_t * p_t))
                              : alpha - (p_t - p_n) / (dt - dn);
      if (!(next > low && next < high)) {
        const bool bounded = std::isfinite(high);
        next = !bounded            ? 10.0 * std::max(alpha, large)
               : low > 0.01 * high ? std::sqrt(low * high)
                                   : 0.05 * high;
      }
      if (next == alpha) break;
      alpha = next;
      evaluate(alpha);
    }
    p_n = std::max(p_n, 0.0);
    const double onto_cone = p_t > 0.0 ? p_n / p_t : 0.0;
    p1 *= onto_cone;
    p2 *= onto_cone;
  }
  return {p_n, e_y * p1 - e_z * p2, e_z * p1 + e_y * p2};
}

}  // namespace slipstick::solvers
