// Growth of the time of dynamics with the number of bodies, from 10 to 1000, on chains and on balanced trees.
// See benchmarks/README.md.
#include <fmt/core.h>

#include <algorithm>

#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/model/generators.h"
#include "slipstick/plot/svg_plot.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/states.h"
#include "speed/timing.h"

namespace slipstick::speed {
namespace {

constexpr int kSizes[] = {10, 30, 100, 300, 1000};
constexpr int kPoints = 4;
constexpr int kRing = 4;                // few states: at 1000 bodies more would not fit into the caches
constexpr int kBodiesPerBatch = 10000;  // batches of all sizes take about the same time
constexpr double kLargestGrowth = 1.5;  // time per body at 1000 bodies against 10

/// The calls whose growth is measured.
enum class Work { kInverseDynamics, kForwardDynamics, kContactInertia };
constexpr Work kAllWork[] = {Work::kInverseDynamics, Work::kForwardDynamics, Work::kContactInertia};

const char* Label(Work work) {
  switch (work) {
    case Work::kInverseDynamics: return "RNEA";
    case Work::kForwardDynamics: return "ABA";
    case Work::kContactInertia: return "W of 4 points";
  }
  return "?";
}

/// One model with the data of its calls.
class Sample {
 public:
  explicit Sample(Model model)
      : model_(std::move(model)), states_(RandomStates(model_, kRing)), ws_(model_, kPoints) {
    for (int i = 0; i < kPoints; ++i) points_.push_back({model_.num_bodies() - 1 - i, Vec3<double>::Zero()});
  }

  Call MakeCallOf(Work work) {
    const int calls = std::max(1, kBodiesPerBatch / model_.num_bodies());
    return MakeCall(Label(work), calls, [this, work](int k) { Do(work, states_[k % kRing]); });
  }

 private:
  void Do(Work work, const State& s) {
    switch (work) {
      case Work::kInverseDynamics: dynamics::InverseDynamics(model_, s.q, s.v, s.a, ws_); break;
      case Work::kForwardDynamics: dynamics::ForwardDynamics(model_, s.q, s.v, s.tau, ws_); break;
      case Work::kContactInertia: dynamics::ContactInertiaByUnitForces(model_, s.q, points_, ws_); break;
    }
  }

  Model model_;
  std::vector<State> states_;
  Workspace<double> ws_;
  std::vector<dynamics::BodyPoint<double>> points_;
};

/// Times of one call on one family of models, by size.
struct Curve {
  std::string family;
  Work work;
  std::vector<Timing> timings;  // as kSizes

  double PerBody(size_t i) const { return timings[i].Median() / kSizes[i]; }
  double Growth() const { return PerBody(std::size(kSizes) - 1) / PerBody(0); }
};

std::vector<Curve> Measure(int batches) {
  struct Family {
    const char* name;
    Model (*make)(int);
  };
  std::vector<Curve> curves;
  std::vector<std::unique_ptr<Sample>> samples;
  std::vector<Call> calls;  // curve after curve, size after size
  for (const Family& family : {Family{"chain", model::Chain}, Family{"tree", model::BalancedTree}})
    for (const Work work : kAllWork) {
      curves.push_back({family.name, work, {}});
      for (const int size : kSizes) {
        samples.push_back(std::make_unique<Sample>(family.make(size)));
        calls.push_back(samples.back()->MakeCallOf(work));
      }
    }
  auto timing = TimeInterleaved(calls, batches);
  for (size_t i = 0; i < timing.size(); ++i) curves[i / std::size(kSizes)].timings.push_back(timing[i]);
  return curves;
}

std::string CurveName(const Curve& curve) { return fmt::format("{}, {}", Label(curve.work), curve.family); }

std::string AsTable(const std::vector<Curve>& curves, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "Time per body in ns, median of {} batches; W by unit forces on the last {} bodies.\n"
      "{}, {}, {}\n\n{:22}",
      batches, kPoints, machine.cpu, machine.compiler, machine.flags, "bodies");
  for (const int size : kSizes) text += fmt::format("{:>9}", size);
  text += fmt::format("{:>12}\n", "1000 / 10");
  for (const Curve& curve : curves) {
    text += fmt::format("{:22}", CurveName(curve));
    for (size_t i = 0; i < std::size(kSizes); ++i) text += fmt::format("{:9.1f}", 1e3 * curve.PerBody(i));
    text +=
        fmt::format("{:12.2f}  {}\n", curve.Growth(), curve.Growth() <= kLargestGrowth ? "met" : "MISSED");
  }
  return text +
         fmt::format("\nlimit: time per body at 1000 bodies <= {:.1f} x the one at 10\n", kLargestGrowth);
}

Json AsJson(const std::vector<Curve>& curves, int batches) {
  Json json = JsonHead("growth", batches);
  json["largest_allowed_growth"] = kLargestGrowth;
  json["curves"] = Json::array();
  for (const Curve& curve : curves) {
    Json entry = {{"model", curve.family}, {"call", Label(curve.work)}, {"growth", curve.Growth()}};
    for (size_t i = 0; i < std::size(kSizes); ++i)
      entry["sizes"].push_back({{"bodies", kSizes[i]},
                                {"median_us", curve.timings[i].Median()},
                                {"min_us", curve.timings[i].Min()}});
    json["curves"].push_back(std::move(entry));
  }
  return json;
}

plot::LinePlot AsPlot(const std::vector<Curve>& curves) {
  plot::LinePlot plot;
  plot.title = "Time per call grows with the number of bodies";
  plot.x = {"bodies", plot::LinePlot::Scale::kLog};
  plot.y = {"time per call [µs]", plot::LinePlot::Scale::kLog};
  for (const Curve& curve : curves) {
    plot::LinePlot::Series series{CurveName(curve), {std::begin(kSizes), std::end(kSizes)}, {}};
    for (const Timing& timing : curve.timings) series.y.push_back(timing.Median());
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void Run(const Options& options, const std::string& plot) {
  const std::vector<Curve> curves = Measure(options.batches);
  PrintResult(options, AsJson(curves, options.batches), AsTable(curves, options.batches));
  plot::WriteSvg(AsPlot(curves), plot);
  fmt::print(stderr, "plot: {}\n", plot);
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  Options options{.batches = 100};
  std::string plot = "out/growth.svg";
  return RunProgram({"bench_growth",
                     "Times dynamics on chains and trees of 10 to 1000 bodies.",
                     options,
                     {{"--plot", "File of the figure", &plot}}},
                    argc, argv, [&] { Run(options, plot); });
}
