// Who appears in a film: the shapes of all bodies, told apart by robot, side and loose object.
#pragma once

#include <vector>

#include "slipstick/plot/film_strip.h"
#include "slipstick/world/world.h"

namespace slipstick::plot::film {

struct Cast {
  /// A shape to be drawn as its outline.
  struct Part {
    int body;  ///< or kWorld
    Pose X_BS;
    geometry::Solid solid;
    FilmStrip::Tone tone;
    double light;
  };
  /// Body-fixed points to be drawn together: the ends of a link without a shape, or the contact points of a
  /// foot.
  struct Points {
    int body;
    std::vector<Eigen::Vector3d> p_B;
    FilmStrip::Tone tone;
  };

  std::vector<Part> parts;
  std::vector<Points> links, soles;
  std::vector<int> grounds;           ///< shapes of the world that are planes or height fields
  std::vector<FilmStrip::Tone> tone;  ///< of each body

  int subject = model::kWorld;  ///< root of the robot, or the only loose body; kWorld if there is neither
  bool is_free = false;         ///< the subject can travel
  bool is_robot = false;        ///< it has joints
};

Cast CastOf(const World& world);

}  // namespace slipstick::plot::film
