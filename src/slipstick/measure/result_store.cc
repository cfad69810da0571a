#include "slipstick/measure/result_store.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "slipstick/core/atomic_file.h"
#include "slipstick/core/digest.h"
#include "slipstick/core/read_file.h"

namespace slipstick::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStoreFormat = 1;  // incremented when the meaning of files changes

std::optional<std::string> ReadResult(const std::string& file, const std::string& key) {
  const std::optional<std::string> text = ReadFile(file);
  if (!text) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("result") || json.value("format", Json()) != kStoreFormat ||
      json.value("key", Json()) != key)
    return std::nullopt;
  return json["result"].dump();
}

}  // namespace

std::string ResultStore::FileOf(const std::string& key) const {
  return (std::filesystem::path(folder_) / (Digest(key) + ".json")).string();
}

std::optional<std::string> ResultStore::Find(const std::string& key) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = results_.find(key); found != results_.end()) return found->second;
  }
  if (folder_.empty() || fresh_) return std::nullopt;
  return ReadResult(FileOf(key), key);
}

void ResultStore::Store(const std::string& key, const std::string& result) {
  const std::lock_guard lock(mutex_);
  results_[key] = result;
  if (folder_.empty()) return;
  std::error_code ignored;  // a missing folder shows when the file is opened
  std::filesystem::create_directories(folder_, ignored);
  Json json = {{"format", kStoreFormat}, {"key", key}};
  json["result"] = Json::parse(result);
  WriteFileAtomically(FileOf(key), json.dump() + "\n");
}

}  // namespace slipstick::measure
