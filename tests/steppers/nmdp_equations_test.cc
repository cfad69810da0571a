// The equations of one step of maximal dissipation, and their derivatives against finite differences along
// tangents at the end of the step.
#include <gtest/gtest.h>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/model/generators.h"
#include "support/dense_tree_matrix.h"
#include "support/nmdp_step.h"
#include "support/numbers.h"
#include "support/sample_models.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Vector3d Anywhere(Random& random, double scale) {
  return {random.Uniform(-scale, scale), random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
}

World DampedWorld(const Model& model) {
  std::vector<model::Dof> dofs = model.dofs();
  for (const Joint& joint : model.joints())
    if (joint.nq == joint.nv)
      for (int k = joint.v; k < joint.v + joint.nv; ++k) dofs[k].damping = 0.3 + 0.1 * (k % 4);
  return WorldBuilder(model.WithDofs(std::move(dofs))).Build();
}

/// A step with large, non-commuting rotations and all kinds of forces.
struct LoadedStep {
  World world;
  double h = 0.1;
  State state;
  Actuation actuation;
  VectorXd v;
  /// Contact forces at points of bodies.
  struct Contact {
    int body;
    Vec3<double> p_B, force, moment;
  };
  std::vector<Contact> contacts;

  LoadedStep(const Model& model, Random& random) : world(DampedWorld(model)), actuation(world.model()) {
    const int nv = model.nv();
    state =
        world.StateAt(model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 3.0));
    v = state.v + model::RandomVelocity(model, random, 2.0);
    actuation.tau = model::RandomVelocity(model, random, 10.0);
    actuation.kp = actuation.kd = VectorXd::Zero(nv);
    actuation.q_ref = model::RandomConfiguration(model, random);
    actuation.v_ref = model::RandomVelocity(model, random, 1.0);
    for (const Joint& joint : model.joints())  // joint forces have no exact derivatives for spatial rotations
      if (joint.nq == joint.nv)
        for (int k = joint.v; k < joint.v + joint.nv; ++k) actuation.kp[k] = 200.0, actuation.kd[k] = 2.0;
    for (int i = 0; i < 2; ++i)
      actuation.wrenches.push_back({random.Index(model.num_bodies()), Anywhere(random, 0.2),
                                    Anywhere(random, 30.0), Anywhere(random, 5.0)});
    for (int i = 0; i < 3; ++i)
      contacts.push_back({random.Index(model.num_bodies()), FromEigen(Anywhere(random, 0.2)),
                          FromEigen(Anywhere(random, 50.0)), FromEigen(Anywhere(random, 5.0))});
  }

  void EvaluateAt(const VectorXd& end_v, nmdp::StepEquations& equations) const {
    equations.Place(end_v);
    std::vector<nmdp::BodyLoad> loads;
    for (const Contact& c : contacts)
      loads.push_back(
          {c.body, dynamics::ToWorld(world.model(), equations.end(), c.body, c.p_B), c.force, c.moment});
    equations.Evaluate(loads);
  }
};

/// Columns: differences of `observe` along tangents at the end of the step.
template <class Observe>
MatrixXd DifferencesAlongTangents(const LoadedStep& step, nmdp::StepEquations& equations, Observe observe) {
  const int nv = step.world.model().nv();
  const double e = 1e-5;  // leaves 1e-10 of the third derivative, and 1e-11 of rounding
  MatrixXd columns;
  VectorXd dv(nv);
  for (int k = 0; k < nv; ++k) {
    equations.Place(step.v);
    equations.ToVelocity(VectorXd::Unit(nv, k), dv);
    step.EvaluateAt(step.v + e * dv, equations);
    const VectorXd ahead = observe();
    step.EvaluateAt(step.v - e * dv, equations);
    if (k == 0) columns.resize(ahead.size(), nv);
    columns.col(k) = (ahead - observe()) / (2 * e);
  }
  step.EvaluateAt(step.v, equations);
  return columns;
}

template <class Check>
void OnLoadedSteps(Check check) {
  OnRandomForests(Repeats(60), 12, [&](const Model& model, Random& random) {
    const LoadedStep step(model, random);
    for (const bool position_based : {false, true}) {
      SCOPED_TRACE(position_based ? "position-based" : "Newton-Euler");
      const auto equations = StepEquationsOf(step.world, position_based);
      equations->Begin(step.actuation, step.h, step.state);
      check(step, *equations);
    }
  });
}

TEST(StepEquations, JacobianAgreesWithDifferences) {
  OnLoadedSteps([](const LoadedStep& step, nmdp::StepEquations& equations) {
    const MatrixXd difference =
        DifferencesAlongTangents(step, equations, [&] { return VectorXd(equations.residual()); });
    dynamics::TreeMatrix by_x(step.world.model());
    equations.Differentiate(by_x);
    EXPECT_LT(RelativeError(Dense(step.world.model(), by_x), difference), 1e-8);
  });
}

TEST(StepEquations, KineticEnergyGradientAgreesWithDifferences) {
  OnLoadedSteps([](const LoadedStep& step, nmdp::StepEquations& equations) {
    const int nv = step.world.model().nv();
    const MatrixXd difference = DifferencesAlongTangents(
        step, equations, [&] { return VectorXd::Constant(1, equations.KineticEnergy()); });
    dynamics::TreeMatrix residual_by_x(step.world.model());
    equations.Differentiate(residual_by_x);  // computes M(q) for Newton-Euler
    VectorXd by_x(nv);
    equations.DifferentiateEnergy(View<double>(by_x));
    EXPECT_LT(RelativeError(by_x, VectorXd(difference.row(0))), 1e-8);
  });
}

// Newton-Euler uses the energy of velocities, position-based equations that of displacements.
TEST(StepEquations, BothKindsConvergeToEachOther) {
  OnRandomForests(Repeats(40), 12, [](const Model& model, Random& random) {
    LoadedStep step(model, random);
    const VectorXd a = model::RandomVelocity(model, random, 5.0);
    const auto gap_at = [&](double h, double& energy_gap) {
      step.v = step.state.v + h * a;
      VectorXd residual[2];
      double energy[2];
      for (const bool position_based : {false, true}) {
        const auto equations = StepEquationsOf(step.world, position_based);
        equations->Begin(step.actuation, h, step.state);
        step.EvaluateAt(step.v, *equations);
        residual[position_based] = equations->residual();
        energy[position_based] = equations->KineticEnergy();
      }
      energy_gap = std::abs(energy[1] - energy[0]) / energy[0];
      return RelativeError(residual[1], residual[0]);
    };
    double coarse_energy = 0.0, fine_energy = 0.0;
    const double coarse = gap_at(1e-3, coarse_energy), fine = gap_at(1e-5, fine_energy);
    EXPECT_LT(fine, 0.011 * coarse + 1e-5);  // first order, and rounding of positions over h²
    EXPECT_LT(fine_energy, 0.011 * coarse_energy + 1e-9);
    EXPECT_LT(coarse, 0.1);
  });
}

// The exact velocity at the end is v + g h.
TEST(StepEquations, FreeFallOfABodyIsExact) {
  const World world = OnGround(BlockModel(2.0, {0.3, 0.2, 0.1}), {});
  const double h = 0.05;
  State state = world.InitialState();
  state.q(2) = 10.0;
  state.v << 1.0, -2.0, 3.0, 0.0, 0.0, 0.0;
  for (const bool position_based : {false, true}) {
    const auto equations = StepEquationsOf(world, position_based);
    const Actuation none(world.model());
    equations->Begin(none, h, state);
    VectorXd v = state.v;
    v(2) -= kGravity * h;
    equations->Place(v);
    equations->Evaluate({});
    EXPECT_LT(equations->ResidualSpeed(), 1e-13);  // rounding of 10 m over h
    v(2) += 1e-3;
    equations->Place(v);
    equations->Evaluate({});
    EXPECT_NEAR(equations->ResidualSpeed(), 1e-3, kAccumulatedRounding);
  }
}

// The centre of a spinning body accelerates with gravity in every step.
TEST(StepEquations, CentreOfASpinningBodyFallsExactly) {
  const World world = OnGround(BlockModel(2.0, {0.3, 0.2, 0.1}), {});
  const double h = 0.01;
  for (const char* name : {"nmdp", "nmdp-pbd", "nmdp-zeroth", "nmdp-pbd-zeroth"}) {
    auto stepper = MakeStepper(name, world);
    State state = world.InitialState();
    state.q(2) = 10.0;
    state.v << 1.0, -2.0, 3.0, 2.0, 5.0, -1.0;
    for (int step = 1; step <= 20; ++step) {
      ASSERT_EQ(stepper->Step(Actuation(world.model()), h, state).status, StepStatus::kOk) << name;
      // the search stops at 1e-9 m/s per step
      EXPECT_NEAR(state.v(2), 3.0 - kGravity * h * step, 2e-8) << name;
      EXPECT_NEAR(state.v(0), 1.0, 2e-8) << name;
    }
    EXPECT_GT((state.v.tail<3>() - Vector3d(2.0, 5.0, -1.0)).norm(), 0.1) << name;  // the rotation changes
  }
}

}  // namespace
}  // namespace slipstick::steppers
