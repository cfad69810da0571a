#include "slipstick/record/check_recording.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/contact/step_report.h"
#include "slipstick/core/error.h"
#include "slipstick/record/flat_checkpoint.h"
#include "slipstick/record/recording_arrays.h"

namespace slipstick::record {
namespace {

class Checker {
 public:
  Checker(const Recording& recording, const std::string& where) : r_(recording), where_(where) {}

  void Check() const {
    CheckNames();
    CheckLengths();
    CheckTimes();
    CheckContactBegin();
    CheckIndices();
    if (r_.checkpoint) CheckCheckpoint(Flatten(*r_.checkpoint), r_.names, where_);
  }

 private:
  [[noreturn]] void Refuse(const char* array, const std::string& reason) const {
    throw InputError(fmt::format("{}: array '{}' {}; record again.", where_, array, reason));
  }

  void CheckLengths() const {
    const auto expect = [&](size_t rows, const char* as) {
      return [this, rows, as](const char* name, const auto& values, int columns, const char*) {
        const size_t expected = rows * (columns == kOneDimension ? 1 : columns);
        if (values.size() != expected)
          Refuse(name, fmt::format("has {} entries, expected {} ('{}' has {} rows)", values.size(), expected,
                                   as, rows));
      };
    };
    VisitStepArrays(r_, expect(r_.t.size(), "t"));
    VisitContactArrays(r_, expect(r_.contacts.row.size(), "contact_row"));
  }

  void CheckNames() const {
    const auto same = [&](const char* name, const auto& units, const auto& names) {
      if (units.size() != names.size())
        Refuse(name, fmt::format("has {} entries, expected {}", units.size(), names.size()));
    };
    same("q_units", r_.names.coordinate_units, r_.names.coordinates);
    same("v_units", r_.names.dof_units, r_.names.dofs);
  }

  void CheckTimes() const {
    for (size_t k = 0; k < r_.t.size(); ++k) {
      if (!std::isfinite(r_.t[k])) Refuse("t", fmt::format("holds {} at entry {}", r_.t[k], k));
      if (k > 0 && r_.t[k] < r_.t[k - 1]) Refuse("t", fmt::format("goes back in time at entry {}", k));
    }
  }

  void CheckContactBegin() const {
    const auto& begin = r_.contact_begin;
    if (begin.size() != r_.t.size() + 1)
      Refuse("contact_begin",
             fmt::format("has {} entries, expected one more than 't', {}", begin.size(), r_.t.size() + 1));
    if (begin.front() != 0 || begin.back() != r_.contacts.size())
      Refuse("contact_begin", fmt::format("runs from {} to {}, expected 0 to {}, the number of contacts",
                                          begin.front(), begin.back(), r_.contacts.size()));
    for (size_t k = 0; k + 1 < begin.size(); ++k)
      if (begin[k] > begin[k + 1]) Refuse("contact_begin", fmt::format("decreases after entry {}", k));
    for (int64_t k = 0; k < r_.size(); ++k)
      for (int64_t i = begin[k]; i < begin[k + 1]; ++i)
        if (r_.contacts.row[i] != k)
          Refuse("contact_row",
                 fmt::format("says that contact {} is of row {}; by 'contact_begin' it is of row {}", i,
                             r_.contacts.row[i], k));
  }

  void CheckIndices() const {
    const ContactTable& c = r_.contacts;
    const auto within = [&](const char* name, const auto& values, int64_t lower, int64_t upper) {
      for (size_t i = 0; i < values.size(); ++i)
        if (const int64_t value = values[i]; value < lower || value > upper)
          Refuse(name, fmt::format("holds {} at entry {}, expected {} to {}", value, i, lower, upper));
    };
    const int64_t shapes = static_cast<int64_t>(r_.names.shapes.size());
    const int64_t bodies = static_cast<int64_t>(r_.names.bodies.size());
    within("contact_shape_a", c.shape_a, 0, shapes - 1);
    within("contact_shape_b", c.shape_b, 0, shapes - 1);
    within("contact_body_a", c.body_a, model::kWorld, bodies - 1);
    within("contact_body_b", c.body_b, model::kWorld, bodies - 1);
    within("contact_mode", c.mode, 0, static_cast<int>(ContactMode::kSlip));
  }

  const Recording& r_;
  const std::string& where_;
};

}  // namespace

void CheckRecording(const Recording& recording, const std::string& where) {
  Checker(recording, where).Check();
}

}  // namespace slipstick::record
