// A checkpoint as plain arrays, the form in which files store it and recordings are compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// Vectors have three entries each.
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
/// The arrays must match each other (CheckCheckpoint).
Checkpoint Assemble(const FlatCheckpoint& flat);
/// InputError, starting with `where` and naming the array.
void CheckCheckpoint(const FlatCheckpoint& flat, const RecordingNames& names, const std::string& where);

}  // namespace slipstick::record
