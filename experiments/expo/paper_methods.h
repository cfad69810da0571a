// The integrators that the paper compares, and ours, with their steps and self-convergence runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "slipstick/measure/cases.h"

namespace slipstick::expo_experiments {

/// Labels are the names of the command line, with the
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

}  // namespace slipstick::expo_experiments
