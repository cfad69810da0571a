// A queue of measurements. Results that an earlier run has stored are reused. Each reference run is computed
// once for all measurements that need it. Measurements run in parallel; timings run last, one at a time.
//
//   MeasurementQueue queue({.threads = 4, .folder = "out/results", .program = "my program 1.0"});
//   ReferenceRequest& reference = queue.AddReference(scene, {"rk4"}, 1e-6);
//   LocalError error;
//   queue.Add<LocalError>(Kind::kParallel, {"local error", ...}, {&reference}, error, [&] { ... });
//   queue.Run();
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/fields_json.h"
#include "slipstick/measure/jobs.h"
#include "slipstick/measure/reference_run.h"
#include "slipstick/measure/result_store.h"

namespace slipstick::measure {

struct MeasurementQueueOptions {
  int threads = 1;
  std::string folder = {};    ///< for results; empty: they are not stored
  bool fresh = false;         ///< ignore stored results
  std::string program = {};   ///< name and version: results of other programs are not reused
  std::string computer = {};  ///< processor: timings of other processors are not reused
  const StopFlag* stop = nullptr;
  std::function<void(int done, int all)> progress = {};  ///< counts measurements and reference runs
};

/// A reference run, computed before the measurements that need it.
struct ReferenceRequest {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double dt;
  ReferenceRun run;
  bool is_done = false;

  std::string text() const;  ///< for keys
};

class MeasurementQueue {
 public:
  /// Parallel measurements give the same numbers on any number of threads; timings run last, one at a time.
  enum class Kind { kParallel, kTiming };

  /// Identifies a measurement; part of the key of its stored result.
  struct Subject {
    std::string quantity;  ///< "local error"
    const MeasuredScene* scene;
    Method method;
    double dt;
    std::string more;  ///< further dependencies of the result
  };

  explicit MeasurementQueue(MeasurementQueueOptions options);

  /// One per scene, method and step, however often it is added.
  ReferenceRequest& AddReference(const std::shared_ptr<const MeasuredScene>& scene, const Method& method,
                                 double dt);

  /// `result` is set by Run, from the stored result or by `measure`, which may use the reference runs.
  template <class Result>
  void Add(Kind kind, const Subject& subject, const std::vector<ReferenceRequest*>& needs, Result& result,
           std::function<Result()> measure);

  /// Runs all measurements. Throws Stopped, and exceptions of measurements.
  void Run();

  const StopFlag* stop() const { return options_.stop; }
  int measured() const { return measured_; }  ///< number of measurements so far, without stored ones

 private:
  struct Measurement {
    Kind kind;
    std::string key;
    std::vector<ReferenceRequest*> needs;
    std::function<bool(const std::string&)> read;  ///< false if the text is not a result of this type
    std::function<std::string()> measure;          ///< sets the result and returns it as text
  };

  std::string KeyOf(Kind kind, const Subject& subject, const std::vector<ReferenceRequest*>& needs) const;
  void AddErased(Measurement measurement);
  bool ReadStored(const Measurement& measurement) const;
  std::vector<Measurement> Missing() const;
  static std::vector<ReferenceRequest*> MissingReferences(const std::vector<Measurement>& measurements);
  void Compute(ReferenceRequest& request) const;
  void Measure(const Measurement& measurement);

  MeasurementQueueOptions options_;
  ResultStore store_;
  std::deque<ReferenceRequest> references_;  // a deque keeps their addresses
  std::vector<Measurement> added_;
  std::atomic<int> measured_{0};
};

// --- implementation ---

template <class Result>
void MeasurementQueue::Add(Kind kind, const Subject& subject, const std::vector<ReferenceRequest*>& needs,
                           Result& result, std::function<Result()> measure) {
  const auto read = [&result](const std::string& text) { return FromJson(text, result); };
  const auto fill = [&result, measure = std::move(measure)] {
    result = measure();
    return ToJson(result);
  };
  AddErased({kind, KeyOf(kind, subject, needs), needs, read, fill});
}

}  // namespace slipstick::measure
