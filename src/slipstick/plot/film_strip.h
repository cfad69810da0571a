// Figures at several instants, drawn to scale: each in its own field, or all at their true places.
//
//   FilmStrip::Figure figure;
//   figure.caption = "0.50 s";
//   figure.patches.push_back({FilmStrip::Tone::kMiddle, 0.5, {{-0.1, 0.0}, {0.1, 0.0}, {0.0, 0.4}}});
//   figure.arrows.push_back({{0.0, 0.0}, {0.0, 25.0}});
//   FilmStrip film{"run", "euler", {{"Side view", {figure}}}};
//   WriteFileAtomically("run.film.svg", ToSvg(film));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::plot {

struct FilmStrip {
  /// m, to the right and up.
  using Point = Eigen::Vector2d;

  /// The owner of a patch: a part of a robot (the first four), a loose object, or a fixed body.
  enum class Tone { kMiddle, kLeft, kRight, kSole, kObject, kFixed };

  /// An area; a bar if it has two points; a dot if it has one.
  struct Patch {
    Tone tone;
    double light;  ///< from 0 to 1, within the tone
    std::vector<Point> outline;
  };

  /// A force at a point.
  struct Arrow {
    Point at;
    Point force;              ///< N
    bool ends_there = false;  ///< the tip is at the point instead of the tail, as for a finger on an object
  };

  struct Figure {
    std::string caption, remark;            ///< below it
    Point origin = Point::Zero();           ///< has the same place in each field
    std::vector<Patch> patches;             ///< from far to near
    std::vector<Arrow> arrows;              ///< forces
    std::vector<Point> ground;              ///< its line from left to right; empty if there is none
    std::vector<std::vector<Point>> paths;  ///< lines on top of the patches
    std::optional<Point> centre;            ///< of mass
    bool has_plumb_line = false;            ///< through the origin
  };

  /// One view of all instants.
  struct Row {
    std::string title;
    std::vector<Figure> figures;
    bool at_true_places = false;  ///< in one field, instead of one for each figure
    bool has_own_scale = false;   ///< fills the width; all others have the same scale
  };

  std::string title, subtitle;
  std::vector<Row> rows;
  int width = 1100;  ///< pixels; the height follows from the figures
};

/// The picture as text. InputError if there is nothing to draw, or a non-finite or huge number.
std::string ToSvg(const FilmStrip& film);

namespace film {
using Figure = FilmStrip::Figure;
using Point = FilmStrip::Point;
using Tone = FilmStrip::Tone;
}  // namespace film

}  // namespace slipstick::plot
