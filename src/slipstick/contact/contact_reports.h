// Contacts of a step that is done in parts.
#pragma once

#include <vector>

#include "slipstick/contact/step_report.h"

namespace slipstick::contact {

/// Adds what a contact did in a part of the step to a list in the order of ids; its force is its share of the
/// mean over the step. A contact in the list stays as it was first seen, with more force. In a step in which
/// it only begins to push or to slip, it pushes or slips.
void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts);

}  // namespace slipstick::contact
