// Resting shapes keep their contacts: implicit steppers iterate over poses that differ slightly, and do not
// converge if a contact appears, disappears or jumps between them.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "support/sample_shapes.h"

namespace slipstick::geometry {

using namespace support;
namespace {

constexpr double kRestingDepth = 2e-5;  // of shapes at rest on an ordinary material

model::ConvexGeometry PentagonalPrism() {
  model::ConvexGeometry prism;
  for (int k = 0; k < 5; ++k)
    for (const double z : {-0.05, 0.05})
      prism.vertices.push_back({0.06 * std::cos(0.4 * M_PI * k), 0.06 * std::sin(0.4 * M_PI * k), z});
  return prism;
}

struct Resting {
  const char* name;
  SampleShape below;  ///< its top is at z = 0
  model::Geometry geometry;
  Matrix3d R = Matrix3d::Identity();
};

std::vector<Resting> RestingPairs() {
  const SampleShape cap = Placed(model::CylinderGeometry{0.1, 0.2}, {0, 0, -0.1});
  const SampleShape side = Placed(model::CylinderGeometry{0.1, 0.4}, {0, 0, -0.1}, kLying);
  const SampleShape box = Placed(model::BoxGeometry{{0.2, 0.2, 0.2}}, {0, 0, -0.1});
  const model::Geometry cube = model::BoxGeometry{{0.1, 0.1, 0.1}},
                        cylinder = model::CylinderGeometry{0.1, 0.2}, prism = PentagonalPrism(),
                        capsule = model::CapsuleGeometry{0.04, 0.1};
  return {{"box on cap", cap, cube},
          {"turned box on cap", cap, cube, Turn(0.3, Vector3d::UnitZ())},
          {"hull on cap", cap, prism},
          {"cylinder on cap", cap, cylinder, Turn(0.3, Vector3d::UnitZ())},
          {"small cylinder on cap", cap, model::CylinderGeometry{0.04, 0.1}},
          {"lying capsule on cap", cap, capsule, kLying},
          {"ellipsoid on cap", cap, model::EllipsoidGeometry{{0.1, 0.08, 0.05}}},
          {"box on lying cylinder", side, cube},
          {"turned box on lying cylinder", side, cube, Turn(0.3, Vector3d::UnitZ())},
          {"hull on lying cylinder", side, prism, Turn(0.2, Vector3d::UnitZ())},
          {"capsule on box", box, capsule, kLying},
          {"turned box on box", box, cube, Turn(0.3, Vector3d::UnitZ())},
          {"hull on box", box, prism},
          {"cylinder on box", box, cylinder, Turn(0.3, Vector3d::UnitZ())},
          {"hull on plane", SampleShape("plane", model::PlaneGeometry{}), prism},
          {"cylinder on plane", SampleShape("plane", model::PlaneGeometry{}), cylinder}};
}

void ExpectSteady(const SampleShape& shape, const SampleShape& below, Random& random) {
  constexpr double kHair = 1e-7, kAllowed = 1e-6;
  Manifold first, m;
  ASSERT_GT(Collide(shape, below, 0.0, first), 0);
  for (int k = 0; k < 50; ++k) {
    SampleShape moved = shape;
    moved.p += kHair * RandomDirection(random);
    moved.R = Turn(kHair, RandomDirection(random)) * shape.R;
    ASSERT_EQ(Collide(moved, below, 0.0, m), first.size);
    for (int i = 0; i < m.size; ++i) {
      ASSERT_EQ(m.point[i].feature, first.point[i].feature);
      ASSERT_NEAR(m.point[i].gap, first.point[i].gap, kAllowed);
      ASSERT_LT(Norm(m.point[i].p - first.point[i].p), kAllowed) << "feature " << m.point[i].feature;
      ASSERT_LT(Norm(m.point[i].normal - first.point[i].normal), kAllowed);
    }
  }
}

TEST(Resting, SmallMotionsKeepTheContacts) {
  Random random(8);
  for (const Resting& pair : RestingPairs())
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.03, 0.0}, {0.03, 0.013}, {0.06, 0.01}})
      for (const double lean : {0.0, 5e-5}) {
        SCOPED_TRACE(std::string(pair.name) + " at " + std::to_string(x) + ", " + std::to_string(y) +
                     (lean > 0.0 ? ", leaning" : ""));
        SampleShape shape = Placed(pair.geometry, {x, y, 0.0}, Turn(lean, {1, 2, 0}) * pair.R);

        shape.p.z() = shape.Reach(-Vector3d::UnitZ()) - kRestingDepth;
        ExpectSteady(shape, pair.below, random);
      }
}

}  // namespace
}  // namespace slipstick::geometry
