#include "slipstick/control/hands/hand_path.h"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/core/rotation_vector.h"
#include "slipstick/core/scalar.h"

namespace slipstick::control {
namespace {

/// A sine with `shakes` periods over s in [0, 1]; the amplitude ramps up in the first and down in the last
/// period.
double ShakeOffset(double s, int shakes) {
  const double done = s * shakes, left = shakes - done;
  const double grown = RestToRest(0.0, 1.0, 1.0).At(std::min(done, left)).p;
  return grown * SinCos(2.0 * std::numbers::pi * done).sin;
}

}  // namespace

HandPath::HandPath(const Pose& start, double opening, std::vector<HandKey> keys, const std::string& where)
    : keys_(std::move(keys)) {
  keys_.insert(keys_.begin(), {0.0, start, opening});
  for (size_t k = 1; k < keys_.size(); ++k)
    if (!(keys_[k].time > keys_[k - 1].time))
      throw InputError(fmt::format("{}: key {} is at {:g} s; its time must be greater than {:g} s, {}.",
                                   where, k, keys_[k].time, keys_[k - 1].time,
                                   k == 1 ? "the start of the motion" : "the time of the previous key"));
  if (keys_.size() < 2) throw InputError(where + ": no keys given; at least one is needed.");
}

size_t HandPath::Next(double t) const {
  const auto after = [&](const HandKey& key) { return key.time > t; };
  const auto next = std::find_if(keys_.begin() + 1, keys_.end() - 1, after);
  return next - keys_.begin();
}

Pose HandPath::PoseAt(double t) const {
  const HandKey &from = keys_[Next(t) - 1], &to = keys_[Next(t)];
  const double T = to.time - from.time, elapsed = std::clamp(t - from.time, 0.0, T);
  const double s = RestToRest(0.0, 1.0, T).At(elapsed).p;
  const Eigen::Vector3d turn = RotationVector(to.pose.R * from.pose.R.transpose());
  Pose pose{RotationMatrix(s * turn) * from.pose.R, from.pose.p + s * (to.pose.p - from.pose.p)};
  if (to.shakes > 0) pose.p += ShakeOffset(elapsed / T, to.shakes) * to.shake;
  return pose;
}

ScalarMotion HandPath::OpeningAt(double t) const {
  const HandKey &from = keys_[Next(t) - 1], &to = keys_[Next(t)];
  return RestToRest(from.opening, to.opening, to.time - from.time).At(t - from.time);
}

}  // namespace slipstick::control
