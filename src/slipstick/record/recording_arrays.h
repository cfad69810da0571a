// All arrays of a recording, each named once. Writing, reading, checking and comparing use these lists.
//
// The lists are function templates that call, for every array,
//
//   visit(name, values, columns, unit);
//
// A visitor is any callable with these arguments, usually a generic lambda. FieldVisitor (core/fields.h) is
// not used, since arrays have many element types: every visitor would need a virtual function for each.
#pragma once

namespace slipstick::record {

/// The number of columns of a one-dimensional array, whose shape is (n,) in numpy.
inline constexpr int kOneDimension = -1;

/// The arrays with one entry per row.
template <class R, class Visit>
void VisitStepArrays(R& r, Visit&& visit) {
  visit("t", r.t, kOneDimension, "s");
  visit("h", r.h, kOneDimension, "s");
  visit("q", r.q, r.names.nq(), "");  // units by column: names.coordinate_units
  visit("v", r.v, r.names.nv(), "");
  visit("tau", r.tau, r.names.nv(), "");
  visit("steps", r.steps, kOneDimension, "");
  visit("status", r.status, kOneDimension, "");
  visit("iterations", r.iterations, kOneDimension, "");
  visit("substeps", r.substeps, kOneDimension, "");
  visit("rejected", r.rejected, kOneDimension, "");
  visit("residual", r.residual, kOneDimension, "");
  visit("kinetic", r.kinetic, kOneDimension, "J");
  visit("potential", r.potential, kOneDimension, "J");
  visit("elastic", r.elastic, kOneDimension, "J");
  visit("actuation_work", r.actuation_work, kOneDimension, "J");
  visit("joint_work", r.joint_work, kOneDimension, "J");
  visit("contact_work", r.contact_work, kOneDimension, "J");
}

/// The arrays with one entry per contact.
template <class R, class Visit>
void VisitContactArrays(R& r, Visit&& visit) {
  auto& c = r.contacts;
  visit("contact_row", c.row, kOneDimension, "");
  visit("contact_id", c.id, kOneDimension, "");
  visit("contact_shape_a", c.shape_a, kOneDimension, "");
  visit("contact_shape_b", c.shape_b, kOneDimension, "");
  visit("contact_body_a", c.body_a, kOneDimension, "");
  visit("contact_body_b", c.body_b, kOneDimension, "");
  visit("contact_point", c.point, 3, "m");
  visit("contact_normal", c.normal, 3, "");
  visit("contact_gap", c.gap, kOneDimension, "m");
  visit("contact_gap_end", c.gap_end, kOneDimension, "m");
  visit("contact_force", c.force, 3, "N");
  visit("contact_velocity", c.velocity, 3, "m/s");
  visit("contact_mode", c.mode, kOneDimension, "");
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

/// The arrays of a FlatCheckpoint.
template <class C, class Visit>
void VisitCheckpointArrays(C& c, Visit&& visit) {
  visit("checkpoint_t", c.t, kOneDimension, "s");
  visit("checkpoint_next_step", c.next_step, kOneDimension, "s");
  visit("checkpoint_q", c.q, kOneDimension, "");
  visit("checkpoint_v", c.v, kOneDimension, "");
  visit("checkpoint_q_held", c.q_held, kOneDimension, "");
  visit("checkpoint_memory_id", c.memory_id, kOneDimension, "");
  visit("checkpoint_memory_p_a", c.memory_p_a, 3, "m");
  visit("checkpoint_memory_p_b", c.memory_p_b, 3, "m");
  visit("checkpoint_memory_rest_depth", c.memory_rest_depth, kOneDimension, "m");
  visit("checkpoint_memory_slipping", c.memory_slipping, kOneDimension, "");
  visit("checkpoint_memory_force", c.memory_force, 3, "N");
  visit("checkpoint_tau", c.tau, kOneDimension, "");
  visit("checkpoint_kp", c.kp, kOneDimension, "");
  visit("checkpoint_kd", c.kd, kOneDimension, "");
  visit("checkpoint_q_ref", c.q_ref, kOneDimension, "");
  visit("checkpoint_v_ref", c.v_ref, kOneDimension, "");
  visit("checkpoint_wrench_body", c.wrench_body, kOneDimension, "");
  visit("checkpoint_wrench_point", c.wrench_point, 3, "m");
  visit("checkpoint_wrench_force", c.wrench_force, 3, "N");
  visit("checkpoint_wrench_moment", c.wrench_moment, 3, "N m");
  visit("checkpoint_counters", c.counters, kOneDimension, "");
  visit("checkpoint_numbers", c.numbers, kOneDimension, "");
}
/// visit(name, texts).
template <class C, class Visit>
void VisitCheckpointNames(C& c, Visit&& visit) {
  visit("checkpoint_counter_names", c.counter_names);
  visit("checkpoint_number_names", c.number_names);
}

}  // namespace slipstick::record
