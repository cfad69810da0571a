// Every quantity of the dynamics is computed by two algorithms that share as little as possible, on hundreds
// of random forests (1 to 60 bodies, every joint kind, several roots).
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "slipstick/core/convert.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kPoints = Sample::kPoints;

// Gravity compensation in one line: tau is a result in the workspace that the call overwrites.
TEST(TwoAlgorithms, ForwardDynamicsAcceptsAResultOfTheSameWorkspaceAsForce) {
  OnSamples(20, [](Sample& s) {
    const VectorXd zero = VectorXd::Zero(s.model.nv());
    const VectorXd weight = Bias(s.model, s.q, zero, s.ws);
    const VectorXd expected = ForwardDynamicsByFactor(s.model, s.q, s.v, weight, s.ws);
    EXPECT_EQ(VectorXd(ForwardDynamicsByFactor(s.model, s.q, s.v, Bias(s.model, s.q, zero, s.ws), s.ws)),
              expected);
  });
}

TEST(TwoAlgorithms, MassMatrixColumnsAreInverseDynamicsOfUnitAccelerations) {
  OnSamples(60, [](Sample& s) {
    const MatrixXd M = DenseMassMatrix(s.model, s.q, s.ws);
    const VectorXd zero = VectorXd::Zero(s.model.nv());
    const VectorXd bias = Bias(s.model, s.q, zero, s.ws);
    MatrixXd columns(s.model.nv(), s.model.nv());
    for (int k = 0; k < s.model.nv(); ++k)
      columns.col(k) =
          InverseDynamics(s.model, s.q, zero, VectorXd::Unit(s.model.nv(), k).eval(), s.ws) - bias;
    EXPECT_LT(RelativeError(M, columns), kProductTolerance);
  });
}

TEST(TwoAlgorithms, InverseDynamicsIsMassMatrixTimesAccelerationPlusBias) {
  OnSamples(60, [](Sample& s) {
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    const VectorXd bias = Bias(s.model, s.q, s.v, s.ws);
    EXPECT_LT(RelativeError(DenseMassMatrix(s.model, s.q, s.ws) * s.a + bias, tau), kProductTolerance);
  });
}

TEST(TwoAlgorithms, ForwardDynamicsUndoesInverseDynamics) {
  OnSamples(60, [](Sample& s) {
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    EXPECT_LT(RelativeError(ForwardDynamics(s.model, s.q, s.v, tau, s.ws), s.a), kSolveTolerance);
    EXPECT_LT(RelativeError(ForwardDynamicsByFactor(s.model, s.q, s.v, tau, s.ws), s.a), kSolveTolerance);
  });
}

TEST(TwoAlgorithms, FactorReproducesTheMassMatrix) {
  OnSamples(60, [](Sample& s) {
    const MatrixXd M = DenseMassMatrix(s.model, s.q, s.ws);
    ASSERT_TRUE(FactorMassMatrix(s.model, s.ws));
    MatrixXd L = MatrixXd::Identity(s.model.nv(), s.model.nv());
    VectorXd D(s.model.nv());
    for (int k = 0; k < s.model.nv(); ++k) {
      D(k) = 1.0 / s.ws.D_inv[k];
      int entry = s.model.row_start()[k] + s.model.depth()[k] - 1;
      for (int i = s.model.dof_parent()[k]; i >= 0; i = s.model.dof_parent()[i]) L(k, i) = s.ws.L[entry--];
    }
    EXPECT_LT(RelativeError(L.transpose() * D.asDiagonal() * L, M), kProductTolerance);
  });
}

TEST(TwoAlgorithms, ContactInertiaIsTheSameByFactorByUnitForcesAndByDefinition) {
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

// Points accelerate in whitened coordinates as they do under the solution, and the second half gives that.
TEST(TwoAlgorithms, WhitenedForcesGiveTheSameAccelerations) {
  OnSamples(60, [](Sample& s) {
    Evaluate<double>(s.model, s.q, s.v, s.points, s.ws);
    ContactInertiaByFactor<double>(s.model, s.ws);
    VectorXd solution = s.a, whitened = s.a;
    SolveMassMatrix<double>(s.model, s.ws, View<double>(solution));
    const VectorXd expected = DenseContactJacobian(s.model, s.ws) * solution;
    WhitenForces<double>(s.model, s.ws, whitened);
    VectorXd accelerations = VectorXd::Zero(expected.size());
    for (int c = 0; c < s.ws.num_points; ++c) {
      const PointState<double>& point = s.ws.point[c];
      int k = point.body == model::kWorld ? -1 : s.model.last_dof()[point.body];
      for (int i = point.path_length - 1; i >= 0; --i, k = s.model.dof_parent()[k])
        accelerations.segment<3>(3 * c) += whitened[k] * ToEigen(s.ws.whitened[point.path_start + i]);
    }
    EXPECT_LT(RelativeError(accelerations, expected), kSolveTolerance);
    UnwhitenVelocities<double>(s.model, s.ws, whitened);
    EXPECT_LT(RelativeError(whitened, solution), kSolveTolerance);
  });
}

// With an inertia added to the joints, as linearly implicit steppers do.
TEST(TwoAlgorithms, ArticulatedBodiesAgreeWithTheFactor) {
  OnSamples(60, [](Sample& s) {
    const VectorXd added = s.v.cwiseAbs();
    BeginEvaluate<double>(s.model, s.q, s.v, s.ws);
    ASSERT_TRUE(FinishEvaluate<double>(s.model, s.points, s.ws, added));
    VectorXd by_factor = s.a;
    SolveMassMatrix<double>(s.model, s.ws, View<double>(by_factor));
    ContactInertiaByFactor<double>(s.model, s.ws);
    const MatrixXd W = ContactInertia(s.ws);
    const VectorXd bias = VectorMap<double>(s.ws.bias.data(), s.model.nv());
    BeginEvaluate<double>(s.model, s.q, s.v, s.ws);
    FinishEvaluateArticulated<double>(s.model, s.points, s.ws, added);
    VectorXd articulated = s.a;
    SolveArticulated<double>(s.model, s.ws, View<double>(articulated));
    ContactInertiaByUnitForces<double>(s.model, s.ws);
    EXPECT_LT(RelativeError(articulated, by_factor), kSolveTolerance);
    EXPECT_LT(RelativeError(ContactInertia(s.ws), W), kSolveTolerance);
    EXPECT_EQ(VectorXd(VectorMap<double>(s.ws.bias.data(), s.model.nv())), bias);
  });
}

// A force on the world accelerates nothing, and the world does not move: its blocks are exactly zero.
TEST(TwoAlgorithms, ContactInertiaOfAPointOnTheWorldIsZero) {
  OnSamples(60, [](Sample& s) {
    ASSERT_EQ(s.points[Sample::kOnWorld].body, model::kWorld);
    const auto largest_of_world = [&] {
      const MatrixXd W = ContactInertia(s.ws);
      return Larger(LargestEntry(W.middleCols<3>(3 * Sample::kOnWorld)),
                    LargestEntry(W.middleRows<3>(3 * Sample::kOnWorld)));
    };
    Evaluate<double>(s.model, s.q, s.v, s.points, s.ws);
    ContactInertiaByFactor<double>(s.model, s.ws);
    EXPECT_EQ(largest_of_world(), 0.0);
    ContactInertiaByUnitForces<double>(s.model, s.q, s.points, s.ws);
    EXPECT_EQ(largest_of_world(), 0.0);
  });
}

TEST(TwoAlgorithms, EvaluateAgreesWithSeparateCalls) {
  OnSamples(60, [](Sample& s) {
    Evaluate<double>(s.model, s.q, s.v, s.points, s.ws);
    const VectorXd bias = VectorMap<double>(s.ws.bias.data(), s.model.nv());
    Workspace<double> other(s.model);
    EXPECT_LT(RelativeError(DenseMassMatrix(s.model, s.ws), DenseMassMatrix(s.model, s.q, other)),
              kProductTolerance);
    EXPECT_LT(RelativeError(bias, Bias(s.model, s.q, s.v, other)), kProductTolerance);
  });
}

/// The origin of the positions of Evaluate.
Vector3d TreeOrigin(const Sample& s, int body) {
  if (body == model::kWorld) return Vector3d::Zero();
  while (s.model.bodies()[body].parent != model::kWorld) body = s.model.bodies()[body].parent;
  return ToEigen(s.ws.origin[body]);
}

TEST(TwoAlgorithms, EvaluateAgreesWithSeparateCallsForPoints) {
  OnSamples(60, [](Sample& s) {
    Evaluate<double>(s.model, s.q, s.v, s.points, s.ws);
    const MatrixXd J = DenseContactJacobian(s.model, s.ws);
    Workspace<double> other(s.model);
    ForwardKinematics(s.model, s.q, s.v, other);
    for (int c = 0; c < kPoints; ++c) {
      SCOPED_TRACE("point " + std::to_string(c));
      const BodyPoint<double>& point = s.points[c];
      const PointState<double>& found = s.ws.point[c];
      const auto expect = [](const MatrixXd& a, const MatrixXd& b) {
        EXPECT_LT(RelativeError(a, b), kProductTolerance);
      };
      expect(TreeOrigin(s, point.body) + ToEigen(found.p), ToEigen(PointPosition(s.model, other, point)));
      expect(ToEigen(found.velocity), ToEigen(PointVelocity(other, point)));
      expect(ToEigen(found.Jdot_v), ToEigen(PointBiasAcceleration(other, point)));
      expect(J.middleRows<3>(3 * c), PointJacobian(s.model, other, point));
      expect(J.middleRows<3>(3 * c) * s.v, ToEigen(found.velocity));
    }
  });
}

}  // namespace
}  // namespace slipstick::dynamics
