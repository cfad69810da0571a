// Stored results: one small file per measurement. The key contains everything that determines the result.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace slipstick::measure {

/// May be used by several threads at once.
class ResultStore {
 public:
  /// Stores results in memory and, unless `folder` is empty, as files in a folder, which is created with the
  /// first result. `fresh`: existing files are ignored.
  explicit ResultStore(std::string folder = "", bool fresh = false)
      : folder_(std::move(folder)), fresh_(fresh) {}

  /// The result of this key. Damaged and foreign files are ignored.
  std::optional<std::string> Find(const std::string& key) const;

  /// `result` is JSON. std::runtime_error or InputError if the file cannot be written.
  void Keep(const std::string& key, const std::string& result);

 private:
  std::string FileOf(const std::string& key) const;

  std::string folder_;
  bool fresh_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> kept_;
};

}  // namespace slipstick::measure
