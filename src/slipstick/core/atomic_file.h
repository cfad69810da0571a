// Atomic file writing: a file appears complete or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slipstick {

/// InputError unless a file can be written at `path`: the folder exists and is writable, and `path` is not a
/// folder, a special file or a write-protected file. Call it before a long run.
void CheckWritable(const std::string& path);

/// Writes to a temporary file in the same folder, which Commit() renames to `path`. An existing file is
/// unchanged until then; without Commit() the temporary file is deleted.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);  ///< InputError as CheckWritable
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// std::runtime_error if the disk is full or fails, also from Commit().
  void Write(std::string_view bytes);
  void Commit();

 private:
  void Flush();
  void WriteThrough(std::string_view bytes);
  [[noreturn]] void Fail() const;

  std::string path_;    ///< as given, for messages
  std::string target_;  ///< the target if path_ is a symbolic link
  std::string temporary_;
  std::string buffer_;
  int file_ = -1;
};

/// Writes and commits a whole file.
void WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace slipstick
