#include "geometry/broad_phase.h"

#include <algorithm>

namespace slipstick {
namespace {

constexpr int kFewShapes = 64;  ///< from here on the tree wins (bench_geometry)
constexpr int kLeafSize = 4;

bool IsBounded(const Solid& solid) { return std::isfinite(solid.bound); }

bool Overlap(const Vec& lower_a, const Vec& upper_a, const Vec& lower_b, const Vec& upper_b) {
  return lower_a.x <= upper_b.x && lower_b.x <= upper_a.x && lower_a.y <= upper_b.y &&
         lower_b.y <= upper_a.y && lower_a.z <= upper_b.z && lower_b.z <= upper_a.z;
}

}  // namespace

BroadPhase::BroadPhase(const CollisionGeometry& geometry)
    : BroadPhase(geometry, geometry.num_shapes() <= kFewShapes ? Method::kPairs : Method::kTree) {}

BroadPhase::BroadPhase(const CollisionGeometry& geometry, Method method)
    : geometry_(&geometry), method_(method) {
  for (int i = 0; i < geometry.num_shapes(); ++i)
    if (IsBounded(geometry.solid(i))) bounded_.push_back(i);
  ListPairs();
}

/// The world's shape second, otherwise the one with the smaller index first.
NearPair BroadPhase::Ordered(int i, int j) const {
  if (geometry_->body(i) == kWorld || (geometry_->body(j) != kWorld && j < i)) std::swap(i, j);
  return {i, j};
}

void BroadPhase::ListPairs() {
  const auto is_plane = [&](int i) { return geometry_->solid(i).kind == SolidKind::kPlane; };
  const int n = geometry_->num_shapes();
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const bool is_i_bounded = IsBounded(geometry_->solid(i)), is_j_bounded = IsBounded(geometry_->solid(j));
      if (!is_i_bounded && !is_j_bounded) continue;
      if (method_ == Method::kTree && is_i_bounded && is_j_bounded) continue;
      if (!geometry_->MayTouch(i, j)) continue;
      const auto [a, b] = Ordered(i, j);
      pairs_.push_back({a, b,
                        is_plane(a)   ? a
                        : is_plane(b) ? b
                                      : -1,
                        geometry_->solid(i).bound + geometry_->solid(j).bound});
    }
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& l, const Pair& r) {
    return NearPair{l.a, l.b} < NearPair{r.a, r.b};
  });
  listed_.resize(pairs_.size());
}

View<const NearPair> BroadPhase::Find(const std::vector<Bound>& bounds, double margin) {
  const int listed = FindListed(bounds, margin);
  if (method_ == Method::kPairs) return {listed_.data(), listed};
  FindInTree(bounds, margin);
  all_.resize(listed + found_.size());
  std::merge(listed_.begin(), listed_.begin() + listed, found_.begin(), found_.end(), all_.begin());
  return all_;
}

/// Looks at each pair of the list. Every pair is written and kept only if near: without a branch that depends on it.
int BroadPhase::FindListed(const std::vector<Bound>& bounds, double margin) {
  int near = 0;
  for (const Pair& pair : pairs_) {
    const Bound &a = bounds[pair.a], &b = bounds[pair.b];
    listed_[near] = {pair.a, pair.b};
    if (pair.plane >= 0) {
      const Bound &plane = pair.plane == pair.b ? b : a, &other = pair.plane == pair.b ? a : b;
      near += Dot(plane.up, other.centre - plane.centre) <= other.radius + margin;
    } else {
      const double reach = pair.reach + margin;
      near += SquaredNorm(a.centre - b.centre) <= reach * std::abs(reach);
    }
  }
  return near;
}

void BroadPhase::FindInTree(const std::vector<Bound>& bounds, double margin) {
  found_.clear();
  items_.clear();  // in the order of the shapes: the last call must not matter
  for (const int i : bounded_) items_.push_back({bounds[i].centre, bounds[i].radius, i});
  if (items_.size() < 2) return;
  nodes_.clear();
  BuildNode(0.5 * margin, 0, static_cast<int>(items_.size()));
  PairsWithin(0, margin);
  std::sort(found_.begin(), found_.end());
}

/// A node over items begin, ..., end - 1 and, below it, all others: halves along the longest side of its box.
int BroadPhase::BuildNode(double inflate, int begin, int end) {
  Vec lower = items_[begin].centre, upper = lower;
  double radius = 0.0;
  for (int k = begin; k < end; ++k) {
    const Vec& c = items_[k].centre;
    lower = {std::min(lower.x, c.x), std::min(lower.y, c.y), std::min(lower.z, c.z)};
    upper = {std::max(upper.x, c.x), std::max(upper.y, c.y), std::max(upper.z, c.z)};
    radius = std::max(radius, items_[k].radius);
  }
  const Vec size = upper - lower;
  const double r = radius + inflate;
  const int node = static_cast<int>(nodes_.size());
  nodes_.push_back({lower - Vec{r, r, r}, upper + Vec{r, r, r}, begin, end, -1, -1});
  if (end - begin <= kLeafSize) return node;
  const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
  const int middle = (begin + end) / 2;
  const auto split = [&](auto key) {
    std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                     [key](const Item& i, const Item& j) { return key(i.centre) < key(j.centre); });
  };
  if (axis == 0) split([](const Vec& c) { return c.x; });
  if (axis == 1) split([](const Vec& c) { return c.y; });
  if (axis == 2) split([](const Vec& c) { return c.z; });
  const int left = BuildNode(inflate, begin, middle);
  const int right = BuildNode(inflate, middle, end);
  nodes_[node].left = left;
  nodes_[node].right = right;
  return node;
}

void BroadPhase::PairsWithin(int node, double margin) {
  const Node& n = nodes_[node];
  if (n.left < 0) {
    for (int i = n.begin; i < n.end; ++i)
      for (int j = i + 1; j < n.end; ++j) TryPair(items_[i], items_[j], margin);
    return;
  }
  PairsWithin(n.left, margin);
  PairsWithin(n.right, margin);
  PairsBetween(n.left, n.right, margin);
}

void BroadPhase::PairsBetween(int left, int right, double margin) {
  const Node &l = nodes_[left], &r = nodes_[right];
  if (!Overlap(l.lower, l.upper, r.lower, r.upper)) return;
  if (l.left < 0 && r.left < 0) {
    for (int i = l.begin; i < l.end; ++i)
      for (int j = r.begin; j < r.end; ++j) TryPair(items_[i], items_[j], margin);
  } else if (l.left < 0 || (r.left >= 0 && r.end - r.begin > l.end - l.begin)) {
    PairsBetween(left, r.left, margin);
    PairsBetween(left, r.right, margin);
  } else {
    PairsBetween(l.left, right, margin);
    PairsBetween(l.right, right, margin);
  }
}

void BroadPhase::TryPair(const Item& i, const Item& j, double margin) {
  const double reach = i.radius + j.radius + margin;
  if (SquaredNorm(i.centre - j.centre) > reach * std::abs(reach)) return;
  if (geometry_->MayTouch(i.shape, j.shape)) found_.push_back(Ordered(i.shape, j.shape));
}

}  // namespace slipstick
