// The experiments of Wakisaka and Sugihara 2014 (relaxed), section IV: the end of a pendulum of six links
// falls on the floor.
//
// The paper gives the model, the steps and the times, and shows forces as figures. It does not give k, λ,
// k_ω, the constants of its springs and the macroscopic method it compares with; our choices are stated where
// they are used. Values named *authors* are those of the authors' public library (roki-fd, 2020), built and
// run by us; its defaults are k = 1000 1/s and λ = 1.
//
// Motions are chaotic after the first impacts and the end link can rest at several places. So forces at rest
// are compared by magnitude and by their change from step to step, not by digits.
#pragma once

#include <memory>

#include "experiments/experiment.h"

namespace slipstick::relaxed_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> RelaxedExperiments();

inline constexpr double kPaperStep = 1e-3;        ///< s, of the macroscopic and the proposed method
inline constexpr double kMicroscopicStep = 1e-5;  ///< s

/// The pendulum over 5 s.
std::shared_ptr<const measure::MeasuredScene> Pendulum();

/// The method as published: Eq. 13 with friction clamped afterwards, integrated by Runge-Kutta-Gill. λ in
/// 1/kg², k in 1/s; k = 0 stands for 0.2 / Δt, which is not in the paper.
measure::Method AsPublished(double lambda, double k);
/// Negligible relaxation.
inline constexpr double kNoRelaxation = 1e-12;  ///< 1/kg²

/// One run and its last second, in which the end link lies on the floor and the links above still swing.
struct FloorRun {
  bool finished = false;                         ///< every step succeeded
  double energy = measure::kUnknown;             ///< at the start, above the floor, J
  double first_contact = measure::kUnknown;      ///< end of the first step with a contact force, s
  double penetration_depth = measure::kUnknown;  ///< largest, m
  // of the last second
  double kinetic = measure::kUnknown;  ///< mean, J
  double normal = measure::kUnknown,
         normal_spread = measure::kUnknown;  ///< mean and standard deviation of the sum of normal forces, N
  /// Mean change from step to step, N: of the sum, and of a single contact. Includes the change due to
  /// swinging.
  double chatter = measure::kUnknown, contact_chatter = measure::kUnknown;
  double jitter = measure::kUnknown;  ///< mean second difference of the sum, N: chatter without trends
  double friction = measure::kUnknown,
         friction_spread = measure::kUnknown;   ///< of their sum in the plane of the swing, N
  double friction_chatter = measure::kUnknown;  ///< mean change of this sum from step to step, N
  double sticking = measure::kUnknown;          ///< fraction of contact forces with static friction
  double slip_speed = measure::kUnknown;        ///< largest speed of a contact along the floor, m/s

  /// The kinetic energy is less than 2 % of the initial energy.
  bool rests() const { return finished && kinetic < 0.02 * energy; }

  void Visit(FieldVisitor& visit);
};
FloorRun MeasureFloorRun(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                         const StopFlag* stop = nullptr);

/// Computing time of the stepper for the 5 s.
struct FloorCost {
  double run = measure::kUnknown;           ///< s
  double contact_step = measure::kUnknown;  ///< mean of the steps with contact, s

  void Visit(FieldVisitor& visit);
};
/// Repeats the run and takes the minimum time of every step, to reduce the influence of other load.
FloorCost MeasureFloorCost(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                           int repeats, const StopFlag* stop = nullptr);

/// Forces at the corners on which the end link comes to rest, every millisecond.
struct CornerForces {
  static constexpr int kCorners = 4;
  std::vector<double> t;         ///< s
  std::vector<double> normal;    ///< corner after corner, N
  std::vector<double> friction;  ///< in the plane of the swing, N

  void Visit(FieldVisitor& visit);
};
CornerForces MeasureCornerForces(const measure::MeasuredScene& scene, const measure::Method& method,
                                 double dt, const StopFlag* stop = nullptr);

std::vector<plot::ReportSection> CalculationTime(
    measure::MeasurementQueue& queue);                                            // Table I, and larger steps
std::vector<plot::ReportSection> NormalForces(measure::MeasurementQueue& queue);  // Figs. 9, 11, 13
std::vector<plot::ReportSection> FrictionForces(measure::MeasurementQueue& queue);  // Figs. 10, 12, 14

}  // namespace slipstick::relaxed_experiments
