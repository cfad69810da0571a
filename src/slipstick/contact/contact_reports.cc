#include "slipstick/contact/contact_reports.h"

#include <algorithm>

namespace slipstick::contact {

void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts) {
  const auto by_id = [](const ContactReport& known, uint64_t id) { return known.id < id; };
  auto at = contacts.end();
  if (!contacts.empty() && contacts.back().id >= contact.id)  // contacts usually come in the order of ids
    at = std::lower_bound(contacts.begin(), contacts.end(), contact.id, by_id);
  if (at != contacts.end() && at->id == contact.id) {
    at->force += contact.force;
    at->mode = std::max(at->mode, contact.mode);
  } else {
    contacts.insert(at, contact);
  }
}

}  // namespace slipstick::contact
