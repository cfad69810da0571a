#include "slipstick/toml/toml_reader.h"

#include <gmock/gmock.h>

#include "support/refusal.h"
#include "support/sample_toml.h"

namespace slipstick::toml {

using namespace support;
namespace {

using testing::StartsWith;

TEST(TomlReader, RecordsLineAndColumnOfEveryValue) {
  const Value root = ParseToml(kTwoRobots, "s.toml");
  EXPECT_EQ(root.Find("dt")->place.text(), "s.toml:1:6");
  EXPECT_EQ(root.Find("ground")->Find("slope")->place.text(), "s.toml:3:9");
  EXPECT_EQ(root.Find("robots")->items[1].Find("position")->items[2].place.text(), "s.toml:8:19");
}

TEST(TomlReader, ReportsThePositionOfSyntaxErrors) {
  EXPECT_THAT(Refusal([] { ParseToml("a = 1\nb = = 2\n", "s.toml"); }), StartsWith("s.toml:2:5: not TOML"));
  EXPECT_THAT(Refusal([] { ParseToml("a = 1\na = 2\n", "s.toml"); }), StartsWith("s.toml:2:"));
}

}  // namespace
}  // namespace slipstick::toml
