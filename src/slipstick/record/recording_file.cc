#include "slipstick/record/recording_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <istream>

#include "slipstick/core/error.h"
#include "slipstick/record/check_recording.h"
#include "slipstick/record/flat_checkpoint.h"
#include "slipstick/record/npy.h"
#include "slipstick/record/npz.h"
#include "slipstick/record/recording_arrays.h"
#include "slipstick/record/recording_csv.h"

namespace slipstick::record {
namespace {

constexpr int64_t kFormat = 1;  // to be raised when older readers would misread the file

bool EndsIn(const std::string& path, const char* extension) {
  return std::filesystem::path(path).extension() == extension;
}

void CheckExtension(const std::string& path) {
  if (EndsIn(path, ".npz") || EndsIn(path, ".csv")) return;
  throw InputError(
      fmt::format("{}: recordings are written as .npz (everything, opens in numpy) or .csv (tables as text); "
                  "use a name that ends in one of them.",
                  path));
}

// ---- writing -----------------------------------------------------------------------------------

std::vector<uint64_t> Shape(size_t entries, int columns) {
  if (columns == kOneDimension) return {entries};
  return {columns == 0 ? 0 : entries / columns, static_cast<uint64_t>(columns)};
}

void WriteNpz(const std::string& path, const Recording& r) {
  NpzWriter out(path);
  const auto add_texts = [&](const char* name, const auto& texts) { out.AddTexts(name, texts); };
  const auto add = [&](const char* name, const auto& values, int columns, const char*) {
    // A model without coordinates still has rows.
    out.Add(name, values,
            columns == 0 ? std::vector<uint64_t>{r.t.size(), 0} : Shape(values.size(), columns));
  };
  out.Add<int64_t>("format", {kFormat}, {});
  out.AddText("settings", r.settings);
  VisitNames(r, add_texts);
  VisitStepArrays(r, add);
  out.Add("contact_begin", r.contact_begin, {r.contact_begin.size()});
  VisitContactArrays(r, add);
  if (r.checkpoint) {
    const FlatCheckpoint flat = Flatten(*r.checkpoint);
    VisitCheckpointArrays(flat, add);
    VisitCheckpointNames(flat, add_texts);
  }
  out.Finish();
}

// ---- reading -----------------------------------------------------------------------------------

class RecordingReader {
 public:
  RecordingReader(NpzReader npz, const std::string& name) : npz_(std::move(npz)), name_(name) {}

  Recording Read() {
    CheckFormat();
    Recording r;
    r.settings = Single<std::string>("settings");
    const auto texts = [&](const char* name, auto& to) { ReadArray(name, to, kOneDimension); };
    const auto array = [&](const char* name, auto& to, int columns, const char*) {
      if (npz_.Has(name) || !IsAddedLater(name)) ReadArray(name, to, columns);
    };
    VisitNames(r, texts);
    VisitStepArrays(r, array);
    if (!npz_.Has("rejected")) r.rejected.assign(r.t.size(), 0);
    ReadArray("contact_begin", r.contact_begin, kOneDimension);
    VisitContactArrays(r, array);
    if (!npz_.Has("contact_gap_end")) r.contacts.gap_end = r.contacts.gap;
    if (npz_.Has("checkpoint_t")) {
      FlatCheckpoint flat;
      VisitCheckpointArrays(flat, array);
      if (!npz_.Has("checkpoint_next_step")) flat.next_step = {0.0};
      VisitCheckpointNames(flat, texts);
      CheckCheckpoint(flat, r.names, name_);
      r.checkpoint = Assemble(flat);
    }
    CheckRecording(r, name_);
    return r;
  }

 private:
  /// Arrays that recordings of earlier versions do not have.
  static bool IsAddedLater(const std::string& name) {
    return name == "rejected" || name == "contact_gap_end" || name == "checkpoint_next_step";
  }

  void CheckFormat() {
    if (!npz_.Has("format"))
      throw InputError(fmt::format(
          "{}: is not a recording: it has no array 'format'; 'slipstick run SCENE --record FILE.npz' writes "
          "one.",
          name_));
    if (const int64_t found = Single<int64_t>("format"); found != kFormat)
      throw InputError(fmt::format(
          "{}: array 'format' says {}, this program reads {}; use the version of slipstick that wrote it.",
          name_, found, kFormat));
  }

  template <class T>
  T Single(const char* name) {
    NpzArray<T> array = npz_.Read<T>(name);
    if (!array.shape.empty() || array.values.size() != 1)
      throw InputError(fmt::format("{}: array '{}' is not a single value.", name_, name));
    return std::move(array.values[0]);
  }

  template <class T>
  void ReadArray(const char* name, std::vector<T>& to, int columns) {
    NpzArray<T> array = npz_.Read<T>(name);
    const bool fits = columns == kOneDimension
                          ? array.shape.size() == 1
                          : array.shape.size() == 2 && array.shape[1] == static_cast<uint64_t>(columns);
    if (!fits)
      throw InputError(fmt::format("{}: array '{}' has the wrong shape, {}; expected {}.", name_, name,
                                   ShapeText(array.shape),
                                   columns == kOneDimension ? "(n,)" : fmt::format("(n, {})", columns)));
    to = std::move(array.values);
  }

  NpzReader npz_;
  const std::string& name_;
};

}  // namespace

void CheckRecordingPath(const std::string& path) {
  CheckExtension(path);
  CheckWritable(path);
  if (EndsIn(path, ".csv")) CheckWritable(ContactsPath(path));
}

void WriteRecording(const std::string& path, const Recording& recording) {
  CheckExtension(path);
  CheckRecording(recording, path);
  if (EndsIn(path, ".npz"))
    WriteNpz(path, recording);
  else
    WriteRecordingCsv(path, recording);
}

Recording ReadRecording(const std::string& path) {
  if (EndsIn(path, ".csv"))
    throw InputError(path + ": a .csv file is for other programs; here recordings are read from .npz files.");
  return RecordingReader(NpzReader(path), path).Read();
}

Recording ReadRecording(std::unique_ptr<std::istream> file, const std::string& name) {
  return RecordingReader(NpzReader(std::move(file), name), name).Read();
}

}  // namespace slipstick::record
