// Recording of runs of scenes, and resuming them.
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

/// Observes a simulation, which must outlive it. Must not be moved while the simulation runs.
class RunRecorder {
 public:
  /// `program`: name and version for the settings. `every`: time between rows, s; 0: a row for every step.
  RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program, double every = 0.0);
  /// Continues the recording from which the simulation was resumed.
  RunRecorder(const Scene& scene, Simulation& simulation, const std::string& program, Recording so_far);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// The recording so far, with its resume point.
  const Recording& Finish();

 private:
  void StartObserving(const Scene& scene, const std::string& program);

  Simulation& simulation_;
  double every_;
  Recorder recorder_;
};

// All of these throw InputError, starting with `where`, if the recording lacks the data.

/// The scene of the recorded run, with the changes of its command line.
scene::SceneSource RecordedScene(const Recording& recording, const std::string& where);
/// InputError unless the scene has the same kind of controller and the same meshes as the recorded run. A
/// recording contains neither meshes nor a controller that a program added to its scene.
void CheckRecordedRun(const Recording& recording, const Scene& scene, const std::string& where);
ResumePoint RecordedResumePoint(const Recording& recording, const std::string& where);
/// Total number of steps.
int64_t RecordedSteps(const Recording& recording);
/// Time between rows, s; 0: a row for every step.
double RecordedEvery(const Recording& recording);

}  // namespace slipstick::run
