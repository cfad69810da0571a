#include "slipstick/plot/film_figure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "slipstick/plot/film_ground.h"

namespace slipstick::plot::film {
namespace {

using Eigen::Vector3d;

// Between loose objects at one instant; more of them would hide the objects.
constexpr size_t kMaxForces = 16;
constexpr double kSameDepth = 0.0037;  // of its size: differences in depth below this are rounding
constexpr double kSole = 0.02;         // of its size: a sole is drawn in front of its foot
constexpr double kSlope = 0.02;        // rise per length
constexpr int kGroundPoints = 400;     // of uneven ground

/// Sum over all contacts of two bodies; forces on the first of them.
struct ForceSum {
  Vector3d force = Vector3d::Zero();
  Vector3d moment = Vector3d::Zero();  ///< contact points weighted by their forces
  double weight = 0.0;
};

std::map<std::pair<int, int>, ForceSum> SumForces(const Recording& r, int64_t row) {
  std::map<std::pair<int, int>, ForceSum> by_bodies;
  const record::ContactTable& c = r.contacts;
  for (int64_t i = r.contact_begin[row]; i < r.contact_begin[row + 1]; ++i) {
    const Vector3d force = Vector3d::Map(&c.force[3 * i]);
    ForceSum& sum = by_bodies[{c.body_a[i], c.body_b[i]}];
    sum.force += force, sum.weight += force.norm();
    sum.moment += force.norm() * Vector3d::Map(&c.point[3 * i]);
  }
  return by_bodies;
}

}  // namespace

FilmStrip::Figure FigureMaker::Make(const Instant& instant, const Camera& camera,
                                    const Vector3d& origin) const {
  FilmStrip::Figure figure;
  figure.origin = camera.Seen(origin);
  figure.patches = PatchesOf(instant, camera);
  figure.arrows = ArrowsOf(instant.row, camera);
  figure.ground = GroundLine(camera, origin);
  if (bodies_.is_free && bodies_.is_robot) figure.centre = camera.Seen(instant.centre_of_mass);
  return figure;
}

std::vector<FilmStrip::Patch> FigureMaker::PatchesOf(const Instant& instant, const Camera& camera) const {
  std::vector<std::pair<double, FilmStrip::Patch>> by_depth;
  for (const DrawnBodies::DrawnShape& shape : bodies_.shapes) {
    const Pose X_WS = (shape.body == model::kWorld ? Pose() : instant.X_WB[shape.body]) * shape.X_BS;
    by_depth.push_back({std::round(NearestDepth(shape.solid, X_WS, camera) / (kSameDepth * size_)),
                        {shape.tone, shape.light, OutlineOf(shape.solid, X_WS, camera)}});
  }
  for (const auto* all : {&bodies_.links, &bodies_.soles})
    for (const DrawnBodies::Points& points : *all) {
      std::vector<Point> seen;
      double depth = 0.0;
      for (const Vector3d& p_B : points.p_B) {
        const Vector3d p = instant.X_WB[points.body] * p_B;
        seen.push_back(camera.Seen(p)), depth += camera.Depth(p) / static_cast<double>(points.p_B.size());
      }
      if (all == &bodies_.soles) depth -= kSole * size_;
      by_depth.push_back({depth / (kSameDepth * size_), {points.tone, 0.5, ConvexOutline(std::move(seen))}});
    }
  std::stable_sort(by_depth.begin(), by_depth.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<FilmStrip::Patch> patches;
  for (auto& entry : by_depth) patches.push_back(std::move(entry.second));
  return patches;
}

/// One arrow per pair of bodies in contact, at the mean of their contact points: the force on the robot, or
/// on the loose object. With too many pairs, only those of robots.
std::vector<FilmStrip::Arrow> FigureMaker::ArrowsOf(int64_t row, const Camera& camera) const {
  const std::map<std::pair<int, int>, ForceSum> by_bodies = SumForces(r_, row);
  std::vector<FilmStrip::Arrow> arrows;
  const bool crowded = by_bodies.size() > kMaxForces;
  for (const auto& [bodies, sum] : by_bodies) {
    const auto [a, b] = bodies;
    const bool is_force = sum.weight > 0.0 && std::isfinite(sum.weight);
    if (!is_force || (crowded && !IsRobot(a) && !IsRobot(b))) continue;
    const bool on_b = a == model::kWorld || (IsLoose(b) && !IsLoose(a)),
               is_carried = a == model::kWorld || b == model::kWorld;
    arrows.push_back({camera.Seen(sum.moment / sum.weight),
                      camera.Seen(on_b ? (-sum.force).eval() : sum.force), !is_carried});
  }
  return arrows;
}

/// Then bodies at different distances stand at different heights, and one ground line would be wrong for
/// most.
bool FigureMaker::IsSlopeAlongView(const Camera& camera, const Vector3d& origin) const {
  const Vector3d farther = origin + size_ * camera.up.cross(camera.right);
  const std::optional<double> height = GroundHeight(world_, bodies_.grounds, farther);
  return bodies_.subject == model::kWorld && height && std::abs(*height - origin.z()) > kSlope * size_;
}

/// Through the origin, longer than anything that is drawn.
std::vector<Point> FigureMaker::GroundLine(const Camera& camera, const Vector3d& origin) const {
  if (IsSlopeAlongView(camera, origin)) return {};
  const double half = 6.0 * size_ + travel_;
  const int n = IsFlat(world_, bodies_.grounds) ? 1 : kGroundPoints;
  std::vector<Point> line;
  for (int i = 0; i <= n; ++i) {
    Vector3d p = origin + (2.0 * i / n - 1.0) * half * camera.right;
    const std::optional<double> z = GroundHeight(world_, bodies_.grounds, p);
    if (!z) continue;
    p.z() = *z;
    line.push_back(camera.Seen(p));
  }
  return line;
}

}  // namespace slipstick::plot::film
