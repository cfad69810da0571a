// Records a run step by step.
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
  /// The model must outlive the recorder. `shapes` are the names of the shapes, by index.
  Recorder(const Model& model, std::vector<std::string> shapes, const RecorderOptions& options = {});
  /// Continues the recording of a resumed run: the rows are the same as without the interruption.
  static Recorder Continue(const Model& model, Recording so_far, const RecorderOptions& options = {});

  /// To be called after each step, with the state before it, its actuation and its report.
  void Observe(const State& before, const Actuation& actuation, double h, const StepReport& report);

  /// Stores the checkpoint of the end of the run. May be called again later.
  void Finish(const State& state, const Actuation& actuation, std::map<std::string, int64_t> counters = {},
              std::map<std::string, double> numbers = {});

  Recording& recording() { return recording_; }  ///< for settings
  const Recording& recording() const { return recording_; }
  /// Moves the recording out; the recorder must not be used afterwards.
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
