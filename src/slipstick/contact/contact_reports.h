// Contact reports of a step that consists of sub-steps.
#pragma once

#include <vector>

#include "slipstick/contact/step_report.h"

namespace slipstick::contact {

/// Adds the report of a contact in a sub-step to a list sorted by id. Its force is its contribution to the
/// mean over the whole step. If the contact is in the list already, forces are added, geometry and velocity
/// stay those of its first sub-step, and the mode is the largest of open < stick < slip over the sub-steps.
void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts);

}  // namespace slipstick::contact
