#include "slipstick/core/suggest.h"

#include <algorithm>
#include <numeric>

namespace slipstick {
namespace {

/// Levenshtein distance.
int EditDistance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const int replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string Join(const std::vector<std::string>& names, const std::string& last) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "'" : i + 1 == names.size() ? last + "'" : ", '") + names[i] + "'";
  return text;
}

}  // namespace

std::string Suggest(const std::string& unknown, const std::vector<std::string>& known) {
  constexpr size_t kShortList = 12;
  if (known.empty()) return "there are none.";
  const int close = std::max<int>(2, static_cast<int>(unknown.size()) / 3);
  std::vector<std::pair<int, std::string>> near;
  for (const std::string& name : known)
    if (const int distance = EditDistance(unknown, name); distance <= close) near.push_back({distance, name});
  std::stable_sort(near.begin(), near.end(), [](auto& a, auto& b) { return a.first < b.first; });
  if (near.size() > 3) near.resize(3);
  std::vector<std::string> names;
  for (const auto& [distance, name] : near) names.push_back(name);
  if (!names.empty()) return "did you mean " + Join(names, " or ") + "?";
  if (known.size() <= kShortList) return "known: " + Join(known, " and ") + ".";
  return "there are " + std::to_string(known.size()) + ", among them " +
         Join({known.begin(), known.begin() + 3}, " and ") + ".";
}

}  // namespace slipstick
