#include "slipstick/measure/measurement_queue.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/digest.h"

namespace slipstick::measure {

std::string ReferenceRequest::text() const { return fmt::format("{} in steps of {} s", method.text(), dt); }

MeasurementQueue::MeasurementQueue(MeasurementQueueOptions options)
    : options_(std::move(options)), store_(options_.folder, options_.fresh) {}

ReferenceRequest& MeasurementQueue::AddReference(const std::shared_ptr<const MeasuredScene>& scene,
                                                 const Method& method, double dt) {
  for (ReferenceRequest& request : references_)
    if (request.scene == scene && request.method.text() == method.text() && request.dt == dt) return request;
  references_.push_back({scene, method, dt, {}, false});
  return references_.back();
}

/// Contains everything that the result depends on; the scene as a digest.
std::string MeasurementQueue::KeyOf(Kind kind, const Subject& subject,
                                    const std::vector<ReferenceRequest*>& needs) const {
  std::string key =
      fmt::format("{} of {} in steps of {} s; scene {} {} in {} windows of {} s", subject.quantity,
                  subject.method.text(), subject.dt, subject.scene->name, Digest(subject.scene->text),
                  subject.scene->num_windows, subject.scene->window);
  for (const ReferenceRequest* reference : needs) key += "; reference: " + reference->text();
  if (!subject.more.empty()) key += "; " + subject.more;
  key += "; by " + options_.program;
  if (kind == Kind::kTiming) key += "; on " + options_.computer;
  return key;
}

void MeasurementQueue::AddErased(Measurement measurement) { added_.push_back(std::move(measurement)); }

bool MeasurementQueue::ReadStored(const Measurement& measurement) const {
  const std::optional<std::string> stored = store_.Find(measurement.key);
  return stored && measurement.read(*stored);
}

/// Measurements without a stored result, each once.
std::vector<MeasurementQueue::Measurement> MeasurementQueue::Missing() const {
  std::vector<Measurement> rest;
  std::set<std::string> keys;
  for (const Measurement& measurement : added_)
    if (!ReadStored(measurement) && keys.insert(measurement.key).second) rest.push_back(measurement);
  return rest;
}

std::vector<ReferenceRequest*> MeasurementQueue::MissingReferences(
    const std::vector<Measurement>& measurements) {
  std::vector<ReferenceRequest*> missing;
  for (const Measurement& measurement : measurements)
    for (ReferenceRequest* request : measurement.needs)
      if (!request->is_done && std::find(missing.begin(), missing.end(), request) == missing.end())
        missing.push_back(request);
  return missing;
}

void MeasurementQueue::Compute(ReferenceRequest& request) const {
  request.run = RunReference(BuildFor(*request.scene, request.method, request.dt), options_.stop);
  request.is_done = true;
}

void MeasurementQueue::Measure(const Measurement& measurement) {
  store_.Store(measurement.key, measurement.measure());
  ++measured_;
}

void MeasurementQueue::Run() {
  const std::vector<Measurement> todo = Missing();
  std::vector<std::function<void()>> references, parallel, timings;
  for (ReferenceRequest* request : MissingReferences(todo))
    references.emplace_back([this, request] { Compute(*request); });
  for (const Measurement& measurement : todo)
    (measurement.kind == Kind::kTiming ? timings : parallel).emplace_back([&] { Measure(measurement); });

  const int all = static_cast<int>(references.size() + todo.size());
  int done = 0;
  const auto report = [&] {
    if (options_.progress) options_.progress(++done, all);
  };
  if (options_.progress && all > 0) options_.progress(0, all);
  RunJobs(references, options_.threads, options_.stop, report);
  RunJobs(parallel, options_.threads, options_.stop, report);
  RunJobs(timings, 1, options_.stop, report);
  for (const Measurement& measurement : added_) ReadStored(measurement);  // also sets duplicates
  added_.clear();
}

}  // namespace slipstick::measure
