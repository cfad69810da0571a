// Convex polyhedra.
#pragma once

#include <vector>

#include "slipstick/geometry/vector_tools.h"

namespace slipstick::geometry {

/// The convex hull of points: vertices, and faces as polygons whose vertices run counter-clockwise seen from
/// outside.
struct Hull {
  struct Face {
    Vec normal;      ///< unit, outwards
    int begin, end;  ///< its corners, in `corner` and `edge`
  };
  std::vector<Vec> vertex;
  std::vector<Face> face;
  std::vector<int> corner;  ///< vertices, face after face
  /// Per corner: index of the edge from it to the next corner; the same in both faces of the edge.
  std::vector<int> edge;
  std::vector<int> neighbour_begin, neighbour;  ///< of each vertex: the adjacent vertices
  std::vector<int> face_begin, face_of;         ///< of each vertex: its faces
  /// Start vertices of hill climbing, one for each of the 27 directions with components -1, 0 and 1 (that of
  /// the zero vector is unused).
  std::vector<int> start;
  Vec centre = Vec::Zero();  ///< inside
  double size = 0.0;         ///< largest distance of a vertex from the centre

  /// The vertex farthest in a direction.
  int Support(const Vec& direction) const;
  void FindStarts();  ///< last step of building: fills `start`
};

}  // namespace slipstick::geometry
