#include "slipstick/measure/laboratory.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/digest.h"

namespace slipstick::measure {

std::string TruthOrder::text() const { return fmt::format("{} in steps of {} s", method.text(), dt); }

Laboratory::Laboratory(LaboratoryOptions options)
    : options_(std::move(options)), store_(options_.folder, options_.fresh) {}

TruthOrder& Laboratory::OrderTruth(const std::shared_ptr<const MeasuredScene>& scene, const Method& method,
                                   double dt) {
  for (TruthOrder& order : truths_)
    if (order.scene == scene && order.method.text() == method.text() && order.dt == dt) return order;
  truths_.push_back({scene, method, dt, {}, false});
  return truths_.back();
}

/// Names everything that the result depends on. Scenes are long and stand as digests.
std::string Laboratory::KeyOf(Kind kind, const Subject& subject,
                              const std::vector<TruthOrder*>& needs) const {
  std::string key =
      fmt::format("{} of {} in steps of {} s; scene {} {} in {} windows of {} s", subject.quantity,
                  subject.method.text(), subject.dt, subject.scene->name, Digest(subject.scene->text),
                  subject.scene->num_windows, subject.scene->window);
  for (const TruthOrder* truth : needs) key += "; truth: " + truth->text();
  if (!subject.more.empty()) key += "; " + subject.more;
  key += "; by " + options_.program;
  if (kind == Kind::kTiming) key += "; on " + options_.computer;
  return key;
}

void Laboratory::OrderErased(Measurement measurement) { ordered_.push_back(std::move(measurement)); }

bool Laboratory::Answer(const Measurement& measurement) const {
  const std::optional<std::string> kept = store_.Find(measurement.key);
  return kept && measurement.read(*kept);
}

/// Those of the orders that nothing kept answers, each once.
std::vector<Laboratory::Measurement> Laboratory::Unanswered() const {
  std::vector<Measurement> rest;
  std::set<std::string> keys;
  for (const Measurement& measurement : ordered_)
    if (!Answer(measurement) && keys.insert(measurement.key).second) rest.push_back(measurement);
  return rest;
}

std::vector<TruthOrder*> Laboratory::MissingTruths(const std::vector<Measurement>& measurements) {
  std::vector<TruthOrder*> missing;
  for (const Measurement& measurement : measurements)
    for (TruthOrder* order : measurement.needs)
      if (!order->is_done && std::find(missing.begin(), missing.end(), order) == missing.end())
        missing.push_back(order);
  return missing;
}

void Laboratory::Compute(TruthOrder& order) const {
  order.truth = RunTruth(BuildFor(*order.scene, order.method, order.dt), options_.stop);
  order.is_done = true;
}

void Laboratory::Measure(const Measurement& measurement) {
  store_.Keep(measurement.key, measurement.measure());
  ++measured_;
}

void Laboratory::Run() {
  const std::vector<Measurement> todo = Unanswered();
  std::vector<std::function<void()>> truths, parallel, timings;
  for (TruthOrder* order : MissingTruths(todo)) truths.emplace_back([this, order] { Compute(*order); });
  for (const Measurement& measurement : todo)
    (measurement.kind == Kind::kTiming ? timings : parallel).emplace_back([&] { Measure(measurement); });

  const int all = static_cast<int>(truths.size() + todo.size());
  int done = 0;
  const auto report = [&] {
    if (options_.progress) options_.progress(++done, all);
  };
  if (options_.progress && all > 0) options_.progress(0, all);
  RunJobs(truths, options_.threads, options_.stop, report);
  RunJobs(parallel, options_.threads, options_.stop, report);
  RunJobs(timings, 1, options_.stop, report);
  for (const Measurement& measurement : ordered_) Answer(measurement);  // those that were ordered twice
  ordered_.clear();
}

}  // namespace slipstick::measure
