// SLIPSTICK_SANITIZED is 1 in builds with a sanitizer, which replace the allocator and are ten times slower;
// otherwise 0.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLIPSTICK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SLIPSTICK_SANITIZED 1
#endif
#endif
#ifndef SLIPSTICK_SANITIZED
#define SLIPSTICK_SANITIZED 0
#endif

/// First line of tests of whole motions: thousands of steps through code that shorter tests cover, too.
#define SLIPSTICK_SKIP_IF_SANITIZED() \
  if (SLIPSTICK_SANITIZED) GTEST_SKIP() << "a whole motion takes sanitizers too long"

namespace slipstick::support {

/// Number of random cases: sanitizers test memory access, for which few are enough.
constexpr int Repeats(int wanted) { return SLIPSTICK_SANITIZED ? wanted / 20 : wanted; }

}  // namespace slipstick::support
