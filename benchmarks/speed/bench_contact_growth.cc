// How the time of a `relaxed` step grows with the number of bodies and with the number of contacts (Wakisaka
// and Sugihara 2014 states O(n)). See benchmarks/README.md.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/contact_space.h"
#include "slipstick/model/model_builder.h"
#include "slipstick/plot/svg_plot.h"
#include "slipstick/steppers/registry.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"

namespace slipstick::speed {
namespace {

constexpr double kStep = 1e-3;           // s
constexpr double kShortStep = 1e-5;      // s: from one timed state to the next, with contact memory
constexpr int kRing = 4;                 // states, each the start of a timed step
constexpr int kWorkPerBatch = 4000;      // bodies times calls: batches of all sizes take about the same time
constexpr int kLinksUnderContacts = 16;  // of the chain on which contacts grow
constexpr int kPointsPerLink = 4;
constexpr double kLargestBodySlope = 1.1;
constexpr double kLargestContactSlope = 2.0;

const std::vector<int> kBodies = {6, 10, 20, 40, 60, 100, 200, 400, 600};
const std::vector<int> kContacts = {1, 2, 4, 8, 16, 32, 64};
constexpr int kLargestFactored = 200;  // a chain takes the factor n³
constexpr int kManyBodies = 60;        // from here on constant terms are negligible
constexpr int kManyContacts = 8;

/// A chain that lies straight on the floor, hinged about alternating axes. The corners of its last links
/// touch, `points` of them.
World LyingChain(int links, int points) {
  constexpr double kLength = 0.1, kHalf = 0.02;
  ModelBuilder builder(fmt::format("chain_{}", links));
  int link = model::kWorld;
  for (int i = 0; i < links; ++i) {
    const JointSpec joint = model::Revolute(fmt::format("joint_{}", i))
                                .On(link)
                                .At(i == 0 ? Pose::At(0, 0, kHalf) : Pose::At(kLength, 0, 0))
                                .About(i % 2 == 0 ? model::Y : model::Z)
                                .Damping(1e-3);
    link = builder.Add(fmt::format("link_{}", i),
                       Inertia::Box(0.3, {kLength, 2 * kHalf, 2 * kHalf}).In(Pose::At(0.5 * kLength, 0, 0)),
                       joint);
  }
  WorldBuilder world(builder.Build());
  for (int k = 0; k < points; ++k) {
    const int corner = k % kPointsPerLink;
    world.AddPoint(fmt::format("link_{}", links - 1 - k / kPointsPerLink),
                   {corner / 2 == 0 ? 0.01 : kLength - 0.01, corner % 2 == 0 ? kHalf : -kHalf, -kHalf});
  }
  world.AddGround();
  return world.Build();
}

/// Calls on one chain.
class Sample {
 public:
  Sample(int links, int points, const std::string& algorithm)
      : world_(LyingChain(links, points)),
        actuation_(world_.model()),
        stepper_(steppers::MakeStepper("relaxed", world_, {{"inertia", algorithm}})),
        ws_(world_.model(), points) {
    State state = world_.InitialState();
    for (int i = 0; i < kRing; ++i) {
      stepper_->Step(actuation_, kShortStep, state);
      ring_.push_back(state);
      state_ = state;
      const StepReport& report = stepper_->Step(actuation_, kStep, state_);
      if (report.status != StepStatus::kOk || static_cast<int>(report.contacts.size()) != points)
        throw std::runtime_error(fmt::format("chain of {}: {}, {} of {} contacts", links,
                                             contact::Name(report.status), report.contacts.size(), points));
      points_.clear();
      for (const ContactReport& contact : report.contacts)
        points_.push_back({std::max(contact.body_a, contact.body_b), Vec3<double>::Zero()});
    }
  }

  /// A whole step.
  Call StepCall() {
    return MakeCall("step", Calls(), [this](int k) {
      state_ = ring_[k % kRing];
      stepper_->Step(actuation_, kStep, state_);
    });
  }
  /// The inertia of its contacts alone, in O(n) per contact: A of (5).
  Call InertiaCall() {
    return MakeCall("inertia", Calls(), [this](int k) {
      const Model& model = world_.model();
      dynamics::BeginEvaluate<double>(model, ring_[k % kRing].q, ring_[k % kRing].v, ws_);
      dynamics::FinishEvaluateArticulated<double>(model, points_, ws_);
      dynamics::ContactInertiaByUnitForces(model, ws_);
    });
  }

 private:
  int Calls() const { return std::max(1, kWorkPerBatch / world_.model().num_bodies()); }

  World world_;
  Actuation actuation_;
  std::unique_ptr<Stepper> stepper_;
  Workspace<double> ws_;
  std::vector<State> ring_;
  State state_;
  std::vector<dynamics::BodyPoint<double>> points_;
};

/// One line of a figure.
struct Curve {
  std::string name;
  std::vector<int> sizes;
  int many;              ///< sizes from here on determine the slope
  double largest_slope;  ///< required; infinite without a requirement
  std::vector<Timing> timings;

  /// log time over log size, by least squares, from a size on.
  double Slope(int from) const {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] < from) continue;
      const double log_size = std::log(sizes[i]), log_time = std::log(timings[i].Median());
      n += 1, x += log_size, y += log_time, xx += log_size * log_size, xy += log_size * log_time;
    }
    return (n * xy - x * y) / (n * xx - x * x);
  }
  bool is_met() const { return Slope(many) <= largest_slope; }
};

struct Growth {
  std::vector<Curve> with_bodies, with_contacts;
};

Growth Measure(int batches) {
  constexpr double kAnything = std::numeric_limits<double>::infinity();
  Growth growth;
  std::vector<std::unique_ptr<Sample>> samples;
  std::vector<Call> calls;
  const auto add = [&](Curve curve, std::vector<Curve>& curves, auto make, bool whole_step) {
    for (const int size : curve.sizes) {
      samples.push_back(make(size));
      calls.push_back(whole_step ? samples.back()->StepCall() : samples.back()->InertiaCall());
    }
    curves.push_back(std::move(curve));
  };
  const auto chain_by = [](const char* algorithm) {
    return [algorithm](int links) { return std::make_unique<Sample>(links, kPointsPerLink, algorithm); };
  };
  const auto loaded = [](int points) {
    return std::make_unique<Sample>(kLinksUnderContacts, points, "articulated");
  };
  std::vector<int> factored = kBodies;
  std::erase_if(factored, [](int links) { return links > kLargestFactored; });
  add({"step, articulated", kBodies, kManyBodies, kLargestBodySlope, {}}, growth.with_bodies,
      chain_by("articulated"), true);
  add({"step, auto", kBodies, kManyBodies, kLargestBodySlope, {}}, growth.with_bodies, chain_by("auto"),
      true);
  add({"step, factor", factored, kManyBodies, kAnything, {}}, growth.with_bodies, chain_by("factor"), true);
  add({"contact inertia", kContacts, kManyContacts, kLargestContactSlope, {}}, growth.with_contacts, loaded,
      false);
  add({"step, articulated", kContacts, kManyContacts, kAnything, {}}, growth.with_contacts, loaded, true);

  std::vector<Timing> timings = TimeInterleaved(calls, batches);
  size_t at = 0;
  for (std::vector<Curve>* curves : {&growth.with_bodies, &growth.with_contacts})
    for (Curve& curve : *curves)
      for (size_t i = 0; i < curve.sizes.size(); ++i) curve.timings.push_back(std::move(timings[at++]));
  return growth;
}

std::string AsTable(const std::vector<Curve>& curves, const char* what) {
  std::string text = fmt::format("{:20}", what);
  for (const int size : curves.front().sizes) text += fmt::format("{:>8}", size);
  text += fmt::format("{:>8}{:>12}\n", "slope", fmt::format("from {}", curves.front().many));
  for (const Curve& curve : curves) {
    text += fmt::format("{:20}", curve.name);
    for (size_t i = 0; i < curves.front().sizes.size(); ++i)
      text += i < curve.timings.size() ? fmt::format("{:8.1f}", curve.timings[i].Median())
                                       : fmt::format("{:>8}", "-");
    text += fmt::format("{:8.2f}{:12.2f}", curve.Slope(0), curve.Slope(curve.many));
    text += std::isfinite(curve.largest_slope) ? (curve.is_met() ? "  met\n" : "  MISSED\n") : "\n";
  }
  return text;
}

std::string AsTables(const Growth& growth, int batches) {
  const Machine machine = ThisMachine();
  return fmt::format(
      "Time in µs, median of {} batches; a chain that lies on the floor.\n{}, {}, {}\n\n"
      "Four contacts under the last link.\n{}\n"
      "{} links; contacts from the last one on.\n{}\n"
      "limits: slope <= {:.1f} for bodies from {} on, <= {:.0f} for the inertia of contacts from {} on\n",
      batches, machine.cpu, machine.compiler, machine.flags, AsTable(growth.with_bodies, "bodies"),
      kLinksUnderContacts, AsTable(growth.with_contacts, "contacts"), kLargestBodySlope, kManyBodies,
      kLargestContactSlope, kManyContacts);
}

Json AsJson(const Growth& growth, int batches) {
  Json json = JsonHead("contact_growth", batches);
  const auto add = [&](const char* key, const char* unit, const std::vector<Curve>& curves) {
    for (const Curve& curve : curves) {
      Json entry = {
          {"name", curve.name}, {"slope", curve.Slope(0)}, {"slope_of_many", curve.Slope(curve.many)}};
      for (size_t i = 0; i < curve.sizes.size(); ++i)
        entry["sizes"].push_back({{unit, curve.sizes[i]},
                                  {"median_us", curve.timings[i].Median()},
                                  {"min_us", curve.timings[i].Min()}});
      json[key].push_back(std::move(entry));
    }
  };
  add("with_bodies", "bodies", growth.with_bodies);
  add("with_contacts", "contacts", growth.with_contacts);
  return json;
}

plot::LinePlot AsPlot(const std::vector<Curve>& curves, const char* title, const char* axis) {
  plot::LinePlot plot;
  plot.title = title;
  plot.x = {axis, plot::LinePlot::Scale::kLog};
  plot.y = {"time [µs]", plot::LinePlot::Scale::kLog};
  for (const Curve& curve : curves) {
    plot::LinePlot::Series series{fmt::format("{}: {:.2f}", curve.name, curve.Slope(curve.many)),
                                  {curve.sizes.begin(), curve.sizes.end()},
                                  {}};
    for (const Timing& timing : curve.timings) series.y.push_back(timing.Median());
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void Run(const Options& options, const std::string& bodies_plot, const std::string& contacts_plot) {
  const Growth growth = Measure(options.batches);
  PrintResult(options, AsJson(growth, options.batches), AsTables(growth, options.batches));
  plot::WriteSvg(AsPlot(growth.with_bodies, "A relaxed step with four contacts (slope of many)", "bodies"),
                 bodies_plot);
  plot::WriteSvg(AsPlot(growth.with_contacts, "A relaxed step of 16 links (slope of many)", "contacts"),
                 contacts_plot);
  fmt::print(stderr, "plots: {}, {}\n", bodies_plot, contacts_plot);
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  Options options{.batches = 100};
  std::string bodies = "out/growth-with-bodies.svg", contacts = "out/growth-with-contacts.svg";
  return RunProgram({"bench_contact_growth",
                     "Times relaxed steps of chains of 6 to 600 links, and with 1 to 64 contacts.",
                     options,
                     {{"--bodies-plot", "File of the figure over bodies", &bodies},
                      {"--contacts-plot", "File of the figure over contacts", &contacts}}},
                    argc, argv, [&] { Run(options, bodies, contacts); });
}
