// Where measurements are done: orders are collected, those that an earlier run answered are not done again,
// truths are computed once for all that need them, the rest is spread over the cores, and costs are measured
// at the end, alone.
//
//   Laboratory lab({.threads = 4, .folder = "out/results", .program = "my program 1.0"});
//   TruthOrder& truth = lab.OrderTruth(scene, {"rk4"}, 1e-6);
//   LocalError error;
//   lab.Order(Kind::kParallel, "error", ..., {&truth}, error, [&] { return MeasureLocalError(...); });
//   lab.Run();
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/fields_json.h"
#include "slipstick/measure/jobs.h"
#include "slipstick/measure/result_store.h"
#include "slipstick/measure/truth.h"

namespace slipstick::measure {

struct LaboratoryOptions {
  int threads = 1;
  std::string folder = {};    ///< for results; empty: they are not kept
  bool fresh = false;         ///< measure again what is kept there
  std::string program = {};   ///< who measures, in which version: results of another one are not reused
  std::string computer = {};  ///< on what: costs measured on another one are not reused
  const StopFlag* stop = nullptr;
  std::function<void(int done, int all)> progress = {};  ///< measurements and truths
};

/// A truth that will be there when a measurement that needs it is done.
struct TruthOrder {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double dt;
  Truth truth;
  bool is_done = false;

  std::string text() const;  ///< what it is, for keys
};

class Laboratory {
 public:
  /// Parallel measurements give the same numbers on any number of threads; timings are done one at a time, at
  /// the end.
  enum class Kind { kParallel, kTiming };

  /// What a measurement is, apart from the program: the text that it is kept under.
  struct Subject {
    std::string quantity;  ///< "local error"
    const MeasuredScene* scene;
    Method method;
    double dt;
    std::string more;  ///< whatever else the result depends on
  };

  explicit Laboratory(LaboratoryOptions options);

  /// One per scene, method and step, however often it is ordered.
  TruthOrder& OrderTruth(const std::shared_ptr<const MeasuredScene>& scene, const Method& method, double dt);

  /// `result` is filled by Run, from what is kept or by `measure`, which may use the truths.
  template <class Result>
  void Order(Kind kind, const Subject& subject, const std::vector<TruthOrder*>& needs, Result& result,
             std::function<Result()> measure);

  /// Does all that was ordered. Throws Stopped, and what measurements throw.
  void Run();

  const StopFlag* stop() const { return options_.stop; }
  int measured() const { return measured_; }  ///< so far, apart from those that were kept

 private:
  struct Measurement {
    Kind kind;
    std::string key;
    std::vector<TruthOrder*> needs;
    std::function<bool(const std::string&)> read;  ///< false if the text is no such result
    std::function<std::string()> measure;          ///< fills the result and returns it as text
  };

  std::string KeyOf(Kind kind, const Subject& subject, const std::vector<TruthOrder*>& needs) const;
  void OrderErased(Measurement measurement);
  bool Answer(const Measurement& measurement) const;
  std::vector<Measurement> Unanswered() const;
  static std::vector<TruthOrder*> MissingTruths(const std::vector<Measurement>& measurements);
  void Compute(TruthOrder& order) const;
  void Measure(const Measurement& measurement);

  LaboratoryOptions options_;
  ResultStore store_;
  std::deque<TruthOrder> truths_;  // stay where they are
  std::vector<Measurement> ordered_;
  std::atomic<int> measured_{0};
};

// --- how
// ------------------------------------------------------------------------------------------------------------

template <class Result>
void Laboratory::Order(Kind kind, const Subject& subject, const std::vector<TruthOrder*>& needs,
                       Result& result, std::function<Result()> measure) {
  const auto read = [&result](const std::string& text) { return FromJson(text, result); };
  const auto fill = [&result, measure = std::move(measure)] {
    result = measure();
    return ToJson(result);
  };
  OrderErased({kind, KeyOf(kind, subject, needs), needs, read, fill});
}

}  // namespace slipstick::measure
