#include "slipstick/core/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/core/fields_json.h"

namespace slipstick {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct SampleFields {
  enum class Direction { kUp, kDown };
  bool quick = false;
  int rounds = 3;
  double tolerance = 1e-6;
  double stiffness = 10.0;
  Direction direction = Direction::kDown;
  std::vector<double> corners = {1, 0, 0, 0.5};
  std::vector<double> errors = {};

  void Visit(FieldVisitor& visit) {
    visit.Flag("quick", quick, "faster");
    visit.Integer("rounds", rounds, {1, 10}, "how many");
    visit.Number("tolerance", tolerance, {0.0, 1.0}, "m", "how exact");
    visit.Number("stiffness", stiffness, kPositive, "N/m");
    visit.Choice("direction", direction, {"up", "down"}, "which way");
    visit.Points("corners", corners);
    visit.Series("errors", errors, "m");
  }
};

SampleFields Set(const FieldValues& values) {
  SampleFields fields;
  SetFields(values, "stepper 'sample'", fields);
  return fields;
}

TEST(Fields, AreSetByName) {
  const SampleFields fields = Set({{"quick", "true"},
                                   {"rounds", "7"},
                                   {"tolerance", "1e-3"},
                                   {"direction", "up"},
                                   {"corners", "1 2; 3 4; 5 6"}});
  EXPECT_TRUE(fields.quick);
  EXPECT_EQ(fields.rounds, 7);
  EXPECT_EQ(fields.tolerance, 1e-3);
  EXPECT_EQ(fields.direction, SampleFields::Direction::kUp);
  EXPECT_EQ(fields.corners, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(Fields, AreListedWithTheirDefaults) {
  const std::vector<FieldInfo> list = DescribeFields<SampleFields>();
  ASSERT_EQ(list.size(), 7u);
  EXPECT_EQ(list[0].name + list[0].type + list[0].default_value, "quickflagfalse");
  EXPECT_EQ(list[2].default_value + list[2].unit, "1e-06m");
  EXPECT_EQ(list[4].type + list[4].default_value, "up|downdown");
  EXPECT_EQ(list[5].type + list[5].default_value, "points1 0; 0 0.5");
}

TEST(Fields, RangesAreWrittenAsText) {
  EXPECT_EQ(Text(Range{0.0, 1.0}), "0 to 1");
  EXPECT_EQ(Text(kNotNegative), ">= 0");
  EXPECT_EQ(Text(kPositive), "> 0");
  EXPECT_EQ(Text(Range{}), "");
}

TEST(Fields, UnknownNameGetsTheNearestOnes) {
  EXPECT_THAT(
      [] {
        Set({{"quik", "true"}});
      },
      ThrowsMessage<InputError>("stepper 'sample': there is no option 'quik'; did you mean 'quick'?"));
}

TEST(Fields, ValueOfWrongTypeOrOutOfRangeIsRefused) {
  EXPECT_THAT([] { Set({{"quick", "yes"}}); }, ThrowsMessage<InputError>(HasSubstr("must be true or false")));
  EXPECT_THAT([] { Set({{"rounds", "2.5"}}); }, ThrowsMessage<InputError>(HasSubstr("a whole number")));
  EXPECT_THAT(
      [] {
        Set({{"rounds", "11"}});
      },
      ThrowsMessage<InputError>("stepper 'sample': rounds = 11, must be between 1 and 10 (how many)."));
  EXPECT_THAT(
      [] {
        Set({{"tolerance", "1e-3x"}});
      },
      ThrowsMessage<InputError>(HasSubstr("tolerance = '1e-3x', must be a number, 0 to 1 m")));
  EXPECT_THAT([] { Set({{"tolerance", "nan"}}); }, ThrowsMessage<InputError>(HasSubstr("must be a number")));
  EXPECT_THAT(
      [] {
        Set({{"stiffness", "0"}});
      },
      ThrowsMessage<InputError>(HasSubstr("stiffness = 0 N/m, must be a finite number > 0.")));
  EXPECT_THAT([] { Set({{"direction", "left"}}); }, ThrowsMessage<InputError>(HasSubstr("one of up, down")));
}

TEST(Fields, CheckRefusesNonFiniteAndOutOfRangeNumbers) {
  EXPECT_NO_THROW(CheckFields(SampleFields{}, "sample"));
  EXPECT_THAT([] { CheckFields(SampleFields{.tolerance = 2.0}, "sample"); },
              ThrowsMessage<InputError>("sample: tolerance = 2 m, must be between 0 and 1 (how exact)."));
  EXPECT_THAT([] { CheckFields(SampleFields{.tolerance = std::nan("")}, "sample"); },
              ThrowsMessage<InputError>(HasSubstr("tolerance = nan m")));
  EXPECT_THAT([] { CheckFields(SampleFields{.rounds = 0}, "sample"); },
              ThrowsMessage<InputError>(HasSubstr("rounds = 0, must be between 1 and 10")));
}

TEST(Fields, NumbersPointIntoTheStruct) {
  SampleFields fields;
  const std::vector<NumberField> numbers = NumberFields(fields);
  ASSERT_EQ(numbers.size(), 2u);
  *numbers[1].value = 7.0;
  EXPECT_EQ(fields.stiffness, 7.0);
}

TEST(FieldsJson, KeepsEveryBit) {
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

TEST(FieldsJson, RejectsTextOfAnotherStruct) {
  SampleFields read;
  for (const char* text : {"", "{", "3", "[]", "{}", "{\"rounds\": 1}", "null"})
    EXPECT_FALSE(FromJson(text, read)) << text;
  std::string wrong = ToJson(SampleFields{});
  wrong.replace(wrong.find("\"down\""), 6, "\"left\"");
  EXPECT_FALSE(FromJson(wrong, read));
}

}  // namespace
}  // namespace slipstick
