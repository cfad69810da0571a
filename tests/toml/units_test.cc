// Conversion of numbers with units to SI, and messages for invalid units.
#include "slipstick/toml/units.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"

namespace slipstick::toml {
namespace {

TEST(Units, SmallUnitsAreExactToTheLastDigit) {
  EXPECT_EQ(ParseTime("100us", "dt"), 1e-4);
  EXPECT_EQ(ParseTime("200 µs", "dt"), 2e-4);
  EXPECT_EQ(ParseTime("3 ms", "dt"), 3e-3);
}

using testing::HasSubstr;

struct Reading {
  const char *text, *unit;
  double value;
};

TEST(Units, AreConvertedToSi) {
  const Reading readings[] = {
      {"2 ms", "s", 2e-3},          {"2ms", "s", 2e-3},          {"40us", "s", 40e-6},
      {"40 µs", "s", 40e-6},        {"0.5 s", "s", 0.5},         {"3", "s", 3.0},
      {" -1.5e-1 ", "s", -0.15},    {"180 deg", "rad", M_PI},    {"90°", "rad", M_PI / 2},
      {"12 mm", "m", 0.012},        {"100 kN/m", "N/m", 1e5},    {"300 N s/m", "N s/m", 300.0},
      {"3e2 kg/s", "N s/m", 300.0}, {"1 g/cm^3", "kg/m^3", 1e3}, {"90 deg/s", "rad/s", M_PI / 2},
      {"2 N m/rad", "N m/rad", 2},  {"5 %", "", 0.05},           {"1e3N/m", "N/m", 1e3},
      {"9.81 m/s²", "m/s^2", 9.81}, {"3 s/m", "s/m", 3.0},
  };
  for (const Reading& reading : readings) {
    double value = 0.0;
    EXPECT_EQ(ParseQuantity(reading.text, reading.unit, value), "") << reading.text;
    EXPECT_NEAR(value, reading.value, 1e-15 * (1.0 + std::abs(reading.value))) << reading.text;  // rounding
  }
}

TEST(Units, ReportsUnitsOfTheWrongDimension) {
  double value = 7.0;
  EXPECT_THAT(ParseQuantity("2 mm", "s", value), HasSubstr("a length; expected a time"));
  EXPECT_THAT(ParseQuantity("2 s", "m/s", value), HasSubstr("a time; expected a speed"));
  EXPECT_THAT(ParseQuantity("2 mss", "s", value), HasSubstr("'mss' is not a known unit; did you mean 'ms'"));
  EXPECT_THAT(ParseQuantity("two", "s", value), HasSubstr("not a number"));
  EXPECT_THAT(ParseQuantity("", "s", value), HasSubstr("not a number"));
  EXPECT_THAT(ParseQuantity("1..2 s", "s", value), HasSubstr("not a number"));
  EXPECT_THAT(ParseQuantity("nan", "s", value), HasSubstr("not a number"));
  EXPECT_THAT(ParseQuantity("1e308 km", "m", value), HasSubstr("too large"));
  EXPECT_THROW(ParseTime("1 kg", "--dt"), InputError);
}

}  // namespace
}  // namespace slipstick::toml
