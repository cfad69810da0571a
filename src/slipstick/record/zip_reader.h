// Reads zip files with stored, not compressed, entries: the container of .npz.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "slipstick/record/zip_layout.h"

namespace slipstick::record {

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
