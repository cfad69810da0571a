#include "slipstick/dynamics/gyroscopic_force.h"

#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"

namespace slipstick::dynamics {
namespace {

/// Newton steps; a body that rotates by less than a radian per step needs two or three.
constexpr int kGyroscopicIterations = 8;
constexpr double kGyroscopicTolerance = 1e-12;  // relative to ω

/// A⁻¹ b by Cramer's rule. The matrices here are I + h ([ω]× I - [I ω]×), which are regular at
/// realistic speeds.
Vec3<double> SolveThreeByThree(const Mat3<double>& A, const Vec3<double>& b) {
  const Vec3<double> yz = Cross(A.y, A.z);
  const double inverse = 1.0 / Dot(A.x, yz);
  return {inverse * Dot(b, yz), inverse * Dot(A.x, Cross(b, A.z)), inverse * Dot(A.x, Cross(A.y, b))};
}

/// ω⁺ of the header. If Newton's method does not converge, the result is scaled down so that it adds no
/// energy.
Vec3<double> SolveGyroscopicStep(const Mat3<double>& I, const Vec3<double>& start, double h) {
  Vec3<double> omega = start;
  for (int k = 0; k < kGyroscopicIterations; ++k) {
    const Vec3<double> L = I * omega;
    const Vec3<double> rest = I * (omega - start) + h * Cross(omega, L);
    const Mat3<double> turn = Skew(omega) * I, twist = Skew(-L);
    const Vec3<double> change = SolveThreeByThree(I + h * (turn + twist), rest);
    if (!std::isfinite(change.x + change.y + change.z)) break;
    omega = omega - change;
    if (Dot(change, change) <= kGyroscopicTolerance * kGyroscopicTolerance * Dot(omega, omega)) break;
  }
  const double before = Dot(start, I * start), after = Dot(omega, I * omega);
  return after > before ? std::sqrt(before / after) * omega : omega;
}

}  // namespace

void MakeGyroscopicForceImplicit(const Model& model, const Workspace<double>& ws, double h,
                                 const Eigen::VectorXd& v, Eigen::VectorXd& force) {
  const Vec3<double> gravity = FromEigen(model.gravity());
  for (int i = 0; i < model.num_bodies(); i = model.subtree_end()[i]) {
    const model::SweepBody& body = model.sweep()[i];
    if (body.kind != JointKind::kFloating || model.subtree_end()[i] != i + 1) continue;
    const RigidInertia<double>& I = ws.body[i].I;
    const Motion<double> start{{v[body.v], v[body.v + 1], v[body.v + 2]},
                               {v[body.v + 3], v[body.v + 4], v[body.v + 5]}};
    const Vec3<double> c = (1.0 / I.mass) * I.h;
    const Sym3<double> to_origin = ShiftFromCom(Sym3<double>::Zero(), I.mass, c);
    const Mat3<double> about_com = ToMat3(I.J) + (-1.0) * ToMat3(to_origin);
    // The centre of mass keeps its velocity; the origin of the body rotates about it.
    const Vec3<double> omega = SolveGyroscopicStep(about_com, start.ang, h);
    const Vec3<double> c_end = ToMatrix(Exp(h * omega)) * c;
    const Motion<double> change{Cross(start.ang, c) - Cross(omega, c_end), omega - start.ang};
    const Vec3<double> weight = I.mass * gravity;
    const Force<double> sum = (1.0 / h) * (I * change) + Force<double>{weight, Cross(c, weight)};
    const double rows[] = {sum.lin.x, sum.lin.y, sum.lin.z, sum.ang.x, sum.ang.y, sum.ang.z};
    for (int k = 0; k < 6; ++k) force[body.v + k] += ws.bias[body.v + k] + rows[k];
  }
}

}  // namespace slipstick::dynamics
