// A recorded run: settings, every step with every contact, and the checkpoint at its end.
// docs/recordings.md describes the arrays for readers in other languages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "slipstick/names.h"
#include "slipstick/record/recording_names.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::record {

/// Every contact of every row, one after the other. Vectors have three entries per contact, world axes.
struct ContactTable {
  std::vector<int64_t> row;               ///< of the contact
  std::vector<uint64_t> id;               ///< of the contact point
  std::vector<int32_t> shape_a, shape_b;  ///< indices of names.shapes
  std::vector<int32_t> body_a, body_b;    ///< indices of names.bodies, kWorld for the world
  std::vector<double> point, normal;      ///< m; the normal points from b to a
  std::vector<double> gap, gap_end;       ///< m, at the start and at the end of the step
  std::vector<double> force, velocity;    ///< on a, N; of a relative to b, m/s
  std::vector<uint8_t> mode;              ///< ContactMode: 0 open, 1 stick, 2 slip

  int64_t size() const { return static_cast<int64_t>(row.size()); }
};

/// Everything that a resumed run needs to be bit-identical.
struct Checkpoint {
  State state;
  Actuation actuation{Model()};             ///< as held when it stopped
  std::map<std::string, int64_t> counters;  ///< counters of the caller, such as the step number
  std::map<std::string, double> numbers;    ///< other numbers of the caller
};

/// One row is one step, or as many as fit between two rows (`steps`): t, h, q, v, tau, kinetic, potential,
/// elastic and the contacts are those of the first; works, iterations, substeps and rejected are sums; status
/// and residual are the worst.
struct Recording {
  std::string settings;  ///< JSON (record/settings.h)
  RecordingNames names;

  std::vector<double> t, h;         ///< start of the step and its length, s
  std::vector<double> q, v;         ///< at the start; nq and nv entries per row
  std::vector<double> tau;          ///< feed-forward plus feedback at the start, nv entries per row
  std::vector<int32_t> steps;       ///< time steps of the row
  std::vector<int32_t> status;      ///< StepStatus: 0 ok, 1 not converged, ...
  std::vector<int32_t> iterations;  ///< of the solver
  std::vector<int32_t> substeps;    ///< sub-steps into which the steps were split
  std::vector<int32_t> rejected;    ///< sub-steps rejected by step-size control
  std::vector<double> residual;     ///< of the solver
  std::vector<double> kinetic, potential, elastic;               ///< J, at the start
  std::vector<double> actuation_work, joint_work, contact_work;  ///< J, until the next row
  /// Row k has the contacts contact_begin[k], ..., contact_begin[k + 1] - 1.
  std::vector<int64_t> contact_begin{0};
  ContactTable contacts;

  std::optional<Checkpoint> checkpoint;  ///< where the run stopped

  int64_t size() const { return static_cast<int64_t>(t.size()); }  ///< rows
};

}  // namespace slipstick::record
