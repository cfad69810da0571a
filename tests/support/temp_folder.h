// A temporary folder for one test, removed at its end, and the text files in it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "slipstick/core/read_file.h"

namespace slipstick::support {

class TempFolder {
 public:
  /// A test with two folders names them.
  explicit TempFolder(const std::string& name = "folder") {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("slipstick_" + std::string(test->name()) + "_" + std::to_string(getpid()) + "_" + name);
    std::filesystem::create_directories(path_);
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

/// The bytes of a file; the test fails if it cannot be read.
inline std::string ReadText(const std::string& path) {
  const std::optional<std::string> text = ReadFile(path);
  if (!text) ADD_FAILURE() << path << " cannot be read; expected a file";
  return text.value_or("");
}

/// Creates or replaces a file; the test fails if it cannot be written.
inline void WriteText(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file) ADD_FAILURE() << path << " cannot be written";
}

}  // namespace slipstick::support
