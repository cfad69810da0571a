#include "slipstick/steppers/stewart_trinkle/stewart_trinkle_stepper.h"

#include <fmt/core.h>

#include <algorithm>
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

using solvers::Vec2;

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
/// grows at least with the square of the number of contacts.
constexpr int kMaxIterations = 10000;
/// Tolerated residual of Lemke's method, relative to 1 m/s plus the speed of the fastest contact.
constexpr double kToleratedResidual = 1e-6;
/// Relative to the mean inverse inertia of each contact: compliance by which redundant contacts on the cone
/// share their load. The effect of the smallest one is negligible.
constexpr double kMinCompliance = 1e-7, kMaxCompliance = 1e-3;
/// TakesTooLong: number of contacts above which fewer iterations are allowed.
constexpr double kFewContacts = 16.0;
constexpr int kMaxDirections = 64;
/// Rows of a complementarity problem up to which Lemke's method is faster, and up to which it is tried where
/// the cone solver fails.
constexpr int kMaxRowsForLemke = 80, kMaxRowsForRetry = 400;

/// A horizontal direction in the surface; world x on a level surface.
Vec2 LevelDirection(const Mat3<double>& frame) {
  const Vec3<double> across = Cross(Vec3<double>::UnitZ(), frame.x);
  constexpr double kLevel = 1e-9;  // slope below which the direction is undefined
  const double length = Length(across);
  const Vec3<double> along = length > kLevel ? (1.0 / length) * across : Vec3<double>::UnitX();
  return {Dot(frame.y, along), Dot(frame.z, along)};
}

std::vector<Vec2> RegularPolygon(int corners) {
  std::vector<Vec2> polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    polygon.push_back({std::cos(angle), std::sin(angle)});
  }
  return polygon;
}

/// The polygon of the option. InputError unless it is convex, counterclockwise and around the origin.
std::vector<Vec2> GivenPolygon(const std::vector<double>& coordinates) {
  std::vector<Vec2> polygon;
  for (size_t i = 0; i + 1 < coordinates.size(); i += 2)
    polygon.push_back({coordinates[i], coordinates[i + 1]});
  if (polygon.size() <= kMaxDirections && solvers::IsConvexAroundOrigin(polygon)) return polygon;
  throw InputError(fmt::format(
      "stepper option polygon: its {} corners must be a convex polygon around the origin, 3 to {} corners "
      "counterclockwise, such as '1 0; 0 0.5; -1 0; 0 -0.5'.",
      polygon.size(), kMaxDirections));
}

}  // namespace

StewartTrinkleStepper::StewartTrinkleStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      step_(world, contact::JointTreatment::kImplicit, contact::InertiaAlgorithm::kAuto),
      end_ws_(world.model()),
      end_finder_(world.geometry()),
      polygon_(options.polygon.empty() ? RegularPolygon(options.directions) : GivenPolygon(options.polygon)) {
  options_.directions = static_cast<int>(polygon_.size());
  q_hat_ = q_end_ = world.model().neutral();
  v_hat_ = displacement_ = Eigen::VectorXd::Zero(world.model().nv());
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  lcp_.Reserve(expected, options_.directions);
  cone_.Reserve(expected);
  active_.reserve(expected);
  bounds_.reserve(expected);
  problem_.reserve(expected);
  vertices_.reserve(static_cast<size_t>(expected) * options_.directions);
  for (auto* vector : {&mu_, &unit_, &b_, &impulses_, &other_impulses_, &yielding_impulses_, &given_})
    vector->reserve(3 * expected);
}

/// Section 3.4 linearises at the end of the last solution. All of its contacts stay active, in the order of
/// ids, so that the same solution is chosen where forces are not unique. Later moves are halved, to damp
/// cycles between two configurations.
void StewartTrinkleStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  active_.clear();
  v_hat_ = state.v;
  double smallest = std::numeric_limits<double>::infinity();
  bool falls_back = false;
  for (int linearizations = 1, stalled = 0;; ++linearizations) {
    const bool is_first = linearizations == 1 || falls_back;
    if (!SolveStep({&actuation, h, &state, &q_hat_, is_first ? &state.v : &v_hat_}, report)) {
      report.status = linearizations == 1 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    const double change = (step_.v_end() - v_hat_).lpNorm<Eigen::Infinity>();
    if (options_.max_linearizations == 1 || falls_back || change <= options_.tolerance) break;
    stalled = change < kProgress * smallest || linearizations <= kFullMoves ? 0 : stalled + 1;
    smallest = std::min(smallest, change);
    falls_back =
        linearizations == options_.max_linearizations || stalled == kStalledMoves || TakesTooLong(report);
    active_.clear();
    if (falls_back) {  // the fixed-point iteration cycles; fall back to the first linearisation
      v_hat_ = state.v;
      continue;
    }
    for (const contact::RigidContact& contact : step_.contacts()) active_.push_back(contact.geometry.id);
    v_hat_ += (linearizations < kFullMoves ? 1.0 : 0.5) * (step_.v_end() - v_hat_);
  }
  if (falls_back) report.algorithm = "first linearization";
  ends_.clear();
  for (int c = 0; c < step_.size(); ++c) {
    const Vec3<double> v = step_.EndVelocity(c);
    ends_.push_back({.at_friction_limit = std::hypot(v.y, v.z) > contact::kSlipSpeed});
  }
  step_.Commit(ends_, state, report);
}

// --- active contacts ---

/// v⁺ with n, D, M and k at q̂. False if M is singular there.
bool StewartTrinkleStepper::SolveStep(contact::ImpulseProblem::LinearizationPoint at, StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    Linearize(at, report);
  }
  // a row of balls adds one contact at a time
  const int max_additions = kMinAdditions + world().geometry().num_shapes();
  for (int additions = 0;; ++additions) {
    if (!FindMotion(report)) return false;
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    FindEnd();
    const bool may_add = additions < max_additions && !TakesTooLong(report);
    if (!AddViolated(may_add)) return true;
    if (may_add) continue;
    report.status = StepStatus::kNotConverged;
    return true;
  }
}

bool StewartTrinkleStepper::TakesTooLong(const StepReport& report) const {
  const double size = std::max(1.0, step_.size() / kFewContacts);
  return report.iterations > kMaxIterations / (size * size);
}

/// Poses at q̂, and the contacts that are active there.
void StewartTrinkleStepper::Linearize(contact::ImpulseProblem::LinearizationPoint at, StepReport& report) {
  if (options_.constraint == NormalConstraint::kVelocity) {
    q_hat_ = at.state->q;
  } else {
    displacement_ = at.h * v_hat_;
    dynamics::Integrate<double>(world().model(), at.state->q, displacement_, View<double>(q_hat_));
    at.is_ahead = true;
  }
  step_.Evaluate(at);
  if (&step_.v_start() == at.v) ReportEnergy(report.energy);
  candidates_ = step_.Find(step_.ApproachMargin());
  for (const ContactPoint& contact : candidates_)
    if (IsActive(contact, step_.is_at_start() ? at.h : 0.0)) step_.Add(contact);
}

/// Of the start of the step.
void StewartTrinkleStepper::ReportEnergy(EnergyReport& energy) {
  if (step_.is_at_start()) return step_.ReportEnergy(energy);
  const Model& model = world().model();
  dynamics::ForwardKinematics<double>(model, step_.start().q, step_.start().v, end_ws_);
  energy.kinetic = dynamics::KineticEnergy<double>(model, step_.start().v, end_ws_);
  energy.potential = dynamics::PotentialEnergy<double>(model, end_ws_);
}

/// Section 4: active before, or violated after a further `time` at this speed.
bool StewartTrinkleStepper::IsActive(const ContactPoint& contact, double time) const {
  return contact.gap + time * step_.NormalSpeed(contact) < 0.0 || step_.IsInMemory(contact.id) ||
         std::find(active_.begin(), active_.end(), contact.id) != active_.end();
}

/// q⁺, and the contacts there.
void StewartTrinkleStepper::FindEnd() {
  const Model& model = world().model();
  displacement_ = step_.h() * step_.v_end();
  dynamics::Integrate<double>(model, step_.start().q, displacement_, View<double>(q_end_));
  dynamics::ForwardKinematics<double>(model, q_end_, end_ws_);
  end_finder_.Find(model, end_ws_);
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
  const auto at_q_hat = [&](int body, const Vec3<double>& p) {
    return dynamics::ToWorld(model, step_.workspace(), body, dynamics::ToBody(model, end_ws_, body, p));
  };
  const Vec3<double> half_gap = (0.5 * contact.gap) * contact.normal;
  const Vec3<double> p_a = at_q_hat(contact.body_a, contact.p + half_gap),
                     p_b = at_q_hat(contact.body_b, contact.p - half_gap);
  ContactPoint moved = contact;
  moved.gap = Dot(contact.normal, p_a - p_b);
  step_.Add(moved, p_a, p_b);
}

// --- the contact problem ---

/// Impulses and v⁺ for the active contacts. False if M is singular.
bool StewartTrinkleStepper::FindMotion(StepReport& report) {
  do {
    {
      const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
      if (!step_.Factor()) return false;
    }
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
    SetContacts();
    FindImpulses(report);
    step_.Respond(impulses_.data());
  } while (step_.Revise());
  return true;
}

void StewartTrinkleStepper::SetContacts() {
  bounds_.clear();
  problem_.clear();
  mu_.clear();
  unit_.clear();
  vertices_.resize(static_cast<size_t>(step_.size()) * options_.directions);
  for (int c = 0; c < step_.size(); ++c) {
    const contact::RigidContact& contact = step_.contact(c);
    bounds_.push_back(FindBounds(c));
    mu_.push_back(contact.mu());
    unit_.push_back(step_.W().diagonal().segment<3>(3 * c).mean());
    problem_.push_back({mu_.back(), 0.0, &vertices_[static_cast<size_t>(c) * options_.directions],
                        contact.previous_impulse});
    SetPolygon(c);
  }
}

/// (15) in velocities: v_n⁺ >= -gap / h, with the linearised gap at the start.
StewartTrinkleStepper::Bounds StewartTrinkleStepper::FindBounds(int c) const {
  const contact::RigidContact& contact = step_.contact(c);
  const double h = step_.h(), speed = step_.StartVelocity(c).x;
  const double gap = contact.geometry.gap - (step_.is_at_start() ? 0.0 : h * contact.v.x);
  const double fraction = options_.constraint == NormalConstraint::kVelocity ? options_.stabilization : 1.0;
  const double impact_speed = options_.impact_speed + 2.0 * h * world().model().gravity().norm();
  Bounds bounds{};
  bounds.offset[kSafe] = std::max(0.0, gap) / h;
  bounds.offset[kPlastic] = gap > 0.0 ? gap / h : std::max(fraction * gap / h, -options_.recovery_speed);
  if (contact.material->restitution > 0.0 && gap + h * speed <= 0.0 && speed < -impact_speed) {
    bounds.offset[kPlastic] = 0.0;
    bounds.rebound = contact.material->restitution;
  }
  const bool by_speed = bounds.rebound > 0.0 && options_.restitution == Restitution::kNewton;
  bounds.offset[kWanted] = by_speed ? bounds.rebound * speed : bounds.offset[kPlastic];
  return bounds;
}

/// The friction limit surface of contact c in the axes of its frame.
void StewartTrinkleStepper::SetPolygon(int c) {
  const int k = options_.directions;
  Vec2* vertices = &vertices_[static_cast<size_t>(c) * k];
  if (!options_.polygon.empty()) {
    std::copy(polygon_.begin(), polygon_.end(), vertices);
    return;
  }
  const double x = step_.b()[3 * c + 1], y = step_.b()[3 * c + 2], speed = std::sqrt(x * x + y * y);
  const bool level = options_.directions_from == DirectionsFrom::kLevel || speed == 0.0;
  const Vec2 first = level ? LevelDirection(step_.contact(c).R_WC) : Vec2{-x / speed, -y / speed};
  for (int i = 0; i < k; ++i) {
    const Vec2& turn = polygon_[i];
    vertices[i] = {turn.x * first.x - turn.y * first.y, turn.y * first.x + turn.x * first.y};
  }
}

void StewartTrinkleStepper::FindImpulses(StepReport& report) {
  impulses_.assign(3 * bounds_.size(), 0.0);
  if (bounds_.empty()) return;
  if (!Solve(kWanted, report)) {
    // Section 3.3: an impulse that prevents approach always exists; one that separates need not exist.
    if (!Solve(kSafe, report)) report.status = StepStatus::kNotConverged;
    report.algorithm = "velocity constraints";
    return;
  }
  if (std::none_of(bounds_.begin(), bounds_.end(), [](const Bounds& b) { return b.rebound > 0.0; })) return;
  if (options_.restitution == Restitution::kPoisson) return AddPoissonRebound(report);
  if (!(ContactWork(impulses_) > 0.0)) return;
  other_impulses_ = impulses_;
  if (!Solve(kPlastic, report)) {
    report.status = StepStatus::kNotConverged;
    return;
  }
  other_impulses_.swap(impulses_);
  LimitEnergy();
}

bool StewartTrinkleStepper::Solve(Bound bound, StepReport& report) {
  b_.assign(step_.b().begin(), step_.b().end());
  for (size_t c = 0; c < bounds_.size(); ++c) b_[3 * c] += bounds_[c].offset[bound];
  const int rows = static_cast<int>(bounds_.size()) * (options_.directions + 2);
  const bool on_cone = options_.solver == RigidSolver::kCone ||
                       (options_.solver == RigidSolver::kAuto && rows > kMaxRowsForLemke);
  if (!options_.polygon.empty()) return SolveByLemke(report);  // not representable by a cone
  if (on_cone)
    return SolveOnCone(report) || (rows <= kMaxRowsForRetry && SolveByLemke(report)) ||
           AcceptYielding(report);
  return SolveByLemke(report) || (bound == kSafe && SolveOnCone(report));
}

bool StewartTrinkleStepper::SolveByLemke(StepReport& report) {
  const Eigen::Map<const Eigen::VectorXd> b(b_.data(), static_cast<Eigen::Index>(b_.size()));
  const solvers::LcpResult result = lcp_.Solve(step_.W(), b, problem_, options_.directions, impulses_.data());
  report.iterations += result.pivots;
  report.algorithm = "lemke";
  if (result.status != solvers::LcpStatus::kSolved ||
      result.residual > kToleratedResidual * (1.0 + b.lpNorm<Eigen::Infinity>()))
    return false;
  report.residual = contact::LargerResidual(report.residual, result.residual);
  return true;
}

/// With a small compliance, which makes problems with redundant contacts well posed.
bool StewartTrinkleStepper::SolveOnCone(StepReport& report) {
  const int m = step_.size();
  for (int c = 0; c < m; ++c) SetBlock(impulses_.data(), c, problem_[c].warm_start);
  const Eigen::Map<const Eigen::VectorXd> b(b_.data(), 3 * m);
  Eigen::Map<Eigen::VectorXd> p(impulses_.data(), 3 * m);
  const solvers::CoulombResult result =
      cone_.SolveCompliant(step_.W(), b, mu_, {unit_, kMinCompliance, kMaxCompliance}, p);
  report.iterations += result.iterations;
  report.algorithm = result.compliance > kMinCompliance ? "compliant cone" : "cone";
  yielding_impulses_.clear();
  if (!result.solved) return false;
  double speed = 0.0;  // effect of the compliance
  for (int i = 0; i < 3 * m; ++i) speed = std::max(speed, result.compliance * unit_[i / 3] * std::abs(p[i]));
  if (result.yielding > solvers::kMaxYielding) {
    yielding_impulses_ = impulses_, yielding_residual_ = result.residual + speed;
    return false;
  }
  report.residual = contact::LargerResidual(report.residual, result.residual + speed);
  return true;
}

/// Takes the last solution of SolveOnCone in which contacts yield much, if there is one.
bool StewartTrinkleStepper::AcceptYielding(StepReport& report) {
  if (yielding_impulses_.empty()) return false;
  impulses_ = yielding_impulses_;
  report.algorithm = "compliant cone";
  report.residual = contact::LargerResidual(report.residual, yielding_residual_);
  report.status = StepStatus::kNotConverged;
  return true;
}

// --- rebounds ---

/// Poisson's hypothesis: after the compression phase in impulses_, each rebounding contact exerts its normal
/// impulse again, times its restitution, and a second problem gives the response of all contacts.
void StewartTrinkleStepper::AddPoissonRebound(StepReport& report) {
  other_impulses_ = given_ = impulses_;
  for (size_t c = 0; c < bounds_.size(); ++c) {
    problem_[c].added_impulse = bounds_[c].rebound * impulses_[3 * c];
    problem_[c].warm_start = Vec3<double>::Zero();
    given_[3 * c] += problem_[c].added_impulse;
  }
  for (size_t i = 0; i < b_.size(); ++i) b_[i] += Response(i, given_);
  if (!SolveByLemke(report)) {
    impulses_ = other_impulses_;  // fall back to the plastic impulses
    report.status = StepStatus::kNotConverged;
    return;
  }
  for (size_t i = 0; i < b_.size(); ++i) impulses_[i] += given_[i];
  if (ContactWork(impulses_) > 0.0) LimitEnergy();
}

/// Interpolates from the plastic impulses in other_impulses_ towards those in impulses_ as far as contacts
/// create no energy (Kane's paradox). Cones are convex, so that the result lies in them.
void StewartTrinkleStepper::LimitEnergy() {
  std::vector<double>&p = impulses_, &plastic = other_impulses_;
  const double work = std::min(0.0, ContactWork(plastic));
  for (size_t i = 0; i < p.size(); ++i) p[i] -= plastic[i];
  double slope = 0.0, curvature = 0.0;  // of the work along the interpolation
  for (size_t i = 0; i < p.size(); ++i) {
    slope += p[i] * (step_.b()[static_cast<Eigen::Index>(i)] + Response(i, plastic));
    curvature += p[i] * Response(i, p);
  }
  const double root = -slope + std::sqrt(std::max(0.0, slope * slope - 2.0 * curvature * work));
  const double alpha = curvature > 0.0 ? std::clamp(root / curvature, 0.0, 1.0) : 0.0;
  for (size_t i = 0; i < p.size(); ++i) p[i] = plastic[i] + alpha * p[i];
}

/// Work of the impulses on the bodies: pᵀ (b + ½ W p), J.
double StewartTrinkleStepper::ContactWork(const std::vector<double>& p) const {
  double work = 0.0;
  for (size_t i = 0; i < p.size(); ++i)
    work += p[i] * (step_.b()[static_cast<Eigen::Index>(i)] + 0.5 * Response(i, p));
  return work;
}

/// Row i of W p.
double StewartTrinkleStepper::Response(size_t i, const std::vector<double>& p) const {
  const Eigen::Map<const Eigen::VectorXd> vector(p.data(), static_cast<Eigen::Index>(p.size()));
  return step_.W().col(static_cast<Eigen::Index>(i)).dot(vector);
}

}  // namespace slipstick::stewart_trinkle
