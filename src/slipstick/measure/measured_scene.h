// A scene prepared for measurements: divided into windows, and built for any method.
#pragma once

#include <memory>
#include <string>

#include "slipstick/measure/method.h"
#include "slipstick/scene/scene.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::measure {

/// Errors are measured over one window: the control period, during which the actuation is held, or a given
/// length for a scene without a controller.
struct MeasuredScene {
  scene::SceneSource source;
  std::string name;
  std::string text;     ///< complete TOML (scene/scene.h)
  double window;        ///< s
  int64_t num_windows;  ///< whole ones within the duration
  bool is_controlled;
  bool has_wrench_spaces;

  double duration() const { return window * static_cast<double>(num_windows); }
};

inline constexpr double kDefaultWindow = 0.01;  ///< s, without a controller

// Larger measurements take hours to days or too much memory; more likely, a unit is missing.
inline constexpr double kMaxMeasuredSteps = 1e9;    ///< of one run
inline constexpr double kMaxMeasuredWindows = 1e6;  ///< a reference run stores a state for each

/// InputError for a scene that cannot be built, is shorter than a window or has too many of them. `window` is
/// used for scenes without a controller.
MeasuredScene PrepareScene(scene::SceneSource source, double window = kDefaultWindow);
/// InputError that begins with `where` for more than kMaxMeasuredSteps.
void CheckNumSteps(const MeasuredScene& scene, double dt, const std::string& where);

/// The scene with this stepper and the longest step up to dt that divides the window, over all windows. Each
/// call builds a new controller, so every thread can have its own run. InputError for options that do not
/// fit.
Scene BuildFor(const MeasuredScene& scene, const Method& method, double dt);

/// A stepper in the world of the scene, for measurements with given actuation. No controller is built, which
/// may take long. One per thread.
struct MeasurementSetup {
  MeasurementSetup(const MeasuredScene& scene, const Method& method);  ///< InputError as BuildFor

  std::shared_ptr<const World> world;
  std::unique_ptr<Stepper> stepper;
};

/// Number and length of equal steps of at most dt in a window.
struct WindowSteps {
  int count;
  double h;  ///< s
};
/// InputError unless 0 < dt <= window.
WindowSteps DivideWindow(double window, double dt);

}  // namespace slipstick::measure
