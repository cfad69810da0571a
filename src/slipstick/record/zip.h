// Zip files with stored, not compressed, entries: the container of .npz.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "slipstick/core/atomic_file.h"

namespace slipstick::record {

struct ZipEntry {
  std::string name;
  uint64_t offset = 0;  ///< of its local header in the file
  uint64_t size = 0;    ///< bytes
  uint32_t crc = 0;
};

/// Sizes and offsets up to this fit into the original form of zip; beyond, the fields of zip64 are used.
inline constexpr uint64_t kZip32Limit = 0xFFFFFFFEu;

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

/// Checks every number against the size of the file before using it.
class ZipReader {
 public:
  /// The stream must outlive the reader; `name` begins every message.
  ZipReader(std::istream& file, std::string name);

  const std::vector<ZipEntry>& entries() const { return entries_; }
  const ZipEntry* Find(const std::string& entry) const;  ///< nullptr if there is none

  /// Reads one entry in chunks; verifies the checksum after the last byte.
  class Content {
   public:
    Content(ZipReader& zip, const ZipEntry& entry);
    uint64_t left() const { return left_; }
    void Read(char* to, uint64_t size);  ///< size <= left()

   private:
    ZipReader& zip_;
    const ZipEntry& entry_;
    uint64_t left_;
    uint32_t crc_ = 0;
  };

 private:
  struct Directory {
    uint64_t offset, size;
  };

  [[noreturn]] void Refuse(const std::string& reason) const;
  std::string ReadAt(uint64_t offset, uint64_t size);
  Directory FindDirectory();
  Directory FindZip64Directory(uint64_t end);
  void ReadDirectory(const Directory& directory);
  void CheckEntry(const ZipEntry& entry, int flags, int method) const;

  std::istream& file_;
  std::string name_;
  uint64_t file_size_ = 0;
  std::vector<ZipEntry> entries_;
};

}  // namespace slipstick::record
