// A scene as it is measured: cut into windows, and driven by one method after the other.
#pragma once

#include <memory>
#include <string>

#include "slipstick/measure/method.h"
#include "slipstick/scene/scene.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::measure {

/// Errors build up over one window: the control period, during which the actuation is held. A scene without a
/// controller is cut into windows of a length of its own.
struct MeasuredScene {
  scene::SceneSource source;
  std::string name;
  std::string text;     ///< TOML with everything in it (scene/scene.h)
  double window;        ///< s
  int64_t num_windows;  ///< whole ones within the duration
  bool is_controlled;
  bool has_wrench_spaces;

  double duration() const { return window * static_cast<double>(num_windows); }
};

inline constexpr double kDefaultWindow = 0.01;  ///< s, without a controller

// Beyond these a measurement takes hours to days or more memory than there is; more likely, a unit is
// missing.
inline constexpr double kMostMeasuredSteps = 1e9;    ///< of one run
inline constexpr double kMostMeasuredWindows = 1e6;  ///< a truth keeps a state for each

/// InputError for a scene that cannot be built, is shorter than a window or has too many of them. `window`
/// counts for scenes without a controller.
MeasuredScene PrepareScene(scene::SceneSource source, double window = kDefaultWindow);
/// InputError that begins with `where` for more than kMostMeasuredSteps.
void CheckNumSteps(const MeasuredScene& scene, double dt, const std::string& where);

/// The scene stepped by the method, in steps of at most dt that divide the window, over all windows. It has a
/// controller of its own, so that every thread can have its own run. InputError for options that do not fit.
Scene BuildFor(const MeasuredScene& scene, const Method& method, double dt);

/// A stepper in the world of the scene, for measurements that bring their own actuation. Saves the
/// controller, which may take long to be made. One per thread.
struct Apparatus {
  Apparatus(const MeasuredScene& scene, const Method& method);  ///< InputError as BuildFor

  std::shared_ptr<const World> world;
  std::unique_ptr<Stepper> stepper;
};

/// Number and length of the steps into which a window is cut if none may be longer than dt.
struct WindowSteps {
  int count;
  double h;  ///< s
};
/// InputError unless 0 < dt <= window.
WindowSteps CutWindow(double window, double dt);

}  // namespace slipstick::measure
