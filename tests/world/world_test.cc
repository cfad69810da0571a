#include "slipstick/world/world.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"
#include "support/contact_worlds.h"

namespace slipstick::world {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(World, GivesEachPairOfShapesItsMaterial) {
  ContactMaterial rubber, ice, glued;
  rubber.mu_static = rubber.mu_kinetic = 1.0;
  ice.mu_static = ice.mu_kinetic = 0.05;
  glued.mu_static = glued.mu_kinetic = 3.0;
  WorldBuilder builder(BallModel(1.0, 0.1));
  builder.SetMaterial("rubber", rubber).SetMaterial("ice", ice);
  const int ball = builder.AddCollisions("rubber");
  const int ground = builder.AddGround({}, "ice");
  const World combined = builder.Build();
  EXPECT_EQ(combined.material(ball, ground).mu_static, 0.05);
  const World overridden = builder.SetPair("ice", "rubber", glued).Build();
  EXPECT_EQ(overridden.material(ball, ground).mu_static, 3.0);
  EXPECT_EQ(overridden.material(ground, ball).mu_static, 3.0);
}

TEST(World, PointsBelongToTheBodyOfTheirFrame) {
  const World world = SoloOnPoints();
  EXPECT_EQ(world.shape_name(0), "FL_FOOT");
  EXPECT_EQ(world.body_name(world.geometry().shape(0).shape.body), "FL_LOWER_LEG");
  EXPECT_EQ(world.body_name(model::kWorld), "world");
}

TEST(World, RejectsUnknownNamesAndListsTheKnownOnes) {
  WorldBuilder builder(BallModel(1.0, 0.1));
  EXPECT_THAT([&] { builder.AddGround({}, "rubbr"); },
              ThrowsMessage<InputError>(HasSubstr("there is no material 'rubbr'; known: 'default'")));
  EXPECT_THAT([&] { builder.AddPoint("bdy"); }, ThrowsMessage<InputError>(HasSubstr("did you mean 'body'")));
  EXPECT_THAT([&] { builder.SetJointLaw({.limit_time = 0.0}); },
              ThrowsMessage<InputError>(HasSubstr("limit_time = 0 s, must be a finite number > 0")));
}

TEST(World, StatesHaveTheRightLengths) {
  const World world = SoloOnPoints();
  EXPECT_THROW(world.StateAt(Eigen::VectorXd::Zero(3)), InputError);
  const State state = world.InitialState();
  EXPECT_EQ(state.q.size(), 19);
  EXPECT_EQ(state.v.size(), 18);
  EXPECT_TRUE(state.contacts.empty());
}

}  // namespace
}  // namespace slipstick::world
