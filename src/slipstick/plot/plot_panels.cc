#include "slipstick/plot/plot_panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/contact/step_report.h"
#include "slipstick/plot/contact_groups.h"
#include "slipstick/plot/motion_panels.h"
#include "slipstick/plot/pressure_panels.h"

namespace slipstick::plot {
namespace {

using Series = LinePanel::Series;

// The panel of forces ends at kAxisRatio times the quantile kQuantile of the forces during contact, if the
// peak is more than kSpikeRatio times that quantile.
constexpr double kQuantile = 0.97, kSpikeRatio = 4.0, kAxisRatio = 2.0;
constexpr double kMaxFrictionRatio = 1.5;  // larger |ft| / fn are mostly quotients of tiny forces

// ---- contacts ----------------------------------------------------------------------------------

/// Number of groups shown one by one, the same in all panels. One line is for the sum of all groups, another
/// one for the sum of those that are not shown.
size_t NumShown(const std::vector<ContactGroup>& groups) {
  return groups.size() <= kMaxLines - 1 ? groups.size() : kMaxLines - 2;
}

std::vector<double> SumOfForces(const std::vector<ContactGroup>& groups, size_t first, size_t rows) {
  std::vector<double> sum(rows, 0.0);
  for (size_t i = first; i < groups.size(); ++i)
    for (size_t k = 0; k < rows; ++k) sum[k] += groups[i].normal_force[k];
  return sum;
}

/// An impact lasts milliseconds and may be a hundred times larger than the forces after it. Where such a
/// spike would flatten the other forces, it is cut off.
void CutSpikes(LinePanel& panel) {
  if (panel.series.empty()) return;
  std::vector<double> forces = panel.series.front().y;  // the sum, or the only one
  const double peak = *std::max_element(forces.begin(), forces.end());
  std::erase_if(forces, [](double force) { return force <= 0.0; });  // without flight phases
  if (forces.empty()) return;
  const auto quantile =
      forces.begin() + static_cast<int64_t>(kQuantile * static_cast<double>(forces.size() - 1));
  std::nth_element(forces.begin(), quantile, forces.end());
  if (peak < kSpikeRatio * *quantile) return;
  panel.cut_above = kAxisRatio * *quantile;
  panel.remark = fmt::format("cut off: peak of {:.{}f} N", peak, peak < 100.0 ? 1 : 0);
}

LinePanel NormalForces(const Recording& r, const std::vector<ContactGroup>& groups) {
  LinePanel panel{"Normal force of contacts", "force [N]", {}, ""};
  const size_t shown = NumShown(groups);
  if (groups.empty()) panel.remark = "No contacts during this run.";
  if (groups.size() > 1) panel.series.push_back({"sum", r.t, SumOfForces(groups, 0, r.t.size()), true});
  for (size_t i = 0; i < shown; ++i) panel.series.push_back({groups[i].name, r.t, groups[i].normal_force});
  if (shown < groups.size())
    panel.series.push_back(
        {fmt::format("{} others", groups.size() - shown), r.t, SumOfForces(groups, shown, r.t.size())});
  CutSpikes(panel);
  return panel;
}

LinePanel FrictionUse(const Recording& r, const std::vector<ContactGroup>& groups) {
  LinePanel panel{"Friction ratio (at the friction coefficient: slip)", "|ft| / fn [1]", {}, ""};
  double peak = 0.0;
  for (size_t i = 0; i < NumShown(groups); ++i) {
    panel.series.push_back({groups[i].name, r.t, groups[i].friction_use});
    for (const double use : groups[i].friction_use) peak = std::max(peak, use);  // NaN while open
  }
  if (peak > kMaxFrictionRatio) {
    panel.cut_above = kMaxFrictionRatio;
    panel.remark = fmt::format("cut off: peak of {:.2g}", peak);
  }
  return panel;
}

LinePanel Gaps(const Recording& r, const std::vector<ContactGroup>& groups) {
  LinePanel panel{"Smallest gap of contacts (below 0: penetration)", "gap [mm]", {}, ""};
  const size_t shown = NumShown(groups);
  if (groups.empty()) panel.remark = "No contacts during this run.";
  for (size_t i = 0; i < shown; ++i) {
    Series series{groups[i].name, r.t, groups[i].gap};
    for (double& gap : series.y) gap *= 1e3;
    panel.series.push_back(std::move(series));
  }
  if (shown < groups.size()) panel.remark = fmt::format("and {} with smaller forces", groups.size() - shown);
  return panel;
}

/// The time of the next row, or the end of the last step.
double EndOfRow(const Recording& r, size_t k) { return k + 1 < r.t.size() ? r.t[k + 1] : r.t[k] + r.h[k]; }

LanePanel Modes(const Recording& r, const std::vector<ContactGroup>& groups) {
  LanePanel panel{"Stick and slip", {"open", "stick", "slip"}, {}};
  for (size_t i = 0; i < NumShown(groups); ++i) {
    LanePanel::Lane lane{groups[i].name, {}};
    for (size_t k = 0; k < r.t.size(); ++k) {
      const int mode = groups[i].mode[k];
      if (!lane.spans.empty() && lane.spans.back().state == mode)
        lane.spans.back().to = EndOfRow(r, k);
      else
        lane.spans.push_back({r.t[k], EndOfRow(r, k), mode});
    }
    panel.lanes.push_back(std::move(lane));
  }
  return panel;
}

// ---- energy ------------------------------------------------------------------------------------

/// Work done before each row.
std::vector<double> Accumulated(const std::vector<double>& work) {
  std::vector<double> sums;
  double sum = 0.0;
  for (const double w : work) sums.push_back(sum), sum += w;
  return sums;
}

std::vector<double> SinceStart(std::vector<double> values) {
  const double start = values.front();
  for (double& value : values) value -= start;
  return values;
}

/// Number of rows without a failed last step, which has no energies.
size_t NumRowsWithEnergy(const Recording& r) {
  const bool failed = !r.status.empty() && !contact::Advanced(static_cast<StepStatus>(r.status.back()));
  return r.t.size() - (failed ? 1 : 0);
}

LinePanel Energy(const Recording& r) {
  LinePanel panel{"Energy, and work done since the start", "energy [J]", {}, ""};
  const size_t rows = NumRowsWithEnergy(r);
  const std::vector<double> t(r.t.begin(), r.t.begin() + static_cast<int64_t>(rows));
  const std::vector<double> actuation = Accumulated(r.actuation_work), joints = Accumulated(r.joint_work),
                            contacts = Accumulated(r.contact_work), potential = SinceStart(r.potential);
  std::vector<double> error = SinceStart(r.kinetic);
  for (size_t k = 0; k < r.t.size(); ++k) error[k] += potential[k] - actuation[k] - joints[k] - contacts[k];
  const auto add = [&](const char* name, std::vector<double> y) {
    y.resize(rows);
    const bool zero = std::all_of(y.begin(), y.end(), [](double value) { return value == 0.0; });
    if (!zero) panel.series.push_back({name, t, std::move(y)});
  };
  add("kinetic", r.kinetic);
  add("potential, from start", potential);
  add("in contact springs", r.elastic);
  add("work of actuation", actuation);
  add("work of joints", joints);
  add("work of contacts", contacts);
  add("numerical energy error", error);
  if (panel.series.empty()) panel.remark = "All energies are zero.";
  return panel;
}

void Append(Panels& panels, Panels more) {
  for (auto& panel : more) panels.push_back(std::move(panel));
}

}  // namespace

Panels PanelsOf(const Recording& r, PlotContent content) {
  const auto is = [&](PlotContent other) { return content == other; };
  const bool all = is(PlotContent::kAll);
  Panels panels;
  if (all || is(PlotContent::kForces) || is(PlotContent::kGaps)) {
    const std::vector<ContactGroup> groups = GroupContacts(r, kMaxLines - 1);
    if (!is(PlotContent::kGaps)) panels.push_back(NormalForces(r, groups));
    if (is(PlotContent::kForces) && !groups.empty()) panels.push_back(FrictionUse(r, groups));
    if (is(PlotContent::kGaps)) panels.push_back(Gaps(r, groups));
    if (!groups.empty()) panels.push_back(Modes(r, groups));
  }
  if (all) panels.push_back(Positions(r).front());
  if (is(PlotContent::kPositions)) Append(panels, Positions(r));
  if (is(PlotContent::kVelocities)) Append(panels, Velocities(r));
  if (is(PlotContent::kTorques)) Append(panels, Torques(r));
  if (is(PlotContent::kPressure)) Append(panels, Pressure(r));
  if (all || is(PlotContent::kEnergy)) panels.push_back(Energy(r));
  return panels;
}

const std::map<std::string, PlotContent>& PlotNames() {
  static const std::map<std::string, PlotContent> names = {
      {"all", PlotContent::kAll},
      {"energy", PlotContent::kEnergy},
      {"film", PlotContent::kFilm},
      {"forces", PlotContent::kForces},
      {"gaps", PlotContent::kGaps},
      {"positions", PlotContent::kPositions},
      {"pressure", PlotContent::kPressure},
      {"torques", PlotContent::kTorques},
      {"velocities", PlotContent::kVelocities},
  };
  return names;
}

}  // namespace slipstick::plot
