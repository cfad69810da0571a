#include "slipstick/terrain/plate_table.h"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/core/table_lines.h"

namespace slipstick::terrain {
namespace {

constexpr size_t kMaxRows = 1'000'000;

struct PlateColumn {
  const char* name;
  double& (*of)(PlateMeasurement&);
  double lower, upper;
};

constexpr double kAnyForce = 1e9, kTurnAround = 6.2832, kFarthest = 100.0;
const std::array<PlateColumn, 8> kPlateColumns = {{
    {"depth", [](PlateMeasurement& m) -> double& { return m.depth; }, -kFarthest, kFarthest},
    {"tilt_x", [](PlateMeasurement& m) -> double& { return m.tilt_x; }, -1.5708, 1.5708},
    {"tilt_y", [](PlateMeasurement& m) -> double& { return m.tilt_y; }, -1.5708, 1.5708},
    {"azimuth", [](PlateMeasurement& m) -> double& { return m.azimuth; }, -kTurnAround, kTurnAround},
    {"intrusion_angle", [](PlateMeasurement& m) -> double& { return m.intrusion_angle; }, 0.0, 1.5708},
    {"force_x", [](PlateMeasurement& m) -> double& { return m.force.x; }, -kAnyForce, kAnyForce},
    {"force_y", [](PlateMeasurement& m) -> double& { return m.force.y; }, -kAnyForce, kAnyForce},
    {"force_z", [](PlateMeasurement& m) -> double& { return m.force.z; }, -kAnyForce, kAnyForce},
}};

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) {
    const size_t first = cell.find_first_not_of(" \t\r"), last = cell.find_last_not_of(" \t\r");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

/// For each column of the file, its index in kPlateColumns.
std::vector<int> ReadHeader(const std::vector<std::string>& cells, const std::string& where) {
  std::vector<std::string> known;
  for (const PlateColumn& column : kPlateColumns) known.emplace_back(column.name);
  std::vector<int> order;
  std::array<bool, kPlateColumns.size()> found{};
  for (const std::string& cell : cells) {
    size_t k = 0;
    while (k < known.size() && known[k] != cell) ++k;
    if (k == known.size())
      throw InputError(
          fmt::format("{}: there is no column {}; {}", where, Quote(cell), Suggest(cell, known)));
    if (found[k]) throw InputError(fmt::format("{}: column '{}' occurs twice.", where, cell));
    found[k] = true;
    order.push_back(static_cast<int>(k));
  }
  for (size_t k = 0; k < known.size(); ++k)
    if (!found[k])
      throw InputError(
          fmt::format("{}: column '{}' is missing; the first line names the columns (docs/wrench-spaces.md).",
                      where, known[k]));
  return order;
}

PlateMeasurement ReadRow(const std::vector<std::string>& cells, const std::vector<int>& order,
                         const std::string& where) {
  if (cells.size() != order.size())
    throw InputError(fmt::format("{}: {} values; expected {}, as the first line names them.", where,
                                 cells.size(), order.size()));
  PlateMeasurement row{};
  for (size_t i = 0; i < cells.size(); ++i) {
    const PlateColumn& column = kPlateColumns[order[i]];
    double& value = column.of(row);
    if (!ParseNumbers(cells[i], {&value, 1}).empty())
      throw InputError(
          fmt::format("{}: {} is {}, which is not a number.", where, column.name, Quote(cells[i])));
    if (value < column.lower || value > column.upper)
      throw InputError(fmt::format("{}: {} = {}, must be {:g} to {:g}; units are m, rad and N.", where,
                                   column.name, value, column.lower, column.upper));
  }
  return row;
}

}  // namespace

PlateTable ReadPlateTable(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("{}: is a folder, not a table of measurements.", path));
  std::ifstream stream(path);
  if (!stream) throw InputError(fmt::format("{}: cannot be opened: {}.", path, std::strerror(errno)));
  PlateTable table;
  std::vector<int> order;
  int number = 0;
  for (std::string line; ReadTableLine(stream, line, number);) {
    const std::string where = fmt::format("{}:{}", path, number);
    if (order.empty()) {
      order = ReadHeader(Cells(line), where);
      continue;
    }
    table.rows.push_back(ReadRow(Cells(line), order, where));
    table.lines.push_back(number);
    if (table.rows.size() > kMaxRows)
      throw InputError(fmt::format("{}: more than {} measurements.", where, kMaxRows));
  }
  if (table.rows.empty()) throw InputError(fmt::format("{}: there is no measurement in it.", path));
  return table;
}

std::string WritePlateTable(const std::vector<PlateMeasurement>& rows) {
  std::string text;
  for (const PlateColumn& column : kPlateColumns)
    text += fmt::format("{}{}", text.empty() ? "" : ",", column.name);
  text += "\n";
  for (PlateMeasurement row : rows) {
    std::string line;
    for (const PlateColumn& column : kPlateColumns)
      line += fmt::format("{}{:.5g}", line.empty() ? "" : ",", column.of(row));
    text += line + "\n";
  }
  return text;
}

}  // namespace slipstick::terrain
