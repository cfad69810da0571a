// Text layout for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slipstick::cli {

inline constexpr int kTerminalWidth = 100;

/// Width of the terminal in characters; 0 if standard output is not a terminal, so that lines may be long.
int OutputWidth();

/// Rows of cells in aligned columns. In rows that are too wide, the widest columns of names are
/// narrowed.
class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
    bool may_shrink = false;  ///< holds names
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }

  /// The title row and then one line per row, each behind `indent`. Names that are too long are cut.
  std::vector<std::string> Lines(const std::string& indent) const;

  /// Nothing is cut: long titles take several lines, and so do long names if `width` (0: unlimited) requires
  /// it.
  std::vector<std::string> WrappedLines(int width) const;

 private:
  using Row = std::vector<std::string>;
  std::vector<int> NaturalWidths(const std::vector<Row>& title_rows) const;
  void Shrink(int available, std::vector<int>& widths) const;
  std::string Line(const Row& cells, const std::vector<int>& widths) const;
  std::vector<Row> TitleRows(bool broken) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "1 step", "2 steps".
std::string Count(int64_t n, const char* singular, const char* plural);

/// Characters, not bytes, of a UTF-8 text.
int DisplayWidth(const std::string& text);

/// Cut to that many characters, the last an ellipsis, if longer.
std::string Shortened(const std::string& text, int width);

/// Words wrapped into lines; the first line begins with `first`, the others are indented by its width.
std::string Wrapped(const std::string& first, const std::string& text);

}  // namespace slipstick::cli
