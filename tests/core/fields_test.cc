#include "slipstick/core/fields.h"

#include <gmock/gmock.h>

#include <cmath>

#include "slipstick/core/error.h"
#include "support/sample_fields.h"

namespace slipstick {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

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

}  // namespace
}  // namespace slipstick
