#include "slipstick/geometry/height_field.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"

namespace slipstick::geometry {
namespace {

void Check(const model::HeightFieldGeometry& g, const std::string& where) {
  if (!std::isfinite(g.dx) || !std::isfinite(g.dy) || g.dx <= 0.0 || g.dy <= 0.0)
    throw InputError(fmt::format(
        "{}: spacing dx = {} m, dy = {} m, both must be finite and > 0; correct them", where, g.dx, g.dy));
  if (g.nx < 2 || g.ny < 2)
    throw InputError(fmt::format("{}: nx = {}, ny = {} points, at least 2 each; a flat ground is a plane",
                                 where, g.nx, g.ny));
  const auto wanted = static_cast<size_t>(g.nx) * static_cast<size_t>(g.ny);
  if (g.heights.size() != wanted)
    throw InputError(fmt::format(
        "{}: {} heights, but nx * ny = {} * {} = {}; give one per grid point, row after row along x", where,
        g.heights.size(), g.nx, g.ny, wanted));
  for (size_t i = 0; i < wanted; ++i)
    if (!std::isfinite(g.heights[i]))
      throw InputError(fmt::format("{}: height {} is {}, must be finite; fill holes with a number", where, i,
                                   g.heights[i]));
}

}  // namespace

HeightField MakeHeightField(const model::HeightFieldGeometry& g, const std::string& where) {
  Check(g, where);
  const auto [lowest, highest] = std::minmax_element(g.heights.begin(), g.heights.end());
  return {g.dx,    g.dy,     g.nx,     g.ny, -0.5 * g.dx * (g.nx - 1), -0.5 * g.dy * (g.ny - 1),
          *lowest, *highest, g.heights};
}

FieldTriangle HeightField::Triangle(int index) const {
  const int cell = index / 2, i = cell % (nx - 1), j = cell / (nx - 1);
  const Vec a = Point(i, j), c = Point(i + 1, j + 1);
  FieldTriangle t{{a, c, c}, Vec::Zero(), {Vertex(i, j), Vertex(i + 1, j + 1), Vertex(i + 1, j + 1)}};
  if (index % 2 == 0) {
    t.corner[1] = Point(i + 1, j), t.vertex[1] = Vertex(i + 1, j);
  } else {
    t.corner[2] = Point(i, j + 1), t.vertex[2] = Vertex(i, j + 1);
  }
  t.normal = Normalized(Cross(t.corner[1] - t.corner[0], t.corner[2] - t.corner[0]));
  return t;
}

int HeightField::TriangleAt(double x, double y) const {
  const double u = (x - x0) / dx, v = (y - y0) / dy;
  if (!(u >= 0.0 && v >= 0.0 && u <= nx - 1 && v <= ny - 1)) return -1;
  const int i = std::min(static_cast<int>(u), nx - 2), j = std::min(static_cast<int>(v), ny - 2);
  return 2 * (j * (nx - 1) + i) + (v - j > u - i ? 1 : 0);
}

CellRange HeightField::CellsUnder(const Vec& centre, double radius) const {
  const auto clamp = [](double cell, int last) {  // NaN gives no cells
    return cell > last ? last + 1 : cell >= 0.0 ? static_cast<int>(cell) : -1;
  };
  const int last_i = nx - 2, last_j = ny - 2;
  return {std::max(0, clamp(std::floor((centre.x - radius - x0) / dx), last_i)),
          std::min(last_i, clamp(std::floor((centre.x + radius - x0) / dx), last_i)),
          std::max(0, clamp(std::floor((centre.y - radius - y0) / dy), last_j)),
          std::min(last_j, clamp(std::floor((centre.y + radius - y0) / dy), last_j))};
}

}  // namespace slipstick::geometry
