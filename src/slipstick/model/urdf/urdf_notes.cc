#include "slipstick/model/urdf/urdf_notes.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/quote.h"

namespace slipstick::model {
namespace {

constexpr size_t kMaxNotes = 1000;  // a hostile file could cause millions
// In one note:
constexpr size_t kMaxListedNames = 3;  // names
constexpr size_t kListedLength = 100;  // characters of their list

std::string Plural(const std::string& noun) { return noun + (noun.ends_with("sh") ? "es" : "s"); }

std::string Subject(const std::string& noun, const std::vector<std::string>& listed, size_t total) {
  std::string text = (total == 1 ? noun : Plural(noun)) + " " + Quote(listed[0]);
  size_t shown = 1;
  for (; shown < listed.size() && text.size() + listed[shown].size() < kListedLength; ++shown)
    text += ", " + Quote(listed[shown]);
  return total > shown ? fmt::format("{} and {} more", text, total - shown) : text;
}

}  // namespace

UrdfNotes::Group* UrdfNotes::FindOrAdd(UrdfNote::Kind kind, int line, const std::string& remark) {
  const std::pair key{kind, remark};
  const auto found = groups_.find(key);
  if (found != groups_.end()) return &found->second;
  if (groups_.size() >= kMaxNotes) {
    ++left_out_;
    return nullptr;
  }
  Group& group = groups_[key];
  group.line = line;
  return &group;
}

void UrdfNotes::Ignored(int line, const std::string& what) {
  if (Group* group = FindOrAdd(UrdfNote::Kind::kIgnored, line, "ignored " + what)) ++group->times;
}

void UrdfNotes::Warn(int line, const std::string& noun, const std::string& name, const std::string& remark) {
  Group* group = FindOrAdd(UrdfNote::Kind::kWarning, line, remark);
  if (!group) return;
  group->noun = noun;
  if (group->names.insert(name).second && group->first_names.size() < kMaxListedNames)
    group->first_names.push_back(name);
}

void UrdfNotes::Warn(int line, const std::string& text) {
  if (Group* group = FindOrAdd(UrdfNote::Kind::kWarning, line, text)) ++group->times;
}

std::vector<UrdfNote> UrdfNotes::Take() {
  std::vector<UrdfNote> notes;
  for (const auto& [key, group] : groups_) {
    const auto& [kind, remark] = key;
    std::string text = remark;
    if (!group.names.empty())
      text = Subject(group.noun, group.first_names, group.names.size()) + ": " + remark;
    if (group.times > 1) text += fmt::format(" ({} times, first here)", group.times);
    notes.push_back({kind, group.line, text});
  }
  std::stable_sort(notes.begin(), notes.end(), [](auto& a, auto& b) { return a.line < b.line; });
  if (left_out_ > 0)
    notes.push_back({UrdfNote::Kind::kWarning, notes.back().line,
                     fmt::format("{} more remarks are not listed", left_out_)});
  groups_.clear();
  left_out_ = 0;
  return notes;
}

}  // namespace slipstick::model
