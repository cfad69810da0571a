#include "slipstick/geometry/epa.h"

#include <algorithm>
#include <utility>

namespace slipstick::geometry {
namespace {

constexpr int kMaxVertices = 128;
constexpr int kMaxFaces = 2 * kMaxVertices;
constexpr double kMinGrowth = 1e-10;         ///< of the depth by another point, relative to the size
constexpr double kFlatFaceDistance = 1e300;  ///< stands for the distance of a face without area

/// A polytope inside the difference, all faces triangles seen counter-clockwise from outside.
class Polytope {
 public:
  explicit Polytope(const RelativePair& pair) : pair_(pair), tiny_(1e-15 * pair.size) {}

  /// Starts from a tetrahedron around the simplex. False if the difference is flat.
  bool Start(const Simplex& simplex);
  int NearestFace() const;
  /// Adds a vertex beyond some face; false if there is no room or rounding leaves nothing to add.
  bool Expand(const SupportPoint& point);

  Vec normal(int face) const { return {normal_x_[face], normal_y_[face], normal_z_[face]}; }
  double distance(int face) const { return distance_[face]; }
  void Witness(int face, Proximity& out) const;

 private:
  struct Face {
    int v[3];
  };
  bool AddDistinct(const SupportPoint& point);
  void AddFace(const Face& face);
  void Move(int from, int to) {
    face_[to] = face_[from], distance_[to] = distance_[from];
    normal_x_[to] = normal_x_[from], normal_y_[to] = normal_y_[from], normal_z_[to] = normal_z_[from];
  }

  const RelativePair& pair_;
  double tiny_;
  int num_vertices_ = 0, num_faces_ = 0;
  SupportPoint vertex_[kMaxVertices];
  Face face_[kMaxFaces];
  // The planes of the faces, for SIMD lanes; those past the last face are never the nearest.
  double normal_x_[kMaxFaces], normal_y_[kMaxFaces], normal_z_[kMaxFaces], distance_[kMaxFaces];
};

void Polytope::AddFace(const Face& face) {
  const Vec a = vertex_[face.v[0]].w;
  const Vec n = Cross(vertex_[face.v[1]].w - a, vertex_[face.v[2]].w - a);
  const double area = Norm(n);
  const bool is_flat = area <= tiny_ * tiny_;
  const Vec normal = is_flat ? Vec::Zero() : (1.0 / area) * n;
  face_[num_faces_] = face;
  normal_x_[num_faces_] = normal.x, normal_y_[num_faces_] = normal.y, normal_z_[num_faces_] = normal.z;
  distance_[num_faces_++] = is_flat ? kFlatFaceDistance : Dot(normal, a);
}

/// Adds the point if it increases the dimension of the simplex.
bool Polytope::AddDistinct(const SupportPoint& point) {
  const double size = 1e-8 * pair_.size;
  const Vec d = num_vertices_ > 0 ? point.w - vertex_[0].w : Vec::UnitX();
  double volume = Norm(d), min_volume = size;
  if (num_vertices_ >= 2) {
    const Vec e = Normalized(vertex_[1].w - vertex_[0].w);
    volume = Norm(Cross(e, d));
    if (num_vertices_ == 3) {
      const Vec n = Normalized(Cross(e, vertex_[2].w - vertex_[0].w));
      volume = std::abs(Dot(n, d));
    }
  }
  if (num_vertices_ > 0 && volume <= min_volume) return false;
  vertex_[num_vertices_++] = point;
  return true;
}

bool Polytope::Start(const Simplex& simplex) {
  for (int i = 0; i < simplex.size; ++i) AddDistinct(simplex.point[i]);
  if (num_vertices_ < 2)
    for (int i = 0; i < 6 && num_vertices_ < 2; ++i) {
      Vec d = Vec::Zero();
      At(d, i % 3) = i < 3 ? 1.0 : -1.0;
      AddDistinct(pair_.Support(d));
    }
  if (num_vertices_ < 2) return false;
  if (num_vertices_ == 2) {
    const Vec e = Normalized(vertex_[1].w - vertex_[0].w);
    const Vec x = Perpendicular(e), y = Cross(e, x);
    const Vec around[] = {x, -0.5 * x + 0.866 * y, -0.5 * x - 0.866 * y};
    for (int i = 0; i < 3 && num_vertices_ < 3; ++i) AddDistinct(pair_.Support(around[i]));
  }
  if (num_vertices_ == 3) {
    const Vec n = Normalized(Cross(vertex_[1].w - vertex_[0].w, vertex_[2].w - vertex_[0].w));
    if (!AddDistinct(pair_.Support(n))) AddDistinct(pair_.Support(-n));
  }
  if (num_vertices_ < 4) return false;
  const Vec a = vertex_[0].w;
  if (Dot(Cross(vertex_[1].w - a, vertex_[2].w - a), vertex_[3].w - a) > 0.0)
    std::swap(vertex_[1], vertex_[2]);
  for (const Face& face : {Face{0, 1, 2}, Face{0, 3, 1}, Face{0, 2, 3}, Face{1, 3, 2}}) AddFace(face);
  return true;
}

/// The first one with the least distance.
int Polytope::NearestFace() const {
  constexpr int kLanes = 4;
  double lane[kLanes];
  std::fill_n(lane, kLanes, kFlatFaceDistance);
  for (int i = 0; i < num_faces_; i += kLanes)
    for (int k = 0; k < kLanes; ++k) lane[k] = std::min(lane[k], distance_[i + k]);
  const double least = *std::min_element(lane, lane + kLanes);
  const double* const face = std::find(distance_, distance_ + num_faces_, least);
  return face == distance_ + num_faces_ ? 0 : static_cast<int>(face - distance_);
}

bool Polytope::Expand(const SupportPoint& point) {
  if (num_vertices_ == kMaxVertices) return false;
  // Remove the faces that are visible from the point; edges of only one removed face form the horizon.
  struct Edge {
    int from, to;
  };
  Edge horizon[kMaxFaces];
  int edges = 0, kept = 0;
  const int added = num_vertices_;
  const Vec w = point.w;
  bool is_visible[kMaxFaces];  // flat faces never are
  for (int i = 0; i < num_faces_; ++i)
    is_visible[i] = normal_x_[i] * w.x + normal_y_[i] * w.y + normal_z_[i] * w.z > distance_[i] + tiny_;
  for (int i = 0; i < num_faces_; ++i) {
    const Face& face = face_[i];
    if (!is_visible[i]) {
      if (kept != i) Move(i, kept);
      ++kept;
      continue;
    }
    for (int e = 0; e < 3; ++e) {
      const Edge edge{face.v[e], face.v[(e + 1) % 3]};
      const auto twin = std::find_if(horizon, horizon + edges, [&](const Edge& other) {
        return other.from == edge.to && other.to == edge.from;
      });
      if (twin != horizon + edges) {
        *twin = horizon[--edges];
      } else if (edges < kMaxFaces) {
        horizon[edges++] = edge;
      }
    }
  }
  num_faces_ = kept;
  if (edges < 3 || kept + edges > kMaxFaces) return false;
  vertex_[num_vertices_++] = point;
  for (int i = 0; i < edges; ++i) AddFace({horizon[i].from, horizon[i].to, added});
  std::fill_n(distance_ + num_faces_, std::min(3, kMaxFaces - num_faces_), kFlatFaceDistance);
  return true;
}

/// The witness points on a and b of the point of the face nearest to the origin.
void Polytope::Witness(int face, Proximity& out) const {
  const Face& f = face_[face];
  const Vec a = vertex_[f.v[0]].w, b = vertex_[f.v[1]].w, c = vertex_[f.v[2]].w;
  const Vec n = normal(face), foot = distance(face) * n;
  const double u = Dot(n, Cross(b - foot, c - foot)), v = Dot(n, Cross(c - foot, a - foot)),
               w = Dot(n, Cross(a - foot, b - foot));
  const double sum = u + v + w;
  double weight[3] = {u / sum, v / sum, w / sum};
  out.point_a = out.point_b = Vec::Zero();
  for (int i = 0; i < 3; ++i) {
    out.point_a += weight[i] * vertex_[f.v[i]].a;
    out.point_b += weight[i] * vertex_[f.v[i]].b;
  }
}

}  // namespace

void FindPenetration(const RelativePair& pair, Simplex simplex, Proximity& out) {
  Polytope polytope(pair);
  out = {Vec::UnitZ(), 0.0, simplex.point[0].a, simplex.point[0].b};
  if (!polytope.Start(simplex)) return;  // flat shapes: touching, without a direction
  double min_depth = kFlatFaceDistance;  // over all normals tried
  for (;;) {
    const int face = polytope.NearestFace();
    const Vec outwards = polytope.normal(face);
    if (polytope.distance(face) == kFlatFaceDistance) break;
    const SupportPoint next = pair.Support(outwards);
    const double depth = Dot(outwards, next.w);
    if (depth < min_depth) {
      min_depth = depth;
      out.normal = -outwards;
      out.gap = -depth;
      polytope.Witness(face, out);
      // Moves the points onto the surfaces, from just inside.
      out.point_a += Dot(out.normal, next.a - out.point_a) * out.normal;
      out.point_b += Dot(out.normal, next.b - out.point_b) * out.normal;
    }
    if (depth - polytope.distance(face) <= kMinGrowth * pair.size) break;
    if (!polytope.Expand(next)) break;
  }
}

}  // namespace slipstick::geometry
