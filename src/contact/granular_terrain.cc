#include "contact/granular_terrain.h"

#include <fmt/core.h>

#include <cmath>

#include "contact/check_number.h"
#include "contact/friction_polytopes.h"
#include "core/error.h"

namespace slipstick {
namespace {

constexpr double kStraightDown = 1.5707963267948966;
constexpr double kNearlyDown = 0.01;  // rad; protractors are no better

[[noreturn]] void RefuseModel(const std::string& reason) {
  throw InputError("GranularTerrain: " + reason + " Make one with 'slipstick fit-terrain'.");
}

void CheckModel(const GranularModel& model) {
  if (!std::isfinite(model.deepest) || model.deepest <= 0.0)
    RefuseModel(fmt::format("deepest = {} m, must be > 0.", model.deepest));
  if (!(model.largest_lean > 0.0 && model.largest_lean <= 1.0))
    RefuseModel(fmt::format("largest_lean = {}, must be the sine of an angle, up to 1.", model.largest_lean));
  if (model.rings.empty() || model.rings.size() > kMostRings)
    RefuseModel(fmt::format("{} rings, must be 1 to {}.", model.rings.size(), kMostRings));
  for (const GranularRing& ring : model.rings) {
    if (!(ring.push >= 0.0 && ring.push <= kStraightDown + kNearlyDown))
      RefuseModel(fmt::format("push = {} rad, must be 0 to pi/2.", ring.push));
    for (int k = 0; k < kGranularComponents; ++k)
      for (const auto& node : ring.slopes[k])
        for (const double slope : node)
          if (!std::isfinite(slope) || (k == kLift && slope < 0.0))
            RefuseModel(fmt::format("a slope of {} is {} N/m; lift must not fall with depth.",
                                    kGranularNames[k], slope));
  }
}

double Sum(const std::array<double, kLeanCentres>& a, const std::array<double, kLeanCentres>& b) {
  double sum = 0.0;
  for (int i = 0; i < kLeanCentres; ++i) sum += a[i] * b[i];
  return sum;
}

/// Σ_p weight_p slopes_p: what is left once the depth is known.
std::array<double, kLeanCentres> AtDepth(const GranularSlopes& slopes,
                                         const std::array<double, kDepthNodes>& weights) {
  std::array<double, kLeanCentres> sums{};
  for (int p = 0; p < kDepthNodes; ++p)
    for (int i = 0; i < kLeanCentres; ++i) sums[i] += weights[p] * slopes[p][i];
  return sums;
}

struct RingAtDepth {
  std::array<std::array<double, kLeanCentres>, kGranularComponents> force, slope;
};

RingAtDepth AtDepth(const GranularRing& ring, const DepthBasis& depth) {
  RingAtDepth at;
  for (int k = 0; k < kGranularComponents; ++k) {
    at.force[k] = AtDepth(ring.slopes[k], depth.value);
    at.slope[k] = AtDepth(ring.slopes[k], depth.slope);
  }
  return at;
}

Vec3<double> Sums(const std::array<std::array<double, kLeanCentres>, kGranularComponents>& a,
                  const std::array<double, kLeanCentres>& b) {
  return {Sum(a[kDrag], b), Sum(a[kSide], b), Sum(a[kLift], b)};
}

/// `heading`: where x goes, a unit vector of the plane.
Vec3<double> TurnTo(const Vec3<double>& heading, const Vec3<double>& f) {
  return {heading.x * f.x - heading.y * f.y, heading.y * f.x + heading.x * f.y, f.z};
}

}  // namespace

bool GranularRing::is_straight_down() const { return push > kStraightDown - kNearlyDown; }

Vec3<double> GranularForce(const GranularModel& model, const GranularRing& ring, double depth,
                           const Lean& lean) {
  return Sums(AtDepth(ring, EvaluateDepthBasis(depth, model.deepest)).force,
              EvaluateLeanBasis(lean, model.largest_lean).value);
}

GranularTerrain::GranularTerrain(GranularModel model, int directions, double scale,
                                 const Vec3<double>& sole_A)
    : model_(std::move(model)) {
  CheckModel(model_);
  CheckWhole(directions, kFewestDirections, kMostDirections, "GranularTerrain", "directions");
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

/// A corner and how it changes, in axes C.
struct GranularTerrain::CornerChange {
  Vec3<double> force, by_depth, by_lean_x, by_lean_y;
};

/// Calls visit(column, sole in axes C, change).
template <class Visitor>
void GranularTerrain::VisitCorners(const ContactPose& pose, Visitor visit) const {
  const int num_rings = static_cast<int>(model_.rings.size()), num_directions = directions_.size();
  const DepthBasis depth = EvaluateDepthBasis(pose.depth, model_.deepest);
  std::array<RingAtDepth, kMostRings> rings;
  for (int r = 0; r < num_rings; ++r) rings[r] = AtDepth(model_.rings[r], depth);

  const Vec3<double> sole = pose.R_CA * sole_A_;
  for (int j = 0; j < num_directions; ++j) {
    const Vec3<double>& e = directions_[j];
    const Lean lean{e.x * sole.x + e.y * sole.y, e.x * sole.y - e.y * sole.x};
    const LeanBasis basis = EvaluateLeanBasis(lean, model_.largest_lean);
    int first = 0;
    for (int r = 0; r < num_rings; ++r) {
      const bool single = model_.rings[r].is_straight_down();
      if (!single || j == 0) {
        const Vec3<double> by_along = Sums(rings[r].force, basis.by_x),
                           by_across = Sums(rings[r].force, basis.by_y);
        visit(first + j, sole,
              CornerChange{
                  TurnTo(e, Sums(rings[r].force, basis.value)), TurnTo(e, Sums(rings[r].slope, basis.value)),
                  TurnTo(e, e.x * by_along - e.y * by_across), TurnTo(e, e.y * by_along + e.x * by_across)});
      }
      first += single ? 1 : num_directions;
    }
  }
}

void GranularTerrain::Corners(const ContactPose& pose, View<double> corners) const {
  VisitCorners(pose, [&](int column, const Vec3<double>&, const CornerChange& corner) {
    corners[3 * column] = corner.force.x;
    corners[3 * column + 1] = corner.force.y;
    corners[3 * column + 2] = corner.force.z;
  });
}

void GranularTerrain::Differentiate(const ContactPose& pose, View<double> by_change) const {
  const int size = 3 * num_corners_;
  VisitCorners(pose, [&](int column, const Vec3<double>& sole, const CornerChange& corner) {
    // turning by δ about an axis moves the sole by δ axis × sole
    const std::array<Vec3<double>, 4> changes = {-corner.by_depth, -sole.z * corner.by_lean_y,
                                                 sole.z * corner.by_lean_x,
                                                 sole.x * corner.by_lean_y - sole.y * corner.by_lean_x};
    for (int k = 0; k < 4; ++k) {
      by_change[k * size + 3 * column] = changes[k].x;
      by_change[k * size + 3 * column + 1] = changes[k].y;
      by_change[k * size + 3 * column + 2] = changes[k].z;
    }
  });
}

}  // namespace slipstick
