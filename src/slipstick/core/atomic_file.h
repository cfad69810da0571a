// Files that appear complete or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace slipstick {

/// InputError unless a file could be put at `path`: its folder is there and may be written, and nothing that
/// must be kept is in the way. Worth asking before a long run.
void CheckWritable(const std::string& path);

/// Writes beside the wanted file, under another name, and takes its place in Commit(). Until then an existing
/// file stays as it is; without Commit() nothing is left behind.
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
  std::string target_;  ///< what it stands for: the end of a symbolic link
  std::string temporary_;
  std::string buffer_;
  int file_ = -1;
};

/// The whole file at once.
void WriteFileAtomically(const std::string& path, std::string_view text);

}  // namespace slipstick
