#include "slipstick/record/recorder.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/record/append.h"

namespace slipstick::record {
namespace {

/// The sum of iterations between two rows may overflow an int in a long run with short steps.
void AddTo(int32_t& sum, int more) {
  sum = static_cast<int32_t>(std::min<int64_t>(int64_t{sum} + more, std::numeric_limits<int32_t>::max()));
}

void CheckOptions(const RecorderOptions& options) {
  if (!(options.every >= 0.0) || std::isinf(options.every))
    throw InputError(
        fmt::format("recording: every = {} s, must be 0 (a row for every step) or the time between rows.",
                    options.every));
}

}  // namespace

Recorder::Recorder(const Model& model, std::vector<std::string> shapes, const RecorderOptions& options)
    : model_(model), every_(options.every) {
  CheckOptions(options);
  recording_.names = NamesOf(model, std::move(shapes));
}

Recorder Recorder::Continue(const Model& model, Recording so_far, const RecorderOptions& options) {
  Recorder recorder(model, so_far.names.shapes, options);
  const RecordingNames &names = recorder.recording_.names, &old = so_far.names;
  if (names.bodies != old.bodies || names.coordinates != old.coordinates)
    throw InputError(fmt::format(
        "recording: it was made with another model than '{}'; continue with that model.", model.name()));
  recorder.recording_ = std::move(so_far);
  return recorder;
}

void Recorder::Observe(const State& before, const Actuation& actuation, double h, const StepReport& report) {
  if (IsDue(before.t, h))
    AddRow(before, actuation, h, report);
  else
    FoldIntoLastRow(report);
}

/// The first step at or after each multiple of `every`. Depends on the last row only, so that a resumed run
/// has the same rows. A step that begins a rounding error before the multiple counts as on it.
bool Recorder::IsDue(double t, double h) const {
  if (every_ == 0.0 || recording_.t.empty()) return true;
  const auto multiple = [&](double time) { return std::floor((time + 0.01 * h) / every_); };
  return multiple(t) > multiple(recording_.t.back());
}

void Recorder::AddRow(const State& before, const Actuation& actuation, double h, const StepReport& report) {
  Recording& r = recording_;
  r.t.push_back(before.t);
  r.h.push_back(h);
  Append(r.q, before.q);
  Append(r.v, before.v);
  AddForces(before, actuation);
  r.steps.push_back(1);
  r.status.push_back(static_cast<int32_t>(report.status));
  r.iterations.push_back(report.iterations);
  r.substeps.push_back(report.substeps);
  r.rejected.push_back(report.rejected);
  r.residual.push_back(report.residual);
  const auto& [kinetic, potential, elastic, actuation_work, joint_work, contact_work] = report.energy;
  r.kinetic.push_back(kinetic), r.potential.push_back(potential), r.elastic.push_back(elastic);
  r.actuation_work.push_back(actuation_work);
  r.joint_work.push_back(joint_work);
  r.contact_work.push_back(contact_work);
  for (const ContactReport& contact : report.contacts) AddContact(contact);
  r.contact_begin.push_back(r.contacts.size());
}

void Recorder::AddForces(const State& before, const Actuation& actuation) {
  feedback_ = actuation.tau;
  if (actuation.has_feedback())
    feedback_ += actuation.kp.cwiseProduct(dynamics::Difference(model_, before.q, actuation.q_ref)) +
                 actuation.kd.cwiseProduct(actuation.v_ref - before.v);
  Append(recording_.tau, feedback_);
}

void Recorder::AddContact(const ContactReport& contact) {
  const auto& [id, shape_a, shape_b, body_a, body_b, p, normal, gap, gap_end, force, velocity, mode] =
      contact;
  ContactTable& c = recording_.contacts;
  c.row.push_back(recording_.size() - 1);
  c.id.push_back(id);
  c.shape_a.push_back(shape_a), c.shape_b.push_back(shape_b);
  c.body_a.push_back(body_a), c.body_b.push_back(body_b);
  Append(c.point, p), Append(c.normal, normal);
  c.gap.push_back(gap);
  c.gap_end.push_back(gap_end);
  Append(c.force, force), Append(c.velocity, velocity);
  c.mode.push_back(static_cast<uint8_t>(mode));
}

void Recorder::FoldIntoLastRow(const StepReport& report) {
  Recording& r = recording_;
  AddTo(r.steps.back(), 1);
  AddTo(r.iterations.back(), report.iterations);
  AddTo(r.substeps.back(), report.substeps);
  AddTo(r.rejected.back(), report.rejected);
  r.status.back() =
      std::max(r.status.back(), static_cast<int32_t>(report.status));  // worse ones have larger numbers
  r.residual.back() = std::max(r.residual.back(), report.residual);
  r.actuation_work.back() += report.energy.actuation_work;
  r.joint_work.back() += report.energy.joint_work;
  r.contact_work.back() += report.energy.contact_work;
}

void Recorder::Finish(const State& state, const Actuation& actuation, std::map<std::string, int64_t> counters,
                      std::map<std::string, double> numbers) {
  recording_.checkpoint = Checkpoint{state, actuation, std::move(counters), std::move(numbers)};
}

}  // namespace slipstick::record
