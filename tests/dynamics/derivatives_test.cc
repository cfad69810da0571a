// The analytic derivatives of the dynamics against dual numbers and against differences.
#include "slipstick/dynamics/derivatives.h"

#include "support/finite_differences.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

enum class By { kQ, kV, kX };

/// Derivatives of call(q, v, x, ws) by dual numbers, column after column: exact to rounding.
template <class Call>
MatrixXd DualDerivative(const Sample& s, const VectorXd& x, By by, Call call) {
  const int nv = s.model.nv();
  Workspace<Dual> ws(s.model);
  const std::vector<Dual> q(s.q.begin(), s.q.end());
  MatrixXd result(nv, nv);
  for (int k = 0; k < nv; ++k) {
    std::vector<Dual> q_k(s.model.nq()), d(nv), v_k(s.v.begin(), s.v.end()), x_k(x.begin(), x.end());
    (by == By::kQ ? d : by == By::kV ? v_k : x_k)[k].derivative = 1.0;
    Integrate<Dual>(s.model, q, d, View<Dual>(q_k));
    const std::vector<Dual>& y = call(q_k, v_k, x_k, ws);
    for (int i = 0; i < nv; ++i) result(i, k) = y[i].derivative;
  }
  return result;
}

TEST(Derivatives, OfInverseDynamicsAgreeWithDualNumbers) {
  OnSamples(30, [](Sample& s) {
    DynamicsDerivatives<double> d(s.model);
    InverseDynamicsDerivatives(s.model, s.q, s.v, s.a, s.ws, d);
    const auto dual = [&](By by) {
      return DualDerivative(
          s, s.a, by, [&](auto& q, auto& v, auto& a, auto& ws) -> auto& {
            InverseDynamics<Dual>(s.model, q, v, a, ws);
            return ws.tau;
          });
    };
    EXPECT_LT(RelativeError(d.AsMatrix(d.tau_by_q, s.model.nv()), dual(By::kQ)), kProductTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.tau_by_v, s.model.nv()), dual(By::kV)), kProductTolerance);
    EXPECT_LT(RelativeError(DenseMassMatrix(s.model, s.ws), dual(By::kX)), kProductTolerance);
    const VectorXd tau = VectorMap<double>(s.ws.tau.data(), s.model.nv());
    Workspace<double> other(s.model);
    EXPECT_LT(RelativeError(tau, InverseDynamics(s.model, s.q, s.v, s.a, other)), kProductTolerance);
  });
}

TEST(Derivatives, OfForwardDynamicsAgreeWithDualNumbers) {
  OnSamples(30, [](Sample& s) {
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    DynamicsDerivatives<double> d(s.model);
    ForwardDynamicsDerivatives(s.model, s.q, s.v, tau, s.ws, d);
    const auto dual = [&](By by) {
      return DualDerivative(
          s, tau, by, [&](auto& q, auto& v, auto& x, auto& ws) -> auto& {
            ForwardDynamics<Dual>(s.model, q, v, x, ws);
            return ws.acceleration;
          });
    };
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_q, s.model.nv()), dual(By::kQ)), kSolveTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_v, s.model.nv()), dual(By::kV)), kSolveTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_tau, s.model.nv()), dual(By::kX)), kSolveTolerance);
    const VectorXd a = VectorMap<double>(s.ws.acceleration.data(), s.model.nv());
    EXPECT_LT(RelativeError(a, s.a), kSolveTolerance);
  });
}

// A difference divides the rounding of a solution, 1e-12, by a step of 1e-5; ten times that is allowed.
constexpr double kSolveDifferenceTolerance = 1e-6;

TEST(Derivatives, OfForwardDynamicsAgreeWithCentralDifferences) {
  OnSamples(12, [](Sample& s) {
    const int nv = s.model.nv();
    const VectorXd tau = InverseDynamics(s.model, s.q, s.v, s.a, s.ws);
    DynamicsDerivatives<double> d(s.model);
    ForwardDynamicsDerivatives(s.model, s.q, s.v, tau, s.ws, d);
    Workspace<double> ws(s.model);
    const MatrixXd by_q = DifferencesAlongAll(nv, [&](const VectorXd& e) {
      return ForwardDynamics(s.model, Integrate(s.model, s.q, e), s.v, tau, ws);
    });
    const MatrixXd by_v = DifferencesAlongAll(
        nv, [&](const VectorXd& e) { return ForwardDynamics(s.model, s.q, VectorXd(s.v + e), tau, ws); });
    const MatrixXd by_tau = DifferencesAlongAll(
        nv, [&](const VectorXd& e) { return ForwardDynamics(s.model, s.q, s.v, VectorXd(tau + e), ws); });
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_q, nv), by_q), kSolveDifferenceTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_v, nv), by_v), kSolveDifferenceTolerance);
    EXPECT_LT(RelativeError(d.AsMatrix(d.acceleration_by_tau, nv), by_tau), kSolveDifferenceTolerance);
  });
}

}  // namespace
}  // namespace slipstick::dynamics
