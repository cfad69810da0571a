#include "slipstick/plot/fit_panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace slipstick::plot {
namespace {

constexpr int kDepthBins = 24;

/// Sums over the measurements of about one depth.
struct Bin {
  int count = 0;
  double depth = 0.0, measured = 0.0, fitted = 0.0;
  double squared_error = 0.0;  ///< of all components
};

double ComponentOf(const Vec3<double>& force, int component) {
  return component == laws::kDrag ? force.x : component == laws::kSide ? force.y : force.z;
}

std::vector<Bin> BinsOf(const laws::GranularModel& model, const laws::GranularRing& ring,
                        const std::vector<terrain::PlateMeasurement>& data, int component) {
  std::vector<Bin> bins(kDepthBins);
  for (const terrain::PlateMeasurement& row : data) {
    if (std::abs(row.intrusion_angle - ring.intrusion_angle) >= terrain::kSameIntrusionAngle ||
        row.depth <= 0.0)
      continue;
    const int bin = static_cast<int>(kDepthBins * row.depth / model.deepest);
    Bin& into = bins[std::min(bin, kDepthBins - 1)];
    ++into.count;
    into.depth += row.depth;
    const Vec3<double> measured = row.TurnedForce(),
                       fitted = laws::GranularForce(model, ring, row.depth, row.TurnedTilt());
    into.measured += ComponentOf(measured, component);
    into.fitted += ComponentOf(fitted, component);
    into.squared_error += Dot(fitted - measured, fitted - measured);
  }
  std::erase_if(bins, [](const Bin& bin) { return bin.count == 0; });
  return bins;
}

std::string IntrusionText(const laws::GranularRing& ring) {
  return fmt::format("{:.0f} deg down", ring.intrusion_angle * 180.0 / M_PI);
}

LinePanel PanelOf(const laws::GranularModel& model, const std::vector<terrain::PlateMeasurement>& data,
                  int component, const char* title) {
  LinePanel panel{title, "force [N]", {}, "means over all tilts"};
  for (const laws::GranularRing& ring : model.rings) {
    LinePanel::Series measured{IntrusionText(ring) + ", measured", {}, {}},
        fitted{IntrusionText(ring) + ", fitted", {}, {}};
    for (const Bin& bin : BinsOf(model, ring, data, component)) {
      measured.x.push_back(1e3 * bin.depth / bin.count);
      measured.y.push_back(bin.measured / bin.count);
      fitted.x.push_back(1e3 * bin.depth / bin.count);
      fitted.y.push_back(bin.fitted / bin.count);
    }
    panel.series.push_back(std::move(measured));
    panel.series.push_back(std::move(fitted));
  }
  return panel;
}

LinePanel ErrorPanel(const laws::GranularModel& model, const std::vector<terrain::PlateMeasurement>& data) {
  LinePanel panel{"Error of the fit", "force [N]", {}, "root mean square"};
  for (const laws::GranularRing& ring : model.rings) {
    LinePanel::Series error{IntrusionText(ring), {}, {}};
    for (const Bin& bin : BinsOf(model, ring, data, laws::kLift)) {
      error.x.push_back(1e3 * bin.depth / bin.count);
      error.y.push_back(std::sqrt(bin.squared_error / bin.count));
    }
    panel.series.push_back(std::move(error));
  }
  return panel;
}

}  // namespace

StackedPlot FitPlot(const laws::GranularModel& model, const std::vector<terrain::PlateMeasurement>& data) {
  StackedPlot plot;
  plot.title = "Forces of sand on a plate";
  plot.subtitle = model.description;
  plot.x_label = "depth [mm]";
  plot.panels = {PanelOf(model, data, laws::kLift, "Lift"),
                 PanelOf(model, data, laws::kDrag, "Drag, along the motion"), ErrorPanel(model, data)};
  return plot;
}

}  // namespace slipstick::plot
