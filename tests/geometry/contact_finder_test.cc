// From poses to contact points: filters, order, broad phase.
#include "geometry/contact_finder.h"

#include <gtest/gtest.h>

#include "dynamics/kinematics.h"
#include "model/model_builder.h"

namespace slipstick {
namespace {

TEST(ContactFinder, BoxOnGroundHasFourPoints) {
  ModelBuilder builder("box");
  builder.Add("box", Inertia::Box(1.0, {0.2, 0.2, 0.2}), Floating("free").At(Pose::At(0, 0, 0.0999)));
  const Model model = builder.Build();
  const CollisionGeometry geometry(model, {{.shape = {"cube", 0, {}, BoxGeometry{{0.2, 0.2, 0.2}}}},
                                           {.shape = {"ground", kWorld, {}, PlaneGeometry{}}}});
  ContactFinder finder(geometry);
  Workspace<double> ws(model);
  ForwardKinematics(model, model.neutral, ws);
  const auto contacts = finder.Find(model, ws);
  ASSERT_EQ(contacts.size(), 4);
  for (const ContactPoint& c : contacts) {
    EXPECT_NEAR(c.gap, -1e-4, 1e-15);
    EXPECT_EQ(c.body_b, kWorld);
    EXPECT_EQ(c.normal.z, 1.0);
    EXPECT_NEAR(c.p.z, -5e-5, 1e-15);
  }
}

}  // namespace
}  // namespace slipstick
