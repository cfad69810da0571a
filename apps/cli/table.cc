#include "table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

namespace slipstick::cli {
namespace {

constexpr int kGap = 2;
constexpr int kNarrowest = 9;  // characters of a column of names: "implicit-"

bool StartsCharacter(char c) { return (c & 0xC0) != 0x80; }

std::string Padded(const std::string& text, int width, Table::Align align) {
  const std::string padding(std::max(0, width - DisplayWidth(text)), ' ');
  return align == Table::Align::kLeft ? text + padding : padding + text;
}

int TotalWidth(const std::vector<int>& widths) {
  int total = -kGap;
  for (const int width : widths) total += width + kGap;
  return total;
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Whether a line may end after text[i]: a separator, or the hyphen of a name, but not that of 1e-8.
bool MayBreakAfter(const std::string& text, size_t i) {
  if (std::string_view(",:= ").find(text[i]) != std::string_view::npos) return true;
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return text[i] == '-' && i > 0 && i + 1 < text.size() && is_letter(text[i - 1]) && is_letter(text[i + 1]);
}

/// Lines of at most `width` characters, broken after a separator if there is one.
std::vector<std::string> Broken(const std::string& text, int width) {
  std::vector<std::string> lines(1);
  size_t end = 0;  // behind the last separator of the line
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (StartsCharacter(c) && DisplayWidth(lines.back()) == width) {
      const std::string rest = end > 0 ? lines.back().substr(end) : "";
      if (end > 0) lines.back().resize(end);
      lines.push_back(rest);
      end = 0;
    }
    lines.back() += c;
    if (MayBreakAfter(text, i)) end = lines.back().size();
  }
  return lines;
}

/// From the lines of every cell to the cells of every line, padded with empty cells.
std::vector<std::vector<std::string>> Transposed(const std::vector<std::vector<std::string>>& cells) {
  size_t height = 0;
  for (const auto& cell : cells) height = std::max(height, cell.size());
  std::vector<std::vector<std::string>> lines(height, std::vector<std::string>(cells.size()));
  for (size_t i = 0; i < cells.size(); ++i)
    for (size_t k = 0; k < cells[i].size(); ++k) lines[k][i] = cells[i][k];
  return lines;
}

}  // namespace

std::string Shortened(const std::string& text, int width) {
  if (DisplayWidth(text) <= width) return text;
  std::string shown;
  int characters = 0;
  for (const char c : text) {
    if (StartsCharacter(c) && ++characters == width) break;
    shown += c;
  }
  return shown + "…";
}

std::string Count(int64_t n, const char* singular, const char* plural) {
  return std::to_string(n) + " " + (n == 1 ? singular : plural);
}

int DisplayWidth(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), StartsCharacter));
}

int OutputWidth() {
  if (isatty(STDOUT_FILENO) == 0) return 0;
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kTerminalWidth;
}

std::vector<Table::Row> Table::TitleRows(bool broken) const {
  std::vector<Row> titles;
  for (const Column& column : columns_) titles.push_back(broken ? Words(column.title) : Row{column.title});
  return Transposed(titles);
}

std::vector<int> Table::NaturalWidths(const std::vector<Row>& title_rows) const {
  std::vector<int> widths(columns_.size(), 0);
  for (const auto* rows : {&title_rows, &rows_})
    for (const Row& row : *rows)
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  return widths;
}

void Table::Shrink(int available, std::vector<int>& widths) const {
  for (int excess = TotalWidth(widths) - available; excess > 0; --excess) {
    int widest = -1;
    for (size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].may_shrink && widths[i] > kNarrowest && (widest < 0 || widths[i] > widths[widest]))
        widest = static_cast<int>(i);
    if (widest < 0) break;
    --widths[widest];
  }
}

std::string Table::Line(const Row& cells, const std::vector<int>& widths) const {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i)
    line += Padded(cells[i], widths[i], columns_[i].align) + std::string(kGap, ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<std::string> Table::Lines(const std::string& indent) const {
  std::vector<Row> rows = TitleRows(false);
  std::vector<int> widths = NaturalWidths(rows);
  Shrink(kTerminalWidth - DisplayWidth(indent), widths);
  rows.insert(rows.end(), rows_.begin(), rows_.end());
  std::vector<std::string> lines;
  for (Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) row[i] = Shortened(row[i], widths[i]);
    lines.push_back(indent + Line(row, widths));
  }
  return lines;
}

std::vector<std::string> Table::WrappedLines(int width) const {
  const bool is_wide = TotalWidth(NaturalWidths(TitleRows(false))) > (width > 0 ? width : kTerminalWidth);
  const std::vector<Row> titles = TitleRows(is_wide);
  std::vector<int> widths = NaturalWidths(titles);
  if (width > 0) Shrink(width, widths);
  std::vector<std::string> lines;
  const auto add = [&](const Row& row) {
    std::vector<Row> cells;
    for (size_t i = 0; i < row.size(); ++i) cells.push_back(Broken(row[i], widths[i]));
    for (const Row& part : Transposed(cells)) lines.push_back(Line(part, widths));
  };
  for (const Row& row : titles) add(row);
  for (const Row& row : rows_) add(row);
  return lines;
}

std::string Wrapped(const std::string& first, const std::string& text) {
  const int indent = DisplayWidth(first);
  std::string result = first, word;
  int column = indent;
  std::istringstream words(text);
  while (words >> word) {
    const int width = DisplayWidth(word);
    if (column > indent && column + 1 + width > kTerminalWidth) {
      result += '\n';
      result.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ', ++column;
    }
    result += word, column += width;
  }
  return result + "\n";
}

}  // namespace slipstick::cli
