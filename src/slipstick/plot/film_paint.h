// SVG elements of films, in pixels of the page: areas, arrows, marks.
#pragma once

#include <string>
#include <vector>

#include "slipstick/plot/film_strip.h"

namespace slipstick::plot::film {

inline constexpr double kCentreMark = 4.0;  // radius

/// Common attributes of all areas, set once at their group: films have thousands of areas.
extern const char* const kCommon;

/// For the attribute "points".
std::string PointList(const std::vector<Point>& points);
/// An area, a bar or a dot, by the number of points. `light`: from 0 to 1, within the tone.
std::string Area(Tone tone, double light, const std::vector<Point>& points);
/// `attributes`: further ones, each after a space.
std::string ArrowAlong(const Point& from, const Point& along, const std::string& attributes = "");
std::string PathThrough(const std::vector<Point>& points);
/// A disc with two opposite quarters filled: the symbol of a centre of mass.
std::string CentreMark(const Point& at);

}  // namespace slipstick::plot::film
