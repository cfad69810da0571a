// Scale and place of the figures of a film.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "slipstick/plot/film_strip.h"

namespace slipstick::plot::film {

/// One row on the page.
struct PlacedRow {
  /// The figures drawn together, and the point that has the same place in each field.
  struct Field {
    std::vector<const FilmStrip::Figure*> figures;
    FilmStrip::Point origin;
  };
  std::vector<Field> fields;
  Eigen::AlignedBox2d window = {};  ///< m, from the origin: the visible region
  double scale = 1.0;               ///< pixels per metre
  int columns = 1;                  ///< fields side by side; further ones follow below

  int lines() const { return (static_cast<int>(fields.size()) + columns - 1) / columns; }
};

struct FilmLayout {
  std::vector<PlacedRow> rows;
  double largest_force = 0.0;      ///< N
  double metres_per_newton = 0.0;  ///< of arrows
};

/// `width`: of a row, pixels. InputError if there is nothing to draw, or a non-finite or huge number.
FilmLayout PlaceRows(const FilmStrip& film, double width);

}  // namespace slipstick::plot::film
