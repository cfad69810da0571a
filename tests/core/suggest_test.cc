#include "slipstick/core/suggest.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(Suggest, NamesTheClosest) {
  EXPECT_EQ(Suggest("knee_lft", {"hip_left", "knee_left", "ankle"}), "did you mean 'knee_left'?");
}

TEST(Suggest, OffersAtMostThreeNearestFirst) {
  EXPECT_EQ(Suggest("leg", {"leg_aa", "leg_a", "lug", "leg2", "wheel"}),
            "did you mean 'lug', 'leg2' or 'leg_a'?");
}

TEST(Suggest, ListsAllOfAShortListIfNoneIsClose) {
  EXPECT_EQ(Suggest("gripper", {"hip", "knee"}), "known: 'hip' and 'knee'.");
}

TEST(Suggest, CountsALongListIfNoneIsClose) {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) names.push_back("joint_number_" + std::to_string(i));
  EXPECT_EQ(Suggest("x", names),
            "there are 20, among them 'joint_number_0', 'joint_number_1' and 'joint_number_2'.");
}

TEST(Suggest, ReportsAnEmptyList) { EXPECT_EQ(Suggest("x", {}), "there are none."); }

}  // namespace
}  // namespace slipstick
