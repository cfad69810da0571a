// Results are read back bit for bit, or not at all.
#include "slipstick/measure/result_store.h"

#include <gmock/gmock.h>

#include <cmath>

#include "slipstick/core/fields_json.h"
#include "slipstick/measure/local_error.h"
#include "support/temp_folder.h"

namespace slipstick::measure {

using namespace support;
namespace {

LocalError Sample() {
  LocalError error;
  error.mean = 0.1 + 0.2, error.max = 1e-300, error.failed_windows = 3, error.has_reference = true;
  error.series = {1.0 / 3.0, kUnknown, 5e300};
  return error;
}

TEST(Fields, AreReadBackBitForBit) {
  LocalError read;
  ASSERT_TRUE(FromJson(ToJson(Sample()), read));
  EXPECT_EQ(read.mean, 0.1 + 0.2);
  EXPECT_EQ(read.max, 1e-300);
  EXPECT_EQ(read.failed_windows, 3);
  EXPECT_TRUE(read.has_reference);
  EXPECT_EQ(read.series[0], 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(read.series[1]));
  EXPECT_EQ(read.series[2], 5e300);
}

TEST(Fields, RejectsFieldsOfAnotherType) {
  LocalError read;
  for (const char* text : {"", "{", "3", "[]", "{}", "{\"mean\": 1}", "null"})
    EXPECT_FALSE(FromJson(text, read)) << text;
  std::string wrong = ToJson(Sample());
  wrong.replace(wrong.find("true"), 4, "\"x\"");
  EXPECT_FALSE(FromJson(wrong, read));
}

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
