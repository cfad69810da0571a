#include "plot.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "exit_codes.h"
#include "option_kinds.h"
#include "print.h"
#include "slipstick/contact/step_report.h"
#include "slipstick/core/atomic_file.h"
#include "slipstick/core/error.h"
#include "slipstick/plot/film.h"
#include "slipstick/plot/plot_panels.h"
#include "slipstick/record/recording_file.h"
#include "slipstick/record/settings.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/toml/units.h"
#include "table.h"

namespace slipstick::cli {
namespace {

namespace fs = std::filesystem;

struct PlotOptions {
  std::string file;  ///< a recording, .npz
  std::string out;   ///< an .svg file or a folder; empty: beside the recording
  plot::PlotContent content = plot::PlotContent::kAll;
  std::optional<std::string> from, to;  ///< times of a film, such as 500ms
};

std::string NameOf(plot::PlotContent content) {
  for (const auto& [name, other] : plot::PlotNames())
    if (other == content) return name;
  return "";
}

/// "run.svg" for "run.npz", "run.forces.svg" for a single quantity.
std::string PictureName(const PlotOptions& options) {
  const std::string part =
      options.content == plot::PlotContent::kAll ? "" : fmt::format(".{}", NameOf(options.content));
  return fs::path(options.file).stem().string() + part + ".svg";
}

std::string PicturePath(const PlotOptions& options) {
  if (options.out.empty()) return (fs::path(options.file).parent_path() / PictureName(options)).string();
  std::error_code error;
  if (options.out.ends_with('/') || fs::is_directory(options.out, error))
    return (fs::path(options.out) / PictureName(options)).string();
  if (fs::path(options.out).extension() != ".svg")
    throw InputError(fmt::format(
        "{}: pictures are written as .svg; use a name that ends in .svg, or give a folder.", options.out));
  return options.out;
}

/// For the subtitle: failures must be visible in the picture.
std::string FailedRows(const Recording& r) {
  const auto rows = [&](auto&& is) { return std::count_if(r.status.begin(), r.status.end(), is); };
  const auto not_converged = rows([](int s) { return s == static_cast<int>(StepStatus::kNotConverged); });
  const auto failed = rows([](int s) { return s > static_cast<int>(StepStatus::kNotConverged); });
  std::string text;
  if (not_converged > 0) text += fmt::format("; not converged in {}", Count(not_converged, "row", "rows"));
  if (failed > 0) text += fmt::format("; failed in {}", Count(failed, "row", "rows"));
  return text;
}

std::string Subtitle(const record::RunSettings& settings, const Recording& r) {
  std::string text = settings.stepper.empty() ? "" : settings.stepper + ", ";
  return text + Count(run::RecordedSteps(r), "step", "steps") +
         fmt::format(" of {:g} ms", 1e3 * r.h.front()) + FailedRows(r);
}

void CheckTimes(const PlotOptions& options) {
  if ((options.from || options.to) && options.content != plot::PlotContent::kFilm)
    throw InputError("--from and --to choose the time of a film; add --what film, or leave them out.");
}

std::string WriteFilm(const Recording& recording, const PlotOptions& options, const std::string& title,
                      const std::string& subtitle, const std::string& path) {
  plot::FilmOptions film_options;
  if (options.from) film_options.from = toml::ParseTime(*options.from, "--from");
  if (options.to) film_options.to = toml::ParseTime(*options.to, "--to");
  plot::FilmStrip film = plot::FilmOf(recording, options.file, film_options);
  film.title = title, film.subtitle = subtitle;
  WriteFileAtomically(path, plot::ToSvg(film));
  const std::vector<plot::FilmStrip::Figure>& figures = film.rows.front().figures;
  return fmt::format("{}: {} instants from {} to {}, {}\n", path, figures.size(), figures.front().caption,
                     figures.back().caption, Count(static_cast<int64_t>(film.rows.size()), "view", "views"));
}

/// Writes the picture; returns the line to print.
std::string Plot(const PlotOptions& options) {
  CheckTimes(options);
  const std::string path = PicturePath(options);
  const Recording recording = record::ReadRecording(options.file);
  if (recording.size() == 0)
    throw InputError(options.file + ": it has no steps, so there is nothing to draw.");
  CheckWritable(path);

  const record::RunSettings settings = recording.settings.empty()
                                           ? record::RunSettings()
                                           : record::ParseRunSettings(recording.settings, options.file);
  const std::string title = settings.name.empty() ? fs::path(options.file).stem().string() : settings.name,
                    subtitle = Subtitle(settings, recording);
  if (options.content == plot::PlotContent::kFilm)
    return WriteFilm(recording, options, title, subtitle, path);

  const plot::StackedPlot plot{title, subtitle, "time [s]", plot::PanelsOf(recording, options.content)};
  WriteFileAtomically(path, plot::ToSvg(plot));
  return fmt::format("{}: {} of {} at {:g} to {:g} s, {}\n", path,
                     Count(static_cast<int64_t>(plot.panels.size()), "panel", "panels"),
                     Count(recording.size(), "row", "rows"), recording.t.front(), recording.t.back(),
                     Count(recording.contacts.size(), "contact record", "contact records"));
}

}  // namespace

Command AddPlot(CLI::App& app) {
  const auto options = std::make_shared<PlotOptions>();
  CLI::App& plot = *app.add_subcommand("plot", "Draw a recording as an SVG picture");
  plot.add_option("FILE", options->file, "Recording (.npz)")->required()->type_name("");
  plot.add_option("--out", options->out, "Picture (.svg) or folder; default: beside the recording")
      ->type_name("FILE");
  AddChoice(plot, "--what", options->content, plot::PlotNames(),
            "Quantity to draw; all: forces, positions and energy in one picture; film: the robot at several "
            "instants");
  plot.add_option("--from", options->from, "First instant of a film; default: the start")->type_name("TIME");
  plot.add_option("--to", options->to, "Last instant of a film; default: the end")->type_name("TIME");
  return {&plot, [options] {
            Print(Plot(*options));
            return kSuccess;
          }};
}

}  // namespace slipstick::cli
