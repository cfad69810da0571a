// Writes zip files with stored, not compressed, entries: the container of .npz.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "slipstick/core/atomic_file.h"
#include "slipstick/record/zip_layout.h"

namespace slipstick::record {

class ZipWriter {
 public:
  /// Tests lower the limit to test zip64 without writing 4 GB.
  explicit ZipWriter(const std::string& path, uint64_t limit = kZip32Limit) : file_(path), limit_(limit) {}

  /// An entry with the concatenation of these texts as content.
  void Add(const std::string& name, std::initializer_list<std::string_view> chunks);
  /// Writes the directory and renames the file to its final name. Without this call there is no file.
  void Finish();

 private:
  void Write(std::string_view bytes);

  AtomicFile file_;
  uint64_t limit_;
  uint64_t position_ = 0;
  std::vector<ZipEntry> entries_;
};

}  // namespace slipstick::record
