// Recordings in files (docs/recordings.md).
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// InputError unless the name ends in .npz or .csv and the file can be written. To be called before a long
/// run.
void CheckRecordingPath(const std::string& path);

/// NAME.npz holds everything. NAME.csv has a line per row and goes with NAME.contacts.csv, a line per
/// contact; both begin with the settings in lines with '#'. Files are written atomically.
void WriteRecording(const std::string& path, const Recording& recording);

/// A .npz file. InputError, naming the array, for an invalid recording.
Recording ReadRecording(const std::string& path);
/// From any stream, for tests.
Recording ReadRecording(std::unique_ptr<std::istream> file, const std::string& name);

}  // namespace slipstick::record
