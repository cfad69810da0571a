#include "slipstick/record/zip_writer.h"

#include <algorithm>

#include "slipstick/core/crc32.h"

namespace slipstick::record {
namespace {

using namespace zip_layout;

/// Value of a 32-bit field: the number, or the mark for a zip64 field.
uint32_t Field(uint64_t value, uint64_t limit) {
  return value <= limit ? static_cast<uint32_t>(value) : kInZip64;
}

/// The common fields of local header and directory, from the version to the length of the name.
std::string Common(const ZipEntry& entry, uint64_t limit, bool zip64) {
  const uint32_t size = Field(entry.size, limit);
  return Bytes16(zip64 ? kVersionZip64 : kVersion) + Bytes16(0) + Bytes16(kStored) + Bytes16(kTime) +
         Bytes16(kDate) + Bytes32(entry.crc) + Bytes32(size) + Bytes32(size) +
         Bytes16(static_cast<uint16_t>(entry.name.size()));
}

std::string LocalHeader(const ZipEntry& entry, uint64_t limit) {
  std::string extra;
  if (entry.size > limit)
    extra = Bytes16(kZip64Tag) + Bytes16(16) + Bytes64(entry.size) + Bytes64(entry.size);
  return Bytes32(kLocalMagic) + Common(entry, limit, !extra.empty()) +
         Bytes16(static_cast<uint16_t>(extra.size())) + entry.name + extra;
}

std::string DirectoryRow(const ZipEntry& entry, uint64_t limit) {
  std::string extra;
  if (entry.size > limit) extra += Bytes64(entry.size) + Bytes64(entry.size);
  if (entry.offset > limit) extra += Bytes64(entry.offset);
  const bool zip64 = !extra.empty();
  if (zip64) extra = Bytes16(kZip64Tag) + Bytes16(static_cast<uint16_t>(extra.size())) + extra;
  return Bytes32(kDirectoryMagic) + Bytes16(kVersionZip64) + Common(entry, limit, zip64) +
         Bytes16(static_cast<uint16_t>(extra.size())) + Bytes16(0) +  // no comment
         Bytes16(0) + Bytes16(0) + Bytes32(0) +                       // first disk, no attributes
         Bytes32(Field(entry.offset, limit)) + entry.name + extra;
}

/// `position`: offset of this record in the file.
std::string Zip64End(uint64_t count, uint64_t offset, uint64_t size, uint64_t position) {
  return Bytes32(kZip64EndMagic) + Bytes64(kZip64EndSize - 12) + Bytes16(kVersionZip64) +
         Bytes16(kVersionZip64) + Bytes32(0) + Bytes32(0) + Bytes64(count) + Bytes64(count) + Bytes64(size) +
         Bytes64(offset) +                                                           //
         Bytes32(kZip64LocatorMagic) + Bytes32(0) + Bytes64(position) + Bytes32(1);  // 1 disk in all
}

}  // namespace

void ZipWriter::Write(std::string_view bytes) {
  file_.Write(bytes);
  position_ += bytes.size();
}

void ZipWriter::Add(const std::string& name, std::initializer_list<std::string_view> chunks) {
  ZipEntry entry{name, position_, 0, 0};
  for (const std::string_view chunk : chunks) {
    entry.size += chunk.size();
    entry.crc = Crc32(chunk, entry.crc);
  }
  Write(LocalHeader(entry, limit_));
  for (const std::string_view chunk : chunks) Write(chunk);
  entries_.push_back(std::move(entry));
}

void ZipWriter::Finish() {
  const uint64_t offset = position_, count = entries_.size();
  for (const ZipEntry& entry : entries_) Write(DirectoryRow(entry, limit_));
  const uint64_t size = position_ - offset;
  if (std::max(offset, size) > limit_) Write(Zip64End(count, offset, size, position_));
  Write(Bytes32(kEndMagic) + Bytes16(0) + Bytes16(0) + Bytes16(static_cast<uint16_t>(count)) +
        Bytes16(static_cast<uint16_t>(count)) + Bytes32(Field(size, limit_)) +
        Bytes32(Field(offset, limit_)) + Bytes16(0));
  file_.Commit();
}

}  // namespace slipstick::record
