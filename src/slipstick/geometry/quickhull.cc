#include "slipstick/geometry/quickhull.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"

namespace slipstick::geometry {
namespace {

// As fractions of the points' extent. Coordinates of STL files have seven digits.
constexpr double kOutside = 1e-10;  ///< beyond a face
constexpr double kCoplanar = 1e-7;  ///< in the plane of the neighbouring triangle
constexpr double kFlat = 1e-6;      ///< all points are coplanar

struct Triangle {
  int v[3];
  int across[3];  ///< the triangle on the other side of edge v[i], v[i + 1]
  Vec normal;
  double offset;
  std::vector<int> outside = {};  ///< points outside this triangle and outside no earlier one
  bool is_removed = false;
};

void Flatten(const std::vector<std::vector<int>>& lists, std::vector<int>& begin, std::vector<int>& all) {
  for (const std::vector<int>& list : lists) {
    begin.push_back(static_cast<int>(all.size()));
    all.insert(all.end(), list.begin(), list.end());
  }
  begin.push_back(static_cast<int>(all.size()));
}

class Quickhull {
 public:
  Quickhull(std::vector<Vec> points, double extent)
      : point_(std::move(points)), extent_(extent), face_from_(point_.size(), -1) {}

  /// False if all points are in a plane.
  bool Run() {
    if (!MakeTetrahedron()) return false;
    for (size_t i = 0; i < triangle_.size(); ++i)
      if (!triangle_[i].is_removed && !triangle_[i].outside.empty()) AddFarthest(static_cast<int>(i));
    return true;
  }

  Hull Result() const;

 private:
  double Height(const Triangle& t, int p) const { return Dot(t.normal, point_[p]) - t.offset; }
  int AddTriangle(int a, int b, int c);
  bool MakeTetrahedron();
  void Distribute(const std::vector<int>& points, size_t first_triangle);
  void AddFarthest(int seen_from);
  std::vector<int> VisibleFrom(int point, int start);
  struct Ring {
    Vec normal;
    std::vector<int> points;
  };
  std::vector<int> MergeCoplanar() const;
  std::vector<Ring> Rings() const;

  template <class Score>
  int Farthest(Score score) const {
    int best = 0;
    for (int i = 1; i < static_cast<int>(point_.size()); ++i)
      if (score(point_[i]) > score(point_[best])) best = i;
    return best;
  }

  std::vector<Vec> point_;
  double extent_;
  std::vector<Triangle> triangle_;
  std::vector<int> face_from_;  ///< scratch: the new triangle whose horizon edge starts at a point
};

int Quickhull::AddTriangle(int a, int b, int c) {
  const Vec n = Cross(point_[b] - point_[a], point_[c] - point_[a]);
  // Zero if a mesh has points on its straight edges: no point is outside such a triangle.
  const double area = Norm(n);
  const Vec normal = area > kOutside * kOutside * extent_ * extent_ ? (1.0 / area) * n : Vec::Zero();
  triangle_.push_back({{a, b, c}, {-1, -1, -1}, normal, Dot(normal, point_[a])});
  return static_cast<int>(triangle_.size()) - 1;
}

bool Quickhull::MakeTetrahedron() {
  const int a = Farthest([](const Vec& p) { return -p.x; });
  const int b = Farthest([&](const Vec& p) { return SquaredNorm(p - point_[a]); });
  if (Norm(point_[b] - point_[a]) < kFlat * extent_) return false;
  const Vec e = Normalized(point_[b] - point_[a]);
  int c = Farthest([&](const Vec& p) { return SquaredNorm(Cross(e, p - point_[a])); });
  if (Norm(Cross(e, point_[c] - point_[a])) < kFlat * extent_) return false;
  const Vec n = Normalized(Cross(e, point_[c] - point_[a]));
  const int d = Farthest([&](const Vec& p) { return std::abs(Dot(n, p - point_[a])); });
  const double height = Dot(n, point_[d] - point_[a]);
  if (std::abs(height) < kFlat * extent_) return false;
  const int b2 = height > 0.0 ? c : b, c2 = height > 0.0 ? b : c;  // d below the triangle a, b2, c2
  AddTriangle(a, b2, c2);
  AddTriangle(a, d, b2);
  AddTriangle(b2, d, c2);
  AddTriangle(c2, d, a);
  constexpr int kAcross[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (int i = 0; i < 4; ++i) std::copy(kAcross[i], kAcross[i] + 3, triangle_[i].across);
  std::vector<int> all(point_.size());
  std::iota(all.begin(), all.end(), 0);
  Distribute(all, 0);
  return true;
}

void Quickhull::Distribute(const std::vector<int>& points, size_t first_triangle) {
  for (const int p : points)
    for (size_t i = first_triangle; i < triangle_.size(); ++i)
      if (Height(triangle_[i], p) > kOutside * extent_) {
        triangle_[i].outside.push_back(p);
        break;
      }
}

std::vector<int> Quickhull::VisibleFrom(int point, int start) {
  std::vector<int> visible{start};
  triangle_[start].is_removed = true;
  for (size_t k = 0; k < visible.size(); ++k)
    for (const int next : triangle_[visible[k]].across) {
      if (triangle_[next].is_removed || Height(triangle_[next], point) <= kOutside * extent_) continue;
      triangle_[next].is_removed = true;
      visible.push_back(next);
    }
  return visible;
}

/// Replaces all triangles visible from the farthest point by a fan from the point to their outline.
void Quickhull::AddFarthest(int seen_from) {
  const std::vector<int>& seen = triangle_[seen_from].outside;
  const int apex = *std::max_element(seen.begin(), seen.end(), [&](int i, int j) {
    return Height(triangle_[seen_from], i) < Height(triangle_[seen_from], j);
  });
  const std::vector<int> visible = VisibleFrom(apex, seen_from);
  const size_t first_new = triangle_.size();
  for (const int i : visible)
    for (int e = 0; e < 3; ++e) {
      const int behind = triangle_[i].across[e];
      if (triangle_[behind].is_removed) continue;
      const int from = triangle_[i].v[e], to = triangle_[i].v[(e + 1) % 3];
      const int added = AddTriangle(from, to, apex);
      triangle_[added].across[0] = behind;
      face_from_[from] = added;
      for (int k = 0; k < 3; ++k)
        if (triangle_[behind].v[k] == to && triangle_[behind].v[(k + 1) % 3] == from)
          triangle_[behind].across[k] = added;
    }
  for (size_t i = first_new; i < triangle_.size(); ++i) {
    const int next = face_from_[triangle_[i].v[1]];
    triangle_[i].across[1] = next;
    triangle_[next].across[2] = static_cast<int>(i);
  }
  for (const int i : visible) {
    Distribute(triangle_[i].outside, first_new);
    triangle_[i].outside.clear();
  }
}

/// For each triangle the id of its coplanar group: the smallest index of a triangle in it.
std::vector<int> Quickhull::MergeCoplanar() const {
  std::vector<int> group(triangle_.size(), -1);
  for (int seed = 0; seed < static_cast<int>(triangle_.size()); ++seed) {
    if (triangle_[seed].is_removed || group[seed] >= 0 || SquaredNorm(triangle_[seed].normal) == 0.0)
      continue;
    group[seed] = seed;
    std::vector<int> members{seed};
    for (size_t k = 0; k < members.size(); ++k)
      for (const int next : triangle_[members[k]].across) {
        if (group[next] >= 0) continue;
        const int* v = triangle_[next].v;
        const bool is_flat = std::all_of(
            v, v + 3, [&](int p) { return std::abs(Height(triangle_[seed], p)) < kCoplanar * extent_; });
        if (!is_flat) continue;
        group[next] = seed;
        members.push_back(next);
      }
  }
  return group;
}

/// The corners around each coplanar group, as points. A point of only two faces lies on a straight edge and
/// is omitted.
std::vector<Quickhull::Ring> Quickhull::Rings() const {
  const std::vector<int> group = MergeCoplanar();
  std::map<int, std::map<int, int>> outline;  // of each group: from point to next point
  std::map<int, Vec> area;
  std::map<int, int> faces;  // of each point
  for (size_t i = 0; i < triangle_.size(); ++i) {
    const Triangle& t = triangle_[i];
    if (t.is_removed || group[i] < 0) continue;  // without an area
    area.try_emplace(group[i], Vec::Zero()).first->second +=
        Cross(point_[t.v[1]] - point_[t.v[0]], point_[t.v[2]] - point_[t.v[0]]);
    for (int e = 0; e < 3; ++e)
      if (group[t.across[e]] != group[i] && outline[group[i]].emplace(t.v[e], t.v[(e + 1) % 3]).second)
        ++faces[t.v[e]];
  }
  std::vector<Ring> rings;
  for (const auto& [g, next] : outline) {
    Ring ring{Normalized(area.at(g)), {}};
    const int start = next.begin()->first;
    int p = start;
    for (size_t k = 0; k < next.size() && (k == 0 || p != start); ++k) {
      if (faces[p] >= 3) ring.points.push_back(p);
      const auto found = next.find(p);
      if (found == next.end()) break;
      p = found->second;
    }
    if (ring.points.size() >= 3) rings.push_back(std::move(ring));
  }
  return rings;
}

/// Numbers vertices in the order of the input and builds the adjacency lists.
Hull Quickhull::Result() const {
  const std::vector<Ring> rings = Rings();
  std::map<int, int> number;  // of the points that are corners
  for (const Ring& ring : rings)
    for (const int p : ring.points) number[p] = 0;
  Hull hull;
  for (auto& [p, index] : number) {
    index = static_cast<int>(hull.vertex.size());
    hull.vertex.push_back(point_[p]);
  }
  std::map<std::pair<int, int>, int> edge;
  std::vector<std::vector<int>> neighbours(hull.vertex.size()), faces(hull.vertex.size());
  for (const Ring& ring : rings) {
    const int begin = static_cast<int>(hull.corner.size());
    for (size_t k = 0; k < ring.points.size(); ++k) {
      const int a = number.at(ring.points[k]), b = number.at(ring.points[(k + 1) % ring.points.size()]);
      hull.corner.push_back(a);
      hull.edge.push_back(edge.try_emplace(std::minmax(a, b), static_cast<int>(edge.size())).first->second);
      neighbours[a].push_back(b);
      faces[a].push_back(static_cast<int>(hull.face.size()));
    }
    hull.face.push_back({ring.normal, begin, static_cast<int>(hull.corner.size())});
  }
  Flatten(neighbours, hull.neighbour_begin, hull.neighbour);
  Flatten(faces, hull.face_begin, hull.face_of);
  return hull;
}

}  // namespace

Hull MakeHull(const std::vector<Eigen::Vector3d>& points, const std::string& where) {
  if (points.size() < 4)
    throw InputError(
        fmt::format("{}: {} points, a body needs at least 4 that are not in a plane", where, points.size()));
  Eigen::Vector3d lower = points[0], upper = points[0];
  std::vector<Vec> list;
  for (const Eigen::Vector3d& p : points) {
    if (!p.allFinite())
      throw InputError(fmt::format("{}: point {} is ({}, {}, {}), must be finite; correct or remove it",
                                   where, list.size(), p.x(), p.y(), p.z()));
    lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
    list.push_back(FromEigen(p));
  }
  const double extent = (upper - lower).norm();
  Quickhull quickhull(std::move(list), extent);
  if (!(extent > 0.0) || !quickhull.Run())
    throw InputError(fmt::format(
        "{}: its {} points lie in a plane (extent {} x {} x {} m), a body needs a volume; "
        "give it some thickness or use a thin box",
        where, points.size(), upper.x() - lower.x(), upper.y() - lower.y(), upper.z() - lower.z()));
  Hull hull = quickhull.Result();
  hull.centre = FromEigen(0.5 * (lower + upper));
  for (const Vec& v : hull.vertex) hull.size = std::max(hull.size, Norm(v - hull.centre));
  hull.FindStarts();
  return hull;
}

}  // namespace slipstick::geometry
