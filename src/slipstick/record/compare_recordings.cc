#include "slipstick/record/compare_recordings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "slipstick/record/flat_checkpoint.h"
#include "slipstick/record/recording_arrays.h"

namespace slipstick::record {
namespace {

template <class T>
bool SameBits(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, std::string>)
    return a == b;
  else
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bits, so that NaN equals NaN
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Index of the first entry that differs, or the shorter length if there is none.
template <class T>
size_t FirstDifference(const std::vector<T>& a, const std::vector<T>& b) {
  const size_t n = std::min(a.size(), b.size());
  for (size_t i = 0; i < n; ++i)
    if (!SameBits(a[i], b[i])) return i;
  return n;
}

template <class T>
std::string DescribeBoth(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, double>)
    return fmt::format("is {:.17g} in the first and {:.17g} in the second", a, b);
  else
    return fmt::format("is {} in the first and {} in the second", a, b);
}

/// Addresses of all arrays of an object, in the order of the visitor. With these, a visit of another object
/// compares pairs of arrays.
template <class Visitor, class Object>
std::vector<const void*> Addresses(Visitor&& visit_all, const Object& object) {
  std::vector<const void*> addresses;
  visit_all(object, [&](const char*, const auto& values, auto&&...) { addresses.push_back(&values); });
  return addresses;
}

class Comparison {
 public:
  Comparison(const Recording& a, const Recording& b) : a_(a), b_(b) {}

  std::string Run() {
    if (std::string found = CompareNames(); !found.empty()) return found;
    CompareSteps();
    CompareContacts();
    if (row_ != kNone) return fmt::format("row {} (t = {:g} s): {}.", row_, a_.t[row_], text_);
    if (a_.size() != b_.size())
      return fmt::format("the first has {} rows and the second {}; the common rows are equal.", a_.size(),
                         b_.size());
    return CompareCheckpoints();
  }

 private:
  static constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

  /// Keeps the earliest difference; within one row, the first one noted.
  void NoteDifference(int64_t row, const std::string& text) {
    if (row < row_) row_ = row, text_ = text;
  }

  std::string CompareNames() const {
    const auto visit_all = [](const auto& r, auto&& visit) { VisitNames(r, visit); };
    const auto others = Addresses(visit_all, b_);
    std::string found;
    size_t k = 0;
    visit_all(a_, [&](const char* name, const auto& values) {
      const auto& other = *static_cast<decltype(&values)>(others[k++]);
      if (found.empty() && values != other) found = fmt::format("the models differ: '{}'.", name);
    });
    return found;
  }

  void CompareSteps() {
    const auto visit_all = [](const auto& r, auto&& visit) { VisitStepArrays(r, visit); };
    const auto others = Addresses(visit_all, b_);
    size_t k = 0;
    visit_all(a_, [&](const std::string& name, const auto& values, int columns, const char*) {
      const auto& other = *static_cast<decltype(&values)>(others[k++]);
      const size_t width = columns == kOneDimension ? 1 : columns, i = FirstDifference(values, other);
      if (i >= std::min(values.size(), other.size())) return;
      const std::string what =
          columns == kOneDimension ? name : name + " of '" + ColumnName(name, i % width) + "'";
      NoteDifference(static_cast<int64_t>(i / width), what + " " + DescribeBoth(values[i], other[i]));
    });
  }

  const std::string& ColumnName(const std::string& array, size_t column) const {
    return array == "q" ? a_.names.coordinates[column] : a_.names.dofs[column];
  }

  void CompareContacts() {
    const int64_t rows = std::min(a_.size(), b_.size());
    for (int64_t k = 0; k < rows; ++k)
      if (const auto n = Count(a_, k), m = Count(b_, k); n != m) {
        NoteDifference(k, fmt::format("there are {} contacts in the first and {} in the second", n, m));
        break;
      }
    const auto visit_all = [](const auto& r, auto&& visit) { VisitContactArrays(r, visit); };
    const auto others = Addresses(visit_all, b_);
    size_t k = 0;
    visit_all(a_, [&](const char* name, const auto& values, int columns, const char*) {
      const auto& other = *static_cast<decltype(&values)>(others[k++]);
      const size_t width = columns == kOneDimension ? 1 : columns, i = FirstDifference(values, other);
      if (i >= std::min(values.size(), other.size())) return;
      const size_t contact = i / width;
      const int64_t row = std::min(a_.contacts.row[contact], b_.contacts.row[contact]);
      const std::string axis = columns == kOneDimension ? "" : std::string(" ") + "xyz"[i % width];
      NoteDifference(
          row, fmt::format("{}{} of contact {} ('{}' on '{}') {}", name, axis,
                           contact - a_.contact_begin[row], a_.names.body(a_.contacts.body_a[contact]),
                           a_.names.body(a_.contacts.body_b[contact]), DescribeBoth(values[i], other[i])));
    });
  }

  static int64_t Count(const Recording& r, int64_t k) { return r.contact_begin[k + 1] - r.contact_begin[k]; }

  std::string CompareCheckpoints() const {
    if (a_.checkpoint.has_value() != b_.checkpoint.has_value())
      return fmt::format("only the {} has a checkpoint.", a_.checkpoint ? "first" : "second");
    if (!a_.checkpoint) return "";
    const FlatCheckpoint a = Flatten(*a_.checkpoint), b = Flatten(*b_.checkpoint);
    const auto visit_all = [](const auto& c, auto&& visit) {
      VisitCheckpointArrays(c, visit);
      VisitCheckpointNames(c, visit);
    };
    const auto others = Addresses(visit_all, b);
    std::string found;
    size_t k = 0;
    visit_all(a, [&](const char* name, const auto& values, auto&&...) {
      const auto& other = *static_cast<decltype(&values)>(others[k++]);
      const size_t i = FirstDifference(values, other);
      if (!found.empty() || (i == values.size() && i == other.size())) return;
      found = values.size() != other.size()
                  ? fmt::format("{} has {} entries in the first and {} in the second.", name, values.size(),
                                other.size())
                  : fmt::format("{}[{}] {}.", name, i, DescribeBoth(values[i], other[i]));
    });
    return found;
  }

  const Recording& a_;
  const Recording& b_;
  int64_t row_ = kNone;
  std::string text_;
};

}  // namespace

std::string CompareRecordings(const Recording& first, const Recording& second) {
  return Comparison(first, second).Run();
}

}  // namespace slipstick::record
