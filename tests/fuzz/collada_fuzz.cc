// Any text is either read into points or refused by an InputError: no crash, no other exception, no hang.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "slipstick/core/error.h"
#include "slipstick/geometry/collada_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    slipstick::geometry::ReadColladaPoints({reinterpret_cast<const char*>(data), size}, "fuzz.dae");
  } catch (const slipstick::InputError& refused) {
    if (!std::string_view(refused.what()).starts_with("fuzz.dae, line ")) std::abort();  // it names its place
  }
  return 0;
}
