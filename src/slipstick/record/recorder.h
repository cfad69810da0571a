// Watches a run and keeps it.
//
//   Recorder recorder(world.model(), shape_names);
//   while (...) {
//     before = state;
//     const StepReport& report = stepper->Step(actuation, h, state);
//     recorder.Observe(before, actuation, h, report);
//   }
//   recorder.Finish(state, actuation);
//   WriteRecording("run.npz", recorder.Take());
#pragma once

#include "slipstick/contact/step_report.h"
#include "slipstick/names.h"
#include "slipstick/record/recording.h"

namespace slipstick::record {

struct RecorderOptions {
  double every = 0.0;  ///< s between rows; 0: a row for every step
};

class Recorder {
 public:
  /// The model must outlive the recorder. `shapes` are their names, by number.
  Recorder(const Model& model, std::vector<std::string> shapes, const RecorderOptions& options = {});
  /// Goes on with the recording of a run that goes on: the rows are the same as without the interruption.
  static Recorder Continue(const Model& model, Recording so_far, const RecorderOptions& options = {});

  /// After each step: the state before it, what drove it and what it reported.
  void Observe(const State& before, const Actuation& actuation, double h, const StepReport& report);

  /// Keeps where the run stopped. May be called again, later.
  void Finish(const State& state, const Actuation& actuation, std::map<std::string, int64_t> counters = {},
              std::map<std::string, double> numbers = {});

  Recording& recording() { return recording_; }  ///< for settings
  const Recording& recording() const { return recording_; }
  /// Hands the recording over; the recorder is done.
  Recording Take() { return std::move(recording_); }

 private:
  bool IsDue(double t, double h) const;
  void AddRow(const State& before, const Actuation& actuation, double h, const StepReport& report);
  void AddForces(const State& before, const Actuation& actuation);
  void AddContact(const ContactReport& contact);
  void FoldIntoLastRow(const StepReport& report);

  const Model& model_;
  double every_;
  Recording recording_;
  Eigen::VectorXd feedback_;  ///< scratch
};

}  // namespace slipstick::record
