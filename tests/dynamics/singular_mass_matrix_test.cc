// A singular mass matrix is reported, also if rounding makes a zero pivot slightly positive.
#include <gtest/gtest.h>

#include "slipstick/model/generators.h"
#include "slipstick/slipstick.h"

namespace slipstick::dynamics {
namespace {

using Eigen::VectorXd;

/// Two slides along the same line, a massless link between them: only the sum of their positions matters.
///
///   world --slide--> (massless) --slide--> mass
Model ParallelSlides(double mass, double armature = 0.0) {
  ModelBuilder builder("slides");
  const int first =
      builder.Add("between", Inertia::None(), model::Prismatic("first").Along(model::X).Armature(armature));
  builder.Add("load", Inertia::PointMass(mass, {0, 0, 0}),
              model::Prismatic("second").On(first).Along(model::X));
  return builder.Build();
}

TEST(SingularMassMatrix, IsReportedDespiteRoundingOfThePivot) {
  for (double mass = 0.1; mass < 200.0; mass += 0.7) {  // some masses, such as 49, give a pivot of 7e-15
    const Model model = ParallelSlides(mass);
    Workspace<double> ws(model);
    const VectorXd q = VectorXd::Zero(2);
    MassMatrix(model, q, ws);
    EXPECT_FALSE(FactorMassMatrix(model, ws)) << mass;
    ForwardDynamicsByFactor(model, q, q, q, ws);
    EXPECT_TRUE(ws.M_is_singular) << mass;
  }
}

TEST(SingularMassMatrix, IsRegularWithASmallArmature) {
  const Model model = ParallelSlides(49.0, 1e-6);
  Workspace<double> ws(model);
  MassMatrix(model, model.neutral(), ws);
  EXPECT_TRUE(FactorMassMatrix(model, ws));
}

// The pivot of the first hinge is a tiny fraction of the inertia it carries, (1/1000)³, but not rounding
// noise.
TEST(SingularMassMatrix, IsNotReportedForALongChain) {
  const Model model = model::Chain(1000);
  Workspace<double> ws(model);
  MassMatrix(model, model.neutral(), ws);
  EXPECT_TRUE(FactorMassMatrix(model, ws));
}

}  // namespace
}  // namespace slipstick::dynamics
