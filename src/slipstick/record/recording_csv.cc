#include "slipstick/record/recording_csv.h"

#include <fmt/format.h>

#include <functional>
#include <iterator>

#include "slipstick/core/atomic_file.h"
#include "slipstick/record/recording_arrays.h"

namespace slipstick::record {
namespace {

using TextLine = fmt::memory_buffer;

/// A title, and the function that writes the cell of a row. Numbers have enough digits to be read back
/// exactly.
struct Column {
  std::string title;
  std::function<void(int64_t, TextLine&)> write;
};

template <class T>
Column NumberColumn(std::string title, const std::vector<T>& values, int64_t stride, int64_t offset) {
  return {std::move(title), [&values, stride, offset](int64_t row, TextLine& line) {
            fmt::format_to(std::back_inserter(line), "{}", values[row * stride + offset]);
          }};
}

std::string Quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string Title(const std::string& name, const std::string& unit) {
  return Quoted(unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit));
}

/// Unit of the generalised force of a velocity.
const char* ForceUnit(const std::string& velocity_unit) { return velocity_unit == "m/s" ? "N" : "N m"; }

std::vector<Column> StepColumns(const Recording& r) {
  std::vector<Column> columns;
  VisitStepArrays(r, [&](const std::string& name, const auto& values, int width, const char* unit) {
    if (width == kOneDimension) columns.push_back(NumberColumn(Title(name, unit), values, 1, 0));
    const RecordingNames& names = r.names;
    for (int i = 0; i < width; ++i) {
      const std::string& entry = name == "q" ? names.coordinates[i] : names.dofs[i];
      const std::string entry_unit = name == "q"   ? names.coordinate_units[i]
                                     : name == "v" ? names.dof_units[i]
                                                   : ForceUnit(names.dof_units[i]);
      columns.push_back(NumberColumn(Title(fmt::format("{}:{}", name, entry), entry_unit), values, width, i));
    }
  });
  return columns;
}

std::vector<Column> ContactColumns(const Recording& r) {
  std::vector<Column> columns;
  columns.push_back({Title("t", "s"), [&r](int64_t i, TextLine& line) {
                       fmt::format_to(std::back_inserter(line), "{}", r.t[r.contacts.row[i]]);
                     }});
  const auto body = [&](const char* title, const std::vector<int32_t>& bodies) {
    columns.push_back({title, [&r, &bodies](int64_t i, TextLine& line) {
                         fmt::format_to(std::back_inserter(line), "{}", Quoted(r.names.body(bodies[i])));
                       }});
  };
  body("body_a_name", r.contacts.body_a);
  body("body_b_name", r.contacts.body_b);
  VisitContactArrays(r, [&](const std::string& name, const auto& values, int width, const char* unit) {
    const std::string short_name = name.substr(std::string("contact_").size());
    if (width == kOneDimension) columns.push_back(NumberColumn(Title(short_name, unit), values, 1, 0));
    for (int i = 0; i < width; ++i)
      columns.push_back(NumberColumn(Title(short_name + ":" + "xyz"[i], unit), values, width, i));
  });
  return columns;
}

/// The settings, each line behind a '#'.
std::string Comments(const std::string& settings) {
  std::string text = "# slipstick recording\n";
  for (size_t begin = 0; begin < settings.size();) {
    const size_t end = std::min(settings.find('\n', begin), settings.size());
    text += "# " + settings.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

void WriteTable(AtomicFile& file, const std::string& settings, const std::vector<Column>& columns,
                int64_t rows) {
  file.Write(Comments(settings));
  std::string titles;
  for (const Column& column : columns) titles += (titles.empty() ? "" : ",") + column.title;
  file.Write(titles + "\n");
  TextLine line;
  for (int64_t row = 0; row < rows; ++row) {
    line.clear();
    for (const Column& column : columns) {
      if (line.size() > 0) line.push_back(',');
      column.write(row, line);
    }
    line.push_back('\n');
    file.Write({line.data(), line.size()});
  }
}

}  // namespace

std::string ContactsPath(const std::string& path) {
  return path.substr(0, path.size() - 4) + ".contacts.csv";
}

void WriteRecordingCsv(const std::string& path, const Recording& recording) {
  AtomicFile steps(path), contacts(ContactsPath(path));
  WriteTable(steps, recording.settings, StepColumns(recording), recording.size());
  WriteTable(contacts, recording.settings, ContactColumns(recording), recording.contacts.size());
  contacts.Commit();  // both are complete before either is visible
  steps.Commit();
}

}  // namespace slipstick::record
