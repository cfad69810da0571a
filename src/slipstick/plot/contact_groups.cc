#include "slipstick/plot/contact_groups.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <map>

namespace slipstick::plot {
namespace {

constexpr size_t kManyShapes = 3;  // of one body: from here on they are one group
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ContactGroup EmptyGroup(const Recording& r, std::string name) {
  ContactGroup group;
  group.name = std::move(name);
  group.normal_force.assign(r.size(), 0.0);
  group.friction_use.assign(r.size(), kNaN);
  group.gap.assign(r.size(), kNaN);
  group.mode.assign(r.size(), 0);
  return group;
}

/// NaN is ignored.
void KeepLarger(double& kept, double value) { kept = std::isnan(kept) ? value : std::max(kept, value); }
void KeepSmaller(double& kept, double value) { kept = std::isnan(kept) ? value : std::min(kept, value); }

void AddContact(const Recording& r, int64_t i, ContactGroup& group) {
  const record::ContactTable& c = r.contacts;
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

// ---- grouping ----------------------------------------------------------------------------------

using Pair = std::pair<int, int>;  // of shapes

/// A pair of bodies, or of a body and a shape of the world: ground and table are different partners.
struct BodyPair {
  int body_a, body_b;
  int shape_a, shape_b;  ///< -1: all shapes of the body
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with zero for a null pointer
  auto operator<=>(const BodyPair&) const = default;
};

BodyPair BodyPairOf(const record::ContactTable& c, int64_t i) {
  const auto shape = [](int body, int shape_of_it) { return body == model::kWorld ? shape_of_it : -1; };
  return {c.body_a[i], c.body_b[i], shape(c.body_a[i], c.shape_a[i]), shape(c.body_b[i], c.shape_b[i])};
}

std::string NameOf(const Recording& r, const BodyPair& pair) {
  const auto name = [&](int body, int shape) {
    return shape >= 0 ? r.names.shapes[shape] : r.names.bodies[body];
  };
  return name(pair.body_a, pair.shape_a) + " on " + name(pair.body_b, pair.shape_b);
}

/// The group of each pair of shapes.
std::map<Pair, BodyPair> FindPairs(const Recording& r, size_t most_in_order) {
  const record::ContactTable& c = r.contacts;
  std::map<Pair, BodyPair> pairs_by_shapes;
  for (int64_t i = 0; i < c.size(); ++i)
    pairs_by_shapes.try_emplace({c.shape_a[i], c.shape_b[i]}, BodyPairOf(c, i));
  std::map<BodyPair, size_t> num_pairs;
  for (const auto& entry : pairs_by_shapes) ++num_pairs[entry.second];
  for (auto& [shapes, pair] : pairs_by_shapes) {
    const size_t pairs = num_pairs.at(pair);
    const bool together = pairs >= kManyShapes || (pairs > 1 && pairs_by_shapes.size() > most_in_order);
    if (!together) pair.shape_a = shapes.first, pair.shape_b = shapes.second;
  }
  return pairs_by_shapes;
}

}  // namespace

std::vector<ContactGroup> GroupContacts(const Recording& recording, size_t most_in_order) {
  const record::ContactTable& c = recording.contacts;
  std::vector<ContactGroup> groups;
  std::map<BodyPair, size_t> by_pair;
  std::map<Pair, size_t> by_shapes;
  for (const auto& [shapes, pair] : FindPairs(recording, most_in_order)) {
    const auto [found, is_new] = by_pair.try_emplace(pair, groups.size());
    if (is_new) groups.push_back(EmptyGroup(recording, NameOf(recording, pair)));
    by_shapes[shapes] = found->second;
  }
  for (int64_t i = 0; i < c.size(); ++i)
    AddContact(recording, i, groups[by_shapes.at({c.shape_a[i], c.shape_b[i]})]);
  if (groups.size() > most_in_order)
    std::stable_sort(groups.begin(), groups.end(),
                     [](const ContactGroup& a, const ContactGroup& b) { return a.impulse > b.impulse; });
  return groups;
}

}  // namespace slipstick::plot
