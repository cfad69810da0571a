// Any bytes are either read as a recording that can be written again or refused by an InputError: no crash,
// no other exception, no memory far beyond the size of the file.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "slipstick/core/crc32.h"
#include "slipstick/core/error.h"
#include "slipstick/record/check_recording.h"
#include "slipstick/record/recording_file.h"
#include "slipstick/record/zip_layout.h"

namespace {

using namespace slipstick::record::zip_layout;

/// Sets the checksums in the directory to those of the entries. A fuzzer would not guess them, and the code
/// after the check would not be reached.
void RepairChecksums(std::string& file) {
  for (size_t row = 0; row + kDirectoryRowSize <= file.size(); ++row) {
    if (NumberAt<uint32_t>(file, row) != kDirectoryMagic) continue;
    const size_t size = NumberAt<uint32_t>(file, row + 24), offset = NumberAt<uint32_t>(file, row + 42);
    if (offset + kLocalSize > file.size()) continue;
    const size_t begin =
        offset + kLocalSize + NumberAt<uint16_t>(file, offset + 26) + NumberAt<uint16_t>(file, offset + 28);
    if (begin > file.size() || size > file.size() - begin) continue;
    file.replace(row + 16, 4, Bytes32(slipstick::Crc32({file.data() + begin, size})));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string file(reinterpret_cast<const char*>(data), size);
  RepairChecksums(file);
  try {
    const slipstick::Recording recording =
        slipstick::record::ReadRecording(std::make_unique<std::istringstream>(file), "fuzz.npz");
    slipstick::record::CheckRecording(recording, "fuzz.npz");  // must succeed
  } catch (const slipstick::InputError& refused) {
    if (!std::string(refused.what()).starts_with("fuzz.npz:")) std::abort();  // every refusal names its file
  }
  return 0;
}
