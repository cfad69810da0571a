// Parsing of methods, and messages for invalid ones.
#include "slipstick/measure/method.h"

#include <gmock/gmock.h>

#include "support/refusal.h"

namespace slipstick::measure {

using namespace support;
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ParseMethods, DistinguishesOptionsFromMethods) {
  const auto methods =
      ParseMethods("euler, implicit-euler:tolerance=1e-9,max_iterations=5,rk4", "--steppers");
  ASSERT_EQ(methods.size(), 3u);
  EXPECT_EQ(methods[0].text(), "euler");
  EXPECT_EQ(methods[1].stepper, "implicit-euler");
  EXPECT_EQ(methods[1].options, (FieldValues{{"max_iterations", "5"}, {"tolerance", "1e-9"}}));
  EXPECT_EQ(methods[2].text(), "rk4");
}

TEST(ParseMethods, TextParsesToTheSameMethod) {
  for (const char* text : {"rk4", "euler:normal_anchor=touchdown,semi_implicit=true"})
    EXPECT_EQ(ParseMethod(text, "here").text(), text);
}

TEST(ParseMethods, MethodMayHaveALabel) {
  const auto methods = ParseMethods("sloppy@implicit-euler:tolerance=0.1,max_iterations=2,rk4", "--steppers");
  ASSERT_EQ(methods.size(), 2u);
  EXPECT_EQ(methods[0].name(), "sloppy");
  EXPECT_EQ(methods[0].text(), "implicit-euler:max_iterations=2,tolerance=0.1");
  EXPECT_EQ(methods[1].name(), "rk4");
}

TEST(ParseMethods, MessagesNameTheMistake) {
  const auto refusal = [](const char* text) { return Refusal([&] { ParseMethods(text, "--steppers"); }); };
  EXPECT_THAT(refusal(""), HasSubstr("empty entry"));
  EXPECT_THAT(refusal("rk4,"), AllOf(StartsWith("--steppers: "), HasSubstr("empty entry in 'rk4,'")));
  EXPECT_THAT(refusal("rk5"), AllOf(HasSubstr("there is no stepper 'rk5'"), HasSubstr("'rk4'")));
  EXPECT_THAT(refusal("tolerance=1"), HasSubstr("comes before any stepper"));
  EXPECT_THAT(refusal("rk4:"), HasSubstr("expected key=value"));
  EXPECT_THAT(refusal("rk4:normal_anchor"), HasSubstr("expected key=value"));
  EXPECT_THAT(refusal("rk4:normal_anchor="), HasSubstr("expected key=value"));
  EXPECT_THAT(refusal("euler:semi_implicitt=true"), HasSubstr("'semi_implicit'"));
  EXPECT_THAT(refusal("euler:semi_implicit=true,semi_implicit=false"), HasSubstr("twice"));
  EXPECT_THAT(Refusal([] { ParseMethod("euler,rk4", "--reference"); }), HasSubstr("expected one"));
}

}  // namespace
}  // namespace slipstick::measure
