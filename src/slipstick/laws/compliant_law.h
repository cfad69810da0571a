// The laws among which compliant contacts choose, behind one call: force at an instant, and how it changes.
#pragma once

#include "slipstick/laws/anchor_law.h"
#include "slipstick/laws/regularized_law.h"

namespace slipstick::laws {

enum class ContactLaw {
  kAnchor,       ///< paper 000: springs and dampers to an anchor; sticks without creeping (anchor_law.h)
  kRegularized,  ///< paper 004: Hunt and Crossley, friction by the slip speed; creeps (regularized_law.h)
  kSlip,         ///< paper 002: spring and damper, friction by the slip speed; creeps (slip_law.h)
};

/// Where the spring along the normal is relaxed.
enum class NormalAnchor {
  kSurface,    ///< where the surfaces just touch: the force depends on where things are, not on the time step
  kTouchdown,  ///< where the contact was first seen, as in paper 000
};
/// How the anchor follows when a contact slips.
enum class SlipAnchor {
  kRelax,  ///< as (27) of paper 000 says: never a source of energy
  kJump,   ///< at once, (28)
};
struct AnchorOptions {
  NormalAnchor normal = NormalAnchor::kSurface;
  SlipAnchor slip = SlipAnchor::kRelax;
};

struct CompliantOptions {
  ContactLaw law = ContactLaw::kAnchor;
  AnchorOptions anchor = {};                  ///< of the anchor law
  FrictionRise rise = FrictionRise::kLinear;  ///< of the regularised law
};

/// Of the two that have no anchor.
CompliantForce EvaluateSlipSpeedLaw(const CompliantInput& in, const ContactMaterial& m,
                                    const CompliantOptions& options);

/// For a contact that touches.
SLIPSTICK_INLINE CompliantForce EvaluateLaw(const CompliantInput& in, const ContactMaterial& m,
                                            const CompliantOptions& options) {
  return options.law == ContactLaw::kAnchor ? EvaluateAnchorLaw(in, m) : EvaluateSlipSpeedLaw(in, m, options);
}

/// Derivatives of that. Nobody has asked for those of kSlip yet, which explicit methods use.
CompliantDerivatives DifferentiateLaw(const CompliantInput& in, const CompliantForce& out,
                                      const ContactMaterial& m, const CompliantOptions& options);

}  // namespace slipstick::laws
