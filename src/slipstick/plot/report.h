// What was measured, ready to be shown: tables and figures with the sentences that explain them. One content
// for the terminal, for an HTML page (html_report.h) and for programs (ToJson).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "slipstick/plot/svg_plot.h"

namespace slipstick::plot {

/// What stands in a table: for people and, as a JSON value, for programs.
struct Cell {
  std::string text, json;
};
Cell TextCell(const std::string& text);
/// `text` as it is shown; in JSON the number with all digits, or null if it is not finite.
Cell NumberCell(double value, const std::string& text);
/// Two digits, "-" if it is not finite.
Cell NumberCell(double value);
/// Nothing was measured, or there is nothing to compare with.
Cell EmptyCell();

struct ReportColumn {
  std::string key;          ///< in JSON; stable
  std::string title;        ///< short
  std::string meaning;      ///< a sentence for somebody who is new to the field; may be empty
  bool is_text = false;     ///< left-aligned
  bool on_terminal = true;  ///< where width is dear
  bool warns = false;       ///< shown there all the same if a row has something other than zero in it
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
/// There is nothing to show: no series, no picture.
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
  std::vector<std::pair<std::string, std::string>> facts;  ///< what was measured and how, by name
  std::vector<ReportSection> sections;
};

/// An object with "format", "title", "facts" and "tables": for each name an array of objects by column key.
std::string ToJson(const Report& report);

/// Writes index.html, report.json and a .svg per figure, each complete or not at all; the folder is made if
/// need be.
void WriteReport(const Report& report, const std::string& folder);

/// InputError unless files can be written to this folder, which is made if need be. Worth asking before hours
/// of measuring.
void CheckReportFolder(const std::string& folder);

}  // namespace slipstick::plot
