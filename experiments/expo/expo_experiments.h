// The experiments of Hammoud et al. 2022 (expo), section VI: exponential integration of stiff visco-elastic
// contacts.
//
// The motions of the paper (linear feedback along optimised trajectories, task-space inverse dynamics) are
// not published. We use our own squat, jump and trot of Solo and our own walk of Romeo, with the same control
// periods, stiffness, damping and friction, and with torques that are constant between control updates.
// Compare magnitudes and orders, not digits. Where the paper shows a figure without numbers, the values are
// those of the authors' public program, built and run by us.
#pragma once

#include <memory>
#include <optional>

#include "experiments/experiment.h"
#include "slipstick/measure/case_table.h"

namespace slipstick::expo_experiments {

/// All experiments of this paper.
std::vector<experiments::Experiment> ExpoExperiments();

struct Motion {
  std::string name;              ///< as in the paper, in lower case: "solo-squat"
  double control_period;         ///< s, Table I
  std::vector<SceneEdit> edits;  ///< that make torques constant between control updates, as in the paper
};
const std::vector<Motion>& Motions();
const Motion& MotionCalled(const std::string& name);
std::shared_ptr<const measure::MeasuredScene> SceneOf(const Motion& motion,
                                                      const std::vector<SceneEdit>& more = {});

/// The integrators that the paper compares, and ours. Labels are the names of the command line, with the
/// label of the paper in parentheses.
enum class Family { kExpo, kEuler, kRk4, kImplicit, kOurs };
struct PaperMethod {
  Family family;
  experiments::NamedMethod method;
};
/// The scheme of the paper, with integrals exact to rounding.
PaperMethod Expo();
/// The same with the matrix exponential of the paper, limited to this number of matrix products.
PaperMethod ExpoWithProducts(int products);
/// The same with a standard matrix exponential: all products, without balancing.
PaperMethod ExpoStandard();
PaperMethod Euler();
PaperMethod Rk4();
PaperMethod Implicit();
/// The stepper `expo`: second order, events located.
PaperMethod OurExpo();
PaperMethod OurExpoOfFirstOrder();

/// A method that the program has, with its family.
struct FamilyMethod {
  Family family;
  measure::Method method;
};
std::vector<FamilyMethod> Available(const std::vector<PaperMethod>& methods,
                                    std::vector<std::string>& remarks);

/// Steps of self-convergence runs: 1/64 ms, and for explicit Euler an eighth of it, as in the authors'
/// program.
double SelfStep(Family family);

/// A case with that self-convergence run. All variants of Expo use the one with exact integrals, as in the
/// authors' program.
measure::Case PaperCase(const std::shared_ptr<const measure::MeasuredScene>& scene,
                        const FamilyMethod& method, double dt);

/// control period / 2^k, from the longest that is at most `longest` down to the shortest that is at least
/// `shortest`.
std::vector<double> HalvedSteps(double period, double longest, double shortest);

std::vector<plot::ReportSection> AccuracyAndSpeed(measure::MeasurementQueue& queue);     // Fig. 2
std::vector<plot::ReportSection> AccuracyAndStep(measure::MeasurementQueue& queue);      // Fig. 3
std::vector<plot::ReportSection> StiffnessAndDamping(measure::MeasurementQueue& queue);  // Fig. 4
std::vector<plot::ReportSection> Prediction(measure::MeasurementQueue& queue);           // Fig. 5
std::vector<plot::ReportSection> Stability(measure::MeasurementQueue& queue);            // Table II
std::vector<plot::ReportSection> Breakdown(measure::MeasurementQueue& queue);            // Table III
std::vector<plot::ReportSection> Walk(measure::MeasurementQueue& queue);                 // not in the paper

}  // namespace slipstick::expo_experiments
