#include "progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace slipstick::cli {
namespace {

constexpr int kWidth = 30;                           // characters of the bar
constexpr std::chrono::milliseconds kInterval{100};  // between two drawings; shorter runs show no bar

}  // namespace

Progress::Progress(std::string unit)
    : on_(isatty(STDERR_FILENO) != 0), unit_(std::move(unit)), last_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::Update(double done, double all) {
  if (!on_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < kInterval) return;
  last_ = now;
  Draw(done, all);
}

void Progress::Show(double done, double all) {
  if (on_) Draw(done, all);
}

void Progress::Draw(double done, double all) {
  const double fraction = std::clamp(done / all, 0.0, 1.0);
  const int filled = static_cast<int>(fraction * kWidth);
  fmt::print(stderr, "\r{}{} {:3.0f} %  {:.4g} of {:g} {}", std::string(filled, '#'),
             std::string(kWidth - filled, '.'), 100.0 * fraction, done, all, unit_);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace slipstick::cli
