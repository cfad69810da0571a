// A figure of a film: all bodies at an instant, seen by a camera.
#pragma once

#include <vector>

#include "slipstick/plot/film_camera.h"
#include "slipstick/plot/film_instant.h"

namespace slipstick::plot::film {

class FigureMaker {
 public:
  /// `size` of the subject and how far it travels, m. All must outlive it.
  FigureMaker(const Recording& recording, const World& world, const DrawnBodies& bodies, double size,
              double travel)
      : r_(recording), world_(world), bodies_(bodies), size_(size), travel_(travel) {}

  /// The figure, without a caption. `origin` is on the ground.
  FilmStrip::Figure Make(const Instant& instant, const Camera& camera, const Eigen::Vector3d& origin) const;

 private:
  std::vector<FilmStrip::Patch> PatchesOf(const Instant& instant, const Camera& camera) const;
  std::vector<FilmStrip::Arrow> ArrowsOf(int64_t row, const Camera& camera) const;
  std::vector<FilmStrip::Point> GroundLine(const Camera& camera, const Eigen::Vector3d& origin) const;
  bool IsSlopeAlongView(const Camera& camera, const Eigen::Vector3d& origin) const;
  bool IsRobot(int body) const { return body != model::kWorld && !IsLoose(body); }
  bool IsLoose(int body) const {
    return body != model::kWorld && bodies_.tone[body] == FilmStrip::Tone::kObject;
  }

  const Recording& r_;
  const World& world_;
  const DrawnBodies& bodies_;
  double size_, travel_;
};

}  // namespace slipstick::plot::film
