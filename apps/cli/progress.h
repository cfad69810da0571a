// A progress bar on the terminal.
#pragma once

#include <chrono>
#include <string>

namespace slipstick::cli {

/// Draws on standard error if that is a terminal, a few times per second. Erases itself at the end.
class Progress {
 public:
  /// `unit`: seconds of simulated time, or the name of counted items.
  explicit Progress(std::string unit = "s");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to call after every step; not by two threads at once.
  void Update(double done, double all);
  /// Draws at once, for rare events.
  void Show(double done, double all);

 private:
  void Draw(double done, double all);

  bool on_;
  std::string unit_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace slipstick::cli
