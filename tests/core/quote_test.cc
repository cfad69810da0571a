#include "slipstick/core/quote.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(Quote, ShortensLongTextAndReplacesControlCharacters) {
  EXPECT_EQ(Quote("hip"), "'hip'");
  EXPECT_EQ(Quote("a\x1b[31mb\nc"), "'a?[31mb?c'");
  EXPECT_EQ(Quote(std::string(200, 'x')), "'" + std::string(80, 'x') + "...'");
}

TEST(Quote, DoesNotSplitAUtf8Character) {
  EXPECT_EQ(Quote(std::string(79, 'x') + "ä" + std::string(9, 'x')), "'" + std::string(79, 'x') + "...'");
}

}  // namespace
}  // namespace slipstick
