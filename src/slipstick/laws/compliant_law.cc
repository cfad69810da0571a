#include "slipstick/laws/compliant_law.h"

#include <cassert>

#include "slipstick/laws/slip_law.h"

namespace slipstick::laws {
namespace {

CompliantForce EvaluateRegularizedLaw(const CompliantInput& in, const ContactMaterial& m, FrictionRise rise) {
  CompliantForce out{};
  const double v_n = Dot(in.velocity, in.normal);
  out.normal_force = HuntCrossley(in.depth, -v_n, m).force;
  out.closed = out.normal_force > 0.0;
  if (!out.closed) return out;
  const Vec3<double> slip = in.velocity - v_n * in.normal;
  const RegularizedForce f = RegularizedFriction(out.normal_force, in.normal, slip, rise, m);
  out.slipping = Length(slip) > m.stiction_speed;
  out.friction = f.friction;
  out.force = f.force;
  return out;
}

/// The depth decreases as body a moves along the normal: ∂f/∂p = -∂f/∂π ∂π/∂δ nᵀ; likewise for the velocity.
CompliantDerivatives DifferentiateRegularizedLaw(const CompliantInput& in, const ContactMaterial& m,
                                                 FrictionRise rise) {
  const double v_n = Dot(in.velocity, in.normal);
  const NormalForce normal = HuntCrossley(in.depth, -v_n, m);
  const RegularizedForce f =
      RegularizedFriction(normal.force, in.normal, in.velocity - v_n * in.normal, rise, m);
  const Mat3<double> by_normal_motion = Outer(f.by_normal_force, in.normal);
  return {(-normal.by_depth) * by_normal_motion, (-normal.by_rate) * by_normal_motion + f.by_slip};
}

}  // namespace

CompliantForce EvaluateLawWithoutAnchor(const CompliantInput& in, const ContactMaterial& m,
                                        const CompliantOptions& options) {
  assert(options.law != ContactLaw::kAnchor);
  return options.law == ContactLaw::kRegularized ? EvaluateRegularizedLaw(in, m, options.rise)
                                                 : EvaluateSlipLaw(in, m);
}

CompliantDerivatives DifferentiateLaw(const CompliantInput& in, const CompliantForce& force,
                                      const ContactMaterial& m, const CompliantOptions& options) {
  assert(options.law != ContactLaw::kSlip);
  return options.law == ContactLaw::kAnchor ? DifferentiateAnchorLaw(in, force, m)
                                            : DifferentiateRegularizedLaw(in, m, options.rise);
}

}  // namespace slipstick::laws
