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

/// The depth decreases as a moves along the normal: ∂f/∂p = -∂f/∂π ∂π/∂δ nᵀ; likewise for the velocity.
CompliantDerivatives DifferentiateRegularizedLaw(const CompliantInput& in, const ContactMaterial& m,
                                                 FrictionRise rise) {
  const double v_n = Dot(in.velocity, in.normal);
  const NormalForce normal = HuntCrossley(in.depth, -v_n, m);
  const RegularizedForce f =
      RegularizedFriction(normal.force, in.normal, in.velocity - v_n * in.normal, rise, m);
  const Mat3<double> edge_n = Outer(f.by_normal_force, in.normal);
  return {(-normal.by_depth) * edge_n, (-normal.by_rate) * edge_n + f.by_slip};
}

}  // namespace

CompliantForce EvaluateSlipSpeedLaw(const CompliantInput& in, const ContactMaterial& m,
                                    const CompliantOptions& options) {
  return options.law == ContactLaw::kRegularized ? EvaluateRegularizedLaw(in, m, options.rise)
                                                 : EvaluateSlipLaw(in, m);
}

CompliantDerivatives DifferentiateLaw(const CompliantInput& in, const CompliantForce& out,
                                      const ContactMaterial& m, const CompliantOptions& options) {
  assert(options.law != ContactLaw::kSlip);
  return options.law == ContactLaw::kAnchor ? DifferentiateAnchorLaw(in, out, m)
                                            : DifferentiateRegularizedLaw(in, m, options.rise);
}

}  // namespace slipstick::laws
