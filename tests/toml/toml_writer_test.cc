#include "slipstick/toml/toml_writer.h"

#include <gtest/gtest.h>

#include "slipstick/toml/toml_reader.h"

namespace slipstick::toml {
namespace {

TEST(TomlWriter, WritesTextThatParsesToTheSameValues) {
  const std::string odd =
      "a = 0.1\nb = [1, [2, 3]]\nc = 'say \"\\no\"'\n'd e' = true\nf = -1e-300\n[t]\nx = {y = 'z'}\n";
  const std::string tables =
      "dt = '2 ms'\n[ground]\nslope = 0.5\n[[robots]]\nmodel = 'a'\n[[robots]]\nmodel = 'b'\n";
  for (const std::string& text : {tables, odd}) {
    const std::string written = WriteToml(ParseToml(text, "s.toml"));
    EXPECT_EQ(WriteToml(ParseToml(written, "again.toml")), written);
  }
  const Value again = ParseToml(WriteToml(ParseToml(odd, "s.toml")), "again.toml");
  EXPECT_EQ(again.Find("a")->number, 0.1);
  EXPECT_EQ(again.Find("c")->text, "say \"\\no\"");
  EXPECT_EQ(again.Find("f")->number, -1e-300);
  EXPECT_EQ(again.Find("t")->Find("x")->Find("y")->text, "z");
}

}  // namespace
}  // namespace slipstick::toml
