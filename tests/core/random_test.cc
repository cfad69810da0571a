// Test data, generated models and golden hashes depend on these sequences: they must never change.
#include "slipstick/core/random.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/bits.h"

namespace slipstick {

using namespace support;
namespace {

TEST(Random, BitsAreThoseOfSplitmix64) {
  Random zero(0);  // first outputs of Vigna's reference program, splitmix64.c, from state 0
  EXPECT_EQ(zero.Bits(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(zero.Bits(), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(zero.Bits(), 0x06c45d188009454fu);
  EXPECT_EQ(zero.Bits(), 0xf88bb8a8724c81ecu);
  Random other(1234567);  // and from state 1234567, as published widely
  EXPECT_EQ(other.Bits(), 6457827717110365317u);
  EXPECT_EQ(other.Bits(), 3203168211198807973u);
  EXPECT_EQ(other.Bits(), 9817491932198370423u);
  EXPECT_EQ(other.Bits(), 4593380528125082431u);
}

// Worked out from the bits above in exact arithmetic. Fused roundings change nothing: the last product is
// exact.
TEST(Random, UniformTakesTheUpper53Bits) {
  Random random(0);
  EXPECT_TRUE(SameBits(random.Uniform(0.0, 1.0), 0x1.c4415072f63b9p-1));
  EXPECT_TRUE(SameBits(random.Uniform(0.0, 1.0), 0x1.b9e279aa86e58p-2));
  EXPECT_TRUE(SameBits(random.Uniform(-1.0, 1.0), -0x1.e4ee8b9dffdb0p-1));
  EXPECT_TRUE(SameBits(random.Uniform(-0.3, 0.3), 0x1.214f54c778b79p-2));
}

TEST(Random, IndexIsTheRemainder) {
  Random random(0), bits(0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.Index(7), static_cast<int>(bits.Bits() % 7));
}

TEST(Random, SameSeedGivesTheSameSequence) {
  Random a(42), b(42), c(43);
  for (int i = 0; i < 100; ++i) {
    const uint64_t bits = a.Bits();
    EXPECT_EQ(bits, b.Bits());
    EXPECT_NE(bits, c.Bits());
  }
}

TEST(Random, UniformStaysInsideAndFillsTheRange) {
  Random random(5);
  constexpr int kCount = 200000, kBins = 10;
  std::vector<int> bin(kBins);
  for (int i = 0; i < kCount; ++i) {
    const double x = random.Uniform(-2.0, 3.0);
    ASSERT_GE(x, -2.0);
    ASSERT_LT(x, 3.0);
    ++bin[static_cast<int>((x + 2.0) / 5.0 * kBins)];
  }
  // Each bin holds 20000 ± 134 (one standard deviation of a binomial count); five of them.
  for (const int count : bin) EXPECT_NEAR(count, kCount / kBins, 670);
}

TEST(Random, IndexFillsTheRangeEvenly) {
  Random random(6);
  constexpr int kCount = 70000;
  std::vector<int> hits(7);
  for (int i = 0; i < kCount; ++i) ++hits.at(random.Index(7));
  for (const int count : hits) EXPECT_NEAR(count, kCount / 7, 463);  // five standard deviations of 92.6
}

}  // namespace
}  // namespace slipstick
