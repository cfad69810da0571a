#include "slipstick/steppers/nmdp/step_contacts.h"

#include <algorithm>
#include <cmath>

#include "slipstick/contact/contact_points.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/geometry/tangent_basis.h"

namespace slipstick::nmdp {
namespace {

constexpr unsigned kAnyTurn = world::kTurnX | world::kTurnY | world::kTurnZ;
/// m/s or N; shorter tangential vectors have no direction.
constexpr double kNoDirection = 1e-9;
/// Relative to the squared length of corners: makes weights of redundant corners unique.
constexpr double kRegularization = 1e-10;

/// The rotation vector from one orientation to another, for less than half a turn.
Vec3<double> Turned(const Mat3<double>& from, const Mat3<double>& to) {
  const Mat3<double> R = to * Transpose(from);
  const Vec3<double> axis{0.5 * (R.y.z - R.z.y), 0.5 * (R.z.x - R.x.z), 0.5 * (R.x.y - R.y.x)};
  const double sine = Length(axis), cosine = 0.5 * (R.x.x + R.y.y + R.z.z - 1.0);
  constexpr double kSmallTurn = 1e-6;  // the sine equals the angle to 1e-12
  return sine < kSmallTurn ? axis : (std::atan2(sine, cosine) / sine) * axis;
}

bool IsZero(const std::array<double, 6>& x) {
  return std::all_of(x.begin(), x.end(), [](double entry) { return entry == 0.0; });
}

/// Axes C with x along the tangential component of `direction`, if that is not zero.
Mat3<double> ContactAxes(const Vec3<double>& normal, const Vec3<double>& direction) {
  const Vec3<double> along = Across(direction, normal);
  const double length = Length(along);
  if (length < kNoDirection) return geometry::TangentBasis(normal);
  const Vec3<double> x = (1.0 / length) * along;
  return {x, Cross(normal, x), normal};
}

}  // namespace

StepContacts::StepContacts(const World& world, const FrictionOptions& friction, bool use_derivatives)
    : world_(world), spaces_(world, friction), use_derivatives_(use_derivatives), islands_(world.model()) {
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  contacts_.reserve(expected);
  poses_.reserve(expected);
  lever_start_.reserve(expected + 1);
}

void StepContacts::Begin(const Workspace<double>& start, const std::vector<ContactMemory>& memory) {
  start_ = &start;
  memory_ = &memory;
  contacts_.clear();
  poses_.clear();
  weights.clear();
  corners_.clear();
  num_rows_ = 0;
  are_islands_known_ = false;
}

double StepContacts::StartGap(const StepContact& contact) const {
  return Dot(contact.geometry.normal, contact.a.start - contact.b.start) + contact.offset;
}

/// Direction against which friction is expected: the slip velocity, or minus the last force while sticking.
Vec3<double> StepContacts::PredictedSlip(const ContactPoint& contact, const ContactMemory* memory) const {
  if (memory != nullptr && !memory->slipping) return -memory->force;
  const Model& model = world_.model();
  return dynamics::VelocityAt(model, *start_, contact.body_a, contact.p) -
         dynamics::VelocityAt(model, *start_, contact.body_b, contact.p);
}

void StepContacts::Add(const ContactPoint& contact, const Workspace<double>& ws) {
  const ContactMemory* memory = contact::FindMemory(*memory_, contact.id);
  const bool slipping = memory != nullptr && memory->slipping;
  const WrenchSpace& space = spaces_.Between(contact.shape_a, contact.shape_b, slipping);
  StepContact added{};
  added.space = &space;
  added.derivatives = use_derivatives_ ? space.derivatives() : 0;
  if (contact.body_b != model::kWorld)
    added.derivatives &= ~kAnyTurn;  // corners depend on the rotation of a, not of b
  added.rows = space.has_moments() || (added.derivatives & kAnyTurn) != 0 ? 6 : 3;
  added.row = num_rows_;
  added.weight = num_weights();
  added.corner_entry = static_cast<int>(corners_.size());
  added.R_WC.x = PredictedSlip(contact, memory);
  contacts_.push_back(added);
  are_islands_known_ = false;
  poses_.push_back({});
  num_rows_ += added.rows;
  weights.resize(weights.size() + space.num_corners(), 0.0);
  corners_.resize(corners_.size() + static_cast<size_t>(space.num_corners()) * added.rows, 0.0);
  Redefine(size() - 1, contact, ws);
}

void StepContacts::Redefine(int c, const ContactPoint& contact, const Workspace<double>& ws) {
  StepContact& redefined = contacts_[c];
  redefined.geometry = contact;
  redefined.R_WC = ContactAxes(contact.normal, redefined.R_WC.x);
  redefined.a = MakeSide(contact, true, ws);
  redefined.b = MakeSide(contact, false, ws);
  redefined.offset = contact.gap - Dot(contact.normal, redefined.a.centre - redefined.b.centre);
}

int StepContacts::Find(uint64_t id) const {
  for (int c = 0; c < size(); ++c)
    if (contacts_[c].geometry.id == id) return c;
  return -1;
}

void StepContacts::GuessWeights() {
  for (const StepContact& contact : contacts_) {
    const ContactMemory* memory = contact::FindMemory(*memory_, contact.geometry.id);
    if (memory == nullptr) continue;
    const int n = contact.space->num_corners(), rows = contact.rows;
    const double* corner = corners(contact);
    const Vec3<double> force = TransposeTimes(contact.R_WC, memory->force);
    const double wanted[] = {force.x, force.y, force.z};
    guess_Q_.assign(static_cast<size_t>(n) * n, 0.0);
    guess_g_.assign(n, 0.0);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < 3; ++i) guess_g_[j] -= corner[j * rows + i] * wanted[i];
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < rows; ++i) guess_Q_[j * n + k] += corner[j * rows + i] * corner[k * rows + i];
      guess_Q_[j * n + j] *= 1.0 + kRegularization;
    }
    const int blocks[] = {0, n};
    guess_program_.Solve(guess_Q_, guess_g_, {blocks, 2}, {&weights[contact.weight], n});
  }
}

/// On the world a force acts at the surface of a; between two bodies it acts midway, at the same point for
/// both.
StepContact::Side StepContacts::MakeSide(const ContactPoint& contact, bool is_a,
                                         const Workspace<double>& ws) const {
  const Model& model = world_.model();
  StepContact::Side side{};
  side.body = is_a ? contact.body_a : contact.body_b;
  const double sign = is_a ? 1.0 : -1.0;
  const Vec3<double> outward = -sign * contact.normal;
  const Vec3<double> on_surface = contact.p + (0.5 * sign * contact.gap) * contact.normal;
  const Vec3<double> p =
      contact.body_b == model::kWorld ? contact.p + 0.5 * contact.gap * contact.normal : contact.p;
  side.centre = p;
  if (side.body != model::kWorld) {
    const int shape = is_a ? contact.shape_a : contact.shape_b;
    const double radius = contact::RadiusOfCurvature(world_, shape, outward, ws);
    if (radius > 0.0) side.centre = on_surface - radius * outward;
    side.R_start = start_->body[side.body].R;
  }
  side.arm = p - side.centre;
  side.centre_B = dynamics::ToBody(model, ws, side.body, side.centre);
  side.start = dynamics::ToWorld(model, *start_, side.body, side.centre_B);
  return side;
}

world::ContactPose StepContacts::PoseOf(const StepContact& contact, const Workspace<double>& ws) const {
  const int a = contact.a.body, b = contact.b.body;
  world::ContactPose pose{contact.depth, dynamics::ToBody(world_.model(), ws, b, PointOf(contact)),
                          contact.R_WC, Transpose(contact.R_WC) * ws.body[a].R};
  if (b != model::kWorld) pose.R_BC = Transpose(ws.body[b].R) * contact.R_WC;
  return pose;
}

void StepContacts::Evaluate(const Workspace<double>& ws) {
  for (StepContact& contact : contacts_) {
    for (StepContact::Side* side : {&contact.a, &contact.b})
      side->centre = dynamics::ToWorld(world_.model(), ws, side->body, side->centre_B);
    contact.depth = -(Dot(contact.geometry.normal, contact.a.centre - contact.b.centre) + contact.offset);
    world::ContactPose& pose = poses_[&contact - contacts_.data()];
    pose = PoseOf(contact, ws);
    const int rows = contact.rows, given = contact.space->rows(), count = contact.space->num_corners();
    double* corners = corners_.data() + contact.corner_entry;
    contact.space->Corners(pose, {corners, given * count});
    if (given < rows)  // add zero moments, last column first
      for (int j = count - 1; j >= 0; --j)
        for (int i = rows - 1; i >= 0; --i) corners[j * rows + i] = i < given ? corners[j * given + i] : 0.0;
    FindForce(contact);
    Vec3<double> moved = Vec3<double>::Zero(), turned = Vec3<double>::Zero();
    const auto add = [&](StepContact::Side& side, double sign) {
      if (side.body == model::kWorld) return;
      moved += sign * (side.centre - side.start);
      side.turned = Vec3<double>::Zero();
      if (rows == 3 && Dot(side.arm, side.arm) == 0.0) return;
      side.turned = Turned(side.R_start, ws.body[side.body].R);
      moved += sign * Cross(side.turned, side.arm);
      turned += sign * side.turned;
    };
    add(contact.a, 1.0);
    add(contact.b, -1.0);
    const Vec3<double> moved_C = TransposeTimes(contact.R_WC, moved);
    const Vec3<double> turned_C = TransposeTimes(contact.R_WC, turned);
    contact.slip = {moved_C.x, moved_C.y, moved_C.z, turned_C.x, turned_C.y, turned_C.z};
  }
}

void StepContacts::RowsOf(View<const int> island, std::vector<int>& rows) const {
  rows.clear();
  for (const int c : island)
    for (int r = 0; r < contacts_[c].rows; ++r) rows.push_back(contacts_[c].row + r);
}

void StepContacts::FindForce(StepContact& contact) const {
  const double* corner = corners(contact);
  contact.force.fill(0.0);
  for (int j = 0; j < contact.space->num_corners(); ++j, corner += contact.rows)
    for (int i = 0; i < contact.rows; ++i) contact.force[i] += weights[contact.weight + j] * corner[i];
}

void StepContacts::MoveAlong(In<double> displacement) {
  for (int c = 0; c < size(); ++c) {
    StepContact& contact = contacts_[c];
    FindForce(contact);
    contact.slip.fill(0.0);
    for (const ContactLever& lever : levers(c))
      for (int r = 0; r < 6; ++r) contact.slip[r] += displacement[lever.dof] * lever.slip[r];
  }
}

void StepContacts::FindLevers(const Workspace<double>& ws) {
  if (!are_islands_known_) {
    touching_.clear();
    for (const StepContact& contact : contacts_) touching_.push_back({contact.a.body, contact.b.body});
    islands_.Find(touching_);
    are_islands_known_ = true;
  }
  levers_.clear();
  arm_levers_.clear();
  lever_start_.assign(1, 0);
  arm_lever_start_.assign(1, 0);
  for (const StepContact& contact : contacts_) {
    AddLevers(contact, ws);
    if (contact.b.body != model::kWorld && !IsZero(contact.force)) AddArmLevers(contact, ws);
    lever_start_.push_back(static_cast<int>(levers_.size()));
    arm_lever_start_.push_back(static_cast<int>(arm_levers_.size()));
  }
}

/// Common ancestors of both bodies are left out: they move the contact as a whole.
void StepContacts::AddLevers(const StepContact& contact, const Workspace<double>& ws) {
  const Model& model = world_.model();
  const auto last = [&](int body) { return body == model::kWorld ? -1 : model.last_dof()[body]; };
  int common_a = last(contact.a.body), common_b = last(contact.b.body);
  while (common_a != common_b)  // ancestors have smaller numbers
    (common_a > common_b ? common_a : common_b) = model.dof_parent()[std::max(common_a, common_b)];
  const auto in_C = [&](double sign, const Vec3<double>& moves, const Vec3<double>& turns) {
    const Vec3<double> m = TransposeTimes(contact.R_WC, moves), t = TransposeTimes(contact.R_WC, turns);
    return std::array<double, 6>{sign * m.x, sign * m.y, sign * m.z, sign * t.x, sign * t.y, sign * t.z};
  };
  const auto add = [&](const StepContact::Side& side, double sign) {
    if (side.body == model::kWorld) return;
    const Vec3<double> centre = side.centre - ws.origin[model.sweep()[side.body].root];
    const Mat3<double> J = LeftJacobianInverse(side.turned);
    const Vec3<double> arm = PointOf(contact) - side.centre;
    for (int k = last(side.body); k != common_a; k = model.dof_parent()[k]) {
      const Motion<double>& motion = ws.subspace[k];
      const Vec3<double> at_centre = PointVelocity(motion, centre), turns = J * motion.ang;
      levers_.push_back({k, in_C(sign, at_centre + Cross(motion.ang, arm), motion.ang),
                         in_C(sign, at_centre + Cross(turns, side.arm), turns)});
    }
  };
  add(contact.a, 1.0);
  add(contact.b, -1.0);
}

/// The arm is the centre of a minus that of b, plus a constant.
void StepContacts::AddArmLevers(const StepContact& contact, const Workspace<double>& ws) {
  const Model& model = world_.model();
  const auto add = [&](const StepContact::Side& side, double sign) {
    const Vec3<double> centre = side.centre - ws.origin[model.sweep()[side.body].root];
    for (int k = model.last_dof()[side.body]; k >= 0; k = model.dof_parent()[k]) {
      const Vec3<double> moved = sign * PointVelocity(ws.subspace[k], centre);
      const Vec3<double> turned = sign < 0.0 ? ws.subspace[k].ang : Vec3<double>::Zero();
      arm_levers_.push_back({k, TransposeTimes(contact.R_WC, moved), TransposeTimes(contact.R_WC, turned)});
    }
  };
  add(contact.a, 1.0);
  add(contact.b, -1.0);
}

void StepContacts::FindForceByPose() {
  force_by_pose_.clear();
  for (int c = 0; c < size(); ++c) {
    const StepContact& contact = contacts_[c];
    if (contact.derivatives == 0) continue;
    const int given = contact.space->rows(), count = contact.space->num_corners();
    by_change_.resize(static_cast<size_t>(world::kPoseChanges) * given * count);
    contact.space->Differentiate(poses_[c], by_change_);
    const double* corners = by_change_.data();
    for (int change = 0; change < world::kPoseChanges; ++change) {
      if ((contact.derivatives & (1u << change)) == 0) continue;
      ForceByPose term{c, change, {}};
      for (int j = 0; j < count; ++j)
        for (int i = 0; i < given; ++i) term.force[i] += weights[contact.weight + j] * corners[j * given + i];
      if (!IsZero(term.force)) force_by_pose_.push_back(term);
      corners += given * count;
    }
  }
}

void StepContacts::AppendLoads(std::vector<BodyLoad>& loads) const {
  for (const StepContact& contact : contacts_) {
    const auto& f = contact.force;
    const Vec3<double> force = contact.R_WC * Vec3<double>{f[0], f[1], f[2]};
    const Vec3<double> moment = contact.R_WC * Vec3<double>{f[3], f[4], f[5]};
    loads.push_back({contact.a.body, contact.a.centre, force, moment + Cross(contact.a.arm, force)});
    if (contact.b.body == model::kWorld) continue;
    const Vec3<double> arm = PointOf(contact) - contact.b.centre;  // same point for both bodies
    loads.push_back({contact.b.body, contact.b.centre, -force, -moment - Cross(arm, force)});
  }
}

/// (Impulse and angular impulse) times the mean of the velocities at the start and at the end.
double StepContacts::WorkOf(const StepContact& contact, double h) const {
  const Model& model = world_.model();
  Vec3<double> v = Vec3<double>::Zero(), omega = Vec3<double>::Zero();
  const auto add = [&](const StepContact::Side& side, double sign) {
    if (side.body == model::kWorld) return;
    v += sign * dynamics::VelocityAt(model, *start_, side.body, side.start + side.arm);
    omega += sign * start_->body[side.body].v.ang;
  };
  add(contact.a, 1.0);
  add(contact.b, -1.0);
  const Vec3<double> v_C = TransposeTimes(contact.R_WC, v), omega_C = TransposeTimes(contact.R_WC, omega);
  const double start[] = {v_C.x, v_C.y, v_C.z, omega_C.x, omega_C.y, omega_C.z};
  double work = 0.0;
  for (int r = 0; r < contact.rows; ++r) work += 0.5 * contact.force[r] * (h * start[r] + contact.slip[r]);
  return work;
}

View<const contact::ContactOutcome> StepContacts::FindOutcomes(double h, double slip_speed,
                                                               laws::EvaluatedAt at) {
  outcomes_.clear();
  for (const StepContact& contact : contacts_) {
    const Vec3<double> displacement =
        contact.R_WC * Vec3<double>{contact.slip[0], contact.slip[1], contact.slip[2]};
    outcomes_.push_back(
        {.point = contact.geometry,
         .p = PointOf(contact),
         .gap = StartGap(contact),
         .force = contact.R_WC * Vec3<double>{contact.force[0], contact.force[1], contact.force[2]},
         .displacement = displacement,
         .remaining = at == laws::EvaluatedAt::kStart ? displacement : Vec3<double>::Zero(),
         .slip = Across(displacement, contact.geometry.normal),
         .work = WorkOf(contact, h),
         .at_friction_limit = std::hypot(contact.slip[0], contact.slip[1]) > slip_speed * h});
  }
  return outcomes_;
}

}  // namespace slipstick::nmdp
