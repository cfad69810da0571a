#include "slipstick/contact/contact_memory.h"

#include <algorithm>

namespace slipstick::contact {

const ContactMemory* FindMemory(const std::vector<ContactMemory>& contacts, uint64_t id) {
  const auto by_id = [](const ContactMemory& memory, uint64_t wanted) { return memory.id < wanted; };
  const auto memory = std::lower_bound(contacts.begin(), contacts.end(), id, by_id);
  return memory != contacts.end() && memory->id == id ? &*memory : nullptr;
}

}  // namespace slipstick::contact
