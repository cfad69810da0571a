// A bar on the terminal for those who wait.
#pragma once

#include <chrono>
#include <string>

namespace slipstick::cli {

/// Draws on standard error if that is a terminal, a few times per second, and removes itself.
class Progress {
 public:
  /// `unit` of what is done: seconds of simulated time, which come in very many small steps, or something to
  /// be counted.
  explicit Progress(std::string unit = "s");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap enough to call after every step; not by two threads at once.
  void Update(double done, double all);
  /// For what happens seldom: draws at once.
  void Show(double done, double all);

 private:
  void Draw(double done, double all);

  bool on_;
  std::string unit_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace slipstick::cli
