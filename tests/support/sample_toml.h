// TOML text for the tests of its reader and of edits.
#pragma once

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

}  // namespace slipstick::support
