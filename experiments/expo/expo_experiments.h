// The experiments of paper 000, section VI: exponential integration of stiff visco-elastic contacts.
//
// Its motions are its authors' (linear feedback along optimised trajectories, task-space inverse dynamics);
// ours are our own squat, jump and trot of Solo and our own walk of Romeo, with the same control periods,
// stiffness, damping and friction, and torques that are constant between control updates. So numbers are to
// be compared by their size and their order, not digit by digit. Where the paper has a picture and no
// numbers, values stand for its authors' public program, as built and run by us.
#pragma once

#include <memory>
#include <optional>

#include "experiments/experiment.h"
#include "slipstick/measure/case_table.h"

namespace slipstick::expo_experiments {

/// Everything of this paper that can be asked for.
std::vector<experiments::Experiment> ExpoExperiments();

struct Motion {
  std::string name;              ///< as in the paper, small: "solo-squat"
  double control_period;         ///< s, Table I
  std::vector<SceneEdit> edits;  ///< that make torques constant between control updates, as in the paper
};
const std::vector<Motion>& Motions();
const Motion& MotionCalled(const std::string& name);
std::shared_ptr<const measure::MeasuredScene> SceneOf(const Motion& motion,
                                                      const std::vector<SceneEdit>& more = {});

/// The kinds of integrators that the paper compares.
enum class Family { kExpo, kEuler, kRk4, kImplicit, kOurs };
struct PaperMethod {
  Family family;
  experiments::NamedMethod method;
};
/// The paper's scheme, with integrals that are exact to rounding.
PaperMethod Expo();
/// The same by the paper's matrix exponential, with so many matrix products.
PaperMethod ExpoWithProducts(int products);
/// The same by a standard matrix exponential: all products, without balancing.
PaperMethod ExpoStandard();
PaperMethod Euler();
PaperMethod Rk4();
PaperMethod Implicit();
/// What we make of it: second order, events located.
PaperMethod OurExpo();
PaperMethod OurExpoOfFirstOrder();

/// Those of them that the program has, with their families.
struct FamilyMethod {
  Family family;
  measure::Method method;
};
std::vector<FamilyMethod> Available(const std::vector<PaperMethod>& methods,
                                    std::vector<std::string>& remarks);

/// Steps of the truth of a method: 1/64 ms, and for explicit Euler an eighth of it, as in the authors'
/// program.
double SelfStep(Family family);

/// A case with that truth; that of all kinds of Expo is the one with exact integrals, as in the authors'
/// program.
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
std::vector<plot::ReportSection> Walk(measure::MeasurementQueue& queue);  // its fourth motion, as such

}  // namespace slipstick::expo_experiments
