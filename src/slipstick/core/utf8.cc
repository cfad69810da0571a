#include "slipstick/core/utf8.h"

namespace slipstick {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool IsCharacter(char32_t c) { return c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF); }

/// Removes and returns the first character of the text.
char32_t Next(std::string_view& text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : -1;
  const auto skip = [&](size_t bytes, char32_t character) {
    text.remove_prefix(bytes);
    return character;
  };
  if (more == 0) return skip(1, first);
  if (more < 0 || text.size() <= static_cast<size_t>(more)) return skip(1, kReplacement);
  char32_t c = first & (0x3F >> more);
  for (int i = 1; i <= more; ++i) {
    if (byte(i) >> 6 != 2) return skip(1, kReplacement);
    c = c << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};  // by number of extra bytes
  return c >= kSmallest[more] && IsCharacter(c) ? skip(more + 1, c) : skip(1, kReplacement);
}

}  // namespace

std::u32string FromUtf8(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) characters += Next(text);
  return characters;
}

std::string ToUtf8(std::u32string_view characters) {
  std::string text;
  const auto tail = [&](char32_t c, int shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  for (char32_t c : characters) {
    if (!IsCharacter(c)) c = kReplacement;
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0 | c >> 6), tail(c, 0);
    } else if (c < 0x10000) {
      text += static_cast<char>(0xE0 | c >> 12), tail(c, 6), tail(c, 0);
    } else {
      text += static_cast<char>(0xF0 | c >> 18), tail(c, 12), tail(c, 6), tail(c, 0);
    }
  }
  return text;
}

}  // namespace slipstick
