// The limit of the depth of TOML text.
#include "slipstick/toml/nesting.h"

#include <gmock/gmock.h>

#include "slipstick/toml/toml_reader.h"
#include "support/refusal.h"
#include "support/sample_toml.h"

namespace slipstick::toml {

using namespace support;
namespace {

using testing::StartsWith;

/// "a.a.a" for three names.
std::string Path(int names) { return "a" + Repeated(".a", names - 1); }

std::string Parsed(const std::string& text) {
  return Refusal([&] { ParseToml(text, "s.toml"); });
}

/// `text` is accepted, and a key after it that is too deep is still found, so its end was recognised.
void ExpectHarmless(const std::string& text) {
  EXPECT_EQ(Parsed(text + "\n"), "accepted") << text;
  EXPECT_THAT(Parsed(text + "\n" + Path(kMaxDepth + 1) + " = 1\n"), StartsWith("s.toml:")) << text;
  EXPECT_THAT(Parsed(text + "\n" + Path(kMaxDepth + 1) + " = 1\n"), testing::HasSubstr("this is level 257"))
      << text;
}

TEST(TomlDepth, AHugeKeyOrTableIsRefused) {
  const std::string reason =
      "this is level 257 of tables, dotted keys and lists; expected at most 256. Use fewer names with dots "
      "between them, or fewer brackets in each other.";
  EXPECT_EQ(Parsed(Path(20'000) + " = 1\n"), "s.toml:1:513: " + reason);
  EXPECT_EQ(Parsed("# one\n[" + Path(20'000) + "]\n"), "s.toml:2:514: " + reason);
  EXPECT_EQ(Parsed("[[" + Path(20'000) + "]]\n"), "s.toml:1:515: " + reason);
  EXPECT_EQ(Parsed("'ä'" + Repeated(" . \"b\"", 20'000) + " = 1\n"), "s.toml:1:1537: " + reason);
  EXPECT_EQ(Parsed("a = " + Repeated("[", 20'000)), "s.toml:1:260: " + reason);
}

TEST(TomlDepth, LevelsOfAllKindsAreAdded) {
  EXPECT_EQ(Parsed(Path(256) + " = 1\n"), "accepted");
  EXPECT_EQ(Parsed("[" + Path(256) + "]\n"), "accepted");
  EXPECT_EQ(Parsed("[" + Path(200) + "]\n" + Path(56) + " = 1.5\n"), "accepted");
  EXPECT_THAT(Parsed("[" + Path(200) + "]\nb = 1\n" + Path(57) + " = 1\n"), StartsWith("s.toml:3:113: this"));
  EXPECT_EQ(Parsed("b = {c = 1, " + Path(255) + " = 1, d = 2}\n"), "accepted");
  EXPECT_THAT(Parsed("b = {c = 1, " + Path(256) + " = 1, d = 2}\n"), StartsWith("s.toml:1:523: this"));
  EXPECT_EQ(Parsed("b = [0, {" + Path(254) + " = 1}]\n"), "accepted");
  EXPECT_THAT(Parsed("b = [0, {" + Path(255) + " = 1}]\n"), StartsWith("s.toml:1:518: this"));
  EXPECT_THAT(Parsed(Repeated("b = {" + Path(255) + " = {", 200)), StartsWith("s.toml:1:519: this"));
}

TEST(TomlDepth, NumbersOfKeysAndItemsDoNotMatter) {
  std::string keys;
  for (int i = 0; i < 300; ++i)
    keys += "k" + std::to_string(i) + ".b = 1.5\n[t" + std::to_string(i) + ".c]\n";
  ExpectHarmless(keys + "[z]");
  ExpectHarmless("[z]\nb = [\n" + Repeated("  1.5, [2.5, {c.d = 3}],  # ]]\n", 300) + "]");
  ExpectHarmless("[z]\nb = {c.d = 1.5, e.f = [" + Repeated("{g.h = 1},", 300) + "]}");
  ExpectHarmless(Repeated("[[robots.arms]]\n", 300) + "d = 1979-05-27T07:32:00.999");
}

TEST(TomlDepth, TextsCommentsAndQuotedKeysMayContainAnything) {
  const std::string deep = Path(300) + Repeated("[{", 300);
  ExpectHarmless("# " + deep + " \"\"\" '");
  ExpectHarmless("b = 1 # " + deep);
  ExpectHarmless("\"" + deep + "\" = 1");
  ExpectHarmless("'" + deep + "' . b = 1");
  ExpectHarmless("['" + deep + "'.b] # " + deep);
  ExpectHarmless("b = \"" + deep + " \\\" # " + deep + "\\\\\"");
  ExpectHarmless("b = '" + deep + " \\'");
  ExpectHarmless("b = \"\"\"" + deep + "\n" + deep + " = 1 \"\" \\\"\"\" # ' \\\\\"\"\"");
  ExpectHarmless("b = '''" + deep + "\n" + deep + " = 1 '' # \" \\'''");
  ExpectHarmless("b = \"\"\"" + deep + "\"\"\"\"\"");
  ExpectHarmless("b = ''" +
                 std::string("\nc = \"\"\nd = ''''''\ne = \"\"\"\"\"\"\nf = ''''" + deep + "'''''"));
}

TEST(TomlDepth, TextThatIsNotTomlIsLeftToTheParser) {
  for (const char* text : {"a = \"b", "a = '''b", "a = \"b\\", "]", "}}]", "a = {", "a = [1, {", "[", "[[a",
                           ".", "a..b = 1", "= 1", "a = \"b\nc = 1\n"})
    EXPECT_THAT(Parsed(text), testing::HasSubstr("not TOML")) << text;
}

}  // namespace
}  // namespace slipstick::toml
