// Table I: dependence of trajectories on the step.
#include <fmt/core.h>

#include <cmath>
#include <map>

#include "experiments/nmdp/gait_series.h"
#include "experiments/nmdp/nmdp_experiments.h"

namespace slipstick::nmdp_experiments {
namespace {

// Steps shown in Fig. 5: of the baseline up to the first, of the others from the second. Both lie between two
// steps, so that rounding does not matter.
constexpr double kDrawnUpTo = 5.5e-3, kDrawnFrom = 29.5e-3;  // s

/// The joints of the paper are springs with little damping (1 N m s/rad): their oscillations are damped by
/// the integrator only. This value damps them physically.
constexpr char kDamped[] = "20";  // N m s/rad

struct Quantity {
  const char *scene, *name;
  std::vector<double> GaitRun::*values;
  std::map<std::string, double> paper;  ///< by stepper, m
};

std::vector<Quantity> Quantities() {
  return {
      {"robosimian-walk",
       "distance",
       &GaitRun::distance,
       {{"mdp", 0.72}, {"nmdp-pbd", 0.25}, {"nmdp", 0.10}}},
      {"robosimian-jump", "height", &GaitRun::height, {{"mdp", 0.26}, {"nmdp-pbd", 0.01}, {"nmdp", 0.02}}},
      {"spider-walk", "distance", &GaitRun::distance, {{"mdp", 0.09}, {"nmdp-pbd", 0.09}, {"nmdp", 0.10}}},
      {"spider-jump", "height", &GaitRun::height, {{"mdp", 0.13}, {"nmdp-pbd", 0.04}, {"nmdp", 0.05}}}};
}

/// The finished runs with the steps of Fig. 5 of the paper.
std::vector<size_t> DrawnInPaper(const GaitSeries& runs) {
  std::vector<size_t> drawn = ShownRuns(runs);
  const bool is_baseline = IsBaseline(runs.method);
  std::erase_if(drawn,
                [&](size_t i) { return is_baseline ? runs.dts[i] > kDrawnUpTo : runs.dts[i] < kDrawnFrom; });
  return drawn;
}

plot::Cell MetresCell(double metres) {
  return std::isfinite(metres) ? plot::NumberCell(metres, fmt::format("{:.3f}", metres)) : plot::EmptyCell();
}

}  // namespace

std::vector<plot::ReportSection> Consistency(measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  std::deque<GaitSeries> all, all_damped;
  const std::vector<Quantity> quantities = Quantities();
  std::vector<measure::Method> methods = GaitMethods(section.remarks);
  std::erase_if(methods,
                [&](const measure::Method& method) { return !quantities[0].paper.contains(method.stepper); });
  for (const Quantity& quantity : quantities)
    for (const measure::Method& method : methods) {
      AddGait(all, quantity.scene, method, queue);
      AddGait(all_damped, quantity.scene, method, queue, {{"controller.kd", kDamped, "damped joints"}});
    }
  queue.Run();
  plot::ReportTable table{
      "step-dependence",
      {{"scene", "scene", "", true},
       {"quantity", "quantity", "", true},
       {"method", "method", "", true},
       {"finished", "finished", "Steps with which the run is completed.", true},
       {"steps", "steps", "Number of steps compared: all finished; of mdp those up to 7 ms."},
       {"deviation", "deviation [m]", "Standard deviation between steps, averaged over time."},
       {"paper", "paper [m]", "The same, as printed."},
       {"ratio", "x mdp", "Deviation divided by that of mdp."},
       {"paper_ratio", "paper: x mdp", ""},
       {"drawn_deviation", "as Fig. 5 [m]",
        "Deviation between the steps of Fig. 5 of the paper: 30 to 50 ms; of mdp 1 to 5 ms."},
       {"drawn_ratio", "x mdp", "Divided by that of mdp."},
       {"damped_deviation", "damped [m]",
        fmt::format("Deviation between all steps compared with a joint damping of {} N m s/rad.", kDamped)}},
      {}};
  size_t next = 0;
  std::string ratios;
  for (const Quantity& quantity : quantities) {
    double baseline = measure::kUnknown, drawn_baseline = measure::kUnknown;
    for (const measure::Method& method : methods) {
      const GaitSeries &runs = all[next], &damped = all_damped[next];
      ++next;
      const std::vector<size_t> shown = ShownRuns(runs);
      const double deviation = MeanDeviation(runs, shown, quantity.values),
                   drawn = MeanDeviation(runs, DrawnInPaper(runs), quantity.values);
      if (IsBaseline(method)) baseline = deviation, drawn_baseline = drawn;
      const double paper = quantity.paper.at(method.stepper);
      table.rows.push_back(
          {plot::TextCell(quantity.scene), plot::TextCell(quantity.name), plot::TextCell(method.name()),
           plot::TextCell(FinishedText(runs)),
           plot::NumberCell(static_cast<double>(shown.size()), fmt::format("{}", shown.size())),
           MetresCell(deviation), plot::NumberCell(paper, fmt::format("{:.2f}", paper)),
           plot::NumberCell(deviation / baseline), plot::NumberCell(paper / quantity.paper.at("mdp")),
           MetresCell(drawn), plot::NumberCell(drawn / drawn_baseline),
           MetresCell(MeanDeviation(damped, ShownRuns(damped), quantity.values))});
      if (!IsBaseline(method))
        ratios += fmt::format("{}{} {:.2g} on {}", ratios.empty() ? "" : ", ", method.name(),
                              deviation / baseline, quantity.scene);
    }
  }
  section.heading = "Pan and Hauser 2020, Table I: dependence of trajectories on the step";
  section.paragraphs.push_back(
      fmt::format("Two robots walk and jump for 10 s, with steps of 5, 10, ... 50 ms; mdp with the stable "
                  "ones of 1, 2, ... 7 ms. The deviation is the standard deviation between the trajectories "
                  "of all steps, averaged over time. Motions and feet are ours: compare ratios, not metres. "
                  "Ratios to mdp: {}.",
                  ratios));
  section.paragraphs.push_back(fmt::format(
      "The joints of the paper (P = 1000, D = 1) oscillate. Long steps damp the oscillations, short ones do "
      "not: much of the dependence on the step comes from this, not from contacts. The last column is for D "
      "= {}.",
      kDamped));
  section.tables.push_back(std::move(table));
  return {section};
}

}  // namespace slipstick::nmdp_experiments
