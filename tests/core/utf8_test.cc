#include "slipstick/core/utf8.h"

#include <gtest/gtest.h>

namespace slipstick {
namespace {

TEST(Utf8, ReplacesInvalidBytes) {
  EXPECT_EQ(ToUtf8(FromUtf8("aé€𝄞")), "aé€𝄞");
  for (const char* bad : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    EXPECT_EQ(FromUtf8(bad)[0], U'\xFFFD') << bad;
  EXPECT_EQ(ToUtf8(U"\xFFFF0000"), "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace slipstick
