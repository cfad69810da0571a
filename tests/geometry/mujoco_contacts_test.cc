// Comparison with MuJoCo, for the pairs that it solves in closed form: its general convex pairs have a
// tolerance of 1e-6 and a direction that need not have the least depth.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "support/sample_shapes.h"

#ifdef SLIPSTICK_HAVE_MUJOCO
#include <fmt/core.h>

#include "oracle/mujoco_oracle.h"

namespace slipstick::geometry {

using namespace support;
namespace {

constexpr double kMargin = 0.02;

std::string GeomText(const model::Geometry& g) {
  const auto text = [](const char* type, double x, double y, double z) {
    return fmt::format("type='{}' size='{:.17g} {:.17g} {:.17g}'", type, x, y, z);
  };
  if (const auto* s = std::get_if<model::SphereGeometry>(&g)) return text("sphere", s->radius, 0, 0);
  if (const auto* c = std::get_if<model::CapsuleGeometry>(&g))
    return text("capsule", c->radius, 0.5 * c->length, 0);
  if (const auto* c = std::get_if<model::CylinderGeometry>(&g))
    return text("cylinder", c->radius, 0.5 * c->length, 0);
  if (const auto* e = std::get_if<model::EllipsoidGeometry>(&g))
    return text("ellipsoid", e->radii.x(), e->radii.y(), e->radii.z());
  if (const auto* b = std::get_if<model::BoxGeometry>(&g))
    return text("box", 0.5 * b->size.x(), 0.5 * b->size.y(), 0.5 * b->size.z());
  return text("plane", 1, 1, 1);
}

/// b stands at the origin of MuJoCo's world, a is a free body.
class MujocoPair {
 public:
  MujocoPair(const SampleShape& a, const SampleShape& b)
      : model_(
            oracle::CompileMjcf(fmt::format("<mujoco><worldbody><geom {} margin='{}'/><body><freejoint/>"
                                            "<geom {} mass='1' margin='{}'/></body></worldbody></mujoco>",
                                            GeomText(b.geometry), kMargin, GeomText(a.geometry), kMargin))),
        data_(mj_makeData(model_.get())) {}

  /// The deepest contact: false if there is none.
  bool Find(const Vector3d& p, const Matrix3d& R, double& gap, Vector3d& normal, int& points) {
    const Eigen::Quaterniond q(R);
    const double qpos[] = {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()};
    std::copy(qpos, qpos + 7, data_->qpos);
    mj_fwdPosition(model_.get(), data_.get());
    points = data_->ncon;
    gap = 1e300;
    for (int i = 0; i < data_->ncon; ++i) {
      const mjContact& c = data_->contact[i];
      if (c.dist >= gap) continue;
      gap = c.dist;
      normal = Vector3d(c.frame[0], c.frame[1], c.frame[2]);  // from geom1 to geom2
      if (c.geom1 != 0) normal = -normal;                     // geom 0 is of the world, our b
    }
    return points > 0;
  }

 private:
  oracle::MujocoModel model_;
  oracle::MujocoData data_;
};

void ExpectAgreement(SampleShape a, SampleShape b, double depth_limit, double tolerance) {
  SCOPED_TRACE(a.name + " on " + b.name);
  MujocoPair mujoco(a, b);
  Random random(9);
  int compared = 0;
  for (int k = 0; k < 2000; ++k) {
    a.R = RandomRotation(random);
    if (b.is_plane()) {
      a.p = {random.Uniform(-1, 1), random.Uniform(-1, 1), 0.0};
      a.p.z() = a.Reach(-Vector3d::UnitZ()) + random.Uniform(-0.05, 0.015);
    } else {
      a.p = random.Uniform(0.3, 1.0) * (a.solid.bound + b.solid.bound) * RandomDirection(random);
    }
    double gap = 0.0;
    Vector3d normal = Vector3d::Zero();
    int points = 0;
    Manifold m;
    const bool found = mujoco.Find(a.p, a.R, gap, normal, points);
    Collide(a, b, kMargin, m);
    if (!found || gap < -depth_limit || gap > 0.9 * kMargin) continue;
    ASSERT_GT(m.size, 0) << "MuJoCo has a gap of " << gap;
    if (Deepest(m).gap < -depth_limit) continue;
    EXPECT_NEAR(Deepest(m).gap, gap, tolerance);
    if (std::abs(gap) > 1e-3) {
      EXPECT_NEAR((ToEigen(Deepest(m).normal) - normal).norm(), 0.0, 1e-9);
    }
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(MujocoAgrees, OnPlanes) {
  for (const SampleShape& s : BoundedSamples())
    if (s.solid.kind != SolidKind::kHull && s.name != "point")
      ExpectAgreement(s, {"plane", model::PlaneGeometry{}}, 1.0, 1e-9);
}

TEST(MujocoAgrees, OnSpheresCapsulesAndBoxes) {
  const std::vector<SampleShape> all = BoundedSamples();
  const SampleShape &sphere = all[0], &capsule = all[2];
  ExpectAgreement(sphere, sphere, 1.0, 1e-9);
  ExpectAgreement(sphere, capsule, 1.0, 1e-9);
  ExpectAgreement(capsule, capsule, 1.0, 1e-9);
  ExpectAgreement(sphere, all[3], 0.14, 1e-9);     // with the centre inside a box MuJoCo takes another normal
  ExpectAgreement(capsule, all[3], 0.0799, 1e-9);  // and with its axis inside, no farther than the radius
  // Not two boxes: in most poses it reports half of the depth that the separating axes give.
}

}  // namespace
}  // namespace slipstick::geometry

#else
TEST(MujocoAgrees, OnSpheresCapsulesAndBoxes) {
  GTEST_SKIP() << "MuJoCo was not found when this was built (Debian: libmujoco-dev)";
}
TEST(MujocoAgrees, OnPlanes) {
  GTEST_SKIP() << "MuJoCo was not found when this was built (Debian: libmujoco-dev)";
}
#endif
