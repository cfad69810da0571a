#include "slipstick/record/npz.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <filesystem>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/core/utf8.h"
#include "slipstick/record/npy.h"

namespace slipstick::record {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as in memory");

constexpr char kSuffix[] = ".npy";

template <class T>
constexpr const char* kTypeName = nullptr;
template <>
constexpr const char* kTypeName<double> = "<f8";
template <>
constexpr const char* kTypeName<int64_t> = "<i8";
template <>
constexpr const char* kTypeName<int32_t> = "<i4";
template <>
constexpr const char* kTypeName<uint64_t> = "<u8";
template <>
constexpr const char* kTypeName<uint8_t> = "|u1";
template <>
constexpr const char* kTypeName<std::string> = "<U";

template <class T>
bool Fits(const std::string& type) {
  if constexpr (std::is_same_v<T, std::string>) return type.starts_with("<U");
  if constexpr (std::is_same_v<T, uint8_t>) return type == "|u1" || type == "|b1";  // flags may be bool
  return type == kTypeName<T>;
}

template <class T>
std::string_view AsBytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string ReadBytes(ZipReader::Content& content, uint64_t size) {
  std::string bytes(size, '\0');
  content.Read(bytes.data(), size);
  return bytes;
}

/// Leaves the content at the first number and checks that the rest has the size of the numbers.
NpyHeader ReadHeader(ZipReader::Content& content, const std::string& where) {
  const std::string preamble = ReadBytes(content, std::min(kNpyPreamble, content.left()));
  const NpyDictionary dictionary = ParseNpyPreamble(preamble, where);
  std::string text = preamble.substr(dictionary.begin);
  if (dictionary.size < text.size() || dictionary.size - text.size() > content.left())
    throw InputError(where + " ends within its header; get a complete copy.");
  text += ReadBytes(content, dictionary.size - text.size());
  NpyHeader header = ParseNpyDictionary(text, where);
  uint64_t size = 0;
  if (header.item_size > 0 && (!TotalSize(header, size) || size != content.left()))
    throw InputError(
        fmt::format("{} has {} bytes of numbers, which does not match its shape; get a complete copy.", where,
                    content.left()));
  if (header.fortran_order && header.shape.size() > 1)
    throw InputError(where + " is stored column by column; save numpy.ascontiguousarray of it.");
  return header;
}

void ReadValues(ZipReader::Content& content, const NpyHeader& header, std::vector<std::string>& texts) {
  const uint64_t count = content.left() / header.item_size;
  if (count == 0) return;  // the size of a text is not checked then
  std::u32string characters(header.item_size / 4, U'\0');
  for (uint64_t i = 0; i < count; ++i) {
    content.Read(reinterpret_cast<char*>(characters.data()), header.item_size);
    // Numpy pads with zeros.
    texts.push_back(
        ToUtf8(std::u32string_view(characters).substr(0, characters.find_last_not_of(U'\0') + 1)));
  }
}

template <class T>
void ReadValues(ZipReader::Content& content, const NpyHeader&, std::vector<T>& values) {
  values.resize(content.left() / sizeof(T));
  content.Read(reinterpret_cast<char*>(values.data()), content.left());
}

}  // namespace

// ---- writing -----------------------------------------------------------------------------------

template <class T>
void NpzWriter::Add(const std::string& name, const std::vector<T>& values,
                    const std::vector<uint64_t>& shape) {
  zip_.Add(name + kSuffix, {MakeNpyHeader(kTypeName<T>, shape), AsBytes(values)});
}

void NpzWriter::AddTexts(const std::string& name, const std::vector<std::string>& texts) {
  AddTexts(name, texts, {texts.size()});
}
void NpzWriter::AddText(const std::string& name, const std::string& text) { AddTexts(name, {text}, {}); }

void NpzWriter::AddTexts(const std::string& name, const std::vector<std::string>& texts,
                         const std::vector<uint64_t>& shape) {
  std::vector<std::u32string> rows;
  size_t width = 1;  // numpy has no type for empty texts
  for (const std::string& text : texts) {
    rows.push_back(FromUtf8(text));
    width = std::max(width, rows.back().size());
  }
  std::vector<char32_t> padded;
  padded.reserve(width * rows.size());
  for (const std::u32string& row : rows) {
    padded.insert(padded.end(), row.begin(), row.end());
    padded.resize(padded.size() + width - row.size());
  }
  zip_.Add(name + kSuffix, {MakeNpyHeader(fmt::format("<U{}", width), shape), AsBytes(padded)});
}

void NpzWriter::Finish() { zip_.Finish(); }

// ---- reading -----------------------------------------------------------------------------------

NpzReader::NpzReader(const std::string& path) : name_(path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw InputError(path + ": there is no such file.");
  if (!std::filesystem::is_regular_file(path, error)) throw InputError(path + ": is not a plain file.");
  file_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file_) throw InputError(path + ": cannot be opened; check that you have permission to read it.");
  zip_ = std::make_unique<ZipReader>(*file_, name_);
}

NpzReader::NpzReader(std::unique_ptr<std::istream> file, const std::string& name)
    : name_(name), file_(std::move(file)), zip_(std::make_unique<ZipReader>(*file_, name)) {}

bool NpzReader::Has(const std::string& array) const { return zip_->Find(array + kSuffix) != nullptr; }

std::vector<std::string> NpzReader::names() const {
  std::vector<std::string> names;
  for (const ZipEntry& entry : zip_->entries())
    if (entry.name.ends_with(kSuffix)) names.push_back(entry.name.substr(0, entry.name.size() - 4));
  return names;
}

template <class T>
NpzArray<T> NpzReader::Read(const std::string& array) {
  const ZipEntry* entry = zip_->Find(array + kSuffix);
  if (!entry)
    throw InputError(fmt::format("{}: there is no array '{}'; {}", name_, array, Suggest(array, names())));
  const std::string where = fmt::format("{}: array '{}'", name_, array);
  ZipReader::Content content(*zip_, *entry);
  const NpyHeader header = ReadHeader(content, where);
  if (!Fits<T>(header.type) || header.item_size == 0)
    throw InputError(fmt::format("{} has numbers of type '{}', expected '{}'; save it with that dtype.",
                                 where, header.type, kTypeName<T>));
  NpzArray<T> result{{}, header.shape};
  ReadValues(content, header, result.values);
  return result;
}

#define SLIPSTICK_INSTANTIATE(T)                                                                            \
  template void NpzWriter::Add<T>(const std::string&, const std::vector<T>&, const std::vector<uint64_t>&); \
  template NpzArray<T> NpzReader::Read<T>(const std::string&)
SLIPSTICK_INSTANTIATE(double);
SLIPSTICK_INSTANTIATE(int64_t);
SLIPSTICK_INSTANTIATE(int32_t);
SLIPSTICK_INSTANTIATE(uint64_t);
SLIPSTICK_INSTANTIATE(uint8_t);
#undef SLIPSTICK_INSTANTIATE
template NpzArray<std::string> NpzReader::Read<std::string>(const std::string&);

}  // namespace slipstick::record
