#include "solvers/friction_qp.h"

namespace slipstick {
namespace {

constexpr int kQpNewtonSteps = 25;
constexpr int kQpMostSteps = 200;
constexpr int kQpTurns = 10, kQpFirstSweeps = 10;

}  // namespace

FrictionQp::FrictionQp(int max_contacts) { Reserve(max_contacts); }

void FrictionQp::Reserve(int contacts) { newton_.Reserve(contacts); }

void FrictionQp::SetPyramidSides(int sides) { pyramid_ = Pyramid(sides); }

QpResult FrictionQp::Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q,
                           const Eigen::Ref<const Eigen::VectorXd>& g, View<const double> mu, FrictionSet set,
                           Eigen::Ref<Eigen::VectorXd> x) {
  newton_.Load(Q, g, mu, set, pyramid_, ConeNewton::Law::kConvex);
  newton_.Start(x);
  if (!newton_.Newton(kQpNewtonSteps)) Rescue(set);
  newton_.Finish(x);
  return {newton_.solved(), newton_.iterations(), newton_.residual()};
}

void FrictionQp::Rescue(FrictionSet set) {
  newton_.RememberIfBest();
  newton_.StartFromZero();
  if (set == FrictionSet::kCone) {
    if (newton_.FollowSmoothing(kQpMostSteps)) return;
    newton_.RememberIfBest();
  }
  for (int turn = 0, sweeps = kQpFirstSweeps; turn < kQpTurns; ++turn, sweeps *= 2) {
    if (newton_.Sweep(sweeps)) return;
    newton_.RememberIfBest();
    newton_.Remember();
    if (newton_.Newton(kQpNewtonSteps)) return;
    newton_.RememberIfBest();
    newton_.GoBack();
  }
  newton_.GoToBest();
}

}  // namespace slipstick
