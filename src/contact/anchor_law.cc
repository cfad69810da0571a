#include "contact/anchor_law.h"

namespace slipstick {
namespace {

Mat3<double> Outer(const Vec3<double>& a, const Vec3<double>& b) { return {b.x * a, b.y * a, b.z * a}; }

}  // namespace

AnchorDerivatives DifferentiateAnchorLaw(const AnchorInput& in, const AnchorForce& out,
                                         const ContactMaterial& m) {
  if (!out.pushing) return {Mat3<double>::Zero(), Mat3<double>::Zero()};
  const Mat3<double> one = Mat3<double>::Identity();
  if (!out.slipping) return {(-m.stiffness) * one, (-m.damping) * one};
  // f = f_n (n + μ d): f_n falls by K along n, and the direction d turns with the trial force
  const Vec3<double> edge = in.normal + m.mu_kinetic * out.direction;
  const Mat3<double> across =
      one + (-1.0) * (Outer(in.normal, in.normal) + Outer(out.direction, out.direction));
  const double turn = m.mu_kinetic * out.normal_force / out.trial;
  const Mat3<double> shape = Outer(edge, in.normal) + turn * across;
  return {(-m.stiffness) * shape, (-m.damping) * shape};
}

}  // namespace slipstick
