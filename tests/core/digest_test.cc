#include "slipstick/core/digest.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(Digest, BeginsWithThePublishedValuesOfFnv1a) {
  EXPECT_EQ(Digest("").substr(0, 16), "cbf29ce484222325");
  EXPECT_EQ(Digest("a").substr(0, 16), "af63dc4c8601ec8c");
  EXPECT_EQ(Digest("foobar").substr(0, 16), "85944171f73967e8");
}

TEST(Digest, Has128BitsInHexadecimal) { EXPECT_EQ(Digest("a"), "af63dc4c8601ec8ca49012214bb9a494"); }

TEST(Digest, DependsOnTheOrderOfBytes) { EXPECT_NE(Digest("ab"), Digest("ba")); }

}  // namespace
}  // namespace slipstick
