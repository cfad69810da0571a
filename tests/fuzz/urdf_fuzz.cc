// Any text is either read into a model that builds or refused by an InputError: no crash, no other exception,
// no hang.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "slipstick/core/error.h"
#include "slipstick/model/urdf/urdf_reader.h"

namespace {

using slipstick::UrdfOptions;

/// Options from the length, so that inputs stay plain URDF files and a run can be repeated.
UrdfOptions OptionsFor(size_t size) {
  UrdfOptions options;
  options.base = static_cast<UrdfOptions::Base>(size % 3);
  options.mimic = static_cast<UrdfOptions::Mimic>(size / 3 % 2);
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<slipstick::UrdfResult> read;
  try {
    read = slipstick::model::ReadUrdfText(text, "fuzz.urdf", "/", OptionsFor(size));
  } catch (const slipstick::InputError& refused) {
    const std::string_view message = refused.what();
    if (!message.starts_with("fuzz.urdf:")) std::abort();  // every refusal names its place
    return 0;
  }
  const slipstick::Model model = read->builder.Build();  // must succeed
  if (!model.neutral().allFinite()) std::abort();
  for (const slipstick::model::UrdfNote& note : read->notes)
    if (note.line < 1 || note.text.empty()) std::abort();
  return 0;
}
