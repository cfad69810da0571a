#include "slipstick/terrain/granular_fit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/eigen.h"
#include "slipstick/core/error.h"
#include "slipstick/core/rotation.h"
#include "slipstick/solvers/linear/cholesky.h"
#include "slipstick/solvers/qp/nonnegative_qp.h"

namespace slipstick::terrain {
namespace {

constexpr int kUnknowns = laws::kDepthNodes * laws::kTiltCentres;

/// If no plate was tilted by more than this, the data do not show the influence of tilt, and the fitted
/// forces do not depend on it.
constexpr double kMinTilt = 0.01;

/// The distinct intrusion angles, sorted; the first of each group of close values.
std::vector<double> IntrusionAngles(const std::vector<PlateMeasurement>& data) {
  std::vector<double> angles;
  for (const PlateMeasurement& row : data)
    if (std::none_of(angles.begin(), angles.end(), [&](double angle) {
          return std::abs(angle - row.intrusion_angle) < kSameIntrusionAngle;
        }))
      angles.push_back(row.intrusion_angle);
  std::sort(angles.begin(), angles.end());
  return angles;
}

laws::GranularModel EmptyModel(const std::vector<PlateMeasurement>& data) {
  laws::GranularModel model;
  for (const PlateMeasurement& row : data) {
    const laws::Tilt tilt = row.TurnedTilt();
    model.deepest = std::max(model.deepest, row.depth);
    model.largest_tilt = std::max(model.largest_tilt, std::sqrt(tilt.x * tilt.x + tilt.y * tilt.y));
  }
  if (model.largest_tilt < kMinTilt) model.largest_tilt = 1.0;
  return model;
}

/// Normal equations of all components, which share their matrix.
struct NormalEquations {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(kUnknowns, kUnknowns);
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(kUnknowns, laws::kGranularComponents);

  void Add(const laws::GranularModel& model, double depth, const laws::Tilt& tilt,
           const Vec3<double>& force) {
    const laws::DepthBasis by_depth = laws::EvaluateDepthBasis(depth, model.deepest);
    const laws::TiltBasis by_tilt = laws::EvaluateTiltBasis(tilt, model.largest_tilt);
    Eigen::VectorXd row(kUnknowns);
    for (int p = 0; p < laws::kDepthNodes; ++p)
      for (int i = 0; i < laws::kTiltCentres; ++i)
        row[p * laws::kTiltCentres + i] = by_depth.value[p] * by_tilt.value[i];
    H.noalias() += row * row.transpose();
    g.col(laws::kDrag) += force.x * row;
    g.col(laws::kSide) += force.y * row;
    g.col(laws::kLift) += force.z * row;
  }

  /// Adds the measurement and its mirror image at the plane of motion. A vertical motion is also added
  /// rotated by
  /// 90, 180 and 270 degrees.
  void AddWithSymmetry(const laws::GranularModel& model, bool straight_down, const PlateMeasurement& row) {
    laws::Tilt tilt = row.TurnedTilt();
    Vec3<double> force = row.TurnedForce();
    for (int quarter = 0; quarter < (straight_down ? 4 : 1); ++quarter) {
      Add(model, row.depth, tilt, force);
      Add(model, row.depth, {tilt.x, -tilt.y}, {force.x, -force.y, force.z});
      tilt = {-tilt.y, tilt.x};
      force = {-force.y, force.x, force.z};
    }
  }
};

laws::GranularSlopes Solve(const NormalEquations& equations, int component, double ridge) {
  Eigen::MatrixXd H = equations.H;
  H.diagonal().array() += ridge * H.diagonal().mean();
  Eigen::VectorXd x = equations.g.col(component);
  if (component == laws::kLift)
    solvers::NonnegativeQp(kUnknowns).Solve(H, equations.g.col(component), x);
  else
    solvers::SolvePositiveDefinite(H, x);
  laws::GranularSlopes slopes;
  for (int p = 0; p < laws::kDepthNodes; ++p)
    for (int i = 0; i < laws::kTiltCentres; ++i) slopes[p][i] = x[p * laws::kTiltCentres + i];
  return slopes;
}

std::array<FitError, laws::kGranularComponents> Compare(const laws::GranularModel& model,
                                                        const laws::GranularRing& ring,
                                                        const std::vector<PlateMeasurement>& data,
                                                        const std::vector<int>& rows) {
  std::array<FitError, laws::kGranularComponents> errors;
  for (const int i : rows) {
    const Vec3<double> measured = data[i].TurnedForce();
    const Vec3<double> miss =
        laws::GranularForce(model, ring, data[i].depth, data[i].TurnedTilt()) - measured;
    const std::array<double, laws::kGranularComponents> misses = {miss.x, miss.y, miss.z};
    const std::array<double, laws::kGranularComponents> forces = {measured.x, measured.y, measured.z};
    for (int k = 0; k < laws::kGranularComponents; ++k) {
      FitError& error = errors[k];
      error.rms += misses[k] * misses[k] / rows.size();
      error.largest_force = std::max(error.largest_force, std::abs(forces[k]));
      if (std::abs(misses[k]) > error.worst) error.worst = std::abs(misses[k]), error.worst_at = i;
    }
  }
  for (FitError& error : errors) error.rms = std::sqrt(error.rms);
  return errors;
}

}  // namespace

laws::Tilt PlateMeasurement::TurnedTilt() const {
  const Vec3<double> normal = ToMatrix(Exp(Vec3<double>{tilt_x, tilt_y, 0.0})).z;
  const auto [sin, cos] = SinCos(azimuth);
  return {cos * normal.x + sin * normal.y, cos * normal.y - sin * normal.x};
}

Vec3<double> PlateMeasurement::TurnedForce() const {
  const auto [sin, cos] = SinCos(azimuth);
  return {cos * force.x + sin * force.y, cos * force.y - sin * force.x, force.z};
}

GranularFit FitGranularModel(const std::vector<PlateMeasurement>& data, double ridge) {
  constexpr int kMinRows = 8;
  constexpr double kDeepestPlate = 5.0;  // m
  const std::vector<double> angles = IntrusionAngles(data);
  if (angles.empty() || angles.size() > laws::kMaxRings)
    throw InputError(
        fmt::format("{} intrusion angles, must be 1 to {}; those less than {} rad apart count as one.",
                    angles.size(), laws::kMaxRings, kSameIntrusionAngle));
  GranularFit fit{EmptyModel(data), {}, {}};
  if (fit.model.deepest <= 0.0)
    throw InputError("no measurement is below the surface; depth must be > 0 in some.");
  if (fit.model.deepest > kDeepestPlate)
    throw InputError(
        fmt::format("the deepest measurement is at {:g} m, must be {:g} at most; depths are in metres.",
                    fit.model.deepest, kDeepestPlate));
  if (std::none_of(data.begin(), data.end(), [](const PlateMeasurement& row) { return row.force.z > 0.0; }))
    throw InputError(
        "no measurement lifts the plate; force_z must be > 0 in some: forces are those on the plate, and z "
        "is up.");
  for (const double angle : angles) {
    laws::GranularRing ring{angle, {}};
    NormalEquations equations;
    std::vector<int> rows;
    for (int i = 0; i < static_cast<int>(data.size()); ++i)
      if (std::abs(data[i].intrusion_angle - angle) < kSameIntrusionAngle) {
        rows.push_back(i);
        equations.AddWithSymmetry(fit.model, ring.is_straight_down(), data[i]);
      }
    if (static_cast<int>(rows.size()) < kMinRows)
      throw InputError(
          fmt::format("only {} measurements with intrusion_angle = {:.4g} rad, must be {} at least.",
                      rows.size(), angle, kMinRows));
    for (int k = 0; k < laws::kGranularComponents; ++k) ring.slopes[k] = Solve(equations, k, ridge);
    fit.errors.push_back(Compare(fit.model, ring, data, rows));
    fit.rows.push_back(static_cast<int>(rows.size()));
    fit.model.rings.push_back(ring);
  }
  return fit;
}

}  // namespace slipstick::terrain
