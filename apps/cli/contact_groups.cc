#include "contact_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace slipstick::cli {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ContactGroup EmptyGroup(const Recording& r, int64_t contact) {
  ContactGroup group;
  group.name =
      r.names.shapes[r.contacts.shape_a[contact]] + " on " + r.names.shapes[r.contacts.shape_b[contact]];
  group.normal_force.assign(r.size(), 0.0);
  group.friction_use.assign(r.size(), kNaN);
  group.gap.assign(r.size(), kNaN);
  group.mode.assign(r.size(), 0);
  return group;
}

/// NaN counts as nothing.
void KeepLarger(double& kept, double value) { kept = std::isnan(kept) ? value : std::max(kept, value); }
void KeepSmaller(double& kept, double value) { kept = std::isnan(kept) ? value : std::min(kept, value); }

void AddContact(const Recording& r, int64_t i, ContactGroup& group) {
  const ContactTable& c = r.contacts;
  const Eigen::Vector3d force = Eigen::Vector3d::Map(&c.force[3 * i]),
                        normal = Eigen::Vector3d::Map(&c.normal[3 * i]);
  const int64_t row = c.row[i];
  const double fn = force.dot(normal), ft = (force - fn * normal).norm();
  group.normal_force[row] += fn;
  group.impulse += fn * r.h[row];
  if (fn > 0.0) KeepLarger(group.friction_use[row], ft / fn);
  KeepSmaller(group.gap[row], c.gap[i]);
  group.mode[row] = std::max<int>(group.mode[row], c.mode[i]);
}

}  // namespace

std::vector<ContactGroup> GroupContacts(const Recording& recording, size_t most_in_order) {
  std::map<std::pair<int, int>, ContactGroup> by_shapes;
  for (int64_t i = 0; i < recording.contacts.size(); ++i) {
    const std::pair<int, int> shapes(recording.contacts.shape_a[i], recording.contacts.shape_b[i]);
    const auto found = by_shapes.find(shapes);
    AddContact(recording, i,
               found != by_shapes.end() ? found->second
                                        : by_shapes.emplace(shapes, EmptyGroup(recording, i)).first->second);
  }
  std::vector<ContactGroup> groups;
  for (auto& entry : by_shapes) groups.push_back(std::move(entry.second));
  if (groups.size() > most_in_order)
    std::stable_sort(groups.begin(), groups.end(),
                     [](const ContactGroup& a, const ContactGroup& b) { return a.impulse > b.impulse; });
  return groups;
}

}  // namespace slipstick::cli
