// Results are read back bit for bit, or not at all.
#include "slipstick/measure/result_store.h"

#include <gtest/gtest.h>

#include "support/temp_folder.h"

namespace slipstick::measure {

using namespace support;
namespace {

TEST(ResultStore, FindsResultsOfAnEarlierProgram) {
  const TempFolder folder;
  ResultStore(folder / "results").Store("a", "{\"x\":0.1}");
  EXPECT_EQ(ResultStore(folder / "results").Find("a"), "{\"x\":0.1}");
  EXPECT_EQ(ResultStore(folder / "results").Find("b"), std::nullopt);
  EXPECT_EQ(ResultStore(folder / "results", true).Find("a"), std::nullopt);
  EXPECT_EQ(ResultStore("").Find("a"), std::nullopt);
}

TEST(ResultStore, IgnoresDamagedAndForeignFiles) {
  const TempFolder folder;
  const auto find = [&] { return ResultStore(folder / ".").Find("a"); };
  ResultStore(folder / ".").Store("a", "{\"x\":0.1}");
  const std::string file = folder / folder.Names().front(), good = ReadText(file);
  ASSERT_TRUE(find());
  for (const std::string& bad :
       {std::string(), good.substr(0, good.size() / 2), std::string("[1, 2]"), std::string("\xff\xfe\0", 3),
        std::string("{\"format\": 1, \"key\": \"other\", \"result\": {}}"),
        std::string("{\"format\": 99, \"key\": \"a\", \"result\": {}}"),
        std::string("{\"format\": 1, \"key\": \"a\"}")}) {
    WriteText(file, bad);
    EXPECT_EQ(find(), std::nullopt) << bad;
  }
  ResultStore(folder / ".").Store("a", "{\"x\":0.1}");
  EXPECT_TRUE(find());
}

}  // namespace
}  // namespace slipstick::measure
