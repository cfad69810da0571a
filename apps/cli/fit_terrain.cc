#include "fit_terrain.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "exit_codes.h"
#include "print.h"
#include "slipstick/core/atomic_file.h"
#include "slipstick/core/error.h"
#include "slipstick/core/read_file.h"
#include "slipstick/plot/fit_panels.h"
#include "slipstick/terrain/granular_fit.h"
#include "slipstick/terrain/plate_table.h"
#include "slipstick/terrain/resistive_force.h"
#include "slipstick/terrain/terrain_file.h"
#include "table.h"

namespace slipstick::cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 1;  // of the synthetic measurements

struct FitTerrainOptions {
  std::string data;         ///< measurements, .csv (terrain/plate_table.h)
  std::string output;       ///< terrain, .toml; empty: beside the measurements
  std::string description;  ///< of the terrain; empty: the name of the measurements' file
  double ridge = 1e-3;      ///< weight of smoothness relative to the data (terrain/granular_fit.h)
  std::string synthetic;    ///< file for synthetic measurements, written instead of a fit
};

/// "sand.toml" for "sand.csv".
std::string Beside(const std::string& path, const char* ending) {
  return fs::path(path).replace_extension(ending).string();
}

std::string WriteSynthetic(const FitTerrainOptions& options) {
  if (!options.data.empty() || !options.output.empty())
    throw InputError("--synthetic FILE writes measurements; leave out DATA.csv and --output.");
  const std::vector<terrain::PlateMeasurement> rows =
      terrain::SyntheticMeasurements(terrain::SandPlate{}, kSeed);
  WriteFileAtomically(options.synthetic, terrain::WritePlateTable(rows));
  return fmt::format("{}: {} measurements by resistive force theory\n", options.synthetic, rows.size());
}

terrain::GranularFit Fit(const FitTerrainOptions& options, const terrain::PlateTable& table) {
  try {
    return terrain::FitGranularModel(table.rows, options.ridge);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", options.data, error.what()));
  }
}

std::string ErrorTable(const terrain::GranularFit& fit, const terrain::PlateTable& measured) {
  using Align = Table::Align;
  Table table({{"intrusion angle"},
               {"rows"},
               {"force", Align::kLeft},
               {"largest [N]"},
               {"rms error [N]"},
               {"worst [N]"},
               {"at line"}});
  for (size_t r = 0; r < fit.model.rings.size(); ++r)
    for (int k = 0; k < laws::kGranularComponents; ++k) {
      const terrain::FitError& error = fit.errors[r][k];
      const double degrees = fit.model.rings[r].intrusion_angle * 180.0 / M_PI;
      table.Add({k == 0 ? fmt::format("{:.1f} deg", degrees) : "",
                 k == 0 ? fmt::format("{}", fit.rows[r]) : "", laws::kGranularNames[k],
                 fmt::format("{:.4g}", error.largest_force), fmt::format("{:.3g}", error.rms),
                 fmt::format("{:.3g}", error.worst), fmt::format("{}", measured.lines[error.worst_at])});
    }
  std::string text;
  for (const std::string& line : table.Lines("  ")) text += line + "\n";
  return text;
}

/// A scene of the same name must not be overwritten.
void CheckIsTerrainOrNothing(const std::string& path) {
  const std::optional<std::string> text = ReadFile(path);
  if (text && text->find("[[rings]]") == std::string::npos)
    throw InputError(fmt::format("{} exists and is not a terrain; choose another name with --output.", path));
}

/// Writes a terrain and a picture beside it, or synthetic measurements; returns the text to print.
std::string FitTerrain(const FitTerrainOptions& options) {
  if (!options.synthetic.empty()) return WriteSynthetic(options);
  if (options.data.empty())
    throw InputError("no measurements given; use slipstick fit-terrain DATA.csv, or --synthetic FILE.csv.");
  const std::string output = options.output.empty() ? Beside(options.data, ".toml") : options.output;
  if (fs::path(output).extension() != ".toml")
    throw InputError(
        fmt::format("{}: terrains are written as .toml; use a name that ends in .toml.", output));
  const std::string picture = Beside(output, ".svg");
  if (options.output.empty()) CheckIsTerrainOrNothing(output);
  CheckWritable(output);
  CheckWritable(picture);

  const terrain::PlateTable measured = terrain::ReadPlateTable(options.data);
  terrain::GranularFit fit = Fit(options, measured);
  fit.model.description = options.description.empty()
                              ? fmt::format("fitted to {}", fs::path(options.data).filename().string())
                              : options.description;
  WriteFileAtomically(output, terrain::WriteTerrain(fit.model));
  WriteFileAtomically(picture, plot::ToSvg(plot::FitPlot(fit.model, measured.rows)));
  return fmt::format("{}: {} measurements, to {:g} m and {:.0f} deg; picture {}\n", output,
                     measured.rows.size(), fit.model.deepest,
                     std::asin(fit.model.largest_tilt) * 180.0 / M_PI, picture) +
         ErrorTable(fit, measured);
}

}  // namespace

Command AddFitTerrain(CLI::App& app) {
  const auto options = std::make_shared<FitTerrainOptions>();
  CLI::App& fit = *app.add_subcommand("fit-terrain", "Fit a granular terrain to plate measurements");
  fit.add_option("DATA", options->data, "Measurements (.csv, docs/wrench-spaces.md)")->type_name("");
  fit.add_option("--output", options->output, "Terrain (.toml); default: beside the measurements")
      ->type_name("FILE");
  fit.add_option("--description", options->description, "One line of text about the terrain")
      ->type_name("TEXT");
  const auto check = [](const std::string& text) -> std::string {
    double ridge = 0.0;
    if (CLI::detail::lexical_cast(text, ridge) && ridge > 0.0 && ridge <= 1.0) return "";
    return fmt::format("'{}' is not a number above 0 and up to 1", text);
  };
  fit.add_option("--ridge", options->ridge,
                 "Weight of smoothness relative to the data, above 0 to 1; default 1e-3")
      ->check(CLI::Validator(check, "", ""))
      ->type_name("WEIGHT");
  fit.add_option("--synthetic", options->synthetic,
                 "Write synthetic measurements from resistive force theory instead of fitting")
      ->type_name("FILE");
  return {&fit, [options] {
            Print(FitTerrain(*options));
            return kSuccess;
          }};
}

}  // namespace slipstick::cli
