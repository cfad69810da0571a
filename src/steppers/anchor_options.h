// The options that all steppers with the anchor law share.
#pragma once

#include "contact/compliant_contacts.h"
#include "steppers/options.h"

namespace slipstick {

inline void VisitAnchorOptions(OptionVisitor& visit, AnchorOptions& anchor) {
  visit.Choice("normal_anchor", anchor.normal, {"surface", "touchdown"},
               "where the normal spring is relaxed: where surfaces touch, or where a contact was first seen "
               "(paper 000)");
  visit.Choice("slip_anchor", anchor.slip, {"relax", "jump"},
               "how the anchor follows a slip: without creating energy, or at once (paper 000, Eq. 28)");
}

}  // namespace slipstick
