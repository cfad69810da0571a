// Mesh files and convex hulls.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "slipstick/geometry/mesh_reader.h"
#include "slipstick/geometry/quickhull.h"
#include "support/refusal.h"
#include "support/sample_shapes.h"
#include "support/temp_folder.h"
#include "support/tolerances.h"

namespace slipstick::geometry {

using namespace support;
namespace {

/// A mesh file in a folder of its own, removed at the end.
class MeshFile {
 public:
  MeshFile(const std::string& name, const std::string& content) : path_(folder_ / name) {
    WriteText(path_, content);
  }
  model::MeshGeometry Mesh(double scale = 1.0) const { return {"mesh", path_, Vector3d::Constant(scale)}; }

 private:
  TempFolder folder_;
  std::string path_;
};

const Vector3d kCorners[] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
constexpr int kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::string BinaryStl() {
  std::string bytes(80, 'x');
  const auto put = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  put(uint32_t{4});
  for (const auto& face : kFaces) {
    for (int i = 0; i < 3; ++i) put(0.0f);
    for (const int corner : face)
      for (int i = 0; i < 3; ++i) put(static_cast<float>(kCorners[corner][i]));
    put(uint16_t{0});
  }
  return bytes;
}

std::string TextStl() {
  std::string text = "solid thing\n";
  for (const auto& face : kFaces) {
    text += "facet normal 0 0 0\n outer loop\n";
    for (const int corner : face)
      text += "  vertex " + std::to_string(kCorners[corner].x()) + " " +
              std::to_string(kCorners[corner].y()) + " " + std::to_string(kCorners[corner].z()) + "\n";
    text += " endloop\nendfacet\n";
  }
  return text + "endsolid thing\n";
}

const char* const kObj =
    "# thing\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nvn 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const char* const kCollada = R"(<COLLADA><asset><unit meter="0.001"/></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array count="12">0 0 0 1000 0 0 0 2000 0 0 0 3000</float_array>
<technique_common><accessor count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries></COLLADA>)";

void ExpectTetrahedron(const model::MeshGeometry& mesh, double scale) {
  const Solid solid = MakeSolid(mesh, "mesh");
  ASSERT_EQ(solid.hull->vertex.size(), 4u);
  EXPECT_EQ(solid.hull->face.size(), 4u);
  EXPECT_EQ(solid.hull->vertex[solid.hull->Support({0, 0, 1})].z, 3.0 * scale);
  EXPECT_EQ(solid.hull->vertex[solid.hull->Support({0, 1, 0})].y, 2.0 * scale);
}

TEST(Mesh, BinaryStlTextStlObjAndColladaAgree) {
  ExpectTetrahedron(MeshFile("b.stl", BinaryStl()).Mesh(), 1.0);
  ExpectTetrahedron(MeshFile("t.STL", TextStl()).Mesh(), 1.0);
  ExpectTetrahedron(MeshFile("o.obj", kObj).Mesh(0.5), 0.5);
  ExpectTetrahedron(MeshFile("c.DAE", kCollada).Mesh(0.5), 0.5);
}

// Some programs begin binary files with the word that marks text.
TEST(Mesh, BinaryStlMayBeginWithSolid) {
  std::string bytes = BinaryStl();
  bytes.replace(0, 5, "solid");
  ExpectTetrahedron(MeshFile("s.stl", bytes).Mesh(), 1.0);
}

void ExpectRefusal(const model::MeshGeometry& mesh, const std::string& words) {
  const std::string refusal = Refusal([&] { MakeSolid(mesh, "shape 'leg'"); });
  EXPECT_EQ(refusal.find("shape 'leg'"), 0u) << refusal;
  EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
}

TEST(Mesh, RejectsInvalidFiles) {
  ExpectRefusal({"package://a/b.stl", "", {1, 1, 1}}, "was not found");
  ExpectRefusal({"x", "/nowhere/x.stl", {1, 1, 1}}, "cannot be read");
  ExpectRefusal(MeshFile("c.stl", BinaryStl().substr(0, 200)).Mesh(), "has a header for 4 triangles");
  ExpectRefusal(MeshFile("d.stl", "hello").Mesh(), "neither a binary STL");
  ExpectRefusal(MeshFile("e.stl", "").Mesh(), "0 bytes");
  ExpectRefusal(MeshFile("f.stl", "solid\nvertex 1 2\n").Mesh(), "line 2");
  ExpectRefusal(MeshFile("g.obj", "v 1 2 x\n").Mesh(), "line 1");
  ExpectRefusal(MeshFile("h.obj", "f 1 2 3\n").Mesh(), "no vertices");
  ExpectRefusal(MeshFile("i.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n").Mesh(), "in a plane");
  ExpectRefusal(MeshFile("j.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\n").Mesh(), "");
  ExpectRefusal(MeshFile("i.STL", "solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n").Mesh(),
                "i.STL': its 4 points lie in a plane");
  ExpectRefusal(MeshFile("k.dae", "<x/>").Mesh(), "k.dae', line 1: <x> is the root element");
  ExpectRefusal(MeshFile("k.glb", "").Mesh(), "only .stl, .obj and .dae are read");
  ExpectRefusal(MeshFile("l.obj", kObj).Mesh(0.0), "scale");
}

// --- hulls

/// Euler's formula, orientation of faces, no point outside.
void ExpectHullOf(const std::vector<Vector3d>& points, const Hull& hull) {
  const size_t edges = hull.corner.size() / 2;
  EXPECT_EQ(hull.vertex.size() + hull.face.size(), edges + 2);
  for (const Hull::Face& face : hull.face) {
    EXPECT_NEAR(Norm(face.normal), 1.0, kAccumulatedRounding);
    EXPECT_GE(face.end - face.begin, 3);
    const double offset = Dot(face.normal, hull.vertex[hull.corner[face.begin]]);
    for (const Vector3d& p : points) EXPECT_LT(Dot(face.normal, FromEigen(p)), offset + 1e-6 * hull.size);
    Vec turn = Vec::Zero();
    const Vec first = hull.vertex[hull.corner[face.begin]];
    for (int k = face.begin + 1; k + 1 < face.end; ++k)
      turn += Cross(hull.vertex[hull.corner[k]] - first, hull.vertex[hull.corner[k + 1]] - first);
    EXPECT_GT(Dot(turn, face.normal), 0.0);
  }
}

TEST(Hull, OfRandomPointsContainsThem) {
  for (int n = 4; n < 400; n = n * 3 / 2) {
    Random random(n);
    std::vector<Vector3d> points;
    for (int i = 0; i < n; ++i)
      points.push_back({random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)});
    ExpectHullOf(points, MakeHull(points, "points"));
    for (Vector3d& p : points) p.normalize();
    const Hull ball = MakeHull(points, "ball");
    EXPECT_EQ(static_cast<int>(ball.vertex.size()), n);
    ExpectHullOf(points, ball);
  }
}

TEST(Hull, OfAFinelyMeshedCubeHasEightCornersAndSixFaces) {
  for (const Matrix3d& R :
       {Matrix3d(Matrix3d::Identity()),
        Matrix3d(Eigen::AngleAxisd(0.5, Vector3d(1, 2, 3).normalized()).toRotationMatrix())}) {
    std::vector<Vector3d> points;
    for (int i = 0; i <= 8; ++i)
      for (int j = 0; j <= 8; ++j)
        for (int k = 0; k <= 8; ++k)
          if (i % 8 == 0 || j % 8 == 0 || k % 8 == 0) points.push_back(R * (Vector3d(i, j, k) / 8.0));
    const Hull hull = MakeHull(points, "cube");
    ExpectHullOf(points, hull);
    EXPECT_EQ(hull.vertex.size(), 8u);
    EXPECT_EQ(hull.face.size(), 6u);
  }
}

TEST(Hull, SupportClimbsToTheFarthestVertex) {
  const SampleShape ball("ball", Gem(3, 500));
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const Vector3d d = RandomDirection(random);
    EXPECT_NEAR(d.dot(ToEigen(ball.solid.hull->vertex[ball.solid.hull->Support(FromEigen(d))])),
                ball.Reach(d), kSumRounding);
  }
}

}  // namespace
}  // namespace slipstick::geometry
