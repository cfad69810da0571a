// Contact islands: trees that touch, directly or through other trees.
#include "slipstick/contact/contact_islands.h"

#include <gmock/gmock.h>

#include "slipstick/model/model_builder.h"

namespace slipstick::contact {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

/// Six free bodies; body 3 carries another, body 4.
Model Crowd() {
  ModelBuilder builder("crowd");
  for (int i = 0; i < 6; ++i) {
    const int body = builder.Add("b" + std::to_string(i), Inertia::Sphere(1.0, 0.1),
                                 model::Floating("j" + std::to_string(i)));
    if (i == 3)
      builder.Add("arm", Inertia::Sphere(1.0, 0.1), model::Revolute("shoulder").On(body).About(model::Z));
  }
  return builder.Build();
}

std::vector<int> ToVector(View<const int> view) { return {view.begin(), view.end()}; }

TEST(ContactIslands, ConnectTreesThatTouchDirectlyOrThroughOthers) {
  const Model model = Crowd();
  ContactIslands islands(model);
  // 0 - 5 - (the arm of 3), 1 on the ground, 2 and 6 without contact
  const std::vector<TouchingBodies> pairs = {{0, 5}, {1, model::kWorld}, {4, 5}};
  islands.Find(pairs);
  ASSERT_EQ(islands.size(), 2);
  EXPECT_THAT(ToVector(islands[0].pairs), ElementsAre(0, 2));
  EXPECT_THAT(ToVector(islands[0].trees), UnorderedElementsAre(0, 3, 5));
  EXPECT_THAT(ToVector(islands[1].pairs), ElementsAre(1));
  EXPECT_THAT(ToVector(islands[1].trees), ElementsAre(1));
}

TEST(ContactIslands, AreNotConnectedByTheWorld) {
  const Model model = Crowd();
  ContactIslands islands(model);
  const std::vector<TouchingBodies> pairs = {{0, model::kWorld}, {1, model::kWorld}, {2, model::kWorld}};
  islands.Find(pairs);
  EXPECT_EQ(islands.size(), 3);
  islands.Find({});
  EXPECT_EQ(islands.size(), 0);
}

// Elimination goes from the last tree to the first: in a star the centre must not be the last.
TEST(ContactIslands, OrderTreesByMinimumDegree) {
  const Model model = Crowd();
  ContactIslands islands(model);
  const std::vector<TouchingBodies> star = {{0, 2}, {1, 2}, {2, 5}, {2, 6}};
  islands.Find(star);
  ASSERT_EQ(islands.size(), 1);
  const std::vector<int> trees = ToVector(islands[0].trees);
  ASSERT_EQ(trees.size(), 5u);
  EXPECT_TRUE(trees[0] == 2 || trees[1] == 2);
}

}  // namespace
}  // namespace slipstick::contact
