#include "slipstick/toml/nesting.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "slipstick/toml/value.h"

namespace slipstick::toml {
namespace {

/// Reads the text token by token. What is a string and what is a comment does not depend on the context.
class DepthScanner {
 public:
  DepthScanner(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  void Scan() {
    while (at_ < text_.size()) ScanToken();
  }

 private:
  /// An open bracket, or the table of the last header.
  struct Holder {
    bool is_list;
    int depth;  ///< of the table, or of the items of the list
  };

  void ScanToken() {
    switch (text_[at_]) {
      case '#': at_ = std::min(text_.find('\n', at_), text_.size()); return;
      case '[':
      case '{': Open(); break;
      case ']':
      case '}': Close(); break;
      case '=': StartValue(); break;
      case ',': StartItem(); break;
      case '\n': EndLine(); break;
      case '.': after_dot_ = true; break;
      case ' ':
      case '\t':
      case '\r': break;
      default: ScanNameOrScalar(); return;
    }
    ++at_;
  }

  void Open() {
    const bool is_list = text_[at_] == '[';
    if (is_list && !in_value_ && open_.size() == 1) {  // a header, or its second bracket
      in_header_ = true;
      open_.back().depth = 0;
      return;
    }
    if (is_list) Check(value_depth_ + 1, at_);
    open_.push_back({is_list, value_depth_ + (is_list ? 1 : 0)});
    StartItem();
  }

  void Close() {
    if (open_.size() > 1) open_.pop_back();
  }

  void StartItem() {
    in_value_ = open_.back().is_list;
    value_depth_ = open_.back().depth;
    names_ = 0;
  }

  void StartValue() {
    in_value_ = true;
    value_depth_ = open_.back().depth + names_;
  }

  void EndLine() {
    if (open_.size() > 1) return;  // inside a list
    if (in_header_) open_.back().depth = names_;
    in_header_ = false;
    StartItem();
  }

  void ScanNameOrScalar() {
    const size_t begin = at_;
    if (text_[at_] == '"' || text_[at_] == '\'')
      SkipString(text_[at_]);
    else
      at_ = std::min(text_.find_first_of(" \t\r\n.=,[]{}#\"'", at_), text_.size());
    if (in_value_) return;
    names_ = after_dot_ ? names_ + 1 : 1;
    after_dot_ = false;
    Check(open_.back().depth + names_, begin);
  }

  void SkipString(char quote) {
    const std::string three(3, quote);
    const bool multi_line = text_.substr(at_, 3) == three;
    const size_t delimiter = multi_line ? 3 : 1;
    for (at_ += delimiter; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (multi_line ? text_.substr(at_, 3) == three : text_[at_] == quote) {
        at_ += delimiter;
        // Up to two quotes before the delimiter belong to the text.
        for (int i = 0; multi_line && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return;
      } else if (!multi_line && text_[at_] == '\n') {
        return;  // not TOML
      }
    }
    at_ = text_.size();
  }

  void Check(int depth, size_t at) const {
    if (depth <= kMaxDepth) return;
    const size_t line_begin = text_.rfind('\n', at) + 1;  // 0 on the first line
    const std::string_view before = text_.substr(line_begin, at - line_begin);
    const auto is_newline = [](char c) { return c == '\n'; };
    const auto starts_character = [](char c) { return (c & 0xC0) != 0x80; };  // of UTF-8
    const auto line = std::count_if(text_.begin(), text_.begin() + line_begin, is_newline) + 1;
    const auto column = std::count_if(before.begin(), before.end(), starts_character) + 1;
    Refuse({source_, static_cast<int>(line), static_cast<int>(column)},
           fmt::format("this is level {} of tables, dotted keys and lists; expected at most {}. Use fewer "
                       "names with dots between them, or fewer brackets in each other.",
                       depth, kMaxDepth));
  }

  std::string_view text_;
  const std::string& source_;
  size_t at_ = 0;
  std::vector<Holder> open_ = {{.is_list = false, .depth = 0}};  ///< the innermost last
  int value_depth_ = 0;     ///< of the present value, or of one that would begin here
  int names_ = 0;           ///< so far in the present key or header
  bool after_dot_ = false;  ///< the next name continues the key
  bool in_value_ = false, in_header_ = false;
};

}  // namespace

void CheckDepth(std::string_view text, const std::string& source) { DepthScanner(text, source).Scan(); }

}  // namespace slipstick::toml
