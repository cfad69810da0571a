#include "slipstick/record/flat_checkpoint.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/record/append.h"

namespace slipstick::record {
namespace {

std::vector<double> ToVector(const Eigen::VectorXd& x) { return {x.data(), x.data() + x.size()}; }
Eigen::VectorXd ToEigen(const std::vector<double>& x) {
  return Eigen::VectorXd::Map(x.data(), static_cast<Eigen::Index>(x.size()));
}

Vec3<double> Vec3At(const std::vector<double>& from, size_t i) {
  return {from[3 * i], from[3 * i + 1], from[3 * i + 2]};
}
Eigen::Vector3d EigenAt(const std::vector<double>& from, size_t i) {
  return Eigen::Vector3d::Map(from.data() + 3 * i);
}

// The structured bindings below stop compiling when a struct gets a new field, which must be stored, too.

void FlattenState(const State& state, FlatCheckpoint& flat) {
  const auto& [t, q, v, contacts, q_held, next_step] = state;
  flat.t = {t}, flat.next_step = {next_step};
  flat.q = ToVector(q), flat.v = ToVector(v), flat.q_held = ToVector(q_held);
  for (const ContactMemory& memory : contacts) {
    const auto& [id, p_A, p_B, rest_depth, slipping, force] = memory;
    flat.memory_id.push_back(id);
    Append(flat.memory_p_a, p_A), Append(flat.memory_p_b, p_B);
    flat.memory_rest_depth.push_back(rest_depth);
    flat.memory_slipping.push_back(slipping);
    Append(flat.memory_force, force);
  }
}

void FlattenActuation(const Actuation& actuation, FlatCheckpoint& flat) {
  const auto& [tau, kp, kd, q_ref, v_ref, wrenches] = actuation;
  flat.tau = ToVector(tau), flat.kp = ToVector(kp), flat.kd = ToVector(kd);
  flat.q_ref = ToVector(q_ref), flat.v_ref = ToVector(v_ref);
  for (const ExternalWrench& wrench : wrenches) {
    const auto& [body, p_B, force, moment] = wrench;
    flat.wrench_body.push_back(body);
    Append(flat.wrench_point, p_B), Append(flat.wrench_force, force), Append(flat.wrench_moment, moment);
  }
}

/// Of an array of the checkpoint.
class SizeCheck {
 public:
  explicit SizeCheck(const std::string& where) : where_(where) {}
  template <class T>
  void Expect(const char* name, const std::vector<T>& values, size_t size, const char* as) const {
    if (values.size() == size) return;
    throw InputError(fmt::format("{}: array 'checkpoint_{}' has {} entries, expected {} ({}); record again.",
                                 where_, name, values.size(), size, as));
  }
  template <class T>
  void ExpectOrNone(const char* name, const std::vector<T>& values, size_t size, const char* as) const {
    if (!values.empty()) Expect(name, values, size, as);
  }

 private:
  const std::string& where_;
};

}  // namespace

FlatCheckpoint Flatten(const Checkpoint& checkpoint) {
  FlatCheckpoint flat;
  FlattenState(checkpoint.state, flat);
  FlattenActuation(checkpoint.actuation, flat);
  for (const auto& [name, value] : checkpoint.counters)
    flat.counter_names.push_back(name), flat.counters.push_back(value);
  for (const auto& [name, value] : checkpoint.numbers)
    flat.number_names.push_back(name), flat.numbers.push_back(value);
  return flat;
}

Checkpoint Assemble(const FlatCheckpoint& flat) {
  Checkpoint checkpoint;
  State& state = checkpoint.state;
  state.t = flat.t[0], state.next_step = flat.next_step[0];
  state.q = ToEigen(flat.q), state.v = ToEigen(flat.v), state.q_held = ToEigen(flat.q_held);
  for (size_t i = 0; i < flat.memory_id.size(); ++i)
    state.contacts.push_back({flat.memory_id[i], Vec3At(flat.memory_p_a, i), Vec3At(flat.memory_p_b, i),
                              flat.memory_rest_depth[i], flat.memory_slipping[i] != 0,
                              Vec3At(flat.memory_force, i)});
  Actuation& actuation = checkpoint.actuation;
  actuation.tau = ToEigen(flat.tau), actuation.kp = ToEigen(flat.kp), actuation.kd = ToEigen(flat.kd);
  actuation.q_ref = ToEigen(flat.q_ref), actuation.v_ref = ToEigen(flat.v_ref);
  for (size_t i = 0; i < flat.wrench_body.size(); ++i)
    actuation.wrenches.push_back({flat.wrench_body[i], EigenAt(flat.wrench_point, i),
                                  EigenAt(flat.wrench_force, i), EigenAt(flat.wrench_moment, i)});
  for (size_t i = 0; i < flat.counters.size(); ++i)
    checkpoint.counters[flat.counter_names[i]] = flat.counters[i];
  for (size_t i = 0; i < flat.numbers.size(); ++i) checkpoint.numbers[flat.number_names[i]] = flat.numbers[i];
  return checkpoint;
}

void CheckCheckpoint(const FlatCheckpoint& flat, const RecordingNames& names, const std::string& where) {
  const SizeCheck check(where);
  const size_t nq = names.nq(), nv = names.nv(), memories = flat.memory_id.size();
  check.Expect("t", flat.t, 1, "one instant");
  check.Expect("next_step", flat.next_step, 1, "one length");
  check.Expect("q", flat.q, nq, "nq");
  check.Expect("v", flat.v, nv, "nv");
  check.ExpectOrNone("q_held", flat.q_held, nq, "nq");
  check.Expect("memory_p_a", flat.memory_p_a, 3 * memories, "three per memory_id");
  check.Expect("memory_p_b", flat.memory_p_b, 3 * memories, "three per memory_id");
  check.Expect("memory_rest_depth", flat.memory_rest_depth, memories, "one per memory_id");
  check.Expect("memory_slipping", flat.memory_slipping, memories, "one per memory_id");
  check.Expect("memory_force", flat.memory_force, 3 * memories, "three per memory_id");
  const bool feedback = !flat.kp.empty();
  check.Expect("tau", flat.tau, nv, "nv");
  check.ExpectOrNone("kp", flat.kp, nv, "nv");
  check.Expect("kd", flat.kd, feedback ? nv : 0, "as kp");
  check.Expect("v_ref", flat.v_ref, feedback ? nv : 0, "as kp");
  check.Expect("q_ref", flat.q_ref, feedback ? nq : 0, "nq if there is kp");
  const size_t wrenches = flat.wrench_body.size();
  check.Expect("wrench_point", flat.wrench_point, 3 * wrenches, "three per wrench_body");
  check.Expect("wrench_force", flat.wrench_force, 3 * wrenches, "three per wrench_body");
  check.Expect("wrench_moment", flat.wrench_moment, 3 * wrenches, "three per wrench_body");
  check.Expect("counter_names", flat.counter_names, flat.counters.size(), "one per counter");
  check.Expect("number_names", flat.number_names, flat.numbers.size(), "one per number");
  for (const int32_t body : flat.wrench_body)
    if (body < 0 || body >= static_cast<int32_t>(names.bodies.size()))
      throw InputError(
          fmt::format("{}: array 'checkpoint_wrench_body' holds {}, but there are {} bodies; record again.",
                      where, body, names.bodies.size()));
}

}  // namespace slipstick::record
