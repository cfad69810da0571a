#include "torture/reducer.h"

#include <algorithm>

namespace slipstick::torture {
namespace {

struct Search {
  Case best;
  const std::function<bool(const Case&)>& fails;
  const std::function<bool()>& is_over;

  bool Try(Case candidate) {
    if (is_over() || !fails(candidate)) return false;
    best = std::move(candidate);
    return true;
  }

  /// From the end, since parts follow their owners. True if some part was left out.
  bool DropRuns(size_t length) {
    bool changed = false;
    for (size_t end = best.parts.size(); end > 0 && !is_over();) {
      const size_t begin = end - std::min(end, length);
      changed |= Try(Without(best, begin, end));
      end = std::min(begin, best.parts.size());
    }
    return changed;
  }

  void Shorten() {
    for (int steps = 1; steps < best.steps; steps *= 2) {
      Case shorter = best;
      shorter.steps = steps;
      if (Try(shorter)) return;
    }
  }
};

}  // namespace

Case Reduce(const Case& full, const std::function<bool(const Case&)>& fails,
            const std::function<bool()>& is_over) {
  Search search{full, fails, is_over};
  for (size_t length = (full.parts.size() + 1) / 2; length > 1; length /= 2) search.DropRuns(length);
  while (search.DropRuns(1)) {
  }
  search.Shorten();
  return search.best;
}

}  // namespace slipstick::torture
