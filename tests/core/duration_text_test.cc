#include "slipstick/core/duration_text.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(DurationText, PicksAUnitThatKeepsNumbersShort) {
  EXPECT_EQ(DurationText(0.0), "0 s");
  EXPECT_EQ(DurationText(3.0), "3 s");
  EXPECT_EQ(DurationText(0.002), "2 ms");
  EXPECT_EQ(DurationText(4e-5), "40 µs");
  EXPECT_EQ(DurationText(-0.02), "-20 ms");
}

TEST(DurationText, RoundsToFourDigits) {
  EXPECT_EQ(DurationText(1.23456), "1.235 s");
  EXPECT_EQ(DurationText(0.9999e-3), "0.9999 ms");
}

}  // namespace
}  // namespace slipstick
