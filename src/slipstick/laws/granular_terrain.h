// Wrench space of granular terrain. Its corners are the limit forces on a foot that moves in some direction,
// measured or computed beforehand (Pan and Hauser 2020 (nmdp), Section IV, uses a learnt model).
//
// A ring holds the forces on a plate that moves along x, at some angle below the horizontal, at a depth d and
// with a tilt whose x is along and whose y is across the motion. Sand is isotropic, so the forces for another
// heading are the same ring, rotated:
//
//   corner (ring, j) = Rz(φ_j) g(d, Rz(-φ_j) tilt),   φ_j = 2πj/m
//   g_k = Σ_p Σ_i W_kpi D_p(d) L_i(tilt),             k: drag, side, lift
//
// with the functions D_p of depth and L_i of tilt in granular_basis.h. The ring of a plate that moves
// straight down has one corner. Lift is monotonic in depth: the fit (terrain/granular_fit.h) gives no
// negative W for the lift. Suction is not modelled.
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

/// W of one component, N/m: the slope of the force over depth at each depth node p, for each tilt centre i.
using GranularSlopes = std::array<std::array<double, kTiltCentres>, kDepthNodes>;

struct GranularRing {
  double intrusion_angle;  ///< rad, of the motion below the horizontal, 0 to π/2
  std::array<GranularSlopes, kGranularComponents> slopes;

  bool is_straight_down() const;
};

/// The result of a fit (terrain/granular_fit.h), stored in a terrain file (terrain/terrain_file.h).
struct GranularModel {
  std::string description;
  double deepest = 0.0;       ///< m, in the data
  double largest_tilt = 0.0;  ///< in the data: sine of the angle, 0 to 1
  std::vector<GranularRing> rings;
};
inline constexpr int kMaxRings = 4;

/// The force of a ring of this model on a plate that moves along x, N. The model has the ranges of depth and
/// tilt.
Vec3<double> GranularForce(const GranularModel& model, const GranularRing& ring, double depth,
                           const Tilt& tilt);

class GranularTerrain : public WrenchSpace {
 public:
  /// `scale`: factor of the forces of the model, for a foot of another size or with several contact points.
  /// `sole_A`: normal of the sole in the frame of body a, upwards; zero for a round foot, which is always
  /// level. InputError for an invalid model.
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
