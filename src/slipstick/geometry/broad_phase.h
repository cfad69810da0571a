// Broad phase: finds the pairs of shapes whose bounds overlap.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/geometry/collision_geometry.h"

namespace slipstick::geometry {

/// The bounding sphere of a shape in the world; for a plane, the plane itself.
struct Bound {
  Vec centre;            ///< of a plane: a point of it
  double radius;         ///< infinite for planes and height fields
  Vec up = Vec::Zero();  ///< of a plane: its normal
};

/// Two shapes whose bounds come within the margin; a and b as in ContactPoint.
struct NearPair {
  int a, b;
  friend bool operator<(const NearPair& l, const NearPair& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; }
  friend bool operator==(const NearPair&, const NearPair&) = default;
};

/// Few shapes: a list of all pairs that may touch, made once and tested four at a time. Many: a tree of boxes
/// around the bounding spheres, rebuilt by median splits in every call, O(n log n); only planes and height
/// fields, which are unbounded, are tested against every other shape. Both methods give the same pairs in the
/// same order.
class BroadPhase {
 public:
  enum class Method { kPairs, kTree };

  explicit BroadPhase(const CollisionGeometry& geometry);  ///< picks the method by the number of shapes
  BroadPhase(const CollisionGeometry& geometry, Method method);

  /// Pairs in ascending order. Valid until the next call. A shape whose position is not finite is in no pair:
  /// steppers try such positions before they reject a step.
  View<const NearPair> Find(const std::vector<Bound>& bounds, double margin);

 private:
  /// An unbounded shape and another one.
  struct UnboundedPair {
    int a, b;
    int unbounded;  ///< a or b
    bool is_plane;  ///< otherwise a height field, which is near every shape
  };
  /// Shape a and its partners with larger indices, in blocks of four.
  struct Row {
    int a, begin, end;  ///< its blocks
  };
  struct Block {
    int first;
    double
        reach[4];  ///< sums of the radii; -infinity if the two may not touch or the pair is stored elsewhere
  };
  struct Item {
    Vec centre;
    double radius;
    int shape;
  };
  struct Node {
    Vec lower, upper;
    int begin, end;  ///< items under the node
    int left;        ///< children are left and right; -1 in a leaf
    int right;
  };
  NearPair Ordered(int i, int j) const;
  void ListUnboundedPairs();
  void ListBlocks();
  int FindUnbounded(const std::vector<Bound>& bounds, double margin);
  void FindInBlocks(const std::vector<Bound>& bounds, double margin);
  void FindInTree(const std::vector<Bound>& bounds, double margin);
  int BuildNode(double inflate, int begin, int end);
  void PairsWithin(int node, double margin);
  void PairsBetween(int left, int right, double margin);
  void TryPair(const Item& i, const Item& j, double margin);

  const CollisionGeometry* geometry_;
  Method method_;
  std::vector<UnboundedPair> unbounded_;  ///< in ascending order
  std::vector<Row> rows_;  ///< kPairs: all pairs of bounded shapes that may touch, in ascending order
  std::vector<Block> blocks_;
  std::vector<double> x_, y_, z_;  ///< kPairs: the centres, in fours
  std::vector<int> bounded_;       ///< kTree: shapes that go into the tree
  std::vector<Item> items_;        ///< these shapes in the order of the tree
  std::vector<Node> nodes_;
  std::vector<NearPair> near_unbounded_, found_, all_;
};

}  // namespace slipstick::geometry
