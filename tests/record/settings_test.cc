// Settings are read back exactly; unknown keys of other versions are ignored.
#include "slipstick/record/settings.h"

#include <gmock/gmock.h>

#include "support/refusal.h"

namespace slipstick::record {

using namespace support;
namespace {

using testing::HasSubstr;

TEST(RunSettings, RoundTrip) {
  const RunSettings out{"slipstick 1.2", "slope",      "dt = 0.1\n[x]\ny = \"é\"\n",
                        "tamsi",         {{"a", "1"}}, "hold",
                        "1234abcd",      1.0 / 3.0,    0.01};
  const RunSettings in = ParseRunSettings(ToJson(out), "run.npz");
  EXPECT_EQ(in.program, out.program);
  EXPECT_EQ(in.name, out.name);
  EXPECT_EQ(in.scene, out.scene);
  EXPECT_EQ(in.stepper, out.stepper);
  EXPECT_EQ(in.options, out.options);
  EXPECT_EQ(in.controller, out.controller);
  EXPECT_EQ(in.meshes, out.meshes);
  EXPECT_EQ(in.dt, out.dt);
  EXPECT_EQ(in.control_period, out.control_period);
}

TEST(RunSettings, MissingKeysStayEmptyAndUnknownKeysAreIgnored) {
  const RunSettings settings = ParseRunSettings(R"({"stepper": "x", "new": [1]})", "run.npz");
  EXPECT_EQ(settings.stepper, "x");
  EXPECT_EQ(settings.dt, 0.0);
}

TEST(RunSettings, RefusesInvalidSettings) {
  const auto refusal = [](const char* text) { return Refusal([&] { ParseRunSettings(text, "run.npz"); }); };
  EXPECT_THAT(refusal("nonsense"), HasSubstr("run.npz: its settings cannot be read"));
  EXPECT_THAT(refusal("[]"), HasSubstr("run.npz: its settings are not a JSON object"));
  EXPECT_THAT(refusal(R"({"dt": "fast"})"), HasSubstr("run.npz: its settings cannot be read"));
}

TEST(RunSettings, AcceptsInvalidUtf8) {
  RunSettings settings;
  settings.name = "\xff";
  EXPECT_THAT(ToJson(settings), HasSubstr("\xEF\xBF\xBD"));
}

}  // namespace
}  // namespace slipstick::record
