#include "table.h"

#include <algorithm>
#include <sstream>

namespace slipstick::cli {
namespace {

constexpr int kGap = 2;
constexpr int kNarrowest = 8;

bool StartsCharacter(char c) { return (c & 0xC0) != 0x80; }

std::string Padded(const std::string& text, int width, Table::Align align) {
  const std::string padding(std::max(0, width - DisplayWidth(text)), ' ');
  return align == Table::Align::kLeft ? text + padding : padding + text;
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

int DisplayWidth(const std::string& text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), StartsCharacter));
}

std::vector<int> Table::Widths(int available) const {
  std::vector<int> widths;
  for (const Column& column : columns_) widths.push_back(DisplayWidth(column.title));
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  for (const int width : widths) available -= width + kGap;
  while (available < 0) {
    int widest = -1;
    for (size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].may_shrink && widths[i] > kNarrowest && (widest < 0 || widths[i] > widths[widest]))
        widest = static_cast<int>(i);
    if (widest < 0) break;
    --widths[widest], ++available;
  }
  return widths;
}

std::vector<std::string> Table::Lines(const std::string& indent) const {
  const std::vector<int> widths = Widths(kTerminalWidth + kGap - DisplayWidth(indent));
  std::vector<std::string> lines;
  const auto add_line = [&](const auto& cell) {
    std::string line = indent;
    for (size_t i = 0; i < columns_.size(); ++i)
      line += Padded(Shortened(cell(i), widths[i]), widths[i], columns_[i].align) + std::string(kGap, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  };
  add_line([&](size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) add_line([&](size_t i) { return i < row.size() ? row[i] : std::string(); });
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
