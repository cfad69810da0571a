#include "slipstick/solvers/cone/friction_qp.h"

#include <string>

#include "slipstick/core/error.h"

namespace slipstick::solvers {

FrictionQp::FrictionQp(int max_contacts) { Reserve(max_contacts); }

void FrictionQp::Reserve(int contacts) { newton_.Reserve(contacts); }

void FrictionQp::SetPyramidSides(int sides) {
  if (sides < Pyramid::kMinSides || sides > Pyramid::kMaxSides)
    throw InputError("FrictionQp: a pyramid of " + std::to_string(sides) + " sides, must be " +
                     std::to_string(Pyramid::kMinSides) + " to " + std::to_string(Pyramid::kMaxSides) + ".");
  pyramid_ = Pyramid(sides);
}

QpResult FrictionQp::Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q,
                           const Eigen::Ref<const Eigen::VectorXd>& g, View<const double> mu, FrictionSet set,
                           Eigen::Ref<Eigen::VectorXd> x, View<const double> compliance) {
  newton_.Load(Q, g, mu, compliance, set, pyramid_, ConeNewton::Law::kConvex);
  newton_.Start(x);
  if (!newton_.Newton(kNewtonSteps)) SolveByBarrier();
  newton_.Finish(x);
  return {newton_.solved(), newton_.iterations(), newton_.residual()};
}

void FrictionQp::SolveByBarrier() {
  newton_.SaveIfBest();
  if (newton_.FollowBarrier()) return;
  newton_.SaveIfBest();
  newton_.RestoreBest();
}

}  // namespace slipstick::solvers
