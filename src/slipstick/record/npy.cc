#include "slipstick/record/npy.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "slipstick/core/error.h"
#include "slipstick/record/zip_layout.h"

namespace slipstick::record {
namespace {

using zip_layout::NumberAt;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr uint64_t kAlignment = 64;  // of the numbers in the file, as in numpy
constexpr size_t kMaxDimensions = 32;

/// Reads a Python dictionary of the three entries that a header has.
class DictionaryParser {
 public:
  DictionaryParser(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  NpyHeader Parse() {
    NpyHeader header;
    Expect('{');
    while (!Accept('}')) {
      ParseEntry(header);
      if (!Accept(',') && Peek() != '}') Refuse();
    }
    if (!has_type_ || !has_shape_ || !has_order_) Refuse();
    return header;
  }

 private:
  void ParseEntry(NpyHeader& header) {
    const std::string key = Quoted();
    Expect(':');
    if (key == "descr" && !has_type_) {
      if (Peek() == '[')
        throw InputError(where_ + " is a table of records; only arrays of plain numbers or texts are read.");
      header.type = Quoted();
      has_type_ = true;
    } else if (key == "fortran_order" && !has_order_) {
      header.fortran_order = Boolean();
      has_order_ = true;
    } else if (key == "shape" && !has_shape_) {
      header.shape = Tuple();
      has_shape_ = true;
    } else {
      Refuse();
    }
  }

  std::string Quoted() {
    const char quote = Peek();
    if (quote != '\'' && quote != '"') Refuse();
    const size_t end = text_.find(quote, 1);
    if (end == std::string_view::npos) Refuse();
    std::string word(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return word;
  }

  bool Boolean() {
    Peek();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      return word == "True";
    }
    Refuse();
  }

  std::vector<uint64_t> Tuple() {
    std::vector<uint64_t> numbers;
    Expect('(');
    while (!Accept(')')) {
      Peek();
      uint64_t number = 0;
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
      if (error != std::errc() || numbers.size() == kMaxDimensions) Refuse();
      text_.remove_prefix(end - text_.data());
      numbers.push_back(number);
      if (!Accept(',') && Peek() != ')') Refuse();
    }
    return numbers;
  }

  char Peek() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size()));
    return text_.empty() ? '\0' : text_.front();
  }
  bool Accept(char c) {
    if (Peek() != c || text_.empty()) return false;
    text_.remove_prefix(1);
    return true;
  }
  void Expect(char c) {
    if (!Accept(c)) Refuse();
  }
  [[noreturn]] void Refuse() const {
    throw InputError(where_ + " has a header that is not numpy's; save it again with numpy.savez.");
  }

  std::string_view text_;
  const std::string& where_;
  bool has_type_ = false, has_shape_ = false, has_order_ = false;
};

/// 0 for unsupported types.
uint64_t ItemSize(std::string_view type) {
  if (type == "|u1" || type == "|b1") return 1;
  if (type == "<i4") return 4;
  if (type == "<f8" || type == "<i8" || type == "<u8") return 8;
  if (!type.starts_with("<U")) return 0;
  uint32_t characters = 0;
  const auto [end, error] = std::from_chars(type.data() + 2, type.data() + type.size(), characters);
  const bool ok = error == std::errc() && end == type.data() + type.size();
  return ok ? uint64_t{4} * characters : 0;
}

}  // namespace

std::string ShapeText(const std::vector<uint64_t>& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += fmt::format("{}{}", i ? ", " : "", shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string MakeNpyHeader(const std::string& type, const std::vector<uint64_t>& shape) {
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, ShapeText(shape));
  const uint64_t used = kMagic.size() + 4 + text.size() + 1;  // with version, length and newline
  text.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  text += '\n';
  return std::string(kMagic) + '\x01' + '\x00' + zip_layout::Bytes16(static_cast<uint16_t>(text.size())) +
         text;
}

NpyDictionary ParseNpyPreamble(std::string_view bytes, const std::string& where) {
  if (!bytes.starts_with(kMagic) || bytes.size() < kNpyPreamble)
    throw InputError(where + " is not a numpy array; a recording contains only those.");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3)
    throw InputError(fmt::format("{} has version {} of numpy's format; 1 to 3 are read.", where, version));
  const NpyDictionary found = version == 1 ? NpyDictionary{10, NumberAt<uint16_t>(bytes, 8)}
                                           : NpyDictionary{12, NumberAt<uint32_t>(bytes, 8)};
  if (found.size > kLongestNpyHeader)
    throw InputError(fmt::format("{} has a header of {} bytes; at most {} are expected.", where, found.size,
                                 kLongestNpyHeader));
  return found;
}

NpyHeader ParseNpyDictionary(std::string_view text, const std::string& where) {
  NpyHeader header = DictionaryParser(text, where).Parse();
  header.item_size = ItemSize(header.type);
  return header;
}

bool TotalSize(const NpyHeader& header, uint64_t& bytes) {
  bytes = header.item_size;
  if (std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end()) bytes = 0;
  for (const uint64_t length : header.shape) {
    if (length != 0 && bytes > std::numeric_limits<uint64_t>::max() / length) return false;
    bytes *= length;
  }
  return true;
}

}  // namespace slipstick::record
