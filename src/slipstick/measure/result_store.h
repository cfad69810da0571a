// Results that outlive the program: one small file per measurement, found again by everything that determines
// it.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace slipstick::measure {

/// May be used by several threads at once.
class ResultStore {
 public:
  /// Keeps results in memory, and as files in a folder unless that is empty; the folder is made with the
  /// first result. `fresh`: what earlier programs left there is not looked at.
  explicit ResultStore(std::string folder = "", bool fresh = false)
      : folder_(std::move(folder)), fresh_(fresh) {}

  /// The result kept under this key. A file that is damaged, or that somebody else put there, is as good as
  /// none.
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
