#include "slipstick/plot/pressure_panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "slipstick/plot/centre_of_pressure.h"

namespace slipstick::plot {
namespace {

double TotalLoad(const CentreOfPressure& centre) {
  return std::accumulate(centre.load.begin(), centre.load.end(), 0.0);
}

/// That of all bodies together, and those of the bodies with the largest loads, in their order.
std::vector<CentreOfPressure> Shown(const Recording& r) {
  std::vector<CentreOfPressure> centres = CentresOfPressure(r);
  if (centres.size() == 2) centres.pop_back();  // with one body both are the same
  while (centres.size() > kMaxLines)
    centres.erase(std::min_element(
        centres.begin() + 1, centres.end(),
        [](const CentreOfPressure& a, const CentreOfPressure& b) { return TotalLoad(a) < TotalLoad(b); }));
  return centres;
}

LinePanel PanelOf(char letter, std::vector<double> CentreOfPressure::*values, const Recording& r,
                  const std::vector<CentreOfPressure>& centres) {
  LinePanel panel{fmt::format("Centre of pressure, {}", letter), fmt::format("{} [m]", letter), {}, ""};
  for (const CentreOfPressure& centre : centres) {
    const bool total = centre.body == model::kWorld;
    panel.series.push_back({total ? "all" : r.names.body(centre.body), r.t, centre.*values, total});
  }
  return panel;
}

}  // namespace

Panels Pressure(const Recording& r) {
  const std::vector<CentreOfPressure> centres = Shown(r);
  if (!(TotalLoad(centres.front()) > 0.0))
    return {LinePanel{"Centre of pressure", "", {}, "No load on the ground during this run."}};
  return {PanelOf('x', &CentreOfPressure::x, r, centres), PanelOf('y', &CentreOfPressure::y, r, centres)};
}

}  // namespace slipstick::plot
