#include "slipstick/plot/footprints.h"

#include <cmath>

#include "slipstick/plot/centre_of_pressure.h"

namespace slipstick::plot::film {
namespace {

using Eigen::Vector3d;

// s: shorter contacts are not a stance; shorter interruptions do not end one.
constexpr double kMinStanceTime = 0.03;

/// One stance of a body.
struct Stance {
  double begin, end;
  std::vector<Point> points;  ///< contact points, at the instant with most of them
};

class Prints {
 public:
  Prints(const Recording& recording, const Camera& camera) : r_(recording), camera_(camera) {}

  std::vector<Stance> Of(const CentreOfPressure& foot, int64_t first, int64_t last) const {
    std::vector<Stance> stances;
    for (int64_t k = first; k <= last; ++k) {
      if (std::isnan(foot.x[k])) continue;
      const double end = r_.t[k] + r_.h[k];
      if (stances.empty() || r_.t[k] - stances.back().end > kMinStanceTime)
        stances.push_back({r_.t[k], end, {}});
      stances.back().end = end;
      std::vector<Point> points = PointsOf(foot.body, k);
      if (points.size() > stances.back().points.size()) stances.back().points = std::move(points);
    }
    std::erase_if(stances, [](const Stance& stance) { return stance.end - stance.begin < kMinStanceTime; });
    return stances;
  }

 private:
  /// Contact points of a body with the world.
  std::vector<Point> PointsOf(int body, int64_t row) const {
    std::vector<Point> points;
    const record::ContactTable& c = r_.contacts;
    for (int64_t i = r_.contact_begin[row]; i < r_.contact_begin[row + 1]; ++i)
      if ((c.body_a[i] == body && c.body_b[i] == model::kWorld) ||
          (c.body_b[i] == body && c.body_a[i] == model::kWorld))
        points.push_back(camera_.Seen(Vector3d::Map(&c.point[3 * i])));
    return points;
  }

  const Recording& r_;
  const Camera& camera_;
};

/// One path per time of contact, from one flight phase to the next.
std::vector<std::vector<Point>> PathsOf(const CentreOfPressure& centre, const Camera& camera, int64_t first,
                                        int64_t last) {
  std::vector<std::vector<Point>> paths;
  bool is_loaded = false;
  for (int64_t k = first; k <= last; ++k) {
    const bool before = is_loaded;
    is_loaded = !std::isnan(centre.x[k]);
    if (!is_loaded) continue;
    if (!before) paths.emplace_back();
    const Point point = camera.Seen({centre.x[k], centre.y[k], 0.0});
    // Points at the same place are drawn once.
    if (paths.back().empty() || (point - paths.back().back()).norm() > 1e-4) paths.back().push_back(point);
  }
  return paths;
}

}  // namespace

FilmStrip::Figure Footprints(const Recording& recording, const DrawnBodies& bodies, const Camera& from_above,
                             int64_t first, int64_t last) {
  FilmStrip::Figure figure;
  const std::vector<CentreOfPressure> centres = CentresOfPressure(recording);
  const Prints prints(recording, from_above);
  for (size_t i = 1; i < centres.size(); ++i)
    for (Stance& stance : prints.Of(centres[i], first, last))
      figure.patches.push_back({bodies.tone[centres[i].body], 0.8, ConvexOutline(std::move(stance.points))});
  figure.paths = PathsOf(centres.front(), from_above, first, last);
  return figure;
}

}  // namespace slipstick::plot::film
