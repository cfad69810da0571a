// Ids of contact points. They depend only on the features of the two shapes that touch, so that a contact
// keeps its id while the shapes slide, rock and turn, whichever shape was the reference.
#pragma once

#include <cstdint>

namespace slipstick::geometry {

inline constexpr int kFeatureBits = 24;
inline constexpr int kShapeBits = 20;  ///< shapes of one CollisionGeometry: up to 2^20
inline constexpr uint32_t kFeatureMask = (1u << kFeatureBits) - 1;

/// For pairs that touch in a single point: spheres, ellipsoids, the deepest point of a rim.
inline constexpr uint32_t kSinglePoint = kFeatureMask;

/// Vertex of shape a (or of shape b) on a face of the other.
inline constexpr uint32_t VertexFeature(bool of_b, int vertex) {
  return (of_b ? 1u << 22 : 0u) | (static_cast<uint32_t>(vertex) & 0x3fffffu);
}
/// Edge of a across edge of b. Beyond 2048 edges ids repeat, rarely within one manifold.
inline constexpr uint32_t EdgesFeature(int edge_a, int edge_b) {
  return (1u << 23) | (static_cast<uint32_t>(edge_a) & 0x7ffu) << 11 |
         (static_cast<uint32_t>(edge_b) & 0x7ffu);
}

inline constexpr uint64_t ContactId(int shape_a, int shape_b, uint32_t feature) {
  return static_cast<uint64_t>(shape_a) << (kShapeBits + kFeatureBits) |
         static_cast<uint64_t>(shape_b) << kFeatureBits | feature;
}
inline constexpr int ShapeA(uint64_t contact_id) {
  return static_cast<int>(contact_id >> (kShapeBits + kFeatureBits));
}
inline constexpr int ShapeB(uint64_t contact_id) {
  return static_cast<int>(contact_id >> kFeatureBits & ((1u << kShapeBits) - 1));
}

}  // namespace slipstick::geometry
