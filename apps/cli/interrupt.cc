#include "interrupt.h"

#include <csignal>

namespace slipstick::cli {
namespace {

StopFlag interrupted{false};
static_assert(StopFlag::is_always_lock_free);  // so that a signal handler may write it

void OnInterrupt(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void StopOnInterrupt() { std::signal(SIGINT, OnInterrupt); }

const StopFlag& Interrupted() { return interrupted; }

}  // namespace slipstick::cli
