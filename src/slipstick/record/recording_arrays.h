// All arrays of a recording, each named once: whoever writes, reads, checks or compares them goes through
// these lists.
#pragma once

#include <string>
#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// In place of a number of columns: the array has one dimension.
inline constexpr int kPlain = -1;

/// visit(name, values, columns, unit) for the arrays with one entry per row.
template <class R, class Visit>
void VisitStepArrays(R& r, Visit&& visit) {
  visit("t", r.t, kPlain, "s");
  visit("h", r.h, kPlain, "s");
  visit("q", r.q, r.names.nq(), "");  // units by column: names.coordinate_units
  visit("v", r.v, r.names.nv(), "");
  visit("tau", r.tau, r.names.nv(), "");
  visit("steps", r.steps, kPlain, "");
  visit("status", r.status, kPlain, "");
  visit("iterations", r.iterations, kPlain, "");
  visit("substeps", r.substeps, kPlain, "");
  visit("rejected", r.rejected, kPlain, "");
  visit("residual", r.residual, kPlain, "");
  visit("kinetic", r.kinetic, kPlain, "J");
  visit("potential", r.potential, kPlain, "J");
  visit("elastic", r.elastic, kPlain, "J");
  visit("actuation_work", r.actuation_work, kPlain, "J");
  visit("joint_work", r.joint_work, kPlain, "J");
  visit("contact_work", r.contact_work, kPlain, "J");
}

/// The same for the arrays with one entry per contact.
template <class R, class Visit>
void VisitContactArrays(R& r, Visit&& visit) {
  auto& c = r.contacts;
  visit("contact_row", c.row, kPlain, "");
  visit("contact_id", c.id, kPlain, "");
  visit("contact_shape_a", c.shape_a, kPlain, "");
  visit("contact_shape_b", c.shape_b, kPlain, "");
  visit("contact_body_a", c.body_a, kPlain, "");
  visit("contact_body_b", c.body_b, kPlain, "");
  visit("contact_point", c.point, 3, "m");
  visit("contact_normal", c.normal, 3, "");
  visit("contact_gap", c.gap, kPlain, "m");
  visit("contact_force", c.force, 3, "N");
  visit("contact_velocity", c.velocity, 3, "m/s");
  visit("contact_mode", c.mode, kPlain, "");
}

/// visit(name, texts).
template <class R, class Visit>
void VisitNames(R& r, Visit&& visit) {
  visit("body_names", r.names.bodies);
  visit("shape_names", r.names.shapes);
  visit("q_names", r.names.coordinates);
  visit("q_units", r.names.coordinate_units);
  visit("v_names", r.names.dofs);
  visit("v_units", r.names.dof_units);
}

/// A checkpoint taken apart into arrays.
struct FlatCheckpoint {
  std::vector<double> t, next_step, q, v, q_held;
  std::vector<uint64_t> memory_id;
  std::vector<double> memory_p_a, memory_p_b, memory_rest_depth;
  std::vector<uint8_t> memory_slipping;
  std::vector<double> memory_force;
  std::vector<double> tau, kp, kd, q_ref, v_ref;
  std::vector<int32_t> wrench_body;
  std::vector<double> wrench_point, wrench_force, wrench_moment;
  std::vector<std::string> counter_names, number_names;
  std::vector<int64_t> counters;
  std::vector<double> numbers;
};
FlatCheckpoint Flatten(const Checkpoint& checkpoint);
/// The arrays fit together (CheckCheckpoint).
Checkpoint Assemble(const FlatCheckpoint& flat);
/// InputError, starting with `where` and naming the array.
void CheckCheckpoint(const FlatCheckpoint& flat, const RecordingNames& names, const std::string& where);

/// visit(name, values, columns).
template <class C, class Visit>
void VisitCheckpointArrays(C& c, Visit&& visit) {
  visit("checkpoint_t", c.t, kPlain);
  visit("checkpoint_next_step", c.next_step, kPlain);
  visit("checkpoint_q", c.q, kPlain);
  visit("checkpoint_v", c.v, kPlain);
  visit("checkpoint_q_held", c.q_held, kPlain);
  visit("checkpoint_memory_id", c.memory_id, kPlain);
  visit("checkpoint_memory_p_a", c.memory_p_a, 3);
  visit("checkpoint_memory_p_b", c.memory_p_b, 3);
  visit("checkpoint_memory_rest_depth", c.memory_rest_depth, kPlain);
  visit("checkpoint_memory_slipping", c.memory_slipping, kPlain);
  visit("checkpoint_memory_force", c.memory_force, 3);
  visit("checkpoint_tau", c.tau, kPlain);
  visit("checkpoint_kp", c.kp, kPlain);
  visit("checkpoint_kd", c.kd, kPlain);
  visit("checkpoint_q_ref", c.q_ref, kPlain);
  visit("checkpoint_v_ref", c.v_ref, kPlain);
  visit("checkpoint_wrench_body", c.wrench_body, kPlain);
  visit("checkpoint_wrench_point", c.wrench_point, 3);
  visit("checkpoint_wrench_force", c.wrench_force, 3);
  visit("checkpoint_wrench_moment", c.wrench_moment, 3);
  visit("checkpoint_counters", c.counters, kPlain);
  visit("checkpoint_numbers", c.numbers, kPlain);
}
/// visit(name, texts).
template <class C, class Visit>
void VisitCheckpointNames(C& c, Visit&& visit) {
  visit("checkpoint_counter_names", c.counter_names);
  visit("checkpoint_number_names", c.number_names);
}

}  // namespace slipstick::record
