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
  items_ = bounded_;
  ListPairs();
}

/// The world's shape second, otherwise the one with the smaller index first.
NearPair BroadPhase::Ordered(int i, int j) const {
  if (geometry_->body(i) == kWorld || (geometry_->body(j) != kWorld && j < i)) std::swap(i, j);
  return {i, j};
}

void BroadPhase::ListPairs() {
  const int n = geometry_->num_shapes();
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double reach = geometry_->solid(i).bound + geometry_->solid(j).bound;
      if (method_ == Method::kTree && std::isfinite(reach)) continue;
      if (!IsBounded(geometry_->solid(i)) && !IsBounded(geometry_->solid(j))) continue;
      if (!geometry_->MayTouch(i, j)) continue;
      const auto [a, b] = Ordered(i, j);
      pairs_.push_back({a, b, reach});
    }
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& l, const Pair& r) {
    return NearPair{l.a, l.b} < NearPair{r.a, r.b};
  });
}

const std::vector<NearPair>& BroadPhase::Find(const std::vector<Ball>& bounds, double margin) {
  near_.clear();
  for (const Pair& pair : pairs_) {
    const double reach = pair.reach + margin;
    if (SquaredNorm(bounds[pair.a].centre - bounds[pair.b].centre) <= reach * std::abs(reach))
      near_.push_back({pair.a, pair.b});
  }
  if (method_ == Method::kTree) FindInTree(bounds, margin);
  return near_;
}

void BroadPhase::FindInTree(const std::vector<Ball>& bounds, double margin) {
  if (items_.size() < 2) return;
  items_ = bounded_;  // the order of the last call must not matter
  nodes_.clear();
  BuildNode(bounds, 0.5 * margin, 0, static_cast<int>(items_.size()));
  PairsWithin(bounds, margin, 0);
  std::sort(near_.begin(), near_.end());
}

/// A node over items begin, ..., end - 1 and, below it, all others: halves along the longest side of the centres' box.
int BroadPhase::BuildNode(const std::vector<Ball>& bounds, double inflate, int begin, int end) {
  const int node = static_cast<int>(nodes_.size());
  constexpr double kFar = 1e300;
  Vec lower{kFar, kFar, kFar}, upper{-kFar, -kFar, -kFar}, centre_lower = lower, centre_upper = upper;
  for (int k = begin; k < end; ++k) {
    const Ball& ball = bounds[items_[k]];
    for (int i = 0; i < 3; ++i) {
      const double c = At(ball.centre, i), r = ball.radius + inflate;
      At(lower, i) = std::min(At(lower, i), c - r);
      At(upper, i) = std::max(At(upper, i), c + r);
      At(centre_lower, i) = std::min(At(centre_lower, i), c);
      At(centre_upper, i) = std::max(At(centre_upper, i), c);
    }
  }
  nodes_.push_back({lower, upper, begin, end, -1, -1});
  if (end - begin <= kLeafSize) return node;
  const Vec size = centre_upper - centre_lower;
  const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
  const int middle = (begin + end) / 2;
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, [&](int i, int j) {
    const double ci = At(bounds[i].centre, axis), cj = At(bounds[j].centre, axis);
    return ci != cj ? ci < cj : i < j;
  });
  const int left = BuildNode(bounds, inflate, begin, middle);
  const int right = BuildNode(bounds, inflate, middle, end);
  nodes_[node].left = left;
  nodes_[node].right = right;
  return node;
}

void BroadPhase::PairsWithin(const std::vector<Ball>& bounds, double margin, int node) {
  const Node& n = nodes_[node];
  if (n.left < 0) {
    for (int i = n.begin; i < n.end; ++i)
      for (int j = i + 1; j < n.end; ++j) TryPair(bounds, margin, items_[i], items_[j]);
    return;
  }
  PairsWithin(bounds, margin, n.left);
  PairsWithin(bounds, margin, n.right);
  PairsBetween(bounds, margin, n.left, n.right);
}

void BroadPhase::PairsBetween(const std::vector<Ball>& bounds, double margin, int left, int right) {
  const Node &l = nodes_[left], &r = nodes_[right];
  if (!Overlap(l.lower, l.upper, r.lower, r.upper)) return;
  if (l.left < 0 && r.left < 0) {
    for (int i = l.begin; i < l.end; ++i)
      for (int j = r.begin; j < r.end; ++j) TryPair(bounds, margin, items_[i], items_[j]);
  } else if (l.left < 0 || (r.left >= 0 && r.end - r.begin > l.end - l.begin)) {
    PairsBetween(bounds, margin, left, r.left);
    PairsBetween(bounds, margin, left, r.right);
  } else {
    PairsBetween(bounds, margin, l.left, right);
    PairsBetween(bounds, margin, l.right, right);
  }
}

void BroadPhase::TryPair(const std::vector<Ball>& bounds, double margin, int i, int j) {
  const double reach = bounds[i].radius + bounds[j].radius + margin;
  if (SquaredNorm(bounds[i].centre - bounds[j].centre) > reach * std::abs(reach)) return;
  if (geometry_->MayTouch(i, j)) near_.push_back(Ordered(i, j));
}

}  // namespace slipstick
