#include "slipstick/plot/motion_panels.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>

namespace slipstick::plot {
namespace {

using Series = LinePanel::Series;

double RangeOf(const std::vector<double>& y) {
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  return *high - *low;
}

/// The columns that have this unit, with the name of each.
std::vector<Series> ColumnsIn(const std::string& unit, const Recording& r, const std::vector<double>& values,
                              const std::vector<std::string>& names, const std::vector<std::string>& units) {
  std::vector<Series> columns;
  for (size_t i = 0; i < names.size(); ++i) {
    if (units[i] != unit) continue;
    Series series{names[i], r.t, {}};
    for (size_t k = 0; k < r.t.size(); ++k) series.y.push_back(values[k * names.size() + i]);
    columns.push_back(std::move(series));
  }
  return columns;
}

/// Adds the columns with the largest range, in their order.
LinePanel WithLargestRanges(LinePanel panel, std::vector<Series> columns) {
  std::vector<double> ranges;
  for (const Series& series : columns) ranges.push_back(RangeOf(series.y));
  std::sort(ranges.begin(), ranges.end(), std::greater<>());
  const double least = ranges.size() > kMaxLines ? ranges[kMaxLines - 1] : -1.0;
  for (Series& series : columns)
    if (panel.series.size() < kMaxLines && !(RangeOf(series.y) < least))
      panel.series.push_back(std::move(series));
  if (const size_t left = columns.size() - panel.series.size(); left > 0)
    panel.remark = fmt::format("and {} with smaller range", left);
  return panel;
}

struct UnitPanel {
  const char* unit;
  const char* title;
  const char* label;
};

/// A panel for every unit that occurs.
Panels ByUnit(const std::vector<UnitPanel>& kinds, const Recording& r, const std::vector<double>& values,
              const std::vector<std::string>& names, const std::vector<std::string>& units) {
  Panels panels;
  for (const UnitPanel& kind : kinds) {
    std::vector<Series> columns = ColumnsIn(kind.unit, r, values, names, units);
    if (!columns.empty())
      panels.push_back(WithLargestRanges({kind.title, kind.label, {}, ""}, std::move(columns)));
  }
  if (panels.empty()) panels.push_back(LinePanel{"Motion", "", {}, "The model has no degrees of freedom."});
  return panels;
}

/// Angle between an orientation and that of the first row, deg. `i`: the first of its four columns, scalar
/// last.
std::vector<double> RotationSinceStart(const Recording& r, size_t i) {
  const size_t nq = r.names.coordinates.size();
  const Eigen::Quaterniond start(&r.q[i]);
  std::vector<double> angles;
  for (size_t k = 0; k < r.t.size(); ++k)
    angles.push_back(start.angularDistance(Eigen::Quaterniond(&r.q[k * nq + i])) * 180.0 / M_PI);
  return angles;
}

bool IsOrientation(const Recording& r, size_t i) {
  return r.names.coordinates[i].ends_with(".qx") && i + 4 <= r.names.coordinates.size();
}

LinePanel RotationAngles(const Recording& r) {
  std::vector<Series> columns;
  for (size_t i = 0; i < r.names.coordinates.size(); ++i)
    if (const std::string& name = r.names.coordinates[i]; IsOrientation(r, i))
      columns.push_back({name.substr(0, name.size() - 3), r.t, RotationSinceStart(r, i)});
  return WithLargestRanges({"Rotation since the start", "angle [deg]", {}, ""}, std::move(columns));
}

}  // namespace

Panels Positions(const Recording& r) {
  Panels panels = ByUnit({{"m", "Positions", "position [m]"},
                          {"rad", "Joint angles", "angle [rad]"},
                          {"1", "Orientations (quaternions)", "entry [1]"}},
                         r, r.q, r.names.coordinates, r.names.coordinate_units);
  if (LinePanel angles = RotationAngles(r); !angles.series.empty()) panels.push_back(std::move(angles));
  return panels;
}

Panels Velocities(const Recording& r) {
  return ByUnit(
      {{"m/s", "Velocities", "velocity [m/s]"}, {"rad/s", "Angular velocities", "velocity [rad/s]"}}, r, r.v,
      r.names.dofs, r.names.dof_units);
}

Panels Torques(const Recording& r) {
  Panels panels;
  const auto is_zero = [](const Series& series) {
    return std::all_of(series.y.begin(), series.y.end(), [](double tau) { return tau == 0.0; });
  };
  // Forces are found by the unit of the velocity of their dof: a recording has units for q and v only.
  for (const UnitPanel& kind : {UnitPanel{"m/s", "Actuation forces", "force [N]"},
                                UnitPanel{"rad/s", "Joint torques", "torque [N m]"}}) {
    std::vector<Series> columns = ColumnsIn(kind.unit, r, r.tau, r.names.dofs, r.names.dof_units);
    std::erase_if(columns, is_zero);
    if (!columns.empty())
      panels.push_back(WithLargestRanges({kind.title, kind.label, {}, ""}, std::move(columns)));
  }
  if (panels.empty()) panels.push_back(LinePanel{"Joint torques", "", {}, "No actuation during this run."});
  return panels;
}

}  // namespace slipstick::plot
