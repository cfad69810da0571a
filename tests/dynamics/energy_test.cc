// Energy, momentum and centre of mass against their definitions.
#include "slipstick/dynamics/energy.h"

#include <Eigen/Geometry>

#include "slipstick/core/convert.h"
#include "slipstick/model/generators.h"
#include "support/finite_differences.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Sums of some hundred products, each rounded to 1e-16 of the largest.
constexpr double kSumTolerance = 1e-13;

TEST(Energy, KineticIsHalfOfVMVWithArmatures) {
  OnRandomForests(200, 40, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    Workspace<double> ws(model);
    const double expected = 0.5 * v.dot(DenseMassMatrix(model, q, ws) * v);
    ForwardKinematics(model, q, v, ws);
    EXPECT_NEAR(KineticEnergy<double>(model, v, ws), expected, kSumTolerance * expected);
  });
}

TEST(Energy, AnArmatureAddsTheEnergyOfItsRotor) {
  const auto energy = [](double armature) {
    ModelBuilder builder("arm");
    builder.Add("arm", Inertia::Rod(1.0, {0, 0, 0}, {0, 0, 1}),
                model::Revolute("hinge").About(model::Y).Armature(armature));
    const Model model = builder.Build();
    Workspace<double> ws(model);
    const VectorXd q = VectorXd::Zero(1), v = VectorXd::Constant(1, 3.0);
    ForwardKinematics(model, q, v, ws);
    return KineticEnergy<double>(model, v, ws);
  };
  EXPECT_NEAR(energy(0.0), 0.5 * (1.0 / 3) * 9, kSumTolerance);  // a rod about its end: m l² / 3
  EXPECT_NEAR(energy(0.2) - energy(0.0), 0.5 * 0.2 * 9, kSumTolerance);
}

TEST(Energy, GradientOfTheKineticEnergyAgreesWithDualNumbers) {
  OnSamples(30, [](Sample& s) {
    const int nv = s.model.nv();
    Workspace<Dual> dual_ws(s.model);
    const std::vector<Dual> q(s.q.begin(), s.q.end()), v(s.v.begin(), s.v.end());
    VectorXd expected(nv), by_q(nv);
    for (int k = 0; k < nv; ++k) {
      std::vector<Dual> d(nv), q_k(s.model.nq());
      d[k].derivative = 1.0;
      Integrate<Dual>(s.model, q, d, View<Dual>(q_k));
      ForwardKinematics<Dual>(s.model, q_k, v, dual_ws);
      expected[k] = KineticEnergy<Dual>(s.model, v, dual_ws).derivative;
    }
    ForwardKinematics(s.model, s.q, s.v, s.ws);
    KineticEnergyGradient(s.model, s.v, s.ws, View<double>(by_q));
    EXPECT_LT(RelativeError(by_q, expected), kProductTolerance);
  });
}

TEST(Energy, GradientOfThePotentialIsTheGravityCompensation) {
  OnRandomForests(60, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random);
    Workspace<double> ws(model);
    const MatrixXd gradient = DifferencesAlongAll(model.nv(), [&](const VectorXd& e) {
      ForwardKinematics(model, Integrate(model, q, e), ws);
      return VectorXd::Constant(1, PotentialEnergy<double>(model, ws));
    });
    const VectorXd holding = Bias(model, q, VectorXd::Zero(model.nv()).eval(), ws);
    EXPECT_LT(RelativeError(holding.transpose(), gradient), kDifferenceTolerance);
  });
}

TEST(Energy, PotentialIsWeightTimesHeight) {
  OnRandomForests(100, 40, [](const Model& model, Random& random) {
    Workspace<double> ws(model);
    ForwardKinematics(model, model::RandomConfiguration(model, random), ws);
    const double expected = model.total_mass() * 9.81 * CenterOfMass(model, ws).z();
    const double scale = model.total_mass() * 9.81 * 10;  // heights are within 10 m, of either sign
    EXPECT_NEAR(PotentialEnergy<double>(model, ws), expected, kSumTolerance * scale);
  });
}

// dE/dt = tau · v at any state and for any forces: only the power of the joints changes the energy.
TEST(Energy, ChangesByThePowerOfTheJointForces) {
  OnRandomForests(60, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    const VectorXd a = model::RandomVelocity(model, random, 5.0);
    Workspace<double> ws(model);
    const double power = VectorXd(InverseDynamics(model, q, v, a, ws)).dot(v);
    const auto energy_at = [&](double t) {
      const VectorXd v_t = v + t * a;
      ForwardKinematics(model, Integrate(model, q, t * v), v_t, ws);
      return KineticEnergy<double>(model, v_t, ws) + PotentialEnergy<double>(model, ws);
    };
    const double rate = (energy_at(kStep) - energy_at(-kStep)) / (2 * kStep);
    // In time the third derivative is large: speeds of 2 rad/s add up along chains of 20 joints.
    EXPECT_NEAR(rate, power, 100 * kDifferenceTolerance * std::max(1.0, std::abs(energy_at(0.0))));
  });
}

/// Momentum body by body from the published inertias: uses only poses and point velocities of the sweeps.
Momentum SumOverBodies(const Model& model, const Workspace<double>& ws) {
  Momentum sum{Vector3d::Zero(), Vector3d::Zero()};
  for (int i = 0; i < model.num_bodies(); ++i) {
    const Inertia& inertia = model.bodies()[i].inertia;
    const BodyPoint<double> com{i, FromEigen(inertia.com)};
    const Eigen::Matrix3d R = ToEigen(ws.body[i].R);
    const Vector3d p = ToEigen(PointPosition(model, ws, com));
    const Vector3d linear = inertia.mass * ToEigen(PointVelocity(ws, com));
    sum.linear += linear;
    sum.angular += R * inertia.rotational * R.transpose() * ToEigen(ws.body[i].v.ang) + p.cross(linear);
  }
  return sum;
}

TEST(Momentum, IsTheSumOverTheBodies) {
  OnRandomForests(100, 40, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    Workspace<double> ws(model);
    ForwardKinematics(model, q, v, ws);
    const Momentum expected = SumOverBodies(model, ws), found = TotalMomentum(model, ws);
    EXPECT_LT(RelativeError(found.linear, expected.linear), kSumTolerance);
    EXPECT_LT(RelativeError(found.angular, expected.angular), kSumTolerance);
  });
}

// For a free body v is conjugate to force and torque about its origin, so the rows of M v of the root are the
// momentum.
TEST(Momentum, OfAFloatingRobotIsTheFirstRowsOfMv) {
  model::RandomTreeOptions options;
  options.every_kind = false;
  for (int seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = model::RandomTree(seed, options);
    Random random(seed);
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    Workspace<double> ws(model);
    const VectorXd Mv = DenseMassMatrix(model, q, ws) * v;
    ForwardKinematics(model, q, v, ws);
    const Momentum found = TotalMomentum(model, ws);
    EXPECT_LT(RelativeError(found.linear, Mv.head<3>()), kSumTolerance);
    const Vector3d about_root = found.angular - Vector3d(q.head<3>()).cross(found.linear);
    EXPECT_LT(RelativeError(about_root, Mv.segment<3>(3)), kSumTolerance);
  }
}

TEST(CenterOfMass, IsTheMeanOfTheBodies) {
  OnRandomForests(100, 40, [](const Model& model, Random& random) {
    Workspace<double> ws(model);
    ForwardKinematics(model, model::RandomConfiguration(model, random), ws);
    Vector3d moment = Vector3d::Zero();
    for (int i = 0; i < model.num_bodies(); ++i) {
      const Inertia& inertia = model.bodies()[i].inertia;
      moment += inertia.mass * ToEigen(PointPosition(model, ws, {i, FromEigen(inertia.com)}));
    }
    EXPECT_LT(RelativeError(CenterOfMass(model, ws), moment / model.total_mass()), kSumTolerance);
  });
}

TEST(CenterOfMass, JacobianIsItsDerivative) {
  OnRandomForests(60, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random);
    Workspace<double> ws(model);
    ForwardKinematics(model, q, ws);
    const MatrixXd J = CenterOfMassJacobian(model, ws);
    const MatrixXd differences = DifferencesAlongAll(model.nv(), [&](const VectorXd& e) {
      ForwardKinematics(model, Integrate(model, q, e), ws);
      return CenterOfMass(model, ws);
    });
    EXPECT_LT(RelativeError(J, differences), kDifferenceTolerance);
  });
}

TEST(CenterOfMass, JacobianTimesMassTimesVelocityIsTheMomentum) {
  OnRandomForests(100, 40, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    Workspace<double> ws(model);
    ForwardKinematics(model, q, v, ws);
    const Vector3d expected = model.total_mass() * CenterOfMassJacobian(model, ws) * v;
    EXPECT_LT(RelativeError(TotalMomentum(model, ws).linear, expected), kSumTolerance);
  });
}

}  // namespace
}  // namespace slipstick::dynamics
