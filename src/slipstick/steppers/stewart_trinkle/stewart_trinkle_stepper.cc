#include "slipstick/steppers/stewart_trinkle/stewart_trinkle_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::stewart_trinkle {
namespace {

/// m; contacts with deeper penetration at the end of a step are added to the problem.
constexpr double kToleratedPenetration = 1e-8;
/// Maximum number of additions of contacts in a step, plus one for every shape.
constexpr int kMinAdditions = 20;
/// Number of full fixed-point moves of the linearisation point; later moves are halved.
constexpr int kFullMoves = 10;
/// Halved moves without a change below this fraction of the smallest so far, after which the iteration ends.
constexpr int kStalledMoves = 5;
constexpr double kProgress = 0.9;
/// Pivots and factorisations of a step with few contacts after which it is not solved again. The cost of one
/// grows with the square of the contacts or more.
constexpr int kMaxIterations = 10000;
/// m/s; a slower contact sticks.
constexpr double kSlipSpeed = 1e-6;
/// Tolerated residual of Lemke's method, relative to the fastest contact.
constexpr double kToleratedResidual = 1e-6;
/// Relative to the mean inverse inertia of each contact: compliance by which redundant contacts on the cone
/// share their load. The effect of the smallest one is negligible.
constexpr double kMinCompliance = 1e-7, kMaxCompliance = 1e-3;
/// Number of contacts up to which the slower, more robust methods are tried first.
constexpr size_t kFewContacts = 16;
constexpr int kMaxDirections = 64;
/// Rows of a complementarity problem up to which Lemke's method is faster.
constexpr int kMaxRowsForLemke = 80;

/// A horizontal direction in the surface; world x on a level surface.
Vec2 LevelDirection(const Mat3<double>& frame) {
  const Vec3<double> across = Cross(Vec3<double>::UnitZ(), frame.x);
  constexpr double kLevel = 1e-9;  // slope below which the direction is undefined
  const double length = Length(across);
  const Vec3<double> along = length > kLevel ? (1.0 / length) * across : Vec3<double>::UnitX();
  return {Dot(frame.y, along), Dot(frame.z, along)};
}

/// InputError unless the polygon is convex, counterclockwise and around the origin: every corner must be a
/// left turn, both around the origin and along the boundary.
void CheckPolygon(const std::vector<double>& polygon) {
  const size_t k = polygon.size() / 2;
  const auto corner = [&](size_t i) { return Vec2{polygon[2 * (i % k)], polygon[2 * (i % k) + 1]}; };
  const auto turn = [](const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; };
  const auto between = [](const Vec2& a, const Vec2& b) { return Vec2{b.x - a.x, b.y - a.y}; };
  bool fits = k >= 3 && k <= kMaxDirections;
  double turned = 0.0;
  for (size_t i = 0; fits && i < k; ++i) {
    const Vec2 a = corner(i), b = corner(i + 1), c = corner(i + 2);
    fits = turn(a, b) > 0.0 && turn(between(a, b), between(b, c)) > 0.0;
    turned += std::atan2(turn(a, b), a.x * b.x + a.y * b.y);
  }
  if (fits && std::abs(turned - 2.0 * std::numbers::pi) < 1.0) return;
  throw InputError(fmt::format(
      "stepper option polygon: its {} corners must be a convex polygon around the origin, 3 to {} corners "
      "counterclockwise, such as '1 0; 0 0.5; -1 0; 0 -0.5'.",
      k, kMaxDirections));
}

double ImpactSpeed(const StewartTrinkleOptions& options, const Model& model, double h) {
  return options.impact_speed + 2.0 * h * model.gravity().norm();
}

}  // namespace

StewartTrinkleOptions StewartTrinkleOptions::Nonlinear() {
  StewartTrinkleOptions options;
  options.max_linearizations = 50;
  return options;
}

StewartTrinkleOptions StewartTrinkleOptions::AnitescuPotra() {
  StewartTrinkleOptions options;
  options.constraint = NormalConstraint::kVelocity;
  return options;
}

struct StewartTrinkleStepper::Start {
  const Actuation& actuation;
  double h;
  const State& state;
};

StewartTrinkleStepper::StewartTrinkleStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      step_(world, contact::JointTreatment::kImplicit, contact::InertiaAlgorithm::kAuto),
      end_ws_(world.model()),
      end_finder_(world.geometry()) {
  if (!options_.polygon.empty()) CheckPolygon(options_.polygon);
  if (!options_.polygon.empty()) options_.directions = static_cast<int>(options_.polygon.size() / 2);
  q_hat_ = q_end_ = world.model().neutral();
  v_hat_ = displacement_ = Eigen::VectorXd::Zero(world.model().nv());
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  lcp_.Reserve(expected, options_.directions);
  cone_.Reserve(expected);
  active_.reserve(expected);
  offsets_.reserve(expected);
  problem_.reserve(expected);
  vertices_.reserve(static_cast<size_t>(expected) * options_.directions);
  for (auto* vector : {&mu_, &b_, &impulses_, &other_impulses_, &given_}) vector->reserve(3 * expected);
  W_.reserve(9 * expected * expected);
}

void StewartTrinkleStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const Start start{actuation, h, state};
  ReportStart(state, report.energy);
  active_.clear();
  v_hat_ = state.v;
  double smallest = std::numeric_limits<double>::infinity();
  for (int linearizations = 1, stalled = 0;; ++linearizations) {
    if (!SolveStep(start, report)) {
      report.status = linearizations == 1 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    const double change = (step_.v_end() - v_hat_).lpNorm<Eigen::Infinity>();
    if (options_.max_linearizations == 1 || change <= options_.tolerance) break;
    stalled = change < kProgress * smallest || linearizations <= kFullMoves ? 0 : stalled + 1;
    smallest = std::min(smallest, change);
    if (linearizations == options_.max_linearizations || stalled == kStalledMoves || TakesTooLong(report)) {
      v_hat_ = state.v;  // the fixed-point iteration cycles; fall back to the first linearisation
      active_.clear();
      if (!SolveStep(start, report)) {
        report.status = StepStatus::kDiverged;
        return;
      }
      report.algorithm = "first linearization";
      break;
    }
    MoveLinearizationPoint(linearizations);
  }
  Finish(state, report);
}

/// Section 3.4: linearise at the end of the last solution. All of its contacts stay active, in the order of
/// ids, so that the same solution is chosen where forces are not unique. Later moves are halved, to damp
/// cycles between two configurations.
void StewartTrinkleStepper::MoveLinearizationPoint(int linearizations) {
  active_.clear();
  for (const contact::RigidContact& contact : step_.contacts()) active_.push_back(contact.geometry.id);
  const double alpha = linearizations < kFullMoves ? 1.0 : 0.5;
  v_hat_ += alpha * (step_.v_end() - v_hat_);
}

void StewartTrinkleStepper::ReportStart(const State& state, EnergyReport& energy) {
  const Model& model = world().model();
  dynamics::ForwardKinematics<double>(model, state.q, state.v, end_ws_);
  energy.kinetic = dynamics::KineticEnergy<double>(model, state.v, end_ws_);
  energy.potential = dynamics::PotentialEnergy<double>(model, end_ws_);
}

// --- active contacts ---

/// v⁺ with n, D, M and k at q̂. False if M is singular there.
bool StewartTrinkleStepper::SolveStep(const Start& start, StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    Linearize(start);
  }
  // a row of balls adds one contact at a time
  const int max_additions = kMinAdditions + world().geometry().num_shapes();
  for (int additions = 0;; ++additions) {
    if (!FindMotion(start, report)) return false;
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    FindEnd(start);
    const bool may_add = additions < max_additions && !TakesTooLong(report);
    if (!AddViolated(may_add)) return true;
    if (may_add) continue;
    report.status = StepStatus::kNotConverged;
    return true;
  }
}

bool StewartTrinkleStepper::TakesTooLong(const StepReport& report) const {
  const double size = std::max(1.0, static_cast<double>(step_.size()) / kFewContacts);
  return report.iterations > kMaxIterations / (size * size);
}

/// Poses at q̂, and the contacts that are active there.
void StewartTrinkleStepper::Linearize(const Start& start) {
  const bool at_start = options_.constraint == NormalConstraint::kVelocity;
  displacement_ = start.h * v_hat_;
  if (at_start)
    q_hat_ = start.state.q;
  else
    dynamics::Integrate<double>(world().model(), start.state.q, displacement_, View<double>(q_hat_));
  step_.Evaluate({&start.actuation, start.h, &start.state, &q_hat_, &v_hat_, at_start ? nullptr : &v_hat_});
  candidates_ = step_.Find(step_.ApproachMargin());
  for (const ContactPoint& contact : candidates_)
    if (IsActive(contact, at_start ? start.h : 0.0)) step_.Add(contact);
}

/// Section 4: active before, or violated after a further `time` at this speed.
bool StewartTrinkleStepper::IsActive(const ContactPoint& contact, double time) const {
  return contact.gap + time * step_.NormalSpeed(contact) < 0.0 || step_.IsInMemory(contact.id) ||
         std::find(active_.begin(), active_.end(), contact.id) != active_.end();
}

/// q⁺, and the contacts there.
void StewartTrinkleStepper::FindEnd(const Start& start) {
  const Model& model = world().model();
  displacement_ = start.h * step_.v_end();
  dynamics::Integrate<double>(model, start.state.q, displacement_, View<double>(q_end_));
  dynamics::ForwardKinematics<double>(model, q_end_, end_ws_);
  end_finder_.Find(model, end_ws_, contact::kTouching);
}

/// Adds the contacts that are violated at q⁺ to the problem, if it `may`. False if there are none.
bool StewartTrinkleStepper::AddViolated(bool may) {
  bool found = false;
  for (const ContactPoint& contact : end_finder_.contacts()) {
    if (contact.gap > -kToleratedPenetration || step_.Has(contact.id)) continue;
    found = true;
    if (!may) break;
    const ContactPoint* candidate =
        std::find_if(candidates_.begin(), candidates_.end(),
                     [&](const ContactPoint& other) { return other.id == contact.id; });
    if (candidate != candidates_.end())
      step_.Add(*candidate);
    else
      AddLinearizedAtEnd(contact);
  }
  return found;
}

/// Adds a contact that was not found at q̂. Its points and normal are those at q⁺; its gap is the one at q⁺
/// minus the change of the gap between q̂ and q⁺.
void StewartTrinkleStepper::AddLinearizedAtEnd(const ContactPoint& contact) {
  const Model& model = world().model();
  const Workspace<double>& ws = step_.workspace();
  const Vec3<double> half_gap = (0.5 * contact.gap) * contact.normal;
  const Vec3<double> p_a = contact.p + half_gap, p_b = contact.p - half_gap;
  const Vec3<double> p_A = dynamics::ToBody(model, end_ws_, contact.body_a, p_a),
                     p_B = dynamics::ToBody(model, end_ws_, contact.body_b, p_b);
  const Vec3<double> opened = (p_a - dynamics::ToWorld(model, ws, contact.body_a, p_A)) -
                              (p_b - dynamics::ToWorld(model, ws, contact.body_b, p_B));
  ContactPoint moved = contact;
  moved.gap -= Dot(contact.normal, opened);
  step_.Add(moved, p_A, p_B);
}

// --- the contact problem ---

/// Impulses and v⁺ for the active contacts. False if M is singular.
bool StewartTrinkleStepper::FindMotion(const Start& start, StepReport& report) {
  do {
    {
      const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
      if (!step_.Factor()) return false;
    }
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
    SetContacts(start);
    FindImpulses(report);
    step_.Respond(impulses_.data());
    assert(report.status != StepStatus::kOk || SolutionSatisfiesLaws());
  } while (step_.Revise());
  return true;
}

void StewartTrinkleStepper::SetContacts(const Start& start) {
  offsets_.clear();
  problem_.clear();
  mu_.clear();
  vertices_.resize(static_cast<size_t>(step_.size()) * options_.directions);
  for (int c = 0; c < step_.size(); ++c) {
    const contact::RigidContact& contact = step_.contact(c);
    offsets_.push_back(FindOffsets(c, start));
    mu_.push_back(contact.mu());
    problem_.push_back({mu_.back(), 0.0, 0.0, &vertices_[static_cast<size_t>(c) * options_.directions],
                        contact.previous_impulse});
    SetPolygon(c);
  }
}

/// (15) in velocities: v_n⁺ >= -gap / h, with the linearised gap at the start.
StewartTrinkleStepper::Offsets StewartTrinkleStepper::FindOffsets(int c, const Start& start) const {
  const contact::RigidContact& contact = step_.contact(c);
  const double h = start.h, speed = step_.ContactVelocity(c, start.state.v).x;
  const double approach = step_.is_at_start() ? 0.0 : step_.ContactVelocity(c, v_hat_).x;
  const double gap = contact.geometry.gap - h * approach;
  const double fraction = options_.constraint == NormalConstraint::kVelocity ? options_.stabilization : 1.0;
  const bool rebounds = contact.material->restitution > 0.0 && gap + h * speed <= 0.0 &&
                        speed < -ImpactSpeed(options_, world().model(), h);
  Offsets offsets{};
  offsets.safe = std::max(0.0, gap) / h;
  offsets.plastic = gap > 0.0 ? gap / h : std::max(fraction * gap / h, -options_.recovery_speed);
  if (rebounds) {
    offsets.plastic = 0.0;
    offsets.rebound = contact.material->restitution;
  }
  const bool by_speed = rebounds && options_.restitution == Restitution::kNewton;
  offsets.wanted = by_speed ? offsets.rebound * speed : offsets.plastic;
  return offsets;
}

bool StewartTrinkleStepper::AnyRebounds() const {
  return std::any_of(offsets_.begin(), offsets_.end(), [](const Offsets& o) { return o.rebound > 0.0; });
}

/// The friction limit surface of contact c in the axes of its frame.
void StewartTrinkleStepper::SetPolygon(int c) {
  const int k = options_.directions;
  Vec2* vertices = &vertices_[static_cast<size_t>(c) * k];
  if (!options_.polygon.empty()) {
    for (int i = 0; i < k; ++i) vertices[i] = {options_.polygon[2 * i], options_.polygon[2 * i + 1]};
    return;
  }
  const double x = step_.b()[3 * c + 1], y = step_.b()[3 * c + 2], speed = std::hypot(x, y);
  const bool level = options_.directions_from == DirectionsFrom::kLevel || speed == 0.0;
  const Vec2 first = level ? LevelDirection(step_.contact(c).R_WC) : Vec2{-x / speed, -y / speed};
  for (int i = 0; i < k; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / k, cos = std::cos(angle), sin = std::sin(angle);
    vertices[i] = {cos * first.x - sin * first.y, sin * first.x + cos * first.y};
  }
}

void StewartTrinkleStepper::FindImpulses(StepReport& report) {
  impulses_.assign(3 * offsets_.size(), 0.0);
  compliance_speed_ = 0.0;
  if (offsets_.empty()) return;
  if (!Solve(Bounds::kWanted, report)) {
    // Section 3.3: an impulse that prevents approach always exists; one that separates need not exist.
    if (!Solve(Bounds::kSafe, report)) report.status = StepStatus::kNotConverged;
    report.algorithm = "velocity constraints";
    return;
  }
  if (!AnyRebounds()) return;
  if (options_.restitution == Restitution::kPoisson) return AddPoissonRebound(report);
  if (!(ContactWork(impulses_) > 0.0)) return;
  other_impulses_ = impulses_;
  if (!Solve(Bounds::kPlastic, report)) {
    report.status = StepStatus::kNotConverged;
    return;
  }
  other_impulses_.swap(impulses_);
  LimitEnergy();
}

bool StewartTrinkleStepper::Solve(Bounds bounds, StepReport& report) {
  for (size_t c = 0; c < offsets_.size(); ++c) {
    const Offsets& offsets = offsets_[c];
    problem_[c].offset = bounds == Bounds::kWanted    ? offsets.wanted
                         : bounds == Bounds::kPlastic ? offsets.plastic
                                                      : offsets.safe;
    problem_[c].added_impulse = 0.0;
  }
  const auto b = step_.b();
  b_.assign(b.begin(), b.end());
  const int rows = static_cast<int>(offsets_.size()) * (options_.directions + 2);
  const bool on_cone = options_.solver == RigidSolver::kCone ||
                       (options_.solver == RigidSolver::kAuto && rows > kMaxRowsForLemke);
  if (!options_.polygon.empty()) return SolveByLemke(report);  // not representable by a cone
  if (on_cone) return SolveOnCone(report) || SolveByLemke(report);
  return SolveByLemke(report) || (bounds == Bounds::kSafe && SolveOnCone(report));
}

bool StewartTrinkleStepper::SolveByLemke(StepReport& report) {
  const Eigen::Map<const Eigen::VectorXd> b(b_.data(), static_cast<Eigen::Index>(b_.size()));
  const solvers::LcpResult result = lcp_.Solve(step_.W(), b, problem_, options_.directions, impulses_.data());
  report.iterations += result.pivots;
  report.algorithm = "lemke";
  const bool solved = result.status == solvers::LcpStatus::kSolved &&
                      result.residual <= kToleratedResidual * (1.0 + b.lpNorm<Eigen::Infinity>());
  if (solved) report.residual = std::max(report.residual, result.residual);
  return solved;
}

/// A small compliance makes problems with redundant contacts well posed.
bool StewartTrinkleStepper::SolveOnCone(StepReport& report) {
  for (size_t c = 0; c < problem_.size(); ++c) {
    const Vec3<double>& warm_start = problem_[c].warm_start;
    b_[3 * c] += problem_[c].offset;
    impulses_[3 * c] = warm_start.x, impulses_[3 * c + 1] = warm_start.y, impulses_[3 * c + 2] = warm_start.z;
  }
  const bool few = problem_.size() <= kFewContacts;
  report.algorithm = "cone";
  bool solved = SolveCompliant(kMinCompliance,
                               few ? solvers::CoulombMethod::kAuto : solvers::CoulombMethod::kQuick, report);
  if (!solved) {
    report.algorithm = "compliant cone";
    solved = SolveCompliant(kMaxCompliance, solvers::CoulombMethod::kAuto, report);
  }
  for (size_t c = 0; c < problem_.size(); ++c) b_[3 * c] -= problem_[c].offset;
  return solved;
}

bool StewartTrinkleStepper::SolveCompliant(double compliance, solvers::CoulombMethod method,
                                           StepReport& report) {
  const auto size = static_cast<Eigen::Index>(b_.size());
  const auto W = step_.W();
  W_.assign(W.data(), W.data() + size * size);
  for (Eigen::Index i = 0; i < size; ++i) W_[i * size + i] += compliance * MeanInverseInertia(i / 3);
  const Eigen::Map<const Eigen::MatrixXd> compliant_W(W_.data(), size, size);
  const Eigen::Map<const Eigen::VectorXd> b(b_.data(), size);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), size);
  const solvers::CoulombResult result = cone_.Solve(compliant_W, b, mu_, p, method);
  report.iterations += result.iterations;
  compliance_speed_ = 0.0;
  for (Eigen::Index i = 0; i < size; ++i)
    compliance_speed_ = std::max(compliance_speed_, compliance * MeanInverseInertia(i / 3) * std::abs(p[i]));
  if (!result.solved) return false;
  report.residual = std::max(report.residual, result.residual + compliance_speed_);
  return true;
}

/// Of contact c, 1/kg.
double StewartTrinkleStepper::MeanInverseInertia(Eigen::Index c) const {
  return step_.W().diagonal().segment<3>(3 * c).mean();
}

/// For assertions: Signorini's condition, the friction cone and maximum dissipation, for the bounds in
/// problem_.
bool StewartTrinkleStepper::SolutionSatisfiesLaws() const {
  if (AnyRebounds()) return true;  // impulses were changed afterwards
  double fastest = 0.0, largest_impulse = 0.0;
  for (size_t i = 0; i < impulses_.size(); ++i) {
    fastest = std::max(fastest, std::abs(step_.b()[static_cast<Eigen::Index>(i)]));
    largest_impulse = std::max(largest_impulse, std::abs(impulses_[i]));
  }
  constexpr double kDivergedSpeed = 1e4;  // m/s; not checked after divergence
  if (!(fastest < kDivergedSpeed)) return true;
  // relative to the fastest contact and the largest impulse: solver tolerances with a margin
  constexpr double kNegligibleSpeed = 1e-5, kNegligibleImpulse = 1e-6;
  const double slow = kNegligibleSpeed * (1.0 + fastest) + 2.0 * compliance_speed_,
               weak = kNegligibleImpulse * largest_impulse;
  const double sides = options_.polygon.empty() ? std::cos(std::numbers::pi / options_.directions) : 0.0;
  bool obeyed = true;
  for (int c = 0; c < step_.size(); ++c) {
    const Vec3<double> v = step_.EndVelocity(c);
    const double* p = &impulses_[3 * c];
    const double opening = v.x + problem_[c].offset, slip = std::hypot(v.y, v.z);
    obeyed &= p[0] >= 0.0 && opening >= -slow && p[0] * opening <= slow * (p[0] + weak);
    if (!options_.polygon.empty()) continue;
    obeyed &= std::hypot(p[1], p[2]) <= mu_[c] * p[0] + weak;
    obeyed &= -(p[1] * v.y + p[2] * v.z) >= mu_[c] * p[0] * (sides * slip - slow) - weak * slow;
  }
  return obeyed;
}

// --- rebounds ---

/// Poisson's hypothesis: after the compression phase in impulses_, each rebounding contact exerts its normal
/// impulse again, times its restitution, and a second problem gives the response of all contacts.
void StewartTrinkleStepper::AddPoissonRebound(StepReport& report) {
  const int m = static_cast<int>(offsets_.size());
  other_impulses_ = impulses_;
  given_ = impulses_;
  for (int c = 0; c < m; ++c) {
    problem_[c].added_impulse = offsets_[c].rebound * impulses_[3 * c];
    problem_[c].warm_start = Vec3<double>::Zero();
    given_[3 * c] += problem_[c].added_impulse;
  }
  const Eigen::Map<const Eigen::VectorXd> given(given_.data(), 3 * m);
  for (int i = 0; i < 3 * m; ++i) b_[i] = step_.b()[i] + step_.W().col(i).dot(given);
  if (!SolveByLemke(report)) {
    impulses_ = other_impulses_;  // fall back to the plastic impulses
    report.status = StepStatus::kNotConverged;
    return;
  }
  for (int i = 0; i < 3 * m; ++i) impulses_[i] += given_[i];
  if (ContactWork(impulses_) > 0.0) LimitEnergy();
}

/// Interpolates from the plastic impulses in other_impulses_ towards those in impulses_ as far as contacts
/// create no energy (Kane's paradox). Cones are convex, so that the result lies in them.
void StewartTrinkleStepper::LimitEnergy() {
  const auto size = static_cast<Eigen::Index>(impulses_.size());
  const Eigen::Map<const Eigen::VectorXd> plastic(other_impulses_.data(), size);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), size);
  p -= plastic;
  double slope = 0.0, curvature = 0.0;  // of the work along the interpolation
  for (Eigen::Index i = 0; i < size; ++i) {
    slope += p[i] * (step_.b()[i] + step_.W().col(i).dot(plastic));
    curvature += p[i] * step_.W().col(i).dot(p);
  }
  const double work = std::min(0.0, ContactWork(other_impulses_));
  const double root = -slope + std::sqrt(std::max(0.0, slope * slope - 2.0 * curvature * work));
  const double alpha = curvature > 0.0 ? std::clamp(root / curvature, 0.0, 1.0) : 0.0;
  p = plastic + alpha * p;
}

/// Work of the impulses on the bodies: pᵀ (b + ½ W p), J.
double StewartTrinkleStepper::ContactWork(const std::vector<double>& impulses) const {
  const Eigen::Map<const Eigen::VectorXd> p(impulses.data(), static_cast<Eigen::Index>(impulses.size()));
  double work = 0.0;
  for (Eigen::Index i = 0; i < p.size(); ++i) work += p[i] * (step_.b()[i] + 0.5 * step_.W().col(i).dot(p));
  return work;
}

// --- the end of the step ---

void StewartTrinkleStepper::Finish(State& state, StepReport& report) {
  ends_.clear();
  for (int c = 0; c < step_.size(); ++c) {
    const Vec3<double> v = step_.EndVelocity(c);
    ends_.push_back({.at_friction_limit = std::hypot(v.y, v.z) > kSlipSpeed});
  }
  step_.Commit(ends_, state, report);
}

}  // namespace slipstick::stewart_trinkle
