#include "slipstick/core/crc32.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(Crc32, MatchesTheStandard) {
  EXPECT_EQ(Crc32("123456789"), 0xCBF43926u);
  EXPECT_EQ(Crc32("89", Crc32("1234567")), 0xCBF43926u);
  EXPECT_EQ(Crc32(""), 0u);
}

}  // namespace
}  // namespace slipstick
