#include "slipstick/core/parse_numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <clocale>
#include <vector>

namespace slipstick {
namespace {

/// The error message for a text where one number is expected.
std::string Problem(std::string_view text) {
  double value;
  return ParseNumbers(text, {&value, 1});
}

double Value(std::string_view text) {
  double value = -1.0;
  EXPECT_EQ(ParseNumbers(text, {&value, 1}), "") << text;
  return value;
}

TEST(ParseNumbers, ReadsTheUsualForms) {
  EXPECT_EQ(Value("1"), 1.0);
  EXPECT_EQ(Value("-1.5"), -1.5);
  EXPECT_EQ(Value("+2"), 2.0);
  EXPECT_EQ(Value(".5"), 0.5);
  EXPECT_EQ(Value("5."), 5.0);
  EXPECT_EQ(Value("2e-3"), 2e-3);
  EXPECT_EQ(Value("-1E+16"), -1e16);
  EXPECT_EQ(Value(" \t\n 7 \r\n"), 7.0);
}

TEST(ParseNumbers, AcceptsAnyWhiteSpaceBetweenNumbers) {
  std::array<double, 3> xyz;
  EXPECT_EQ(ParseNumbers("1  -2\n\t3 ", xyz), "");
  EXPECT_EQ(xyz, (std::array{1.0, -2.0, 3.0}));
}

TEST(ParseNumbers, ReportsAWrongCount) {
  std::array<double, 3> xyz;
  EXPECT_EQ(ParseNumbers("1 2", xyz), "which has 2 numbers; expected 3.");
  EXPECT_EQ(ParseNumbers("1 2 3 4", xyz), "which has 4 numbers; expected 3.");
  EXPECT_EQ(ParseNumbers("", xyz), "which has 0 numbers; expected 3.");
}

TEST(ParseNumbers, RejectsNonFiniteAndMalformedNumbers) {
  for (const char* text :
       {"abc", "nan", "inf", "-inf", "infinity", "1e999", "1.0abc", "0x10", "1e", "--1", "+-1", "-", "1 }"})
    EXPECT_NE(Problem(text).find("is not a finite number"), std::string::npos)
        << text << ": " << Problem(text);
}

TEST(ParseNumbers, ExplainsDecimalCommas) {
  EXPECT_EQ(Problem("0,5"),
            "where '0,5' is not a number; write a decimal point and separate numbers by spaces.");
}

TEST(AppendNumbers, ReadsAsManyAsThereAre) {
  std::vector<double> numbers = {9};
  EXPECT_EQ(AppendNumbers("", numbers), "");
  EXPECT_EQ(AppendNumbers(" 1 2e1\n-3 ", numbers), "");
  EXPECT_EQ(numbers, (std::vector<double>{9, 1, 20, -3}));
  EXPECT_EQ(AppendNumbers("1 nan", numbers),
            "where 'nan' is not a finite number; write it like -1.5 or 2e-3.");
}

TEST(ParseNumbers, ExplainsUnexpandedXacro) {
  for (const char* text : {"${pi/2}", "$(arg mass)", "0 0 ${h}"})
    EXPECT_NE(Problem(text).find("run xacro on the file first"), std::string::npos) << text;
}

TEST(ParseNumbers, DoesNotDependOnTheLocale) {
  const char* german = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
  EXPECT_EQ(Value("0.5"), 0.5);
  std::setlocale(LC_NUMERIC, "C");
  if (!german) GTEST_SKIP() << "no German locale on this machine; only the C locale was checked.";
}

}  // namespace
}  // namespace slipstick
