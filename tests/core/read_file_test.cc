#include "slipstick/core/read_file.h"

#include <gtest/gtest.h>

#include "support/temp_folder.h"

namespace slipstick {
namespace {

using namespace support;

TEST(ReadFile, ReturnsEveryByte) {
  const TempFolder folder;
  std::string bytes("a\r\n\0b", 5);
  for (int i = 0; i < 15; ++i) bytes += bytes;  // longer than a block
  WriteText(folder / "bytes", bytes);
  EXPECT_EQ(ReadFile(folder / "bytes"), bytes);
  WriteText(folder / "empty", "");
  EXPECT_EQ(ReadFile(folder / "empty"), "");
}

TEST(ReadFile, ReturnsNothingForMissingFilesAndFolders) {
  const TempFolder folder;
  EXPECT_EQ(ReadFile(folder / "missing"), std::nullopt);
  EXPECT_EQ(ReadFile(folder / ""), std::nullopt);
}

}  // namespace
}  // namespace slipstick
