// Two roads to one number: every quantity of the dynamics is computed in two ways that share as little as possible, on
// hundreds of random forests (1 to 60 bodies, every joint kind, several roots).
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "dynamics/all_calls.h"
#include "core/convert.h"
#include "dynamics/sample.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kPoints = 4;

struct Sample {
  const Model& model;
  VectorXd q, v, a;
  std::vector<BodyPoint<double>> points;  // one of them on the world
  Workspace<double> ws;

  Sample(const Model& m, Random& random) : model(m), ws(m, kPoints) {
    q = RandomConfiguration(model, random);
    v = RandomVelocity(model, random, 2.0);
    a = RandomVelocity(model, random, 5.0);
    points = RandomPoints(model, random, kPoints);
  }
};

// A forest of up to 60 bodies in random poses has mass matrices with condition numbers around 1e4, so an exact algorithm in
// doubles (1e-16) leaves errors around 1e-12 in solutions; products of the matrices stay near 1e-14.
constexpr double kProductTolerance = 1e-12;
constexpr double kSolveTolerance = 1e-9;

/// Runs a check on 200 forests of up to `max_bodies` bodies; a failure names the seed.
template <class Check>
void OnSamples(int max_bodies, Check check) {
  OnRandomForests(200, max_bodies, [&](const Model& model, Random& random) {
    Sample sample(model, random);
    check(sample);
  });
}

TEST(TwoRoads, MassMatrixColumnsAreInverseDynamicsOfUnitAccelerations) {
  OnSamples(60, [](Sample& s) {
    const MatrixXd M = DenseMassMatrix(s.model, s.q, s.ws);
    const VectorXd zero = VectorXd::Zero(s.model.nv);
    const VectorXd bias = Bias(s.model, s.q, zero, s.ws);
    MatrixXd columns(s.model.nv, s.model.nv);
    for (int k = 0; k < s.model.nv; ++k)
      columns.col(k) = InverseDynamics(s.model, s.q, zero, VectorXd::Unit(s.model.nv, k).eval(), s.ws) - bias;
    EXPECT_LT(RelativeError(M, columns), kProductTolerance);
  });
}

TEST(TwoRoads, InverseDynamicsIsMassMatrixTimesAccelerationPlusBias) {
  OnSamples(60, [](Sample& s) {
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    const VectorXd bias = Bias(s.model, s.q, s.v, s.ws);
    EXPECT_LT(RelativeError(DenseMassMatrix(s.model, s.q, s.ws) * s.a + bias, tau), kProductTolerance);
  });
}

TEST(TwoRoads, ForwardDynamicsUndoesInverseDynamics) {
  OnSamples(60, [](Sample& s) {
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    EXPECT_LT(RelativeError(ForwardDynamics(s.model, s.q, s.v, tau, s.ws), s.a), kSolveTolerance);
    EXPECT_LT(RelativeError(ForwardDynamicsByFactor(s.model, s.q, s.v, tau, s.ws), s.a), kSolveTolerance);
  });
}

TEST(TwoRoads, FactorReproducesTheMassMatrix) {
  OnSamples(60, [](Sample& s) {
    const MatrixXd M = DenseMassMatrix(s.model, s.q, s.ws);
    ASSERT_TRUE(FactorMassMatrix(s.model, s.ws));
    MatrixXd L = MatrixXd::Identity(s.model.nv, s.model.nv);
    VectorXd D(s.model.nv);
    for (int k = 0; k < s.model.nv; ++k) {
      D(k) = 1.0 / s.ws.D_inv[k];
      int entry = s.model.row_start[k] + s.model.depth[k] - 1;
      for (int i = s.model.dof_parent[k]; i >= 0; i = s.model.dof_parent[i]) L(k, i) = s.ws.L[entry--];
    }
    EXPECT_LT(RelativeError(L.transpose() * D.asDiagonal() * L, M), kProductTolerance);
  });
}

TEST(TwoRoads, ContactInertiaIsTheSameByFactorByUnitForcesAndByDefinition) {
  OnSamples(60, [](Sample& s) {
    ASSERT_TRUE(Evaluate<double>(s.model, s.q, s.v, s.points, s.ws));
    const MatrixXd J = DenseContactJacobian(s.model, s.ws);
    const MatrixXd definition = J * DenseMassMatrix(s.model, s.ws).ldlt().solve(J.transpose());
    ContactInertiaByFactor<double>(s.model, s.ws);
    const MatrixXd by_factor = ContactInertia(s.ws);
    ContactInertiaByUnitForces<double>(s.model, s.q, s.points, s.ws);
    const MatrixXd by_unit_forces = ContactInertia(s.ws);
    EXPECT_LT(RelativeError(by_factor, definition), kSolveTolerance);
    EXPECT_LT(RelativeError(by_unit_forces, definition), kSolveTolerance);
  });
}

TEST(TwoRoads, EvaluateAgreesWithTheSingleCalls) {
  OnSamples(60, [](Sample& s) {
    Evaluate<double>(s.model, s.q, s.v, s.points, s.ws);
    const MatrixXd M = DenseMassMatrix(s.model, s.ws);
    const VectorXd bias = VectorMap<double>(s.ws.bias.data(), s.model.nv);
    Workspace<double> other(s.model);
    EXPECT_LT(RelativeError(M, DenseMassMatrix(s.model, s.q, other)), kProductTolerance);
    EXPECT_LT(RelativeError(bias, Bias(s.model, s.q, s.v, other)), kProductTolerance);
    for (int c = 0; c < kPoints; ++c) {
      const Vec3<double> expected = PointVelocity(s.ws, s.points[c]);
      EXPECT_NEAR(s.ws.point[c].velocity.x, expected.x, kProductTolerance);
      EXPECT_LT(RelativeError(PointJacobian(s.model, s.ws, s.points[c]),
                              DenseContactJacobian(s.model, s.ws).middleRows<3>(3 * c)),
                kProductTolerance);
    }
  });
}

/// Central differences along the motion: q(±h) = Integrate(q, ±h v). Error h² f'''/6, about 1e-9 at h = 1e-5, and rounding
/// 1e-16 / h, about 1e-11.
constexpr double kStep = 1e-5;
constexpr double kDifferenceTolerance = 1e-7;

Eigen::Vector3d Position(const Sample& s, const VectorXd& q, const BodyPoint<double>& point) {
  Workspace<double> ws(s.model);
  ForwardKinematics(s.model, q, ws);
  return ToEigen(PointPosition(s.model, ws, point));
}

TEST(TwoRoads, PointVelocityAndBiasAccelerationAreDerivativesOfPosition) {
  OnSamples(60, [](Sample& s) {
    for (const auto& point : s.points) {
      ForwardKinematics(s.model, s.q, s.v, s.ws);
      const Vec3<double> velocity = PointVelocity(s.ws, point);
      const Vec3<double> bias = PointBiasAcceleration(s.ws, point);
      const auto velocity_at = [&](double t) {
        Workspace<double> ws(s.model);
        ForwardKinematics(s.model, Integrate(s.model, s.q, t * s.v), s.v, ws);
        const Vec3<double> p = PointVelocity(ws, point);
        return Eigen::Vector3d(p.x, p.y, p.z);
      };
      const auto position_at = [&](double t) { return Position(s, Integrate(s.model, s.q, t * s.v), point); };
      const Eigen::Vector3d v_difference = (position_at(kStep) - position_at(-kStep)) / (2 * kStep);
      const Eigen::Vector3d a_difference = (velocity_at(kStep) - velocity_at(-kStep)) / (2 * kStep);
      EXPECT_LT(RelativeError(Eigen::Vector3d(velocity.x, velocity.y, velocity.z), v_difference),
                kDifferenceTolerance);
      EXPECT_LT(RelativeError(Eigen::Vector3d(bias.x, bias.y, bias.z), a_difference), kDifferenceTolerance);
    }
  });
}

TEST(TwoRoads, JacobianColumnsAreDerivativesOfPosition) {
  OnSamples(12, [](Sample& s) {
    const BodyPoint<double> point = s.points[0];
    ForwardKinematics(s.model, s.q, s.ws);
    const MatrixXd J = PointJacobian(s.model, s.ws, point);
    MatrixXd differences(3, s.model.nv);
    for (int k = 0; k < s.model.nv; ++k) {
      const VectorXd step = kStep * VectorXd::Unit(s.model.nv, k);
      differences.col(k) = (Position(s, Integrate(s.model, s.q, step), point) -
                            Position(s, Integrate(s.model, s.q, -step), point)) /
                           (2 * kStep);
    }
    EXPECT_LT(RelativeError(J, differences), kDifferenceTolerance);
  });
}

// --- derivatives -----------------------------------------------------------------------------------------------

/// Directional derivatives of inverse dynamics by dual numbers: exact to rounding.
MatrixXd DualDerivative(const Sample& s, bool by_position) {
  const int nq = s.model.nq, nv = s.model.nv;
  Workspace<Dual> ws(s.model);
  std::vector<Dual> q(s.q.begin(), s.q.end()), v(s.v.begin(), s.v.end()), a(s.a.begin(), s.a.end());
  MatrixXd result(nv, nv);
  for (int k = 0; k < nv; ++k) {
    std::vector<Dual> q_k(nq), v_k = v, d(nv);
    (by_position ? d[k] : v_k[k]).derivative = 1.0;
    Integrate<Dual>(s.model, q, d, View<Dual>(q_k));
    InverseDynamics<Dual>(s.model, q_k, v_k, a, ws);
    for (int i = 0; i < nv; ++i) result(i, k) = ws.tau[i].derivative;
  }
  return result;
}

TEST(TwoRoads, InverseDynamicsDerivativesAgreeWithDualNumbers) {
  OnSamples(30, [](Sample& s) {
    DynamicsDerivatives<double> d(s.model);
    InverseDynamicsDerivatives(s.model, s.q, s.v, s.a, s.ws, d);
    const VectorXd tau = VectorMap<double>(s.ws.tau.data(), s.model.nv);
    EXPECT_LT(RelativeError(d.AsMatrix(d.tau_by_q, s.model.nv), DualDerivative(s, true)), kProductTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.tau_by_v, s.model.nv), DualDerivative(s, false)), kProductTolerance);
    Workspace<double> other(s.model);
    EXPECT_LT(RelativeError(DenseMassMatrix(s.model, s.ws), DenseMassMatrix(s.model, s.q, other)),
              kProductTolerance);
    EXPECT_LT(RelativeError(tau, InverseDynamics(s.model, s.q, s.v, s.a, other)), kProductTolerance);
  });
}

TEST(TwoRoads, ForwardDynamicsDerivativesAgreeWithCentralDifferences) {
  OnSamples(12, [](Sample& s) {
    const int nv = s.model.nv;
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    DynamicsDerivatives<double> d(s.model);
    ForwardDynamicsDerivatives(s.model, s.q, s.v, tau, s.ws, d);
    MatrixXd by_q(nv, nv), by_v(nv, nv), by_tau(nv, nv);
    Workspace<double> ws(s.model);
    for (int k = 0; k < nv; ++k) {
      const VectorXd step = kStep * VectorXd::Unit(nv, k);
      const auto central = [&](auto forward) {
        const VectorXd ahead = forward(step), behind = forward(-step);
        return VectorXd((ahead - behind) / (2 * kStep));
      };
      by_q.col(k) = central([&](const VectorXd& e) -> VectorXd {
        return ForwardDynamics(s.model, Integrate(s.model, s.q, e), s.v, tau, ws);
      });
      by_v.col(k) = central([&](const VectorXd& e) -> VectorXd {
        return ForwardDynamics(s.model, s.q, VectorXd(s.v + e), tau, ws);
      });
      by_tau.col(k) = central([&](const VectorXd& e) -> VectorXd {
        return ForwardDynamics(s.model, s.q, s.v, VectorXd(tau + e), ws);
      });
    }
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_q, nv), by_q), 1e-6);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_v, nv), by_v), 1e-6);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_tau, nv), by_tau), 1e-6);
  });
}

}  // namespace
}  // namespace slipstick
