// Text laid out for a terminal.
#pragma once

#include <string>
#include <vector>

namespace slipstick::cli {

inline constexpr int kTerminalWidth = 100;

/// Rows of cells in aligned columns. Where a row would get too wide, the widest columns of names are shortened.
class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    bool may_shrink = false;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  /// The title row and then one line per row, each behind `indent`.
  std::vector<std::string> Lines(const std::string& indent) const;

 private:
  std::vector<int> Widths(int available) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Characters, not bytes, of a UTF-8 text.
int DisplayWidth(const std::string& text);

/// Cut to that many characters, the last an ellipsis, if longer.
std::string Shortened(const std::string& text, int width);

/// Words broken into lines, the first behind `first`, the others behind as many spaces.
std::string Wrapped(const std::string& first, const std::string& text);

}  // namespace slipstick::cli
