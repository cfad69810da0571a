#include "slipstick/steppers/expo/contact_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipstick::expo {
namespace {

constexpr double kEventTolerance = 1e-9;  ///< m; an event is located to this error of the spring
constexpr int kMaxFrictionIterations = 20;
constexpr double kFrictionTolerance = 1e-9;       ///< relative to the largest friction force
constexpr int kEventSamples = 8;                  ///< instants tested in a sub-step, see FirstEvent
constexpr double kHalfPeriod = std::numbers::pi;  ///< rad
constexpr double kSteadyRatio = 2.0;              ///< limit of the ratio of initial and mean normal force
constexpr double kNever = -1.0;
constexpr int kMaxEventIterations = 40;
/// Immediate changes of one contact; afterwards it stays in its phase until the end of the sub-step.
constexpr int kMaxImmediateChanges = 3;
constexpr double kMinBracket = 1e-7;  ///< fraction of the searched time
constexpr double kRough = 0.05;       ///< fraction of the event time, and of the margin at the end

}  // namespace

bool ContactMotion::Solve(double t) {
  AssignRows();
  if (n_ > 0 && !integrals_.Prepare({n_, W_rows_.data(), K_.data(), B_.data()}, t)) return false;
  SolveAgain(t);
  return true;
}

void ContactMotion::SolveAgain(double t) {
  // b of the rows: without springs and dampers, but with the friction of slipping contacts
  for (const ContactPhase& phase : phases)
    phase.ToRows(phase.b, b_.data()), phase.ToRows(phase.b_rate, b_rate_.data());
  for (size_t s = 0; s < slips_.size(); ++s)
    for (int i = 0; i < n_; ++i) b_[i] += friction_[s] * by_friction_[s * n_ + i];
  begun_ = false;
  evaluated_at_ = kNever;
  EvaluateRows(t);
  FindFriction(t);
  SetMeans();
}

void ContactMotion::Reserve(int contacts) {
  const size_t rows = 3 * static_cast<size_t>(contacts);
  if (K_.size() >= rows) return;
  for (auto* list : {&K_, &B_, &x_, &v_, &b_, &b_rate_, &zero_}) list->resize(rows);
  by_friction_.reserve(contacts * rows), responses_.reserve(4 * contacts * rows);
  motion_.resize(4 * rows);
  W_rows_.resize(rows * rows);
  W.resize(std::max(W.size(), rows * rows));
  slips_.reserve(contacts), friction_.reserve(contacts), residual_.reserve(contacts);
  phases.reserve(contacts);
  lu_.Resize(contacts);
  integrals_.Reserve(static_cast<int>(rows));
}

/// Assigns rows to all contacts that exert a force.
void ContactMotion::AssignRows() {
  Reserve(static_cast<int>(phases.size()));
  n_ = 0;
  slips_.clear(), friction_.clear();
  responses_at_ = kNever;
  for (size_t c = 0; c < phases.size(); ++c) {
    ContactPhase& phase = phases[c];
    phase.row = n_;
    phase.clipped = false;
    phase.mean = phase.double_mean = Vec3<double>::Zero();
    std::fill_n(&K_[n_], phase.num_rows(), phase.material().stiffness);
    std::fill_n(&B_[n_], phase.num_rows(), phase.material().damping);
    phase.ToRows(phase.x, x_.data()), phase.ToRows(phase.v, v_.data());
    n_ += phase.num_rows();
    if (phase.kind != PhaseKind::kSlip) continue;
    // initial guess: steady sliding, where the normal damper exerts no force
    const double f_n = std::max(0.0, -phase.material().stiffness * Dot(phase.x, phase.normal()));
    slips_.push_back(static_cast<int>(c)), friction_.push_back(phase.material().mu_kinetic * f_n);
  }
  if (n_ == 3 * static_cast<int>(phases.size())) {  // all stick
    std::copy_n(W.begin(), n_ * n_, W_rows_.begin());
    return;
  }
  for (size_t d = 0; d < phases.size(); ++d) {
    const Vec3<double> axes[] = {Vec3<double>::UnitX(), Vec3<double>::UnitY(), Vec3<double>::UnitZ()};
    const ContactPhase& phase = phases[d];
    for (int j = 0; j < phase.num_rows(); ++j)
      AccelerateRows(static_cast<int>(d), phase.kind == PhaseKind::kSlip ? phase.normal() : axes[j],
                     &W_rows_[(phase.row + j) * n_]);
  }
  by_friction_.resize(slips_.size() * n_);
  for (size_t s = 0; s < slips_.size(); ++s)
    AccelerateRows(slips_[s], phases[slips_[s]].friction_direction, &by_friction_[s * n_]);
}

/// W between contacts c and d, times a force at d.
SLIPSTICK_INLINE Vec3<double> ContactMotion::Block(int c, int d, const Vec3<double>& f) const {
  const size_t rows = 3 * phases.size();
  const double *x = &W[3 * d * rows + 3 * c], *y = x + rows, *z = y + rows;
  return {f.x * x[0] + f.y * y[0] + f.z * z[0], f.x * x[1] + f.y * y[1] + f.z * z[1],
          f.x * x[2] + f.y * y[2] + f.z * z[2]};
}

/// Accelerations of all rows by a force at contact d.
void ContactMotion::AccelerateRows(int d, const Vec3<double>& f, double* rows) const {
  for (size_t c = 0; c < phases.size(); ++c)
    if (phases[c].exerts_force()) phases[c].ToRows(Block(static_cast<int>(c), d, f), rows);
}

/// friction_ := μ times the mean normal forces, and the motion with it. Normal forces depend linearly on
/// friction, so Newton's method needs one iteration, and more only if a mean normal force changes its sign.
void ContactMotion::FindFriction(double t) {
  const int slips = static_cast<int>(slips_.size());
  const auto normal_row = [&](int s) { return 2 * n_ + phases[slips_[s]].row; };  // of the mean, in motion_
  residual_.resize(slips);
  for (int k = 0;; ++k) {
    double largest = 0.0, size = 0.0;
    for (int s = 0; s < slips; ++s) {
      const double friction = phases[slips_[s]].material().mu_kinetic * std::max(0.0, motion_[normal_row(s)]);
      residual_[s] = friction - friction_[s];
      size = std::max(size, std::abs(residual_[s]));
      largest = std::max(largest, friction);
    }
    friction_residual_ = largest > 0.0 ? size / largest : 0.0;
    if (size <= kFrictionTolerance * largest || k == kMaxFrictionIterations) return;
    FindResponses(t);
    const int length = 4 * n_;
    lu_.Resize(slips);
    for (int s = 0; s < slips; ++s) {
      const bool exerts_force = motion_[normal_row(s)] > 0.0;
      const double mu = exerts_force ? phases[slips_[s]].material().mu_kinetic : 0.0;
      for (int r = 0; r < slips; ++r)
        lu_.row(s)[r] = (r == s ? 1.0 : 0.0) - mu * responses_[r * length + normal_row(s)];
    }
    if (!lu_.Factor()) return;
    lu_.Solve(View<double>(residual_));
    for (int s = 0; s < slips; ++s) {
      friction_[s] += residual_[s];
      for (int i = 0; i < n_; ++i) b_[i] += residual_[s] * by_friction_[s * n_ + i];
      for (int i = 0; i < length; ++i) motion_[i] += residual_[s] * responses_[s * length + i];
    }
    begun_ = false;
  }
}

/// responses_ := the motions after t by unit friction of each slipping contact.
void ContactMotion::FindResponses(double t) {
  if (responses_at_ == t) return;
  responses_at_ = t;
  responses_.resize(slips_.size() * 4 * n_);
  for (size_t s = 0; s < slips_.size(); ++s) {
    integrals_.Begin({zero_.data(), zero_.data(), &by_friction_[s * n_], nullptr});
    SolveRows(t, &responses_[s * 4 * n_]);
  }
  begun_ = false;
}

void ContactMotion::SolveRows(double t, double* motion) {
  ++solves_;
  integrals_.At(t, {motion, motion + n_, motion + 2 * n_, motion + 3 * n_});
}

void ContactMotion::EvaluateRows(double t) {
  evaluated_at_ = t;
  if (n_ == 0) return;
  if (!begun_) integrals_.Begin({x_.data(), v_.data(), b_.data(), b_rate_.data()});
  begun_ = true;
  SolveRows(t, motion_.data());
}

void ContactMotion::Evaluate(double t) {
  if (t == evaluated_at_) return;
  EvaluateRows(t);
  SetMeans();
}

void ContactMotion::SetMeans() {
  for (ContactPhase& phase : phases) {
    phase.mean = phase.WithFriction(phase.FromRows(&motion_[2 * n_]));
    phase.double_mean = phase.WithFriction(phase.FromRows(&motion_[3 * n_]));
  }
}

// --- events ---

/// Where forces change much, or there is an event and a contact can oscillate within t, several instants are
/// tested, otherwise only the end. Then false position; the margin at an end that stays is halved (Illinois
/// algorithm).
ContactMotion::Event ContactMotion::FirstEvent(double t, Search search) {
  Event event = EventAt(t);
  const double margin_t = event.margin;
  double lo = 0.0, margin_lo = -margin_t;  // a guess, until an instant with a positive margin is known
  if (!IsSteady() || (event.margin < 0.0 && search == Search::kExact && CanOscillate(t)))
    for (int k = 1; k < kEventSamples; ++k) {
      const Event sample = EventAt(t * k / kEventSamples);
      if (sample.margin < 0.0) {
        event = sample;
        break;
      }
      lo = sample.t, margin_lo = sample.margin;
    }
  if (!(event.margin < 0.0)) {
    Evaluate(t);
    return {t};
  }
  const bool rough = search == Search::kRough;
  double margin_hi = event.margin, now = rough ? kLateEvent * t : t / kBeyondEvent;
  int side = 0;
  for (int k = 0; k < kMaxEventIterations; ++k) {
    const double hi = event.t, tolerance = kEventTolerance * phases[event.contact].material().stiffness;
    if (event.margin > -tolerance || hi - lo < kMinBracket * t || hi <= kMinSubstep * t) break;
    if (rough && (lo >= kLateEvent * t || hi - lo < kRough * hi || event.margin > kRough * margin_t)) break;
    const bool at_once = !(margin_lo > 0.0);  // the phase seems to end at the start
    if (at_once)
      now = lo + kMinSubstep * t;
    else if (k > 0 || !(now > lo && now < hi))
      now = (lo * margin_hi - hi * margin_lo) / (margin_hi - margin_lo);
    if (!(now > lo && now < hi)) now = 0.5 * (lo + hi);
    const Event sample = EventAt(now);
    if (sample.margin < (at_once ? -tolerance : 0.0)) {
      if (side == -1) margin_lo *= 0.5;
      side = -1;
      if (lo == 0.0)
        margin_lo = sample.margin + (sample.margin - event.margin) / (hi - now) * now;  // extrapolated
      event = sample, margin_hi = sample.margin;
    } else {
      lo = now, margin_lo = std::max(tolerance, sample.margin);
      if (side == 1) margin_hi *= 0.5;
      side = 1;
    }
  }
  return event;
}

/// True unless the initial normal force of a contact differs much from its mean, as in an impact.
bool ContactMotion::IsSteady() const {
  for (const ContactPhase& phase : phases) {
    if (!phase.exerts_force()) continue;
    const double first = Dot(phase.force(), phase.normal()), mean = Dot(phase.mean, phase.normal());
    if (!(first < kSteadyRatio * mean && mean < kSteadyRatio * first)) return false;
  }
  return true;
}

/// True if half a period of a contact with its own inertia fits into t.
bool ContactMotion::CanOscillate(double t) const {
  const size_t rows = 3 * phases.size();
  for (size_t c = 0; c < phases.size(); ++c) {
    if (!phases[c].exerts_force()) continue;
    double inverse_inertia = 0.0;  // trace of its block of W
    for (size_t i = 3 * c; i < 3 * c + 3; ++i) inverse_inertia += W[i * rows + i];
    if (phases[c].material().stiffness * inverse_inertia * t * t > kHalfPeriod * kHalfPeriod) return true;
  }
  return false;
}

/// The smallest margin of all contacts at t.
ContactMotion::Event ContactMotion::EventAt(double t) {
  Evaluate(t);
  Event first{t};
  for (size_t c = 0; c < phases.size(); ++c) {
    if (phases[c].changes >= kMaxImmediateChanges) continue;
    const Event event = EventOf(static_cast<int>(c), t);
    if (first.contact < 0 || event.margin < first.margin) first = event;
  }
  return first;
}

ContactMotion::Event ContactMotion::EventOf(int c, double t) const {
  const ContactPhase& phase = phases[c];
  const ContactMaterial& m = phase.material();
  const Vec3<double>& n = phase.normal();
  if (!phase.exerts_force()) {
    const Vec3<double> moved = Displacement(c, t);
    double margin = m.stiffness * (phase.contact->geometry.gap + Dot(moved, n));
    if (phase.kind == PhaseKind::kOpen)
      margin = std::max(
          margin, Dot(m.stiffness * (phase.x + moved) + m.damping * (phase.v + VelocityGained(c, t)), n));
    return {t, margin, c, margin < 0.0 ? StickOrSlip(phase) : phase.kind};
  }
  const Vec3<double> force = ForceNow(phase);
  const double f_n = Dot(force, n);
  if (!locate_slip) return {t, f_n, c, PhaseKind::kOpen};
  if (phase.kind == PhaseKind::kSlip) {
    const Vec3<double> pull =
        m.stiffness * SpringAfter(phase, t) + m.damping * (phase.v + VelocityGained(c, t));
    const double slides = -Dot(pull, phase.friction_direction) - m.mu_kinetic * f_n;
    return f_n <= std::min(0.0, slides) ? Event{t, f_n, c, PhaseKind::kOpen}
                                        : Event{t, slides, c, PhaseKind::kStick};
  }
  const Vec3<double> f_t = Across(force, n);
  const double holds = m.mu_static * f_n - Length(f_t);
  if (f_n <= std::min(0.0, holds)) return {t, f_n, c, PhaseKind::kOpen};
  return {t, holds, c, PhaseKind::kSlip, DirectionOf(f_t)};
}

Vec3<double> ContactMotion::ForceNow(const ContactPhase& phase) const {
  const Vec3<double> x = phase.FromRows(motion_.data()), v = phase.FromRows(&motion_[n_]);
  return (-phase.material().stiffness) * x - phase.material().damping * v;
}

Vec3<double> ContactMotion::SpringAfter(const ContactPhase& phase, double t) const {
  const ContactMaterial& m = phase.material();
  const Vec3<double> end = (-1.0 / m.stiffness) * Across(phase.mean, phase.normal());
  const bool jumps = slip_anchor == laws::SlipAnchor::kJump || m.damping == 0.0;
  const double left = jumps ? 0.0 : std::exp(-t * m.stiffness / m.damping);
  return end + left * (Across(phase.x, phase.normal()) - end);
}

Vec3<double> ContactMotion::Response(int c, Vec3<double> ContactPhase::*force) const {
  Vec3<double> sum = Vec3<double>::Zero();
  for (size_t d = 0; d < phases.size(); ++d)
    if (phases[d].exerts_force()) sum += Block(c, static_cast<int>(d), phases[d].*force);
  return sum;
}

Vec3<double> ContactMotion::Displacement(int c, double t) const {
  const ContactPhase& phase = phases[c];
  // double mean of a linear function: b + b_rate t / 3, (S10)
  const Vec3<double> a = phase.b + (t / 3.0) * phase.b_rate + Response(c, &ContactPhase::double_mean);
  return t * phase.v + (0.5 * t * t) * a;
}

Vec3<double> ContactMotion::VelocityGained(int c, double t) const {
  const ContactPhase& phase = phases[c];
  // mean of a linear function: b + b_rate t / 2, (S10), with b and b_rate of (S12)
  return t * (phase.b + (0.5 * t) * phase.b_rate + Response(c, &ContactPhase::mean));
}

}  // namespace slipstick::expo
