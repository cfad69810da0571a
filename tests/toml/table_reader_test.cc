#include "slipstick/toml/table_reader.h"

#include <gmock/gmock.h>

#include "slipstick/toml/toml_reader.h"
#include "support/refusal.h"

namespace slipstick::toml {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(TableReader, SuggestsTheNearestKeyForATypo) {
  const Value root = ParseToml("[ground]\nslpoe = 1\n", "s.toml");
  EXPECT_THAT(Refusal([&] {
                TableReader(*root.Find("ground"), "[ground]", {"slope", "kind"});
              }),
              StartsWith("s.toml:2:1: there is no key 'slpoe' in [ground]; did you mean 'slope'?"));
}

TEST(TableReader, ReportsTheFoundAndTheExpectedType) {
  const Value root = ParseToml("a = true\nb = 'x'\nc = [1, 2]\nd = nan\ne = -1\nf = 1979-05-27\n", "s.toml");
  TableReader table(root, "the scene", {"a", "b", "c", "d", "e", "f"});
  EXPECT_THAT(Refusal([&] { table.NumberOr("a", "s", 0); }),
              HasSubstr("s.toml:1:5: a is true; expected a time"));
  EXPECT_THAT(Refusal([&] { table.FlagOr("b", true); }), HasSubstr("the text 'x'; expected true or false"));
  EXPECT_THAT(Refusal([&] {
                table.VectorOr("c", "m", {0, 0, 0});
              }),
              HasSubstr("a list of 2; expected a list of three"));
  EXPECT_THAT(Refusal([&] { table.NumberOr("d", "", 0); }), HasSubstr("expected a plain number"));
  EXPECT_THAT(Refusal([&] { table.PositiveOr("e", "s", 1); }), HasSubstr("e is -1 s; it must be above 0"));
  EXPECT_THAT(Refusal([&] { table.TextOr("f", ""); }), HasSubstr("a date or time of day"));
}

}  // namespace
}  // namespace slipstick::toml
