#include "slipstick/core/fields_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/sample_fields.h"

namespace slipstick {

using namespace support;
namespace {

TEST(FieldsJson, KeepsEveryBitOfNumbers) {
  SampleFields written;
  written.tolerance = 0.1 + 0.2, written.stiffness = 1e-300, written.direction = SampleFields::Direction::kUp;
  written.errors = {1.0 / 3.0, std::nan(""), 5e300, -0.0};
  SampleFields read;
  ASSERT_TRUE(FromJson(ToJson(written), read)) << ToJson(written);
  EXPECT_EQ(read.tolerance, written.tolerance);
  EXPECT_EQ(read.stiffness, written.stiffness);
  EXPECT_EQ(read.direction, written.direction);
  EXPECT_EQ(read.corners, written.corners);
  EXPECT_EQ(read.errors[0], 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(read.errors[1]));
  EXPECT_EQ(read.errors[2], 5e300);
  EXPECT_TRUE(std::signbit(read.errors[3]));
}

TEST(FieldsJson, KeepsFlagsAndIntegers) {
  SampleFields written;
  written.quick = true, written.rounds = 7;
  SampleFields read;
  ASSERT_TRUE(FromJson(ToJson(written), read)) << ToJson(written);
  EXPECT_TRUE(read.quick);
  EXPECT_EQ(read.rounds, 7);
}

TEST(FieldsJson, RejectsTextOfAnotherStruct) {
  SampleFields read;
  for (const char* text : {"", "{", "3", "[]", "{}", "{\"rounds\": 1}", "null"})
    EXPECT_FALSE(FromJson(text, read)) << text;
  std::string wrong = ToJson(SampleFields{});
  wrong.replace(wrong.find("\"down\""), 6, "\"left\"");
  EXPECT_FALSE(FromJson(wrong, read));
}

TEST(FieldsJson, RejectsValuesOfAnotherType) {
  SampleFields read;
  std::string wrong = ToJson(SampleFields{});
  wrong.replace(wrong.find("false"), 5, "\"x\"");
  EXPECT_FALSE(FromJson(wrong, read));
}

}  // namespace
}  // namespace slipstick
