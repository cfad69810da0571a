// A height field over a grid, two triangles per cell.
#pragma once

#include <string>
#include <vector>

#include "slipstick/geometry/vector_tools.h"
#include "slipstick/model/shape.h"

namespace slipstick::geometry {

struct FieldTriangle {
  Vec corner[3];  ///< counter-clockwise from above
  Vec normal;     ///< unit, upwards
  int vertex[3];  ///< numbers of the corners
};

/// Cells i_first, ..., i_last along x and so on; none if the last is smaller than the first.
struct CellRange {
  int i_first, i_last, j_first, j_last;
};

struct HeightField {
  double dx, dy;
  int nx, ny;
  double x0, y0;               ///< of the grid point (0, 0)
  double lowest, highest;      ///< of all heights
  std::vector<double> height;  ///< (i, j) at j * nx + i

  int Vertex(int i, int j) const { return j * nx + i; }
  Vec Point(int i, int j) const { return {x0 + i * dx, y0 + j * dy, height[Vertex(i, j)]}; }

  /// Numbers 2 c and 2 c + 1 are the triangles of cell c = j (nx - 1) + i below and above its diagonal.
  FieldTriangle Triangle(int index) const;
  /// The triangle above or below a point, or -1 outside the field.
  int TriangleAt(double x, double y) const;
  /// Cells that overlap a sphere in the horizontal projection.
  CellRange CellsUnder(const Vec& centre, double radius) const;
};

HeightField MakeHeightField(const model::HeightFieldGeometry& geometry, const std::string& where);

}  // namespace slipstick::geometry
