// The bodies and shapes that a film shows, coloured by robot, side and loose object.
#pragma once

#include <vector>

#include "slipstick/plot/film_strip.h"
#include "slipstick/world/world.h"

namespace slipstick::plot::film {

struct DrawnBodies {
  /// Drawn as its outline.
  struct DrawnShape {
    int body;  ///< or kWorld
    Pose X_BS;
    geometry::Solid solid;
    FilmStrip::Tone tone;
    double light;
  };
  /// Body-fixed points that are drawn together: the ends of a link without a shape, or the contact points of
  /// a foot.
  struct Points {
    int body;
    std::vector<Eigen::Vector3d> p_B;
    FilmStrip::Tone tone;
  };

  std::vector<DrawnShape> shapes;
  std::vector<Points> links, soles;
  std::vector<int> grounds;           ///< shapes of the world that are planes or height fields
  std::vector<FilmStrip::Tone> tone;  ///< of each body

  int subject =
      model::kWorld;      ///< root of the heaviest robot, or the only loose body; kWorld if there is neither
  bool is_free = false;   ///< the subject can travel
  bool is_robot = false;  ///< it has joints
};

DrawnBodies FindDrawnBodies(const World& world);

}  // namespace slipstick::plot::film
