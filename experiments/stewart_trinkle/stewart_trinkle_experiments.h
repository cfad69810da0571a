// The experiments of Stewart and Trinkle 2000, section 4: a falling rod, and a ball thrown at three others.
//
// Data are those of the paper. It gives neither gravity nor the definition of the variation of a velocity;
// both are inferred from its Table 1, as the remarks say.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "slipstick/run/simulation.h"

namespace slipstick::stewart_trinkle_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> StewartTrinkleExperiments();

/// Section 4: the first of eight friction directions is horizontal, and Lemke's method solves all problems.
measure::Method AsPublished();
inline constexpr int kRowsPerContact = 10;  ///< c_n, eight β, λ

/// Falling rod and four balls, with windows that are multiples of all steps of this paper.
std::shared_ptr<const measure::MeasuredScene> RodScene();
std::shared_ptr<const measure::MeasuredScene> BallsScene();

/// Runs the scene with an observer. False if a step failed: the run ends there.
bool RunScene(const Scene& scene, const Simulation::Observer& observer);

/// With this number of decimals; "-" for non-finite values.
plot::Cell FixedCell(double value, int digits);

// --- Table 1 ---

/// The last one is the reference.
inline constexpr double kBallSteps[] = {0.02, 0.01, 0.005, 0.0025, 0.00125};  // s

/// One entry per step of kBallSteps. Norms are the largest of all 24 components. Positions are integrals of
/// velocities, those of angular ones included.
struct BallErrors {
  std::vector<double> velocity;   ///< integral of the error over 1 s; kUnknown for the last step
  std::vector<double> linear;     ///< the same of the 12 linear components alone
  std::vector<double> position;   ///< largest error at the ends of steps; kUnknown for the last step
  std::vector<double> variation;  ///< largest total variation of a component, first step included
  std::vector<double> contacts;   ///< largest number of contacts of a step

  void Visit(FieldVisitor& visit) {
    visit.Series("velocity", velocity);
    visit.Series("linear", linear);
    visit.Series("position", position);
    visit.Series("variation", variation);
    visit.Series("contacts", contacts);
  }
};
/// Self-convergence: errors against the same method with the smallest step.
BallErrors MeasureBallErrors(const measure::MeasuredScene& balls, const measure::Method& method);

// --- the rod ---

/// Times are those of the ends of steps, s; kUnknown for events that do not happen.
struct RodEvents {
  double contact = measure::kUnknown;    ///< first contact force
  double slap_down = measure::kUnknown;  ///< both ends in contact
  double rest = measure::kUnknown;       ///< all speeds stay below 1e-6 from here
  double energy_rise = 0.0;              ///< largest in a step, J
  int changes = 0;                       ///< number of contacts opened or closed after slap-down
};

/// Contact state of the end that touches first.
enum class TipMotion { kOpen, kSticks, kSlidesRight, kSlidesLeft };

/// Entries at the beginning and after every step. As in the paper the rod moves in a plane; the angle is
/// measured from the table.
struct RodMotion {
  RodEvents events;
  std::vector<double> t, x, height, angle, spin;  ///< s, m, m, rad, rad/s
  std::vector<double> tip;                        ///< x of the centre of the end that touches first, m
  std::vector<TipMotion> tip_motion;
};
RodMotion MeasureRod(const measure::MeasuredScene& rod, const measure::Method& method, double h);

// --- the collision ---

inline constexpr int kBalls = 4, kTable = -1;

struct BallImpulse {
  int a, b;               ///< balls from 0, the thrown one, or kTable
  double normal;          ///< N s
  Vec3<double> friction;  ///< on a, N s
};

/// Impulses of a step, and the residuals of the momentum balance.
struct BallStep {
  double t = measure::kUnknown;  ///< at its end, s
  std::vector<BallImpulse> impulses;
  double linear_rest[kBalls] = {};   ///< |m Δv - h m g - sum of impulses|, N s
  double angular_rest[kBalls] = {};  ///< |I Δω - sum of r × impulse|, N m s
};

struct BallPaths {
  std::vector<double> t;
  std::vector<double> x[kBalls], y[kBalls], z[kBalls];
  double landing = measure::kUnknown;  ///< first contact of the thrown ball with the table, s
  BallStep collision, second;          ///< its collision with the first one in the row, and the next step
};
BallPaths MeasureBallPaths(const measure::MeasuredScene& balls, const measure::Method& method, double h);

std::vector<plot::ReportSection> ErrorsOfBalls(measure::MeasurementQueue& queue);  // Table 1
std::vector<plot::ReportSection> FallingRod(measure::MeasurementQueue& queue);     // Fig. 2 - 5
std::vector<plot::ReportSection> BallCascade(measure::MeasurementQueue& queue);    // Fig. 6 - 8

}  // namespace slipstick::stewart_trinkle_experiments
