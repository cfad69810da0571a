// A synthetic run of a free box and a door, with negative zeros and denormals, small enough to check by hand.
#pragma once

#include <limits>

#include "slipstick/model/model_builder.h"
#include "slipstick/record/recorder.h"
#include "slipstick/record/settings.h"

namespace slipstick::support {

inline Model BoxAndDoor() {
  ModelBuilder builder("box_and_door");
  builder.Add("box", Inertia::Sphere(1.0, 0.1), model::Floating("box_free"));
  builder.Add("door", Inertia::Sphere(2.0, 0.1), model::Revolute("hinge"));
  return builder.Build();
}

inline ContactReport Touch(uint64_t id, ContactMode mode, double force) {
  ContactReport contact{};
  contact.id = id;
  contact.shape_a = 1, contact.shape_b = 0;
  contact.body_a = 0, contact.body_b = model::kWorld;
  contact.p = {0.1, 0.2, -0.0};
  contact.normal = {0.0, 0.0, 1.0};
  contact.gap = -std::numeric_limits<double>::denorm_min();
  contact.gap_end = 0.125;
  contact.force = {0.25 * force, 0.0, force};
  contact.velocity = {mode == ContactMode::kSlip ? 0.5 : 0.0, 0.0, 0.0};
  contact.mode = mode;
  return contact;
}

/// State k of the run. Its numbers differ from step to step and from entry to entry.
inline State SampleState(const Model& model, int k) {
  State state;
  state.t = 1e-3 * k;
  state.q = model.neutral();
  state.q[2] = 1.0 / (3.0 + k);
  state.q[7] = -0.0;
  state.v = Eigen::VectorXd::LinSpaced(model.nv(), k, k + 0.5);
  state.contacts.push_back({7, {1, 2, 3}, {-0.0, 5e-324, 6}, 0.1, true});
  state.contacts.push_back({uint64_t{1} << 63, {0, 0, 0}, {1, 1, 1}, 0.2, false});
  state.q_held = state.q;
  state.next_step = 0.3e-3;
  return state;
}

inline StepReport SampleReport(int k) {
  StepReport report;
  report.status = k == 2 ? StepStatus::kNotConverged : StepStatus::kOk;
  report.iterations = 10 + k;
  report.residual = k == 2 ? 0.5 : 1e-9;
  report.substeps = 2;
  report.rejected = 1;
  report.energy = {1.0 + k, 2.0, 3.0, 0.1, -0.2, -0.3};
  if (k >= 1) report.contacts.push_back(Touch(7, ContactMode::kStick, 10.0 * k));
  if (k >= 2) report.contacts.push_back(Touch(8, ContactMode::kSlip, 100.0 * k));
  return report;
}

inline Actuation SampleActuation(const Model& model) {
  Actuation actuation(model);
  actuation.tau[6] = 0.5;
  actuation.kp = Eigen::VectorXd::Constant(model.nv(), 2.0);
  actuation.kd = Eigen::VectorXd::Zero(model.nv());
  actuation.q_ref = model.neutral();
  actuation.q_ref[7] = 0.25;
  actuation.v_ref = Eigen::VectorXd::Zero(model.nv());
  ExternalWrench wrench{1};
  wrench.force = {0.0, 1e-310, -3.0};
  actuation.wrenches.push_back(wrench);
  return actuation;
}

/// Steps `first` to `last` - 1 of the run.
inline void Observe(Recorder& recorder, const Model& model, int first, int last) {
  const Actuation actuation = SampleActuation(model);
  for (int k = first; k < last; ++k)
    recorder.Observe(SampleState(model, k), actuation, 1e-3, SampleReport(k));
  recorder.Finish(SampleState(model, last), actuation, {{"steps", last}, {"ticks", -1}},
                  {{"next_control", 0.1}});
}

inline Recording SampleRecording(int steps = 4) {
  const Model model = BoxAndDoor();
  Recorder recorder(model, {"ground", "box_shape"});
  recorder.recording().settings = record::ToJson(
      {"slipstick 0.1.0", "box & door", "dt = 0.001\n", "euler", {{"order", "1"}}, "none", "", 1e-3, 0.0});
  Observe(recorder, model, 0, steps);
  return recorder.Take();
}

}  // namespace slipstick::support
