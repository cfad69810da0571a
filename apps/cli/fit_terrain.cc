#include "fit_terrain.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "slipstick/core/atomic_file.h"
#include "slipstick/core/error.h"
#include "slipstick/plot/fit_panels.h"
#include "slipstick/terrain/granular_fit.h"
#include "slipstick/terrain/plate_table.h"
#include "slipstick/terrain/resistive_force.h"
#include "slipstick/terrain/terrain_file.h"
#include "table.h"

namespace slipstick::cli {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 1;

/// "sand.toml" for "sand.csv".
std::string Beside(const std::string& path, const char* ending) {
  return fs::path(path).replace_extension(ending).string();
}

std::string MakeUp(const FitTerrainOptions& options) {
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
  Table table({{"push"},
               {"rows"},
               {"force", Align::kLeft},
               {"largest [N]"},
               {"rms error [N]"},
               {"worst [N]"},
               {"in line"}});
  for (size_t r = 0; r < fit.model.rings.size(); ++r)
    for (int k = 0; k < laws::kGranularComponents; ++k) {
      const terrain::FitError& error = fit.errors[r][k];
      const double degrees = fit.model.rings[r].push * 180.0 / M_PI;
      table.Add({k == 0 ? fmt::format("{:.1f} deg", degrees) : "",
                 k == 0 ? fmt::format("{}", fit.rows[r]) : "", laws::kGranularNames[k],
                 fmt::format("{:.4g}", error.largest_force), fmt::format("{:.3g}", error.rms),
                 fmt::format("{:.3g}", error.worst), fmt::format("{}", measured.lines[error.worst_at])});
    }
  std::string text;
  for (const std::string& line : table.Lines("  ")) text += line + "\n";
  return text;
}

/// A scene of the same name must not be lost.
void CheckIsTerrainOrNothing(const std::string& path) {
  std::ifstream file(path);
  if (!file) return;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.find("[[rings]]") == std::string::npos)
    throw InputError(
        fmt::format("{} is there already and is no terrain; choose another name with --output.", path));
}

}  // namespace

std::string FitTerrain(const FitTerrainOptions& options) {
  if (!options.synthetic.empty()) return MakeUp(options);
  if (options.data.empty())
    throw InputError("no measurements given; it is slipstick fit-terrain DATA.csv, or --synthetic FILE.csv.");
  const std::string output = options.output.empty() ? Beside(options.data, ".toml") : options.output;
  if (fs::path(output).extension() != ".toml")
    throw InputError(fmt::format("{}: terrains are written as .toml; let the name end in it.", output));
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

}  // namespace slipstick::cli
