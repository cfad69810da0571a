// Ground as heights over a grid, two triangles per cell.
#pragma once

#include <string>
#include <vector>

#include "geometry/vector_tools.h"
#include "model/shape.h"

namespace slipstick {

struct HeightField {
  double dx, dy;
  int nx, ny;
  double x0, y0;               ///< of the grid point (0, 0)
  double lowest, highest;      ///< of all heights
  std::vector<double> height;  ///< (i, j) at j * nx + i

  double HeightAt(int i, int j) const { return height[j * nx + i]; }
  Vec Point(int i, int j) const { return {x0 + i * dx, y0 + j * dy, HeightAt(i, j)}; }
};

HeightField MakeHeightField(const HeightFieldGeometry& geometry, const std::string& where);

}  // namespace slipstick
