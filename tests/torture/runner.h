// Runs a scene in a process of its own, so that crashes and hangs are results, too.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "torture/judge.h"

namespace slipstick::torture {

struct Limits {
  double hang = 1.0;     ///< s of CPU time of one step
  double episode = 0.5;  ///< s of CPU time after which no further step is begun
  double rest = 60.0;    ///< s of CPU time of all that is not a step: reading the scene, judging
  bool quiet = false;    ///< discard what the process prints, such as the report of a sanitizer
};

/// Plain data: it lies in memory that both processes share, so it is complete up to the moment of a crash.
struct Outcome {
  Verdict verdict = Verdict::kFine;  ///< the most severe one
  int failed_step = 0;               ///< the first with this verdict, from 0
  int steps = 0, ok = 0, not_converged = 0, diverged = 0;
  int explosions = 0, slow_explosions = 0;  ///< slow: with Verdict::kExplosion
  double longest_step = 0.0;                ///< s of CPU time
  std::array<char, 200> message{};

  void Note(Verdict found, int step);
};

/// Files that the scene names are searched in `folder`.
Outcome RunScene(const std::string& text, const std::string& folder, const Limits& limits);

/// Runs `body` in a forked process under these limits; `body` calls `begin` before every step.
using EpisodeBody = std::function<void(Outcome&, const std::function<void()>& begin)>;
Outcome RunForked(const EpisodeBody& body, const Limits& limits);

}  // namespace slipstick::torture
