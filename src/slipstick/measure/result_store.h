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
  /// first result. `fresh`: files of earlier runs are not read; new results replace them.
  explicit ResultStore(std::string folder = "", bool fresh = false)
      : folder_(std::move(folder)), fresh_(fresh) {}

  /// The result of this key. Damaged files, and files of another key or format, are ignored.
  std::optional<std::string> Find(const std::string& key) const;

  /// `result` is JSON. InputError if the folder or file is not writable, std::runtime_error if the disk is
  /// full or fails.
  void Store(const std::string& key, const std::string& result);

 private:
  std::string FileOf(const std::string& key) const;

  std::string folder_;
  bool fresh_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> results_;
};

}  // namespace slipstick::measure
