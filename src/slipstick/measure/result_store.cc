#include "slipstick/measure/result_store.h"

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "slipstick/core/atomic_file.h"

namespace slipstick::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStoreFormat = 1;  // incremented when the meaning of files changes

/// Fowler, Noll and Vo's hash (FNV-1a) with 64 bits, from a starting value.
uint64_t Fnv1a(const std::string& text, uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

std::optional<std::string> ReadResult(const std::string& file, const std::string& key) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("result") || json.value("format", Json()) != kStoreFormat ||
      json.value("key", Json()) != key)
    return std::nullopt;
  return json["result"].dump();
}

}  // namespace

std::string Digest(const std::string& text) {
  const uint64_t first = Fnv1a(text, 0xcbf29ce484222325ull);
  return fmt::format("{:016x}{:016x}", first, Fnv1a(text, first * 0x9e3779b97f4a7c15ull + 1));
}

std::string ResultStore::FileOf(const std::string& key) const {
  return (std::filesystem::path(folder_) / (Digest(key) + ".json")).string();
}

std::optional<std::string> ResultStore::Find(const std::string& key) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto kept = kept_.find(key); kept != kept_.end()) return kept->second;
  }
  if (folder_.empty() || fresh_) return std::nullopt;
  return ReadResult(FileOf(key), key);
}

void ResultStore::Keep(const std::string& key, const std::string& result) {
  const std::lock_guard lock(mutex_);
  kept_[key] = result;
  if (folder_.empty()) return;
  std::error_code ignored;  // shows when the file is opened
  std::filesystem::create_directories(folder_, ignored);
  Json json = {{"format", kStoreFormat}, {"key", key}};
  json["result"] = Json::parse(result);
  WriteFileAtomically(FileOf(key), json.dump() + "\n");
}

}  // namespace slipstick::measure
