// The experiments of paper 004: Newton's method at a transition into stiction, work and precision of implicit integrators, a shaken gripper, a
// hand, an arm; and what the paper does not tell: how often steps fail, and what a crowd of objects costs.
//
// The paper gives friction, stiction speed, steps and times. Stiffness, dissipation and all motions but that of the gripper are ours, and
// the scenes say so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "measure/experiment.h"
#include "scene/simulation.h"

namespace slipstick {

/// Everything of this paper that can be asked for.
std::vector<Experiment> Paper004Experiments();

namespace paper_004 {

/// The scene with another stepper and step, and if given another duration, s.
Scene BuildWith(SceneSource source, const Method& method, double dt, double duration = 0.0);

// --- failures ----------------------------------------------------------------------------------------------------------

/// What happened in many runs, step by step.
struct StepTally {
  int runs = 0;
  int broken_runs = 0;  ///< that ended early, or with numbers that are not finite
  int steps = 0;
  int contact_steps = 0;    ///< with at least one contact
  int cut_steps = 0;        ///< done in several parts
  int most_parts = 0;       ///< of a step
  int unsolved_steps = 0;   ///< not converged in the smallest parts either
  int most_iterations = 0;  ///< of a step
  double iterations = 0.0;  ///< of all steps
  double wall_time = 0.0;   ///< s

  void Visit(FieldVisitor& visit);
  StepTally& operator+=(const StepTally& other);
};

/// A few objects of random shape, size and material that fall on the ground and on each other.
SceneSource RandomDrop(int seed);
/// The gripper with a random object, grip, material and shake, with and without gravity.
SceneSource RandomGrasp(int seed);
StepTally TallySteps(SceneSource (*draw)(int seed), int first_seed, int end_seed, const Method& method,
                     double dt, const StopFlag* stop = nullptr);

// --- a crowd -----------------------------------------------------------------------------------------------------------

struct CrowdCost {
  double fall_time = kUnknown, rest_time = kUnknown;  ///< per step, in the stepper, least of some runs, s
  double contacts = kUnknown;                         ///< mean, at rest
  double iterations = kUnknown;                       ///< mean of a step
  int cut_steps = 0;

  void Visit(FieldVisitor& visit);
};
CrowdCost MeasureCrowd(int objects, const StopFlag* stop = nullptr);

// --- the gripper -------------------------------------------------------------------------------------------------------

struct GraspRun {
  bool held = false;             ///< both fingers touch the mug in every step
  double slip = kUnknown;        ///< largest excursion along the fingers, m
  double tilt = kUnknown;        ///< largest, rad
  double wall_time = kUnknown;   ///< of stepper and controller, least of some runs step by step, s
  double iterations = kUnknown;  ///< mean of a step
  int cut_steps = 0;
  std::vector<double> t, wall;  ///< simulated and wall-clock time at the ends of steps, s

  void Visit(FieldVisitor& visit);
};
GraspRun MeasureGrasp(const char* scene, const Method& method, double dt, int repeats,
                      const StopFlag* stop = nullptr);

/// All velocities at equal times, one instant after the other.
struct VelocitySamples {
  std::vector<double> v;
  void Visit(FieldVisitor& visit);
};
VelocitySamples SampleVelocities(const char* scene, const Method& method, double dt,
                                 const StopFlag* stop = nullptr);
/// L2 norms over time; angular: of the last three dofs.
struct VelocityError {
  double linear, angular;  ///< m/s, rad/s
};
VelocityError CompareSamples(const VelocitySamples& samples, const VelocitySamples& truth, int nv);

std::vector<ReportSection> Gripper(Laboratory& lab);      // VI-A
std::vector<ReportSection> Convergence(Laboratory& lab);  // Fig. 8
std::vector<ReportSection> Failures(Laboratory& lab);
std::vector<ReportSection> Crowd(Laboratory& lab);

}  // namespace paper_004
}  // namespace slipstick
