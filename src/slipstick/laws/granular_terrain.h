// What sand can hold: limit forces on a foot that is moved in some direction, measured or computed
// beforehand, as corners (paper 001, Section IV, takes such a set from a model that was learnt).
//
// A ring holds the forces on a plate that moves along x, by so much below the horizontal, at a depth d and
// with a lean (s, c) along and across the motion. Sand looks the same from all sides, so that moving
// elsewhere is the same ring turned:
//
//   corner (ring, j) = Rz(φ_j) g(d, Rz(-φ_j) lean),   φ_j = 2πj/m
//   g_k = Σ W_kpi D_p(d) L_i(lean)                    granular_basis.h
//
// The ring of a plate that is pushed straight down has one corner. Lift never falls with depth: the fit
// (granular_fit.h) sees to it that no W of it is negative. Sand that would pull a foot in is left out.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "slipstick/laws/granular_basis.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::laws {

/// Components of a force on a plate that moves along x.
enum GranularComponent { kDrag, kSide, kLift };
inline constexpr int kGranularComponents = 3;
inline constexpr std::array<const char*, kGranularComponents> kGranularNames = {"drag", "side", "lift"};

using GranularSlopes = std::array<std::array<double, kLeanCentres>, kDepthNodes>;  ///< N/m

struct GranularRing {
  double push;  ///< rad below the horizontal, 0 to π/2
  std::array<GranularSlopes, kGranularComponents> slopes;

  bool is_straight_down() const;
};

/// What a fit makes, and a terrain file holds (scene/terrain_file.h).
struct GranularModel {
  std::string description;
  double deepest = 0.0;       ///< m, in the data
  double largest_lean = 0.0;  ///< in the data, 0 to 1
  std::vector<GranularRing> rings;
};
inline constexpr int kMostRings = 4;

/// The force on a plate that moves along x, N.
Vec3<double> GranularForce(const GranularModel& model, const GranularRing& ring, double depth,
                           const Lean& lean);

class GranularTerrain : public WrenchSpace {
 public:
  /// `scale`: times the forces of the model, for a foot of another size or with several contact points.
  /// `sole_A`: normal of the sole in the frame of body a, upwards; zero for a round foot, which is always
  /// level. InputError for a model that is none.
  GranularTerrain(GranularModel model, int directions = 6, double scale = 1.0,
                  const Vec3<double>& sole_A = {0, 0, 1});

  int num_corners() const override { return num_corners_; }
  void Corners(const world::ContactPose& pose, View<double> corners) const override;
  unsigned derivatives() const override {
    return world::kMoveZ | world::kTurnX | world::kTurnY | world::kTurnZ;
  }
  void Differentiate(const world::ContactPose& pose, View<double> by_change) const override;

 private:
  template <class Visitor>
  void VisitCorners(const Vec3<double>& sole, Visitor visit) const;

  GranularModel model_;
  std::vector<Vec3<double>> directions_;
  Vec3<double> sole_A_;
  int num_corners_ = 0;
};

}  // namespace slipstick::laws
