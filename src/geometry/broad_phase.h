// Which pairs of shapes are near enough to look at.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/collision_geometry.h"

namespace slipstick {

struct Ball {
  Vec centre;
  double radius;  ///< infinite for a plane
};

/// Two shapes whose bounds come within the margin; a and b as in ContactPoint.
struct NearPair {
  int a, b;
  friend bool operator<(const NearPair& l, const NearPair& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; }
  friend bool operator==(const NearPair&, const NearPair&) = default;
};

/// Few shapes: a list of all pairs that may touch, made once, each looked at. Many: a tree of boxes around the bounding
/// spheres, rebuilt by median splits in every call, O(n log n); only planes and height fields, which may be anywhere, are still looked
/// at with each of the others. Both ways give the same pairs in the same order.
class BroadPhase {
 public:
  enum class Method { kPairs, kTree };

  explicit BroadPhase(const CollisionGeometry& geometry);  ///< picks the method by the number of shapes
  BroadPhase(const CollisionGeometry& geometry, Method method);

  /// Pairs in ascending order. Valid until the next call.
  const std::vector<NearPair>& Find(const std::vector<Ball>& bounds, double margin);

 private:
  struct Pair {
    int a, b;
    double reach;  ///< sum of the bounding radii
  };
  struct Node {
    Vec lower, upper;
    int begin, end;   ///< items under the node
    int left, right;  ///< or -1 in a leaf
  };
  NearPair Ordered(int i, int j) const;
  void ListPairs();
  void FindInTree(const std::vector<Ball>& bounds, double margin);
  int BuildNode(const std::vector<Ball>& bounds, double inflate, int begin, int end);
  void PairsWithin(const std::vector<Ball>& bounds, double margin, int node);
  void PairsBetween(const std::vector<Ball>& bounds, double margin, int left, int right);
  void TryPair(const std::vector<Ball>& bounds, double margin, int i, int j);

  const CollisionGeometry* geometry_;
  Method method_;
  std::vector<Pair> pairs_;   ///< kPairs: all that may touch; kTree: those with an unbounded shape
  std::vector<int> bounded_;  ///< shapes that go into the tree
  std::vector<int> items_;    ///< the same, in the order of the tree
  std::vector<Node> nodes_;
  std::vector<NearPair> near_;
};

}  // namespace slipstick
