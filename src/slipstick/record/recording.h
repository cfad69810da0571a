// A recorded run: settings, every step with every contact, and the checkpoint at its end.
// docs/recordings.md describes the arrays for readers in other languages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "slipstick/model/model.h"
#include "slipstick/names.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::record {

/// Names and units of columns and indices.
struct RecordingNames {
  std::vector<std::string> bodies, shapes;
  std::vector<std::string> coordinates,
      coordinate_units;  ///< entries of q: "knee" in "rad", "base.x" in "m", "base.qw" in "1"
  std::vector<std::string> dofs, dof_units;  ///< entries of v: "knee" in "rad/s", "base.vx" in "m/s"

  int nq() const { return static_cast<int>(coordinates.size()); }
  int nv() const { return static_cast<int>(dofs.size()); }
  /// "world" for kWorld.
  std::string body(int index) const { return index == model::kWorld ? "world" : bodies.at(index); }
};
RecordingNames NamesOf(const Model& model, std::vector<std::string> shapes);

/// Every contact of every row, one after the other. Vectors have three entries per contact, world axes.
struct ContactTable {
  std::vector<int64_t> row;                ///< of the contact
  std::vector<uint64_t> id;                ///< of the contact point
  std::vector<int32_t> shape_a, shape_b;   ///< indices of names.shapes
  std::vector<int32_t> body_a, body_b;     ///< indices of names.bodies, kWorld for the world
  std::vector<double> point, normal, gap;  ///< m; the normal points from b to a
  std::vector<double> force, velocity;     ///< on a, N; of a relative to b, m/s
  std::vector<uint8_t> mode;               ///< ContactMode: 0 open, 1 stick, 2 slip

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

  std::vector<double> t, h;                   ///< start of the step and its length, s
  std::vector<double> q, v;                   ///< at the start; nq and nv entries per row
  std::vector<double> tau;                    ///< feed-forward plus feedback at the start, nv entries per row
  std::vector<int32_t> steps, status;         ///< StepStatus: 0 ok, 1 not converged, ...
  std::vector<int32_t> iterations, substeps;  //
  std::vector<int32_t> rejected;              ///< sub-steps rejected by step-size control
  std::vector<double> residual;               //
  std::vector<double> kinetic, potential, elastic;               ///< J, at the start
  std::vector<double> actuation_work, joint_work, contact_work;  ///< J, until the next row
  std::vector<int64_t> contact_begin{
      0};  ///< row k has the contacts contact_begin[k], ..., contact_begin[k + 1] - 1
  ContactTable contacts;

  std::optional<Checkpoint> checkpoint;  ///< where the run stopped

  int64_t size() const { return static_cast<int64_t>(t.size()); }  ///< rows
};

/// InputError, starting with `where` and naming the array, unless the sizes of all arrays match and all
/// indices are in range.
void CheckRecording(const Recording& recording, const std::string& where);

}  // namespace slipstick::record
