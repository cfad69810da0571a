// The experiments of paper 002, section IV: a pendulum of six links drops its tail on the floor.
//
// The paper gives the model, the steps and the times, and shows forces as pictures; it leaves out k, λ, k_ω,
// the constants of its springs and which macroscopic method it compares with. What stands for them is said
// where it is used. Values named *authors* are those of the authors' public library (roki-fd, 2020), as we
// built and ran it; its own defaults are k = 1000 1/s and λ = 1.
//
// Motions are chaotic after the first impacts and the tail can rest in several places, so that forces at rest
// are compared by their size and by how they change from step to step, not by their digits.
#pragma once

#include <memory>

#include "experiments/experiment.h"

namespace slipstick::relaxed_experiments {

/// Everything of this paper that can be asked for.
std::vector<experiments::Experiment> RelaxedExperiments();

inline constexpr double kPaperStep = 1e-3;        ///< s, of the macroscopic and the proposed method
inline constexpr double kMicroscopicStep = 1e-5;  ///< s

/// The pendulum over 5 s.
std::shared_ptr<const measure::MeasuredScene> Pendulum();

/// The method as far as the paper tells it: Eq. 13 with friction cut afterwards, integrated by
/// Runge-Kutta-Gill. λ in 1/kg², k in 1/s; 0 for 0.2 / Δt, which the paper does not have.
measure::Method AsPublished(double lambda, double k);
/// Small enough to relax nothing.
inline constexpr double kNoRelaxation = 1e-12;  ///< 1/kg²

/// One run and its last second, in which the tail lies on the floor and the links above still swing.
struct FloorRun {
  bool finished = false;                         ///< every step succeeded
  double energy = measure::kUnknown;             ///< at the start, above the floor, J
  double first_contact = measure::kUnknown;      ///< end of the first step with a contact force, s
  double penetration_depth = measure::kUnknown;  ///< largest, m
  // of the last second
  double kinetic = measure::kUnknown;  ///< mean, J
  double normal = measure::kUnknown,
         normal_spread = measure::kUnknown;  ///< mean and standard deviation of the sum of normal forces, N
  /// Mean change from step to step, N: of the sum, and of a single contact. Swinging is in it.
  double chatter = measure::kUnknown, contact_chatter = measure::kUnknown;
  double jitter = measure::kUnknown;  ///< mean change of the change of the sum, N: what is left of chatter
                                      ///< when trends are taken out
  double friction = measure::kUnknown,
         friction_spread = measure::kUnknown;   ///< of their sum in the plane of the swing, N
  double friction_chatter = measure::kUnknown;  ///< mean change of this sum from step to step, N
  double sticking = measure::kUnknown;          ///< share of contact forces that are static friction
  double slip_speed = measure::kUnknown;        ///< largest speed of a contact along the floor, m/s

  /// It has used up its energy: less than 2 % of that at the start are left in motion.
  bool rests() const { return finished && kinetic < 0.02 * energy; }

  void Visit(measure::FieldVisitor& visit);
};
FloorRun MeasureFloorRun(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                         const measure::StopFlag* stop = nullptr);

/// What the stepper takes for the 5 s, alone.
struct FloorCost {
  double run = measure::kUnknown;           ///< s
  double contact_step = measure::kUnknown;  ///< mean of the steps with contact, s

  void Visit(measure::FieldVisitor& visit);
};
/// The run is repeated and the least time of every step counts, so that whatever else the machine does
/// disturbs little.
FloorCost MeasureFloorCost(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                           int repeats, const measure::StopFlag* stop = nullptr);

/// Forces at the corners on which the tail rests in the end, every millisecond.
struct CornerForces {
  static constexpr int kCorners = 4;
  std::vector<double> t;         ///< s
  std::vector<double> normal;    ///< corner after corner, N
  std::vector<double> friction;  ///< in the plane of the swing, N

  void Visit(measure::FieldVisitor& visit);
};
CornerForces MeasureCornerForces(const measure::MeasuredScene& scene, const measure::Method& method,
                                 double dt, const measure::StopFlag* stop = nullptr);

std::vector<plot::ReportSection> CalculationTime(
    measure::MeasurementQueue& queue);                                            // Table I, and larger steps
std::vector<plot::ReportSection> NormalForces(measure::MeasurementQueue& queue);  // Figs. 9, 11, 13
std::vector<plot::ReportSection> FrictionForces(measure::MeasurementQueue& queue);  // Figs. 10, 12, 14

}  // namespace slipstick::relaxed_experiments
