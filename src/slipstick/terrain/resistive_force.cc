#include "slipstick/terrain/resistive_force.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/random.h"
#include "slipstick/core/scalar.h"

namespace slipstick::terrain {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

double Sin(double x) { return SinCos(x).sin; }
double Cos(double x) { return SinCos(x).cos; }

/// α_z. β: tilt of the plate, > 0 with its leading edge up. γ: angle of the motion below the horizontal. It
/// is 1 for a level plate that moves straight down.
double StressUp(double beta, double gamma) {
  return 0.206 + 0.169 * Cos(2 * beta) + 0.212 * Sin(2 * beta + gamma) + 0.358 * Sin(gamma) +
         0.055 * Sin(-2 * beta + gamma);
}
/// α_x, against the motion.
double StressBack(double beta, double gamma) {
  return -0.124 * Cos(2 * beta + gamma) + 0.253 * Cos(gamma) + 0.007 * Cos(-2 * beta + gamma) +
         0.088 * Sin(2 * beta);
}

/// ∫ depth dA over the part of a tilted disc that is below the surface; strips across the slope.
double DepthTimesArea(const SandPlate& plate, double depth, double tilt) {
  constexpr int kStrips = 200;
  double sum = 0.0;
  for (int i = 0; i < kStrips; ++i) {
    const double s = -1.0 + (2 * i + 1.0) / kStrips;  // from the lowest to the highest edge
    const double width = 2.0 * plate.radius * std::sqrt(1.0 - s * s);
    sum += std::max(0.0, depth - plate.radius * tilt * (1.0 + s)) * width * 2.0 * plate.radius / kStrips;
  }
  return sum;
}

}  // namespace

Vec3<double> PlateResistance(const SandPlate& plate, const PlateMeasurement& row) {
  const bool down = laws::GranularRing{row.intrusion_angle, {}}.is_straight_down();
  const laws::Tilt tilt = row.TurnedTilt();
  const double size = std::hypot(tilt.x, tilt.y);
  // the heading of a plate that moves straight down is that of its tilt
  const double along = down ? size : tilt.x, across = down ? 0.0 : tilt.y;
  const double beta = -std::asin(along), beta_across = -std::asin(across);
  const double load = plate.resistance * DepthTimesArea(plate, row.depth, size);
  const double back = load * StressBack(beta, row.intrusion_angle);
  const double up = load * StressUp(beta, row.intrusion_angle) * StressUp(beta_across, kHalfPi);
  const double aside = -load * StressBack(beta_across, kHalfPi) * (0.5 + 0.5 * Sin(row.intrusion_angle));
  // from the heading to axes of the measurement
  const double turn = row.azimuth + (down && size > 0.0 ? std::atan2(tilt.y, tilt.x) : 0.0);
  return {-back * Cos(turn) - aside * Sin(turn), -back * Sin(turn) + aside * Cos(turn), up};
}

std::vector<PlateMeasurement> SyntheticMeasurements(const SandPlate& plate, uint64_t seed) {
  Random random(seed);
  std::vector<PlateMeasurement> rows;
  for (const double angle : {0.0, 0.5 * kHalfPi, kHalfPi})
    for (const double depth : {0.0025, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06})
      for (const double tilt : {0.0, kHalfPi / 6, kHalfPi / 3, kHalfPi / 2})
        for (int side = 0; side < (tilt == 0.0 ? 1 : 8); ++side) {
          const double about = 0.5 * kHalfPi * side;
          PlateMeasurement row{depth, tilt * Cos(about), tilt * Sin(about), 0.0, angle, {0, 0, 0}};
          row.force = PlateResistance(plate, row);
          for (double* f : {&row.force.x, &row.force.y, &row.force.z})
            *f += (0.02 * *f) * random.Normal() + 0.02 * random.Normal();
          rows.push_back(row);
        }
  return rows;
}

}  // namespace slipstick::terrain
