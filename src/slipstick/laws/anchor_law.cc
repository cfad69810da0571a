#include "slipstick/laws/anchor_law.h"

namespace slipstick::laws {

CompliantDerivatives DifferentiateAnchorLaw(const CompliantInput& in, const CompliantForce& force,
                                            const ContactMaterial& m) {
  if (!force.closed) return {Mat3<double>::Zero(), Mat3<double>::Zero()};
  const Mat3<double> normal_projector = Outer(in.normal, in.normal);
  const Mat3<double> tangent_projector = Mat3<double>::Identity() + (-1.0) * normal_projector;
  // k_n, b_n: decrease of the normal force per m and per m/s along the normal
  const bool is_damper_building_up = force.damping_fraction < 1.0;
  const double v_n = Dot(in.velocity, in.normal);
  const double k_t = in.anchored ? m.stiffness : 0.0;
  const double k_n = (in.has_normal_stiffness ? m.stiffness : 0.0) -
                     (is_damper_building_up ? m.damping * v_n / kDampingDepth : 0.0);
  const double b_n = force.damping_fraction * m.damping;
  if (!force.slipping)
    return {(-k_n) * normal_projector + (-k_t) * tangent_projector,
            (-b_n) * normal_projector + (-m.damping) * tangent_projector};
  // f = f_n (n + μ d): f_n changes along the normal; the direction d rotates with the trial force, which is
  // shortened to μ f_n
  const Mat3<double> by_normal_motion = Outer(in.normal + m.mu_kinetic * force.direction, in.normal);
  const double shortening = m.mu_kinetic * force.normal_force / force.trial;
  const Mat3<double> by_trial_force =
      shortening * (tangent_projector + (-1.0) * Outer(force.direction, force.direction));
  return {(-k_n) * by_normal_motion + (-k_t) * by_trial_force,
          (-b_n) * by_normal_motion + (-m.damping) * by_trial_force};
}

}  // namespace slipstick::laws
