// TOML text for the tests of its reader and of edits.
#pragma once

#include <string>

namespace slipstick::support {

/// Tests count lines and columns in it.
inline constexpr char kTwoRobots[] = R"(dt = "2 ms"
[ground]
slope = 0.5
[[robots]]
model = "a.urdf"
[[robots]]
model = "b.urdf"
position = [1, 2, 3.5]
)";

inline std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace slipstick::support
