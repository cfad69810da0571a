// The experiments of Castro et al. 2020 (tamsi): Newton's method at a transition into stiction, work and
// precision of implicit integrators, a shaken gripper, a hand, an arm. Not in the paper: failure rates, and
// the cost of many loose objects.
//
// The paper gives friction, stiction speed, steps and times. Stiffness and dissipation are the defaults of
// its reference implementation, where there are any; all motions except that of the gripper are ours, as the
// scenes say.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "slipstick/run/simulation.h"

namespace slipstick::tamsi_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> TamsiExperiments();

/// The scene with another stepper and step, and if given another duration, s.
Scene BuildWith(scene::SceneSource source, const measure::Method& method, double dt, double duration = 0.0);

// --- Newton's method ---

/// One second of the driven box.
struct NewtonRun {
  // of the step in which it first comes to rest
  bool converged = false;
  int iterations = 0;
  std::vector<double> velocity;  ///< of the box, from the guess on, m/s; empty for tamsi
  std::vector<double> residual;  ///< m/s; of tamsi: the Newton step of each iteration
  // of all steps
  std::vector<double> failed_at;  ///< starts of steps, s
  int max_iterations = 0;         ///< of the steps that did not fail

  void Visit(FieldVisitor& visit);
};
/// implicit-euler or tamsi.
NewtonRun MeasureNewton(const measure::Method& method);

// --- failures ---

/// Counts of steps over many runs.
struct StepTally {
  int runs = 0;
  int broken_runs = 0;  ///< that ended early or with a non-finite state
  int steps = 0;
  int contact_steps = 0;    ///< with at least one contact
  int split_steps = 0;      ///< split into sub-steps
  int max_substeps = 0;     ///< of a step
  int unsolved_steps = 0;   ///< not converged with the shortest sub-steps
  int max_iterations = 0;   ///< of a step
  double iterations = 0.0;  ///< of all steps
  double wall_time = 0.0;   ///< s

  void Visit(FieldVisitor& visit);
  StepTally& operator+=(const StepTally& other);
};

/// A few objects of random shape, size and material that fall on the ground and on each other.
scene::SceneSource RandomDrop(int seed);
/// The gripper with a random object, grip, material and shake, with and without gravity.
scene::SceneSource RandomGrasp(int seed);
StepTally TallySteps(scene::SceneSource (*draw)(int seed), int first_seed, int end_seed,
                     const measure::Method& method, double dt, const StopFlag* stop = nullptr);

// --- a crowd ---

struct CrowdCost {
  double fall_time = measure::kUnknown,
         rest_time = measure::kUnknown;   ///< per step, in the stepper, minimum of several runs, s
  double contacts = measure::kUnknown;    ///< mean, at rest
  double iterations = measure::kUnknown;  ///< mean of a step
  int split_steps = 0;

  void Visit(FieldVisitor& visit);
};
CrowdCost MeasureCrowd(int objects, const StopFlag* stop = nullptr);

// --- the gripper ---

struct GraspRun {
  bool held = false;                ///< both fingers touch the mug in every step
  double slip = measure::kUnknown;  ///< largest excursion along the fingers, m
  double tilt = measure::kUnknown;  ///< largest, rad
  double wall_time =
      measure::kUnknown;  ///< of stepper and controller, sum of the minimum time of every step, s
  double iterations = measure::kUnknown;   ///< mean of a step
  int split_steps = 0, substeps = 0;       ///< of all steps
  double evaluations = measure::kUnknown;  ///< mean of a step; 0 if the stepper does not count
  std::vector<double> t, wall;             ///< simulated and wall-clock time at the ends of steps, s
  std::vector<double> lift, excursion;     ///< heights of the gripper, and of the mug against the fingers, m

  void Visit(FieldVisitor& visit);
};
GraspRun MeasureGrasp(const char* scene, const measure::Method& method, double dt, int repeats,
                      const StopFlag* stop = nullptr);

struct GraspMeasurement {
  const char* scene;
  measure::Method method;
  double dt;
  GraspRun run = {};
};
void AddGrasp(GraspMeasurement& order, int repeats, measure::MeasurementQueue& queue);

/// All velocities at equal times, one instant after the other.
struct VelocitySamples {
  std::vector<double> v;
  void Visit(FieldVisitor& visit);
};
VelocitySamples SampleVelocities(const char* scene, const measure::Method& method, double dt,
                                 const StopFlag* stop = nullptr);
/// L2 norms over time; angular: of the last three dofs.
struct VelocityError {
  double linear, angular;  ///< m/s, rad/s
};
VelocityError CompareSamples(const VelocitySamples& samples, const VelocitySamples& reference, int nv);

// --- hand and arm ---

/// Motion of an object that a robot manipulates.
struct ObjectTrack {
  bool finished = false;
  double duration = 0.0, wall_time = measure::kUnknown;  ///< s
  double moved = 0.0;  ///< largest distance from its position in the hand at the grasp, m
  double contacts = 0.0, iterations = 0.0;  ///< means of a step
  int split_steps = 0;
  double largest_grip = 0.0, min_grip = 1e9;  ///< sum of normal forces from the robot while it is held, N
  double x = measure::kUnknown, y = measure::kUnknown;  ///< at the end, m
  /// Over time: height (m), angle of its z axis to the horizontal (rad), normal forces from the robot and
  /// from the world (N).
  std::vector<double> t, height, tilt, grip, support;

  void Visit(FieldVisitor& visit);
};

std::vector<plot::ReportSection> HandAndMug(measure::MeasurementQueue& queue);    // VI-B
std::vector<plot::ReportSection> ArmAndBottle(measure::MeasurementQueue& queue);  // VI-C

std::vector<plot::ReportSection> NewtonAtRest(measure::MeasurementQueue& queue);      // Fig. 4
std::vector<plot::ReportSection> WorkAndPrecision(measure::MeasurementQueue& queue);  // Fig. 5
std::vector<plot::ReportSection> Gripper(measure::MeasurementQueue& queue);           // VI-A
std::vector<plot::ReportSection> Convergence(measure::MeasurementQueue& queue);       // Fig. 8
std::vector<plot::ReportSection> GripperWallTime(measure::MeasurementQueue& queue);   // Fig. 7
std::vector<plot::ReportSection> Failures(measure::MeasurementQueue& queue);
std::vector<plot::ReportSection> Crowd(measure::MeasurementQueue& queue);

}  // namespace slipstick::tamsi_experiments
