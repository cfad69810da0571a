// The compliant contact laws behind one call: force at an instant, and its derivatives.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/laws/anchor_law.h"
#include "slipstick/laws/regularized_law.h"

namespace slipstick::laws {

enum class ContactLaw {
  kAnchor,       ///< expo: springs and dampers to an anchor; sticks without creep (anchor_law.h)
  kRegularized,  ///< tamsi: Hunt-Crossley, friction regularised in slip speed; creeps (regularized_law.h)
  kSlip,         ///< relaxed: spring and damper, friction regularised in slip speed; creeps (slip_law.h)
};

/// Depth at which the normal spring is relaxed.
enum class NormalAnchor {
  kSurface,    ///< zero: the force depends on the configuration, not on the time step
  kTouchdown,  ///< the depth at which the contact was first found, as in the expo paper
};
/// Motion of the anchor of a slipping contact.
enum class SlipAnchor {
  kRelax,  ///< the premise of (27) of the expo paper: never creates energy
  kJump,   ///< (28) of the expo paper: at once
};
struct AnchorOptions {
  NormalAnchor normal = NormalAnchor::kSurface;
  SlipAnchor slip = SlipAnchor::kRelax;

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "normal_anchor", normal, {"surface", "touchdown"},
        "rest position of the normal spring: where the surfaces touch, or where the contact was first "
        "detected (Hammoud et al. 2022)");
    visit.Choice("slip_anchor", slip, {"relax", "jump"},
                 "how the anchor of a slipping contact moves: relaxes without creating energy, or jumps "
                 "(Hammoud et al. 2022, Eq. 28)");
  }
};

struct CompliantOptions {
  ContactLaw law = ContactLaw::kAnchor;
  AnchorOptions anchor = {};                  ///< for kAnchor
  FrictionRise rise = FrictionRise::kLinear;  ///< for kRegularized

  /// kSlip is not offered: the stepper that needs it sets it.
  void Visit(FieldVisitor& visit) {
    visit.Choice("law", law, {"anchor", "regularized"},
                 "contact law: spring and damper to an anchor (Hammoud et al. 2022), or Hunt and Crossley "
                 "with velocity-dependent friction (Castro et al. 2020)");
    visit.Choice("rise", rise, {"linear", "quadratic"},
                 "friction as a function of the slip speed below the stiction speed, with law=regularized "
                 "(quadratic: reference implementation of Castro et al. 2020)");
    anchor.Visit(visit);
  }
};

/// The force of kRegularized or kSlip; not inlined, unlike that of kAnchor.
CompliantForce EvaluateLawWithoutAnchor(const CompliantInput& in, const ContactMaterial& m,
                                        const CompliantOptions& options);

/// The force of a contact with gap <= 0.
SLIPSTICK_INLINE CompliantForce EvaluateLaw(const CompliantInput& in, const ContactMaterial& m,
                                            const CompliantOptions& options) {
  return options.law == ContactLaw::kAnchor ? EvaluateAnchorLaw(in, m)
                                            : EvaluateLawWithoutAnchor(in, m, options);
}

/// Derivatives of the force, which is EvaluateLaw(in, m, options). Not implemented for kSlip, which only
/// explicit methods use.
CompliantDerivatives DifferentiateLaw(const CompliantInput& in, const CompliantForce& force,
                                      const ContactMaterial& m, const CompliantOptions& options);

}  // namespace slipstick::laws
