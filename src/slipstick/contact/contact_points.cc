#include "slipstick/contact/contact_points.h"

#include <cmath>

#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::contact {
namespace {

constexpr double kLyingCosine = 0.1;  ///< largest cosine between the normal and the axis of a lying cylinder

}  // namespace

double RadiusOfCurvature(const World& world, int shape, const Vec3<double>& outward,
                         const Workspace<double>& ws) {
  const geometry::Solid& solid = world.geometry().solid(shape);
  if (solid.kind == geometry::SolidKind::kSphere || solid.kind == geometry::SolidKind::kCapsule)
    return solid.radius;
  if (solid.kind != geometry::SolidKind::kCylinder) return 0.0;
  const geometry::CollisionGeometry::Placement& place = world.geometry().placement(shape);
  const Vec3<double> axis = ws.body[place.body].R * place.R_BS.z;
  return std::abs(Dot(axis, outward)) < kLyingCosine ? solid.radius : 0.0;
}

void ContactPoints::Reserve(int contacts) {
  sides_.reserve(contacts);
  points_.reserve(2 * static_cast<size_t>(contacts));
}

void ContactPoints::Clear() {
  sides_.clear();
  points_.clear();
}

void ContactPoints::Add(const ContactPoint& contact, const Vec3<double>& p_a, const Vec3<double>& p_b,
                        const Workspace<double>& ws) {
  const Side a = AddSide(contact.body_a, contact.shape_a, p_a, -contact.normal, ws);
  sides_.push_back({a, AddSide(contact.body_b, contact.shape_b, p_b, contact.normal, ws)});
}

/// `outward`: the outward normal of the body at the contact.
ContactPoints::Side ContactPoints::AddSide(int body, int shape, const Vec3<double>& p,
                                           const Vec3<double>& outward, const Workspace<double>& ws) {
  if (body == model::kWorld) return {-1, Vec3<double>::Zero(), Vec3<double>::Zero()};
  const Model& model = world_.model();
  const Vec3<double> arm = RadiusOfCurvature(world_, shape, outward, ws) * outward;
  points_.push_back({body, dynamics::ToBody(model, ws, body, p)});
  return {static_cast<int>(points_.size()) - 1, dynamics::ToBody(model, ws, body, p - arm), arm};
}

/// The columns of Jᵀ, Y or D⁻¹ Y per dof, as the points of ws store them.
template <class T>
SLIPSTICK_INLINE Vec3<T> ContactPoints::VelocityBy(const std::vector<Vec3<double>>& columns, int c,
                                                   const T* v, const Workspace<double>& ws) const {
  const Model& model = world_.model();
  const auto velocity = [&](const Side& side) {
    Vec3<T> sum = Vec3<T>::Zero();
    if (side.point < 0) return sum;
    const dynamics::PointState<double>& point = ws.point[side.point];
    const Vec3<double>* column = columns.data() + point.path_start + point.path_length;
    for (int k = model.last_dof()[point.body]; k >= 0; k = model.dof_parent()[k]) sum += v[k] * *--column;
    return sum;
  };
  return velocity(sides_[c].a) - velocity(sides_[c].b);
}

Vec3<double> ContactPoints::Velocity(int c, const double* v, const Workspace<double>& ws) const {
  return VelocityBy(ws.jacobian, c, v, ws);
}

Vec3<Pack> ContactPoints::WhitenedVelocity(int c, const Pack* y, const Workspace<double>& ws) const {
  return VelocityBy(ws.whitened, c, y, ws);
}

Vec3<double> ContactPoints::Bias(int c, const Workspace<double>& ws) const {
  const auto bias = [&](const Side& side) {
    if (side.point < 0) return Vec3<double>::Zero();
    const dynamics::PointState<double>& point = ws.point[side.point];
    const Vec3<double>& omega = ws.body[point.body].v.ang;
    return point.Jdot_v - Cross(omega, Cross(omega, side.arm));
  };
  return bias(sides_[c].a) - bias(sides_[c].b);
}

template <class T>
SLIPSTICK_INLINE void ContactPoints::AddForceBy(const std::vector<Vec3<double>>& columns, int c,
                                                const Vec3<T>& f, const Workspace<double>& ws, T* tau) const {
  const Model& model = world_.model();
  const auto add = [&](const Side& side, const Vec3<T>& force) {
    if (side.point < 0) return;
    const dynamics::PointState<double>& point = ws.point[side.point];
    const Vec3<double>* column = columns.data() + point.path_start + point.path_length;
    for (int k = model.last_dof()[point.body]; k >= 0; k = model.dof_parent()[k])
      tau[k] += Dot(*--column, force);
  };
  add(sides_[c].a, f);
  add(sides_[c].b, -f);
}

void ContactPoints::AddForce(int c, const Vec3<double>& f, const Workspace<double>& ws, double* tau) const {
  AddForceBy(ws.jacobian, c, f, ws, tau);
}

void ContactPoints::AddWhitenedForces(int c, const Vec3<Pack>& f, const Workspace<double>& ws,
                                      Pack* y) const {
  AddForceBy(ws.whitened_by_D, c, f, ws, y);
}

Vec3<double> ContactPoints::AccelerationIn(int c, const Workspace<double>& end) const {
  const auto acceleration = [&](const Side& side) {
    if (side.point < 0) return Vec3<double>::Zero();
    const int body = points_[side.point].body;
    const dynamics::BodyPoint<double> centre{body, side.centre_B};
    return dynamics::PointBiasAcceleration(end, centre) + Cross(end.body[body].a.ang, side.arm);
  };
  return acceleration(sides_[c].a) - acceleration(sides_[c].b);
}

void ContactPoints::AddForceIn(int c, const Vec3<double>& f, const Workspace<double>& end,
                               double* tau) const {
  const Model& model = world_.model();
  const auto add = [&](const Side& side, const Vec3<double>& force) {
    if (side.point < 0) return;
    const int body = points_[side.point].body;
    dynamics::AddForceAt(model, end, body, dynamics::ToWorld(model, end, body, side.centre_B) + side.arm,
                         force, Vec3<double>::Zero(), tau);
  };
  add(sides_[c].a, f);
  add(sides_[c].b, -f);
}

void ContactPoints::GatherInertia(const Workspace<double>& ws, std::vector<double>& W) const {
  const int m = static_cast<int>(sides_.size()), rows = 3 * m, point_rows = 3 * ws.num_points;
  if (W.size() < static_cast<size_t>(rows) * rows) W.resize(static_cast<size_t>(rows) * rows);
  if (ws.num_points == m) {  // all contacts are with the world
    std::copy_n(ws.W.begin(), static_cast<size_t>(rows) * rows, W.begin());
    return;
  }
  const auto entry = [&](int p, int q, int i, int j) {
    return p < 0 || q < 0 ? 0.0 : ws.W[static_cast<size_t>(3 * q + j) * point_rows + 3 * p + i];
  };
  for (int d = 0; d < m; ++d)
    for (int j = 0; j < 3; ++j)
      for (int c = 0; c < m; ++c)
        for (int i = 0; i < 3; ++i) {
          const int a = sides_[c].a.point, b = sides_[c].b.point;
          const int a_d = sides_[d].a.point, b_d = sides_[d].b.point;
          W[static_cast<size_t>(3 * d + j) * rows + 3 * c + i] =
              entry(a, a_d, i, j) - entry(a, b_d, i, j) - entry(b, a_d, i, j) + entry(b, b_d, i, j);
        }
}

}  // namespace slipstick::contact
