#include "slipstick/record/zip_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <istream>
#include <set>

#include "slipstick/core/crc32.h"
#include "slipstick/core/error.h"

namespace slipstick::record {
namespace {

using namespace zip_layout;

/// Position of the last end record, or npos.
size_t FindEnd(std::string_view tail) {
  for (size_t at = tail.size() - kEndSize + 1; at-- > 0;)
    if (NumberAt<uint32_t>(tail, at) == kEndMagic) return at;
  return std::string_view::npos;
}

/// Replaces sizes and offsets that were too large for their fields by those of the zip64 extra field. False
/// if they are missing.
bool ApplyZip64(std::string_view extra, std::initializer_list<uint64_t*> fields) {
  const auto wanted = [](const uint64_t* field) { return *field == kInZip64; };
  if (std::none_of(fields.begin(), fields.end(), wanted)) return true;
  while (extra.size() >= 4) {
    const auto tag = NumberAt<uint16_t>(extra, 0), size = NumberAt<uint16_t>(extra, 2);
    extra.remove_prefix(4);
    if (size > extra.size()) return false;
    if (tag == kZip64Tag) {
      std::string_view content = extra.substr(0, size);
      for (uint64_t* field : fields) {
        if (!wanted(field)) continue;
        if (content.size() < 8) return false;
        *field = NumberAt<uint64_t>(content, 0);
        content.remove_prefix(8);
      }
      return true;
    }
    extra.remove_prefix(size);
  }
  return false;
}

}  // namespace

ZipReader::ZipReader(std::istream& file, std::string name) : file_(file), name_(std::move(name)) {
  file_.seekg(0, std::ios::end);
  const std::streamoff end = file_.tellg();
  if (!file_ || end < 0) Refuse("cannot be read; is it a plain file?");
  file_size_ = static_cast<uint64_t>(end);
  ReadDirectory(FindDirectory());
}

void ZipReader::Refuse(const std::string& reason) const {
  throw InputError(fmt::format("{}: {}", name_, reason));
}

std::string ZipReader::ReadAt(uint64_t offset, uint64_t size) {
  if (offset > file_size_ || size > file_size_ - offset)
    Refuse(
        fmt::format("is damaged: {} bytes at {} should follow, but the file ends at {}; "
                    "get a complete copy or record again.",
                    size, offset, file_size_));
  std::string bytes(size, '\0');
  file_.seekg(static_cast<std::streamoff>(offset));
  if (!file_.read(bytes.data(), static_cast<std::streamsize>(size))) Refuse("reading failed.");
  return bytes;
}

ZipReader::Directory ZipReader::FindDirectory() {
  if (file_size_ < kEndSize || NumberAt<uint16_t>(ReadAt(0, 2), 0) != (kLocalMagic & 0xFFFF))
    Refuse(
        fmt::format("is not a .npz file ({} bytes, does not begin with 'PK'); expected a recording as "
                    "'slipstick run SCENE --record FILE.npz' writes it.",
                    file_size_));
  const uint64_t tail_size = std::min(file_size_, kEndSize + kLongestComment);
  const uint64_t tail_begin = file_size_ - tail_size;
  const std::string tail = ReadAt(tail_begin, tail_size);
  const size_t at = FindEnd(tail);
  if (at == std::string::npos)
    Refuse(
        "has no zip directory at its end, so part of the file is missing; get a complete copy or record "
        "again.");
  Directory directory{NumberAt<uint32_t>(tail, at + 16), NumberAt<uint32_t>(tail, at + 12)};
  if (directory.offset == kInZip64 || directory.size == kInZip64)
    directory = FindZip64Directory(tail_begin + at);
  return directory;
}

ZipReader::Directory ZipReader::FindZip64Directory(uint64_t end) {
  const auto missing = [&]() { Refuse("is damaged: its zip64 directory is missing; get a complete copy."); };
  if (end < kZip64LocatorSize) missing();
  const std::string locator = ReadAt(end - kZip64LocatorSize, kZip64LocatorSize);
  if (NumberAt<uint32_t>(locator, 0) != kZip64LocatorMagic) missing();
  const std::string record = ReadAt(NumberAt<uint64_t>(locator, 8), kZip64EndSize);
  if (NumberAt<uint32_t>(record, 0) != kZip64EndMagic) missing();
  return {NumberAt<uint64_t>(record, 48), NumberAt<uint64_t>(record, 40)};
}

void ZipReader::ReadDirectory(const Directory& directory) {
  const std::string bytes = ReadAt(directory.offset, directory.size);
  std::string_view left = bytes;
  std::set<std::string> names;
  while (!left.empty()) {
    if (left.size() < kDirectoryRowSize || NumberAt<uint32_t>(left, 0) != kDirectoryMagic)
      Refuse("is damaged: its zip directory is inconsistent; get a complete copy or record again.");
    const uint64_t name = NumberAt<uint16_t>(left, 28), extra = NumberAt<uint16_t>(left, 30);
    const uint64_t row = kDirectoryRowSize + name + extra + NumberAt<uint16_t>(left, 32);
    if (left.size() < row)
      Refuse("is damaged: its zip directory is cut off; get a complete copy or record again.");
    ZipEntry entry{std::string(left.substr(kDirectoryRowSize, name)), NumberAt<uint32_t>(left, 42),
                   NumberAt<uint32_t>(left, 24), NumberAt<uint32_t>(left, 16)};
    uint64_t packed = NumberAt<uint32_t>(left, 20);
    if (!ApplyZip64(left.substr(kDirectoryRowSize + name, extra), {&entry.size, &packed, &entry.offset}))
      Refuse(fmt::format("is damaged: the size of entry '{}' is missing; get a complete copy.", entry.name));
    CheckEntry(entry, NumberAt<uint16_t>(left, 8), NumberAt<uint16_t>(left, 10));
    if (!names.insert(entry.name).second) Refuse(fmt::format("has two entries named '{}'.", entry.name));
    entries_.push_back(std::move(entry));
    left.remove_prefix(row);
  }
}

void ZipReader::CheckEntry(const ZipEntry& entry, int flags, int method) const {
  if (flags & kEncrypted)
    Refuse(fmt::format("entry '{}' is encrypted; save it without a password.", entry.name));
  if (method != kStored)
    Refuse(
        fmt::format("entry '{}' is compressed (zip method {}); store it plainly, in Python with "
                    "numpy.savez instead of numpy.savez_compressed.",
                    entry.name, method));
  if (entry.offset > file_size_ || entry.size > file_size_ - entry.offset)
    Refuse(
        fmt::format("is damaged: entry '{}' claims {} bytes at {}, but the file has {}; get a complete copy.",
                    entry.name, entry.size, entry.offset, file_size_));
}

const ZipEntry* ZipReader::Find(const std::string& entry) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const ZipEntry& candidate) { return candidate.name == entry; });
  return found == entries_.end() ? nullptr : &*found;
}

ZipReader::Content::Content(ZipReader& zip, const ZipEntry& entry)
    : zip_(zip), entry_(entry), left_(entry.size) {
  const std::string header = zip_.ReadAt(entry.offset, kLocalSize);
  if (NumberAt<uint32_t>(header, 0) != kLocalMagic)
    zip_.Refuse(fmt::format("is damaged: entry '{}' is not where the directory says; get a complete copy.",
                            entry.name));
  // Lengths may differ from those in the directory; the sizes may be missing here, so the directory's count.
  const uint64_t begin =
      entry.offset + kLocalSize + NumberAt<uint16_t>(header, 26) + NumberAt<uint16_t>(header, 28);
  if (begin > zip_.file_size_ || left_ > zip_.file_size_ - begin)
    zip_.Refuse(fmt::format("is damaged: entry '{}' goes on beyond the end of the file; get a complete copy.",
                            entry.name));
  zip_.file_.seekg(static_cast<std::streamoff>(begin));
}

void ZipReader::Content::Read(char* to, uint64_t size) {
  if (size > left_ || !zip_.file_.read(to, static_cast<std::streamsize>(size)))
    zip_.Refuse(fmt::format("reading entry '{}' failed: it ends too early.", entry_.name));
  left_ -= size;
  crc_ = Crc32({to, size}, crc_);
  if (left_ == 0 && crc_ != entry_.crc)
    zip_.Refuse(
        fmt::format("entry '{}' is damaged: its checksum is {:08x} and should be {:08x}; "
                    "get a fresh copy or record again.",
                    entry_.name, crc_, entry_.crc));
}

}  // namespace slipstick::record
