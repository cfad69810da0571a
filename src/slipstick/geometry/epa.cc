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

  Vec normal(int face) const { return face_[face].normal; }
  double distance(int face) const { return face_[face].distance; }
  void Witness(int face, Proximity& out) const;

 private:
  struct Face {
    int v[3];
    double distance;
    Vec normal;
  };
  bool AddDistinct(const SupportPoint& point);
  Face MakeFace(int i, int j, int k) const;

  const RelativePair& pair_;
  double tiny_;
  int num_vertices_ = 0, num_faces_ = 0;
  SupportPoint vertex_[kMaxVertices];
  Face face_[kMaxFaces];
};

Polytope::Face Polytope::MakeFace(int i, int j, int k) const {
  const Vec a = vertex_[i].w, n = Cross(vertex_[j].w - a, vertex_[k].w - a);
  const double area = Norm(n);
  if (area <= tiny_ * tiny_) return {{i, j, k}, kFlatFaceDistance, Vec::Zero()};
  const Vec normal = (1.0 / area) * n;
  return {{i, j, k}, Dot(normal, a), normal};
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
  for (const auto& f : {std::array{0, 1, 2}, std::array{0, 3, 1}, std::array{0, 2, 3}, std::array{1, 3, 2}})
    face_[num_faces_++] = MakeFace(f[0], f[1], f[2]);
  return true;
}

int Polytope::NearestFace() const {
  int best = 0;
  for (int i = 1; i < num_faces_; ++i)
    if (face_[i].distance < face_[best].distance) best = i;
  return best;
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
  for (int i = 0; i < num_faces_; ++i) {
    const Face& face = face_[i];
    if (!(Dot(face.normal, point.w) > face.distance + tiny_)) {  // flat faces are never visible
      if (kept != i) face_[kept] = face;
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
  if (edges < 3 || kept + edges > kMaxFaces) {
    num_faces_ = kept;
    return false;
  }
  num_faces_ = kept;
  vertex_[num_vertices_++] = point;
  for (int i = 0; i < edges; ++i) face_[num_faces_++] = MakeFace(horizon[i].from, horizon[i].to, added);
  return true;
}

/// The witness points on a and b of the point of the face nearest to the origin.
void Polytope::Witness(int face, Proximity& out) const {
  const Face& f = face_[face];
  const Vec a = vertex_[f.v[0]].w, b = vertex_[f.v[1]].w, c = vertex_[f.v[2]].w;
  const Vec foot = f.distance * f.normal;
  const double u = Dot(f.normal, Cross(b - foot, c - foot)), v = Dot(f.normal, Cross(c - foot, a - foot)),
               w = Dot(f.normal, Cross(a - foot, b - foot));
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
