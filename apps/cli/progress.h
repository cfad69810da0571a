// A bar on the terminal for those who wait.
#pragma once

#include <chrono>
#include <string>

namespace slipstick::cli {

/// Draws on standard error if that is a terminal, a few times per second, and removes itself.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to call after every step.
  void Update(double done, double all);

 private:
  void Draw(double done, double all);

  bool on_;
  bool drawn_ = false;
  int calls_ = 0;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace slipstick::cli
