// Look-up in the contact memory of a state.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/world/state.h"

namespace slipstick::contact {

/// The entry of the contact with this id in a list sorted by id; null if there is none.
const ContactMemory* FindMemory(const std::vector<ContactMemory>& contacts, uint64_t id);

}  // namespace slipstick::contact
