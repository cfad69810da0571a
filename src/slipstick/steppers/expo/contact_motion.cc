#include "slipstick/steppers/expo/contact_motion.h"

#include <algorithm>
#include <cmath>

namespace slipstick::expo {
namespace {

constexpr double kEventTolerance = 1e-9;  ///< m; an event is located to this error of the spring
constexpr int kMaxFrictionIterations = 20;
constexpr double kFrictionTolerance = 1e-9;  ///< relative to the largest friction force
constexpr int kEventSamples = 8;             ///< instants tested in a sub-step with an event or an impact
constexpr double kSteadyRatio = 2.0;         ///< limit of the ratio of initial and mean normal force
constexpr double kNever = -1.0;
constexpr int kMaxBisections = 40;
/// Immediate changes of one contact; afterwards it stays in its phase until the end of the sub-step.
constexpr int kMaxImmediateChanges = 3;
constexpr double kMinBracket = 1e-7;    ///< fraction of the searched time
constexpr double kRoughBracket = 0.05;  ///< fraction of the event time

const Vec3<double> kAxes[] = {Vec3<double>::UnitX(), Vec3<double>::UnitY(), Vec3<double>::UnitZ()};

}  // namespace

bool ContactMotion::Solve(double t) {
  AssignRows();
  if (n_ > 0 && !integrals_.Prepare({n_, W_rows_.data(), K_.data(), B_.data()}, t)) return false;
  SolveAgain(t);
  return true;
}

void ContactMotion::SolveAgain(double t) {
  FillFreeAcceleration();
  EvaluateRows(t);
  FindFriction(t);
  Evaluate(t);
}

void ContactMotion::Reserve(int contacts) {
  const size_t rows = 3 * static_cast<size_t>(contacts);
  if (K_.size() >= rows) return;
  for (auto* list : {&K_, &B_, &x_, &v_, &b_, &b_rate_, &zero_}) list->resize(rows);
  by_friction_.reserve(contacts * rows), responses_.reserve(4 * contacts * rows);
  motion_.resize(4 * rows);
  W_rows_.resize(rows * rows);
  W.resize(std::max(W.size(), rows * rows));
  direction_.resize(rows), contact_.resize(rows);
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
  for (size_t i = 0; i < phases.size(); ++i) {
    const int c = static_cast<int>(i);
    ContactPhase& phase = phases[c];
    phase.row = phase.exerts_force() ? n_ : -1;
    phase.clipped = false;
    phase.mean = phase.double_mean = Vec3<double>::Zero();
    if (phase.kind == PhaseKind::kStick) {
      for (const Vec3<double>& axis : kAxes) direction_[n_] = axis, contact_[n_++] = c;
    } else if (phase.kind == PhaseKind::kSlip) {
      direction_[n_] = phase.normal(), contact_[n_++] = c;
      // initial guess: steady sliding, where the normal damper exerts no force
      const double f_n = std::max(0.0, -phase.material().stiffness * Dot(phase.x, phase.normal()));
      slips_.push_back(c), friction_.push_back(phase.material().mu_kinetic * f_n);
    }
  }
  FillRows();
}

void ContactMotion::FillRows() {
  for (int i = 0; i < n_; ++i) {
    const ContactPhase& phase = phases[contact_[i]];
    K_[i] = phase.material().stiffness;
    B_[i] = phase.material().damping;
    x_[i] = Dot(direction_[i], phase.x);
    v_[i] = Dot(direction_[i], phase.v);
  }
  responses_at_ = kNever;
  if (n_ == 3 * static_cast<int>(phases.size())) {  // all stick
    std::copy_n(W.begin(), n_ * n_, W_rows_.begin());
    return;
  }
  for (int j = 0; j < n_; ++j) AccelerateRows(contact_[j], direction_[j], &W_rows_[j * n_]);
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
  for (size_t c = 0; c < phases.size(); ++c) {
    const ContactPhase& phase = phases[c];
    if (phase.row < 0) continue;
    const Vec3<double> a = Block(static_cast<int>(c), d, f);
    double* row = rows + phase.row;
    if (phase.kind == PhaseKind::kStick)
      row[0] = a.x, row[1] = a.y, row[2] = a.z;
    else
      row[0] = Dot(a, phase.normal());
  }
}

/// b of the rows: acceleration without springs and dampers, but with the friction of slipping contacts.
void ContactMotion::FillFreeAcceleration() {
  for (int i = 0; i < n_; ++i) {
    const ContactPhase& phase = phases[contact_[i]];
    b_[i] = Dot(direction_[i], phase.b);
    b_rate_[i] = Dot(direction_[i], phase.b_rate);
  }
  for (size_t s = 0; s < slips_.size(); ++s)
    for (int i = 0; i < n_; ++i) b_[i] += friction_[s] * by_friction_[s * n_ + i];
  begun_ = false;
  evaluated_at_ = kNever;
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
      const bool pushes = motion_[normal_row(s)] > 0.0;
      const double mu = pushes ? phases[slips_[s]].material().mu_kinetic : 0.0;
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
  if (n_ == 0 || t == evaluated_at_) return;
  if (!begun_) integrals_.Begin({x_.data(), v_.data(), b_.data(), b_rate_.data()});
  begun_ = true;
  SolveRows(t, motion_.data());
  evaluated_at_ = t;
}

void ContactMotion::Evaluate(double t) {
  EvaluateRows(t);
  const double *mean = motion_.data() + 2 * n_, *double_mean = mean + n_;
  for (ContactPhase& phase : phases) {
    const int i = phase.row;
    if (phase.kind == PhaseKind::kStick) {
      phase.mean = {mean[i], mean[i + 1], mean[i + 2]};
      phase.double_mean = {double_mean[i], double_mean[i + 1], double_mean[i + 2]};
    } else if (phase.kind == PhaseKind::kSlip) {
      const Vec3<double> edge = phase.normal() + phase.material().mu_kinetic * phase.friction_direction;
      phase.mean = mean[i] * edge;
      phase.double_mean = double_mean[i] * edge;
    }
  }
}

// --- events ---

ContactMotion::Event ContactMotion::FirstEvent(double t, Search search) {
  Margin at_hi = MarginAfter(t);
  double lo = 0.0, hi = t, value_lo = std::abs(at_hi.value);
  if (at_hi.value < 0.0 || !IsSteady()) {
    for (int k = 1; k < kEventSamples; ++k) {
      const double now = t * k / kEventSamples;
      const Margin margin = MarginAfter(now);
      if (margin.value < 0.0) {
        hi = now, at_hi = margin;
        break;
      }
      lo = now, value_lo = margin.value;
    }
  }
  if (!(at_hi.value < 0.0)) {
    Evaluate(t);
    return {t};
  }
  // false position; the value at an end that stays is halved (Illinois algorithm)
  int side = 0;
  double value_hi = at_hi.value;
  for (int k = 0; k < kMaxBisections; ++k) {
    const double enough = std::max(kMinBracket * t, search == Search::kRough ? kRoughBracket * hi : 0.0);
    if (at_hi.value > -Tolerance(at_hi.contact) || hi - lo < enough) break;
    double now = (lo * value_hi - hi * value_lo) / (value_hi - value_lo);
    if (!(now > lo && now < hi)) now = 0.5 * (lo + hi);
    const Margin margin = MarginAfter(now);
    if (margin.value < 0.0) {
      hi = now, at_hi = margin, value_hi = margin.value;
      if (side == -1) value_lo *= 0.5;
      side = -1;
    } else {
      lo = now, value_lo = margin.value;
      if (side == 1) value_hi *= 0.5;
      side = 1;
    }
  }
  Evaluate(hi);
  return {hi, at_hi.contact, NextKind(at_hi), FrictionDirection(phases[at_hi.contact])};
}

/// Direction of the tangential force of a sticking contact.
Vec3<double> ContactMotion::FrictionDirection(const ContactPhase& phase) const {
  if (phase.kind != PhaseKind::kStick) return Vec3<double>::Zero();
  const Vec3<double> friction = Across(ForceNow(phase), phase.normal());
  const double length = Length(friction);
  return length > 0.0 ? (1.0 / length) * friction : Vec3<double>::Zero();
}

double ContactMotion::Tolerance(int c) const { return kEventTolerance * phases[c].material().stiffness; }

/// True unless the initial normal force of a contact differs much from its mean, as in an impact.
bool ContactMotion::IsSteady() const {
  for (const ContactPhase& phase : phases) {
    if (!phase.exerts_force()) continue;
    const ContactMaterial& m = phase.material();
    const double first = -Dot(m.stiffness * phase.x + m.damping * phase.v, phase.normal());
    const double mean = Dot(phase.mean, phase.normal());
    if (!(first < kSteadyRatio * mean && mean < kSteadyRatio * first)) return false;
  }
  return true;
}

ContactMotion::Margin ContactMotion::MarginAfter(double t) {
  Evaluate(t);
  return MinMargin(t);
}

ContactMotion::Margin ContactMotion::MinMargin(double t) const {
  Margin smallest{0.0};
  for (size_t c = 0; c < phases.size(); ++c) {
    if (phases[c].changes >= kMaxImmediateChanges) continue;
    Margin margin = MarginOf(static_cast<int>(c), t);
    margin.contact = static_cast<int>(c);
    if (smallest.contact < 0 || margin.value < smallest.value) smallest = margin;
  }
  return smallest;
}

ContactMotion::Margin ContactMotion::MarginOf(int c, double t) const {
  const ContactPhase& phase = phases[c];
  const ContactMaterial& m = phase.material();
  const Vec3<double>& n = phase.normal();
  if (!phase.exerts_force()) {
    const Vec3<double> moved = Displacement(c, t);
    const double apart = m.stiffness * (phase.contact->geometry.gap + Dot(moved, n));
    if (phase.kind == PhaseKind::kNear) return {apart};
    return {std::max(apart,
                     Dot(m.stiffness * (phase.x + moved) + m.damping * (phase.v + VelocityGained(c, t)), n))};
  }
  const Vec3<double> force = ForceNow(phase);
  const double f_n = Dot(force, n);
  if (!locate_slip) return {f_n, true};
  double holds = m.mu_static * f_n - Length(Across(force, n));
  if (phase.kind == PhaseKind::kSlip) {
    const Vec3<double> pull =
        m.stiffness * SpringAfter(phase, t) + m.damping * (phase.v + VelocityGained(c, t));
    holds = -Dot(pull, phase.friction_direction) - m.mu_kinetic * f_n;
  }
  return f_n <= std::min(0.0, holds) ? Margin{f_n, true} : Margin{holds};
}

PhaseKind ContactMotion::NextKind(const Margin& margin) const {
  const ContactPhase& phase = phases[margin.contact];
  if (!phase.exerts_force()) return StickOrSlip(phase);
  if (margin.opens) return PhaseKind::kOpen;
  return phase.kind == PhaseKind::kStick ? PhaseKind::kSlip : PhaseKind::kStick;
}

Vec3<double> ContactMotion::ForceNow(const ContactPhase& phase) const {
  const int i = phase.row;
  const auto force = [&](int k) { return -(K_[k] * motion_[k] + B_[k] * motion_[n_ + k]); };
  if (phase.kind == PhaseKind::kSlip) return force(i) * phase.normal();
  return {force(i), force(i + 1), force(i + 2)};
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
