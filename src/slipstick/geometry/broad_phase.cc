#include "slipstick/geometry/broad_phase.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "slipstick/core/pack.h"

namespace slipstick::geometry {
namespace {

constexpr int kFewShapes = 64;  ///< above this number the tree is faster (bench_geometry)
constexpr int kLeafSize = 4;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Pack Load(const double* four) {
  Pack pack;
  std::memcpy(&pack.lanes, four, sizeof(pack.lanes));
  return pack;
}

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
  ListUnboundedPairs();
  if (method == Method::kPairs) ListBlocks();
}

/// Orders a pair: a shape of the world is second, otherwise the smaller index is first.
NearPair BroadPhase::Ordered(int i, int j) const {
  if (geometry_->body(i) == model::kWorld || (geometry_->body(j) != model::kWorld && j < i)) std::swap(i, j);
  return {i, j};
}

void BroadPhase::ListUnboundedPairs() {
  const int n = geometry_->num_shapes();
  for (int i = 0; i < n; ++i) {
    if (IsBounded(geometry_->solid(i))) continue;
    for (const int j : bounded_) {
      if (!geometry_->MayTouch(i, j)) continue;
      const auto [a, b] = Ordered(i, j);
      unbounded_.push_back({a, b, i, geometry_->solid(i).kind == SolidKind::kPlane});
    }
  }
  std::sort(unbounded_.begin(), unbounded_.end(), [](const UnboundedPair& l, const UnboundedPair& r) {
    return NearPair{l.a, l.b} < NearPair{r.a, r.b};
  });
  near_unbounded_.resize(unbounded_.size() + 1);
}

void BroadPhase::ListBlocks() {
  const int n = geometry_->num_shapes(), blocks = (n + Pack::kLanes - 1) / Pack::kLanes;
  const auto reach = [&](int a, int b) {
    const double sum = b < n ? geometry_->solid(a).bound + geometry_->solid(b).bound : kInfinity;
    const bool is_here = std::isfinite(sum) && Ordered(a, b) == NearPair{a, b} && geometry_->MayTouch(a, b);
    return is_here ? sum : -kInfinity;
  };
  for (int a = 0; a < n; ++a) {
    const int begin = static_cast<int>(blocks_.size());
    for (int first = 0; first < blocks * Pack::kLanes; first += Pack::kLanes) {
      const Block block{first,
                        {reach(a, first), reach(a, first + 1), reach(a, first + 2), reach(a, first + 3)}};
      if (std::any_of(block.reach, block.reach + 4, [](double r) { return r >= 0.0; }))
        blocks_.push_back(block);
    }
    const int end = static_cast<int>(blocks_.size());
    if (end > begin) rows_.push_back({a, begin, end});
  }
  for (std::vector<double>* coordinate : {&x_, &y_, &z_}) coordinate->resize(blocks * Pack::kLanes, 0.0);
}

View<const NearPair> BroadPhase::Find(const std::vector<Bound>& bounds, double margin) {
  found_.clear();
  all_.clear();
  if (std::isnan(margin)) return all_;
  const int num_near = FindUnbounded(bounds, margin);
  if (method_ == Method::kPairs) {
    FindInBlocks(bounds, margin);
  } else {
    FindInTree(bounds, margin);
  }
  all_.resize(num_near + found_.size());
  std::merge(near_unbounded_.begin(), near_unbounded_.begin() + num_near, found_.begin(), found_.end(),
             all_.begin());
  return all_;
}

/// Branch-free: every pair is written, and the counter advances only if it is near.
int BroadPhase::FindUnbounded(const std::vector<Bound>& bounds, double margin) {
  int near = 0;
  for (const UnboundedPair& pair : unbounded_) {
    const Bound &plane = bounds[pair.unbounded], &other = bounds[pair.unbounded == pair.b ? pair.a : pair.b];
    const double height = Dot(plane.up, other.centre - plane.centre);
    const bool is_low = !pair.is_plane || height <= other.radius + margin;
    near_unbounded_[near] = {pair.a, pair.b};
    near += is_low && std::isfinite(height);
  }
  return near;
}

void BroadPhase::FindInBlocks(const std::vector<Bound>& bounds, double margin) {
  for (size_t i = 0; i < bounds.size(); ++i) {
    x_[i] = IsFinite(bounds[i].centre) ? bounds[i].centre.x : kNaN;
    y_[i] = bounds[i].centre.y;
    z_[i] = bounds[i].centre.z;
  }
  const double *x = x_.data(), *y = y_.data(), *z = z_.data();
  for (const Row& row : rows_) {
    const Pack xa(x[row.a]), ya(y[row.a]), za(z[row.a]);
    const auto find_near = [&](const Block& block) {
      const Pack dx = Load(x + block.first) - xa, dy = Load(y + block.first) - ya,
                 dz = Load(z + block.first) - za;
      const Pack reach = Load(block.reach) + Pack(margin);
      const Pack limit = Select(LessThan(reach, Pack(0.0)), Pack(-1.0), reach * reach);
      const Pack distance2 = dx * dx + dy * dy + dz * dz;
      return Pack::Mask(distance2.lanes <= limit.lanes);  // false for NaN, also in the lanes without a shape
    };
    Pack::Mask any = {};
    for (int k = row.begin; k < row.end; ++k) any |= find_near(blocks_[k]);
    if (!AnyLane(any)) continue;  // most blocks: no lane is near
    for (int k = row.begin; k < row.end; ++k) {
      const Pack::Mask near = find_near(blocks_[k]);
      for (int lane = 0; lane < Pack::kLanes; ++lane)
        if (near[lane] != 0) found_.push_back({row.a, blocks_[k].first + lane});
    }
  }
}

void BroadPhase::FindInTree(const std::vector<Bound>& bounds, double margin) {
  items_.clear();  // in the order of the shapes: results must not depend on earlier calls
  for (const int i : bounded_)
    if (IsFinite(bounds[i].centre)) items_.push_back({bounds[i].centre, bounds[i].radius, i});
  if (items_.size() < 2) return;
  nodes_.clear();
  BuildNode(0.5 * margin, 0, static_cast<int>(items_.size()));
  PairsWithin(0, margin);
  std::sort(found_.begin(), found_.end());
}

/// Builds the node over items begin, ..., end - 1 and its descendants by halving along the longest side of
/// its box.
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

}  // namespace slipstick::geometry
