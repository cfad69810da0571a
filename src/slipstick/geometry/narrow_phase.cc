#include "slipstick/geometry/narrow_phase.h"

#include "slipstick/geometry/box_box.h"
#include "slipstick/geometry/capsule_pairs.h"
#include "slipstick/geometry/convex_pairs.h"
#include "slipstick/geometry/height_field_pairs.h"
#include "slipstick/geometry/plane_pairs.h"
#include "slipstick/geometry/sphere_pairs.h"

namespace slipstick::geometry {
namespace {

constexpr PairFunction* kNone = nullptr;
constexpr PairFunction* kGeneral = CollideConvexConvex;
constexpr PairFunction* kField = CollideHeightField;

/// Row: kind of a, column: kind of b; the kind of a is not larger.
constexpr PairFunction* kPairs[kNumSolidKinds][kNumSolidKinds] = {
    {CollideSphereSphere, CollideSphereCapsule, CollideSphereBox, CollideSphereCylinder, kGeneral, kGeneral,
     CollideSpherePlane, kField},
    {kNone, CollideCapsuleCapsule, kGeneral, kGeneral, kGeneral, kGeneral, CollideCapsulePlane, kField},
    {kNone, kNone, CollideBoxBox, kGeneral, kGeneral, kGeneral, CollideBoxPlane, kField},
    {kNone, kNone, kNone, kGeneral, kGeneral, kGeneral, CollideCylinderPlane, kField},
    {kNone, kNone, kNone, kNone, kGeneral, kGeneral, CollideEllipsoidPlane, kField},
    {kNone, kNone, kNone, kNone, kNone, kGeneral, CollideHullPlane, kField},
    {},
    {}};

}  // namespace

int Collide(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  out.size = 0;
  const int kind_a = static_cast<int>(a.solid->kind), kind_b = static_cast<int>(b.solid->kind);
  PairFunction* const pair = kind_a <= kind_b ? kPairs[kind_a][kind_b] : kPairs[kind_b][kind_a];
  if (pair == nullptr) return 0;
  if (kind_a <= kind_b) {
    pair(a, b, margin, out);
  } else {
    pair(b, a, margin, out);
    out.Flip();
  }
  out.SortByFeature();
  return out.size;
}

}  // namespace slipstick::geometry
