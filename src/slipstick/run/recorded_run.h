// Runs and their recordings: what a recording keeps of the run beside its steps, and how to go on from it.
//
//   Scene scene = BuildScene(FindScene("solo-trot"));
//   Simulation simulation(scene);
//   RunRecorder recorder(scene, simulation, "my program");
//   simulation.Run();
//   WriteRecording("trot.npz", recorder.Finish());
#pragma once

#include <string>

#include "slipstick/record/recorder.h"
#include "slipstick/run/simulation.h"

namespace slipstick::run {

/// Watches a simulation, which must outlive it, and must not move while the simulation runs.
class RunRecorder {
 public:
  /// `program` is who made the recording. A row every so many seconds; 0: for every step.
  RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program, double every = 0.0);
  /// Goes on with the recording from which the simulation goes on.
  RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program, Recording so_far);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// The recording so far, with the point to go on from.
  const Recording& Finish();

 private:
  void Watch(const Scene& scene, const std::string& program);

  Simulation& simulation_;
  double every_;
  Recorder recorder_;
};

// All of these throw InputError, starting with `where`, for a recording that does not have what they need.

/// The scene of the run that was recorded, with everything that was changed on its command line.
scene::SceneSource RecordedScene(const Recording& recording, const std::string& where);
/// The scene that was made from it has the same controller, which may be one that only a program has, and the
/// same meshes, which stay in their files.
void CheckRecordedRun(const Recording& recording, const Scene& scene, const std::string& where);
ResumePoint RecordedResumePoint(const Recording& recording, const std::string& where);
/// Steps done in all.
int64_t RecordedSteps(const Recording& recording);
/// Time between the rows; 0 for a row for every step.
double RecordedEvery(const Recording& recording);

}  // namespace slipstick::run
