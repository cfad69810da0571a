#include "slipstick/control/schedules/timetable_controller.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"

namespace slipstick::control {
namespace {

JointTrack& TrackOf(const Joint& joint, double start, std::vector<JointTrack>& tracks) {
  for (JointTrack& track : tracks)
    if (track.dof() == joint.v) return track;
  return tracks.emplace_back(joint, start);
}

std::vector<JointTrack> MakeTracks(const Model& model, const Eigen::VectorXd& start,
                                   const std::vector<JointMove>& moves) {
  model.CheckConfigurationSize(static_cast<int>(start.size()), "pose to start from");
  std::vector<JointTrack> tracks;
  for (const JointMove& move : moves) {
    const Joint& joint = model.joints()[move.joint];
    if (joint.nv != 1)
      throw InputError(fmt::format("joint '{}' is {}; only single-axis joints can follow a timetable.",
                                   joint.name, model::KindName(joint.kind)));
    TrackOf(joint, start[joint.q], tracks).Add(move, joint.name);
  }
  return tracks;
}

std::vector<int> DofsOf(const std::vector<JointTrack>& tracks) {
  std::vector<int> dofs;
  for (const JointTrack& track : tracks) dofs.push_back(track.dof());
  return dofs;
}

}  // namespace

void JointTrack::Add(const JointMove& move, const std::string& name) {
  const double free_from = segments_.empty() ? 0.0 : segments_.back().at + segments_.back().over;
  if (!(move.at >= free_from && move.over >= 0.0))
    throw InputError(
        fmt::format("joint '{}' has a move at {:g} s, but the previous one ends at {:g} s; moves of a joint "
                    "must not overlap, and durations must be >= 0.",
                    name, move.at, free_from));
  segments_.push_back({move.at, segments_.empty() ? start_ : segments_.back().to, move.over, move.target});
}

ScalarMotion JointTrack::At(double t) const {
  const auto next = std::upper_bound(segments_.begin(), segments_.end(), t,
                                     [](double time, const Segment& segment) { return time < segment.at; });
  if (next == segments_.begin()) return {start_};
  const Segment& segment = *std::prev(next);
  if (t >= segment.at + segment.over) return {segment.to};
  return RestToRest(segment.from, segment.to, segment.over).At(t - segment.at);
}

TimetableController::TimetableController(const Model& model, const Eigen::VectorXd& start,
                                         const std::vector<JointMove>& moves,
                                         const JointFeedbackOptions& options,
                                         const std::vector<JointGains>& gains, double preview)
    : tracks_(MakeTracks(model, start, moves)),
      feedback_(model, DofsOf(tracks_), options),
      preview_(preview),
      no_force_(Eigen::VectorXd::Zero(model.nv())),
      q_ref_(start),
      v_ref_(Eigen::VectorXd::Zero(model.nv())) {
  for (const JointGains& own : gains) feedback_.SetGains(model.joints()[own.joint].v, own.kp, own.kd);
}

void TimetableController::Update(const State& state, Actuation& actuation) {
  for (const JointTrack& track : tracks_) {
    const ScalarMotion motion = track.At(state.t + preview_);
    q_ref_[track.q()] = motion.p, v_ref_[track.dof()] = motion.v;
  }
  feedback_.Apply(state, no_force_, q_ref_, v_ref_, actuation);
}

}  // namespace slipstick::control
