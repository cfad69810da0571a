#include "slipstick/core/atomic_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "slipstick/core/error.h"

namespace slipstick {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBufferSize = 1 << 16;

std::string FolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Resolves symbolic links: renaming would replace the link instead of its target.
std::string LinkTarget(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target.string();
}

/// A name in the same folder, so that renaming stays within one file system; unique within the process.
std::string TemporaryName(const std::string& path) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}.part-{}-{}", path, getpid(), count++);
}

}  // namespace

void CheckWritable(const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError(fmt::format("{}: cannot be written: {}", path, reason));
  };
  std::error_code error;
  const std::string target = LinkTarget(path), folder = FolderOf(target);
  if (fs::path(target).filename().empty())
    refuse(path.empty() ? "the name is empty; give a file name." : "this names a folder; add a file name.");
  if (!fs::exists(folder, error))
    refuse(fmt::format("there is no folder '{}'; create it or choose another place.", folder));
  if (!fs::is_directory(folder, error))
    refuse(fmt::format("'{}' is a file, not a folder; choose another place.", folder));
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    refuse(fmt::format("no permission for the folder '{}' ({}); choose another place.", folder,
                       std::strerror(errno)));
  if (!fs::exists(target, error)) return;
  if (fs::is_directory(target, error)) refuse("it is a folder; add a file name.");
  if (!fs::is_regular_file(target, error)) refuse("it is not a plain file; choose another name.");
  if (access(target.c_str(), W_OK) != 0)
    refuse("the file there is write-protected; remove the protection or choose another name.");
}

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(LinkTarget(path)) {
  CheckWritable(path);
  temporary_ = TemporaryName(target_);
  file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0)
    throw InputError(
        fmt::format("{}: cannot be written: {}; choose another place.", path, std::strerror(errno)));
  struct stat old {};
  if (stat(target_.c_str(), &old) == 0) {
    [[maybe_unused]] const int ignored = fchmod(file_, old.st_mode & 07777);  // may fail: not our file
  }
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::Write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferSize) Flush();
  if (bytes.size() > kBufferSize)
    WriteThrough(bytes);
  else
    buffer_.append(bytes);
}

void AtomicFile::Flush() {
  WriteThrough(buffer_);
  buffer_.clear();
}

void AtomicFile::WriteThrough(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) Fail();
    bytes.remove_prefix(written);
  }
}

void AtomicFile::Commit() {
  Flush();
  const int closed = close(file_);
  file_ = -1;
  if (closed != 0 || std::rename(temporary_.c_str(), target_.c_str()) != 0) Fail();
  temporary_.clear();
}

void AtomicFile::Fail() const {
  throw std::runtime_error(
      fmt::format("{}: writing failed: {}; nothing was changed.", path_, std::strerror(errno)));
}

void WriteFileAtomically(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.Write(text);
  file.Commit();
}

}  // namespace slipstick
