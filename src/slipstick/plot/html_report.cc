#include "slipstick/plot/html_report.h"

#include <fmt/core.h>

#include "slipstick/plot/svg_elements.h"

namespace slipstick::plot {
namespace {

using svg::Escaped;

constexpr char kStyle[] = R"(
:root { color-scheme: light dark; --ink: #1d2327; --paper: #fcfcfa; --faint: #667; --line: #d8d8d2;
  --stripe: #f2f2ee; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e4e0; --paper: #17191b; --faint: #9aa; --line: #3a3d40; --stripe: #202326; }
  figure svg { filter: invert(0.91) hue-rotate(180deg); }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
  max-width: 1180px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
p, dl { max-width: 75ch; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; margin: 1rem 0; }
th, td { padding: 0.3rem 0.7rem; text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
td { border-bottom: 1px solid var(--line); }
tbody tr:nth-child(even) { background: var(--stripe); }
.text { text-align: left; white-space: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; font-size: 0.9rem; }
dt { font-weight: 600; } dd { margin: 0; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption, .remark { color: var(--faint); font-size: 0.9rem; max-width: 85ch; }
)";

std::string Element(const char* name, const std::string& content, const char* style = "") {
  const std::string attribute = *style ? fmt::format(" class=\"{}\"", style) : "";
  return fmt::format("<{0}{1}>{2}</{0}>", name, attribute, content);
}

std::string Paragraphs(const std::vector<std::string>& texts, const char* style = "") {
  std::string html;
  for (const std::string& text : texts) html += Element("p", Escaped(text), style) + "\n";
  return html;
}

std::string Definitions(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string html;
  for (const auto& [name, text] : entries)
    html += Element("dt", Escaped(name)) + Element("dd", Escaped(text)) + "\n";
  return html.empty() ? "" : "<dl>\n" + html + "</dl>\n";
}

std::string TableAsHtml(const ReportTable& table) {
  const auto row = [&](const char* name, const auto& cell) {
    std::string html;
    for (size_t i = 0; i < table.columns.size(); ++i)
      html += Element(name, Escaped(cell(i)), table.columns[i].is_text ? "text" : "");
    return Element("tr", html) + "\n";
  };
  std::string body;
  for (const auto& cells : table.rows) body += row("td", [&](size_t i) { return cells[i].text; });
  const std::string head = row("th", [&](size_t i) { return table.columns[i].title; });
  std::vector<std::pair<std::string, std::string>> meanings;
  for (const ReportColumn& column : table.columns)
    if (!column.meaning.empty()) meanings.emplace_back(column.title, column.meaning);
  return fmt::format("<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>{}</tbody>\n</table></div>\n{}",
                     head, body, Definitions(meanings));
}

std::string Replaced(const std::string& text, const std::string& from, const std::string& to) {
  std::string result;
  size_t begin = 0;
  for (size_t at; (at = text.find(from, begin)) != std::string::npos; begin = at + from.size())
    result.append(text, begin, at - begin).append(to);
  return result.append(text, begin);
}

/// Ids are shared by the whole page: prefixed with the name of the figure they are unique.
std::string WithOwnIds(const std::string& svg, const std::string& name) {
  return Replaced(Replaced(svg, " id=\"", " id=\"" + Escaped(name) + "-"), "url(#",
                  "url(#" + Escaped(name) + "-");
}

std::string FigureAsHtml(const ReportFigure& figure) {
  std::string svg = WithOwnIds(ToSvg(figure), figure.name);
  svg.erase(0, svg.find("<svg"));  // without the XML declaration
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, Escaped(figure.caption));
}

std::string SectionAsHtml(const ReportSection& section) {
  std::string html = Element("h2", Escaped(section.heading)) + "\n" + Paragraphs(section.paragraphs);
  for (const ReportFigure& figure : section.figures) html += FigureAsHtml(figure);
  for (const ReportTable& table : section.tables) html += TableAsHtml(table);
  return html + Paragraphs(section.remarks, "remark");
}

}  // namespace

std::string ToHtml(const Report& report) {
  std::string body = Element("h1", Escaped(report.title)) + "\n" + Definitions(report.facts);
  for (const ReportSection& section : report.sections) body += SectionAsHtml(section);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{}</title>\n<style>{}</style>\n</head>\n"
      "<body>\n{}</body>\n</html>\n",
      Escaped(report.title), kStyle, body);
}

}  // namespace slipstick::plot
