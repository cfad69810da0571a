#include "slipstick/laws/granular_terrain.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/blocks.h"
#include "slipstick/core/check_number.h"
#include "slipstick/core/error.h"
#include "slipstick/laws/friction_polytopes.h"

namespace slipstick::laws {
namespace {

constexpr double kStraightDown = 1.5707963267948966;
constexpr double kNearlyDown = 0.01;  // rad; the accuracy of a measured angle

[[noreturn]] void RefuseModel(const std::string& reason) {
  throw InputError("GranularTerrain: " + reason + " Make one with 'slipstick fit-terrain'.");
}

void CheckModel(const GranularModel& model) {
  if (!std::isfinite(model.deepest) || model.deepest <= 0.0)
    RefuseModel(fmt::format("deepest = {} m, must be > 0.", model.deepest));
  if (!(model.largest_tilt > 0.0 && model.largest_tilt <= 1.0))
    RefuseModel(fmt::format("largest_tilt = {}, must be the sine of an angle, up to 1.", model.largest_tilt));
  if (model.rings.empty() || model.rings.size() > kMaxRings)
    RefuseModel(fmt::format("{} rings, must be 1 to {}.", model.rings.size(), kMaxRings));
  for (const GranularRing& ring : model.rings) {
    if (!(ring.intrusion_angle >= 0.0 && ring.intrusion_angle <= kStraightDown + kNearlyDown))
      RefuseModel(fmt::format("intrusion_angle = {} rad, must be 0 to pi/2.", ring.intrusion_angle));
    for (int k = 0; k < kGranularComponents; ++k)
      for (const auto& node : ring.slopes[k])
        for (const double slope : node)
          if (!std::isfinite(slope) || (k == kLift && slope < 0.0))
            RefuseModel(fmt::format("a slope of {} is {} N/m; lift must not fall with depth.",
                                    kGranularNames[k], slope));
  }
}

/// Σ_p weight_p slopes_p: the coefficients of the tilt functions at a given depth.
std::array<double, kTiltCentres> AtDepth(const GranularSlopes& slopes,
                                         const std::array<double, kDepthNodes>& weights) {
  std::array<double, kTiltCentres> sums{};
  for (int p = 0; p < kDepthNodes; ++p)
    for (int i = 0; i < kTiltCentres; ++i) sums[i] += weights[p] * slopes[p][i];
  return sums;
}

using RingCoefficients = std::array<std::array<double, kTiltCentres>, kGranularComponents>;

RingCoefficients AtDepth(const GranularRing& ring, const std::array<double, kDepthNodes>& weights) {
  RingCoefficients at;
  for (int k = 0; k < kGranularComponents; ++k) at[k] = AtDepth(ring.slopes[k], weights);
  return at;
}

/// All components in one loop: three separate sums, each limited by the latency of its additions, would take
/// three times as long.
Vec3<double> Sums(const RingCoefficients& a, const std::array<double, kTiltCentres>& b) {
  Vec3<double> sums = Vec3<double>::Zero();
  for (int i = 0; i < kTiltCentres; ++i) sums += b[i] * Vec3<double>{a[kDrag][i], a[kSide][i], a[kLift][i]};
  return sums;
}

/// Rotates x to `heading`, a horizontal unit vector.
Vec3<double> RotateTo(const Vec3<double>& heading, const Vec3<double>& f) {
  return {heading.x * f.x - heading.y * f.y, heading.y * f.x + heading.x * f.y, f.z};
}

}  // namespace

bool GranularRing::is_straight_down() const { return intrusion_angle > kStraightDown - kNearlyDown; }

Vec3<double> GranularForce(const GranularModel& model, const GranularRing& ring, double depth,
                           const Tilt& tilt) {
  return Sums(AtDepth(ring, EvaluateDepthBasis(depth, model.deepest).value),
              EvaluateTiltBasis(tilt, model.largest_tilt).value);
}

GranularTerrain::GranularTerrain(GranularModel model, int directions, double scale,
                                 const Vec3<double>& sole_A)
    : model_(std::move(model)) {
  CheckModel(model_);
  CheckWhole(directions, kMinDirections, kMaxDirections, "GranularTerrain", "directions");
  CheckPositive(scale, "GranularTerrain", "scale", "");
  const double length = Length(sole_A);
  if (!std::isfinite(length)) throw InputError("GranularTerrain: the normal of the sole is not finite.");
  sole_A_ = length > 0.0 ? (1.0 / length) * sole_A : sole_A;
  directions_ = RegularPolygon(directions);
  for (GranularRing& ring : model_.rings) {
    num_corners_ += ring.is_straight_down() ? 1 : directions;
    for (GranularSlopes& slopes : ring.slopes)
      for (auto& node : slopes)
        for (double& slope : node) slope *= scale;
  }
}

/// Calls visit(column, ring, heading, basis) for every corner: the force of the ring at this tilt, rotated to
/// the heading.
template <class Visitor>
void GranularTerrain::VisitCorners(const Vec3<double>& sole, Visitor visit) const {
  const int num_rings = static_cast<int>(model_.rings.size()),
            num_directions = static_cast<int>(directions_.size());
  const bool level = sole.x == 0.0 && sole.y == 0.0;  // e.g. round feet: the same for all headings
  TiltBasis basis;
  for (int j = 0; j < num_directions; ++j) {
    const Vec3<double>& e = directions_[j];
    if (j == 0 || !level)
      basis =
          EvaluateTiltBasis({e.x * sole.x + e.y * sole.y, e.x * sole.y - e.y * sole.x}, model_.largest_tilt);
    int first = 0;
    for (int r = 0; r < num_rings; ++r) {
      const bool single = model_.rings[r].is_straight_down();
      if (!single || j == 0) visit(first + j, r, e, basis);
      first += single ? 1 : num_directions;
    }
  }
}

void GranularTerrain::Corners(const world::ContactPose& pose, View<double> corners) const {
  const DepthBasis depth = EvaluateDepthBasis(pose.depth, model_.deepest);
  std::array<RingCoefficients, kMaxRings> forces;
  for (size_t r = 0; r < model_.rings.size(); ++r) forces[r] = AtDepth(model_.rings[r], depth.value);
  VisitCorners(pose.R_CA * sole_A_,
               [&](int column, int r, const Vec3<double>& heading, const TiltBasis& basis) {
                 SetBlock(corners.data(), column, RotateTo(heading, Sums(forces[r], basis.value)));
               });
}

void GranularTerrain::Differentiate(const world::ContactPose& pose, View<double> by_change) const {
  const DepthBasis depth = EvaluateDepthBasis(pose.depth, model_.deepest);
  std::array<RingCoefficients, kMaxRings> forces, slopes;
  for (size_t r = 0; r < model_.rings.size(); ++r) {
    forces[r] = AtDepth(model_.rings[r], depth.value);
    slopes[r] = AtDepth(model_.rings[r], depth.slope);
  }
  const Vec3<double> sole = pose.R_CA * sole_A_;
  VisitCorners(sole, [&](int column, int r, const Vec3<double>& e, const TiltBasis& basis) {
    const Vec3<double> by_along = Sums(forces[r], basis.by_x), by_across = Sums(forces[r], basis.by_y);
    const Vec3<double> by_depth = RotateTo(e, Sums(slopes[r], basis.value)),
                       by_tilt_x = RotateTo(e, e.x * by_along - e.y * by_across),
                       by_tilt_y = RotateTo(e, e.y * by_along + e.x * by_across);
    // Motion along +z reduces the depth. Rotation by δ about an axis moves the normal of the sole by
    // δ axis × sole.
    const std::array<Vec3<double>, 4> changes = {-by_depth, -sole.z * by_tilt_y, sole.z * by_tilt_x,
                                                 sole.x * by_tilt_y - sole.y * by_tilt_x};
    for (int k = 0; k < 4; ++k) SetBlock(by_change.data(), k * num_corners_ + column, changes[k]);
  });
}

}  // namespace slipstick::laws
