#include "slipstick/core/quote.h"

namespace slipstick {

std::string Shortened(std::string_view text) {
  constexpr size_t kMaxLength = 80;
  std::string shown(text.substr(0, kMaxLength));
  if (text.size() > kMaxLength) {
    while (!shown.empty() && (text[shown.size()] & 0xC0) == 0x80)
      shown.pop_back();  // not inside a UTF-8 character
    shown += "...";
  }
  return shown;
}

std::string Quote(std::string_view text) {
  std::string shown = Shortened(text);
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return "'" + shown + "'";
}

}  // namespace slipstick
