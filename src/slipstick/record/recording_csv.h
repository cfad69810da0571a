// The two tables of a recording as CSV (RFC 4180).
#pragma once

#include <string>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// "run.contacts.csv" for "run.csv".
std::string ContactsPath(const std::string& path);

void WriteRecordingCsv(const std::string& path, const Recording& recording);

}  // namespace slipstick::record
