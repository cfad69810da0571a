// Arrays in .npz files, which numpy.load opens: a zip file of stored .npy arrays, little-endian.
//
//   NpzWriter out("run.npz");
//   out.Add<double>("q", q, {rows, 19});
//   out.AddTexts("dofs", {"hip", "knee"});
//   out.Finish();
//
//   NpzReader in("run.npz");
//   const NpzArray<double> q = in.Read<double>("q");      q.values, q.shape
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/record/zip_reader.h"
#include "slipstick/record/zip_writer.h"

namespace slipstick::record {

/// T is double, int64_t, int32_t, uint64_t, uint8_t or, when reading, std::string. Rows follow each other.
template <class T>
struct NpzArray {
  std::vector<T> values;
  std::vector<uint64_t> shape;
};

class NpzWriter {
 public:
  /// InputError if the file cannot be written. Finish() writes it atomically; until then an old file stays.
  explicit NpzWriter(const std::string& path, uint64_t zip_limit = kZip32Limit) : zip_(path, zip_limit) {}

  template <class T>
  void Add(const std::string& name, const std::vector<T>& values, const std::vector<uint64_t>& shape);
  /// UTF-8, which in the file becomes numpy's str. Bytes that are not UTF-8 become U+FFFD.
  void AddTexts(const std::string& name, const std::vector<std::string>& texts);
  void AddText(const std::string& name, const std::string& text);

  void Finish();

 private:
  void AddTexts(const std::string& name, const std::vector<std::string>& texts,
                const std::vector<uint64_t>& shape);

  ZipWriter zip_;
};

/// Reads files of numpy.savez and NpzWriter. InputError with the reason for any other file. Allocations are
/// bounded by the size of the file, whatever sizes its headers claim.
class NpzReader {
 public:
  explicit NpzReader(const std::string& path);
  NpzReader(std::unique_ptr<std::istream> file, const std::string& name);

  bool Has(const std::string& array) const;
  std::vector<std::string> names() const;

  /// InputError if there is no such array, or of another type.
  template <class T>
  NpzArray<T> Read(const std::string& array);

 private:
  std::string name_;
  std::unique_ptr<std::istream> file_;
  std::unique_ptr<ZipReader> zip_;
};

}  // namespace slipstick::record
