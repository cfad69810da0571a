// Some trees of a world as a world of their own.
#include "slipstick/world/world_part.h"

#include <gtest/gtest.h>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/model/model_builder.h"

namespace slipstick::world {
namespace {

/// Balls 0 to 3 on the ground, which is shape 2; ball i has the material i. Balls 0 and 3 do not collide.
World Balls() {
  ModelBuilder model("balls");
  for (int i = 0; i < 4; ++i) {
    const std::string name = "ball" + std::to_string(i);
    model.AddCollision(name, model.Add(name, Inertia::Sphere(1.0, 0.1), model::Floating(name + "_free")), {},
                       model::SphereGeometry{0.1});
  }
  WorldBuilder builder(model.Build());
  for (int i = 0; i < 4; ++i) {
    ContactMaterial material;
    material.stiffness = 1e4 * (i + 1);
    builder.SetMaterial("m" + std::to_string(i), material);
  }
  builder.AddCollision(0, "m0");
  builder.AddCollision(1, "m1");
  builder.AddGround();
  builder.AddCollision(2, "m2");
  builder.AddCollision(3, "m3");
  builder.Exclude(0, 4);
  return builder.Build();
}

ContactMemory MemoryOf(uint64_t id) {
  ContactMemory memory{};
  memory.id = id;
  return memory;
}

constexpr int kSome[] = {0, 3};

TEST(WorldPart, KeepsShapesMaterialsAndExcludedPairs) {
  const World whole = Balls();
  const WorldPart part(whole, {kSome, 2});
  const World& world = part.world();
  ASSERT_EQ(world.model().num_bodies(), 2);
  ASSERT_EQ(world.geometry().num_shapes(), 3);
  EXPECT_EQ(world.shape_name(0), "ball0");
  EXPECT_EQ(world.shape_name(1), "ground");
  EXPECT_EQ(world.shape_name(2), "ball3");
  EXPECT_EQ(world.geometry().body(2), 1);
  EXPECT_EQ(world.geometry().body(1), model::kWorld);
  EXPECT_EQ(world.material(2, 1).stiffness, whole.material(4, 2).stiffness);
  EXPECT_FALSE(world.geometry().MayTouch(0, 2));
  EXPECT_TRUE(world.geometry().MayTouch(0, 1));
  EXPECT_EQ(part.WholeBody(1), 3);
  EXPECT_EQ(part.WholeShape(2), 4);
}

TEST(WorldPart, TransfersItsPartOfTheState) {
  const World whole = Balls();
  const WorldPart part(whole, {kSome, 2});
  State state = whole.InitialState(), some;
  for (int i = 0; i < state.q.size(); ++i) state.q[i] = i;
  for (int i = 0; i < state.v.size(); ++i) state.v[i] = 100 + i;
  const uint64_t of_part = geometry::ContactId(4, 2, 7), of_others = geometry::ContactId(1, 2, 7),
                 of_no_shape = geometry::ContactId(90, 2, 7);
  for (const uint64_t id : {of_others, of_part, of_no_shape}) state.contacts.push_back(MemoryOf(id));
  part.Gather(state, some);
  EXPECT_EQ(some.q.tail(7), state.q.tail(7));
  EXPECT_EQ(some.v.tail(6), state.v.tail(6));
  ASSERT_EQ(some.contacts.size(), 1u);
  EXPECT_EQ(some.contacts[0].id, geometry::ContactId(2, 1, 7));
  State back = state;
  back.contacts.clear();
  some.q *= 2.0;
  part.Scatter(some, back);
  EXPECT_EQ(back.q.head(7), 2.0 * state.q.head(7));
  EXPECT_EQ(back.q.segment(7, 14), state.q.segment(7, 14)) << "of other trees";
  EXPECT_EQ(back.q.tail(7), 2.0 * state.q.tail(7));
  ASSERT_EQ(back.contacts.size(), 1u);
  EXPECT_EQ(back.contacts[0].id, of_part);
}

TEST(WorldPart, TransfersItsPartOfTheActuation) {
  const World whole = Balls();
  const WorldPart part(whole, {kSome, 2});
  Actuation actuation(whole.model()), some(part.world().model());
  for (int i = 0; i < actuation.tau.size(); ++i) actuation.tau[i] = i;
  actuation.wrenches = {{1}, {3}};
  part.Gather(actuation, some);
  EXPECT_EQ(some.tau.head(6), actuation.tau.head(6));
  EXPECT_EQ(some.tau.tail(6), actuation.tau.tail(6));
  EXPECT_FALSE(some.has_feedback());
  ASSERT_EQ(some.wrenches.size(), 1u);
  EXPECT_EQ(some.wrenches[0].body, 1);
}

}  // namespace
}  // namespace slipstick::world
