// A report of measurements: tables and figures with explanations. One content for the terminal, for an HTML
// page (html_report.h) and for programs (ToJson).
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "slipstick/plot/svg_plot.h"

namespace slipstick::plot {

/// An entry of a table.
struct Cell {
  std::string text;  ///< for readers
  /// For programs, in JSON; std::monostate is a missing value, null.
  std::variant<std::monostate, bool, double, std::string> value;

  bool has_value() const { return !std::holds_alternative<std::monostate>(value); }
};
Cell TextCell(const std::string& text);
/// `text` as it is shown; in JSON the number with all digits, or null if it is not finite.
Cell NumberCell(double value, const std::string& text);
/// Two digits, "-" if it is not finite.
Cell NumberCell(double value);
/// Missing value; `text` may say why.
Cell EmptyCell(const std::string& text = "-");

struct ReportColumn {
  std::string key;          ///< in JSON; stable
  std::string title;        ///< short
  std::string meaning;      ///< one sentence of explanation; may be empty
  bool is_text = false;     ///< left-aligned
  bool on_terminal = true;  ///< also shown on the terminal, where width is scarce
  bool warns = false;       ///< shown on the terminal anyway if a row has a value other than zero
};

struct ReportTable {
  std::string name;  ///< in JSON
  std::vector<ReportColumn> columns;
  std::vector<std::vector<Cell>> rows;
};

struct ReportFigure {
  std::string name;  ///< of its file, without folder and ending
  std::string caption;
  LinePlot plot;
  std::string svg = {};  ///< a picture of another kind, such as ToSvg(FilmStrip), shown instead of the plot
};
/// The picture as text.
std::string ToSvg(const ReportFigure& figure);
/// No series and no picture.
bool IsEmpty(const ReportFigure& figure);

struct ReportSection {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<ReportTable> tables;
  std::vector<ReportFigure> figures;
  std::vector<std::string> remarks;  ///< below the tables
};

struct Report {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;  ///< settings of the measurement, by name
  std::vector<ReportSection> sections;
};

/// An object with "format", "title", "facts" and "tables": for each name an array of objects by column key.
std::string ToJson(const Report& report);

/// Writes index.html, report.json and a .svg per figure, each atomically. Creates the folder if necessary.
void WriteReport(const Report& report, const std::string& folder);

/// InputError unless files can be written to this folder, which is created if necessary. To be called before
/// long measurements.
void CheckReportFolder(const std::string& folder);

}  // namespace slipstick::plot
