#include "slipstick/laws/anchor_law.h"

namespace slipstick::laws {

CompliantDerivatives DifferentiateAnchorLaw(const CompliantInput& in, const CompliantForce& out,
                                            const ContactMaterial& m) {
  if (!out.closed) return {Mat3<double>::Zero(), Mat3<double>::Zero()};
  const Mat3<double> n_n = Outer(in.normal, in.normal);
  const Mat3<double> along_surface = Mat3<double>::Identity() + (-1.0) * n_n;
  // k_n, b_n: decrease of the normal force per m and per m/s along the normal
  const bool building_up = out.damping_fraction < 1.0;
  const double v_n = Dot(in.velocity, in.normal);
  const double k_t = in.anchored ? m.stiffness : 0.0;
  const double k_n =
      (in.depth_counts ? m.stiffness : 0.0) - (building_up ? m.damping * v_n / kDampingDepth : 0.0);
  const double b_n = out.damping_fraction * m.damping;
  if (!out.slipping)
    return {(-k_n) * n_n + (-k_t) * along_surface, (-b_n) * n_n + (-m.damping) * along_surface};
  // f = f_n (n + μ d), where the direction d rotates with the trial force
  const Mat3<double> edge_n = Outer(in.normal + m.mu_kinetic * out.direction, in.normal);
  const double turn = m.mu_kinetic * out.normal_force / out.trial;
  const Mat3<double> turning = turn * (along_surface + (-1.0) * Outer(out.direction, out.direction));
  return {(-k_n) * edge_n + (-k_t) * turning, (-b_n) * edge_n + (-m.damping) * turning};
}

}  // namespace slipstick::laws
