// Scene files as trees: places, edits from the command line, and what is said about mistakes.
#include "slipstick/toml/value.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"
#include "slipstick/toml/table_reader.h"

namespace slipstick::toml {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

template <class Action>
std::string MessageOf(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

constexpr char kText[] = R"(dt = "2 ms"
[ground]
slope = 0.5
[[robots]]
model = "a.urdf"
[[robots]]
model = "b.urdf"
position = [1, 2, 3.5]
)";

TEST(SceneTree, KnowsLineAndColumnOfEveryValue) {
  const Value root = ParseToml(kText, "s.toml");
  EXPECT_EQ(root.Find("dt")->place.text(), "s.toml:1:6");
  EXPECT_EQ(root.Find("ground")->Find("slope")->place.text(), "s.toml:3:9");
  EXPECT_EQ(root.Find("robots")->items[1].Find("position")->items[2].place.text(), "s.toml:8:19");
}

TEST(SceneTree, SaysWhereAFileIsNotToml) {
  EXPECT_THAT(MessageOf([] { ParseToml("a = 1\nb = = 2\n", "s.toml"); }), StartsWith("s.toml:2:5: not TOML"));
  EXPECT_THAT(MessageOf([] { ParseToml("a = 1\na = 2\n", "s.toml"); }), StartsWith("s.toml:2:"));
}

TEST(SceneTree, IsWrittenAndReadBackTheSame) {
  const std::string odd =
      "a = 0.1\nb = [1, [2, 3]]\nc = 'say \"\\no\"'\n'd e' = true\nf = -1e-300\n[t]\nx = {y = 'z'}\n";
  for (const std::string& text : {std::string(kText), odd}) {
    const std::string written = WriteToml(ParseToml(text, "s.toml"));
    EXPECT_EQ(WriteToml(ParseToml(written, "again.toml")), written);
  }
  const Value again = ParseToml(WriteToml(ParseToml(odd, "s.toml")), "again.toml");
  EXPECT_EQ(again.Find("a")->number, 0.1);
  EXPECT_EQ(again.Find("c")->text, "say \"\\no\"");
  EXPECT_EQ(again.Find("f")->number, -1e-300);
  EXPECT_EQ(again.Find("t")->Find("x")->Find("y")->text, "z");
}

TEST(SceneTree, IsEditedByPath) {
  Value root = ParseToml(kText, "s.toml");
  ApplyEdit(root, ParseEdit("dt=4ms"));
  ApplyEdit(root, ParseEdit("robots.1.position=[0, 0, 1]"));
  ApplyEdit(root, ParseEdit("options.euler.semi_implicit = true"));
  EXPECT_EQ(root.Find("dt")->text, "4ms");
  EXPECT_EQ(root.Find("robots")->items[1].Find("position")->items[2].number, 1.0);
  EXPECT_TRUE(root.Find("options")->Find("euler")->Find("semi_implicit")->flag);
  EXPECT_EQ(root.Find("dt")->place.text(), "--set dt=4ms");
}

TEST(SceneTree, NeedsNoNumberForTheOnlyRobot) {
  Value root = ParseToml("[[robots]]\nmodel = 'a.urdf'\n", "s.toml");
  ApplyEdit(root, ParseEdit("robots.model=b.urdf"));
  EXPECT_EQ(root.Find("robots")->items[0].Find("model")->text, "b.urdf");
}

TEST(SceneTree, RefusesEditsThatLeadNowhere) {
  Value root = ParseToml(kText, "s.toml");
  const auto edited = [&](const char* edit) { return MessageOf([&] { ApplyEdit(root, ParseEdit(edit)); }); };
  EXPECT_THAT(edited("dt"), HasSubstr("expected key=value"));
  EXPECT_THAT(edited("=3"), HasSubstr("expected key=value"));
  EXPECT_THAT(edited("a..b=3"), HasSubstr("empty name"));
  EXPECT_THAT(edited("robots.7.model=c"), HasSubstr("no entry 7"));
  EXPECT_THAT(edited("robots.model=c"), HasSubstr("say which"));
  EXPECT_THAT(edited("dt.x=3"), HasSubstr("there is nothing named 'x'"));
}

TEST(SceneTree, NamesTheNearestKeyForATypo) {
  const Value root = ParseToml("[ground]\nslpoe = 1\n", "s.toml");
  EXPECT_THAT(MessageOf([&] {
                TableReader(*root.Find("ground"), "[ground]", {"slope", "kind"});
              }),
              StartsWith("s.toml:2:1: there is no key 'slpoe' in [ground]; did you mean 'slope'?"));
}

TEST(SceneTree, NamesWhatItFoundAndWhatItExpected) {
  const Value root = ParseToml("a = true\nb = 'x'\nc = [1, 2]\nd = nan\ne = -1\nf = 1979-05-27\n", "s.toml");
  TableReader table(root, "the scene", {"a", "b", "c", "d", "e", "f"});
  const auto message = [&](auto read) { return MessageOf(read); };
  EXPECT_THAT(message([&] { table.NumberOr("a", "s", 0); }),
              HasSubstr("s.toml:1:5: a is true; expected is a time"));
  EXPECT_THAT(message([&] { table.FlagOr("b", true); }),
              HasSubstr("the text 'x'; expected is true or false"));
  EXPECT_THAT(message([&] {
                table.VectorOr("c", "m", {0, 0, 0});
              }),
              HasSubstr("a list of 2; expected is a list of three"));
  EXPECT_THAT(message([&] { table.NumberOr("d", "", 0); }), HasSubstr("expected is a plain number"));
  EXPECT_THAT(message([&] { table.PositiveOr("e", "s", 1); }), HasSubstr("e is -1 s; it must be above 0"));
  EXPECT_THAT(message([&] { table.TextOr("f", ""); }), HasSubstr("a date or time of day"));
}

}  // namespace
}  // namespace slipstick::toml
