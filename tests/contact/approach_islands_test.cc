// Approach islands: trees that may touch within a step.
#include "slipstick/contact/approach_islands.h"

#include <gmock/gmock.h>

#include <limits>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/model/model_builder.h"

namespace slipstick::contact {
namespace {

using testing::ElementsAre;

constexpr double kRadius = 0.1;  // m
constexpr double kStep = 1e-3;   // s; shapes at rest are expected to move by up to 0.25 mm

/// Balls on a floor that they all touch.
World Balls(int count) {
  ModelBuilder model("balls");
  for (int i = 0; i < count; ++i) {
    const std::string name = "ball" + std::to_string(i);
    model.AddCollision(name, model.Add(name, Inertia::Sphere(1.0, kRadius), model::Floating(name + "_free")),
                       {}, model::SphereGeometry{kRadius});
  }
  WorldBuilder builder(model.Build());
  builder.AddCollisions("default", true);
  builder.AddGround();
  return builder.Build();
}

/// On the ground at these x, at rest.
State At(const World& world, const std::vector<double>& x) {
  State state = world.InitialState();
  for (size_t i = 0; i < x.size(); ++i) state.q[7 * i] = x[i], state.q[7 * i + 2] = kRadius;
  return state;
}

void Remember(uint64_t id, State& state) {
  state.contacts.emplace_back();
  state.contacts.back().id = id;
}

std::vector<std::vector<int>> Find(const World& world, const State& state, double h = kStep) {
  ApproachIslands islands(world);
  islands.Find(state, h);
  std::vector<std::vector<int>> all;
  for (int i = 0; i < islands.size(); ++i) all.emplace_back(islands[i].begin(), islands[i].end());
  return all;
}

TEST(ApproachIslands, AreSetsOfNeighbours) {
  const World world = Balls(5);
  const State state = At(world, {0.0, 5.0, 0.35, 5.2, 0.175});  // 0, 4 and 2 in a row; 1 and 3
  EXPECT_THAT(Find(world, state), ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 3)));
}

TEST(ApproachIslands, AreNotConnectedByTheGround) {
  const World world = Balls(3);
  EXPECT_EQ(Find(world, At(world, {0.0, 1.0, 2.0})).size(), 3u);
}

TEST(ApproachIslands, CountTheMotionOfTheStep) {
  const World world = Balls(2);
  State state = At(world, {0.0, 0.3});  // gap 0.1 m
  EXPECT_EQ(Find(world, state).size(), 2u);
  state.v(0) = 90.0;
  EXPECT_EQ(Find(world, state).size(), 2u);
  state.v(0) = 110.0;
  EXPECT_EQ(Find(world, state).size(), 1u);
  state.v(0) = 0.0;
  EXPECT_EQ(Find(world, state, 20e-3).size(), 1u) << "1000 m/s² of acceleration";
}

TEST(ApproachIslands, AreConnectedByTheContactMemory) {
  const World world = Balls(3);
  State state = At(world, {0.0, 1.0, 2.0});
  Remember(geometry::ContactId(0, 2, geometry::kSinglePoint), state);
  Remember(geometry::ContactId(1, 3, geometry::kSinglePoint), state);   // with the ground
  Remember(geometry::ContactId(1, 99, geometry::kSinglePoint), state);  // no such shape
  EXPECT_THAT(Find(world, state), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
}

TEST(ApproachIslands, IgnoreShapesAtNonFinitePositions) {
  const World world = Balls(3);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    State state = At(world, {0.0, bad, 0.1});
    EXPECT_THAT(Find(world, state), ElementsAre(ElementsAre(0, 2), ElementsAre(1))) << bad;
    state = At(world, {0.0, 1.0, 0.1});
    state.v(6) = bad;
    EXPECT_LE(Find(world, state).size(), 3u);
  }
}

TEST(ApproachIslands, IncludeAllThatAMovingPlaneMayTouch) {
  ModelBuilder model("lid");
  for (const char* name : {"lid", "ball"}) {
    const int link =
        model.Add(name, Inertia::Sphere(1.0, kRadius), model::Floating(std::string(name) + "_free"));
    if (std::string(name) == "lid")
      model.AddCollision(name, link, {}, model::PlaneGeometry{});
    else
      model.AddCollision(name, link, {}, model::SphereGeometry{kRadius});
  }
  WorldBuilder builder(model.Build());
  builder.AddCollisions("default", true);
  const World world = builder.Build();
  State state = world.InitialState();
  state.q(7) = 100.0;
  EXPECT_EQ(Find(world, state).size(), 1u);
}

}  // namespace
}  // namespace slipstick::contact
