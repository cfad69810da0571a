#include "torture/summary.h"

#include <fmt/core.h>

#include <algorithm>

namespace slipstick::torture {
namespace {

double Per(long part, long whole, double unit) {
  return whole == 0 ? 0.0 : unit * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Tally::Add(const Outcome& outcome) {
  ++cases;
  steps += outcome.steps, ok += outcome.ok, not_converged += outcome.not_converged;
  diverged += outcome.diverged, explosions += outcome.explosions, slow_explosions += outcome.slow_explosions;
  ++verdicts[static_cast<size_t>(outcome.verdict)];
  longest_step = std::max(longest_step, outcome.longest_step);
}

bool HasFailed(const std::vector<Tally>& tallies) {
  return std::any_of(tallies.begin(), tallies.end(), [&](const Tally& tally) {
    for (const Verdict verdict : {Verdict::kRefused, Verdict::kMoved, Verdict::kNonFinite,
                                  Verdict::kException, Verdict::kHang, Verdict::kCrash})
      if (tally.count(verdict) > 0) return true;
    return tally.slow_explosions > 0;
  });
}

std::string Table(const std::vector<Tally>& tallies) {
  std::string table =
      fmt::format("{:<26}{:>7}{:>9}{:>8}{:>11}{:>11}{:>9}{:>8}{:>8}{:>7}{:>12}{:>7}{:>11}{:>9}{:>11}\n",
                  "stepper", "cases", "steps", "ok %", "not conv %", "diverged %", "refused", "except.",
                  "crashes", "hangs", "non-finite", "moved", "expl./1e4", "slow/1e4", "longest s");
  for (const Tally& t : tallies)
    table += fmt::format(
        "{:<26}{:>7}{:>9}{:>8.2f}{:>11.2f}{:>11.2f}{:>9}{:>8}{:>8}{:>7}{:>12}{:>7}{:>11.1f}{:>9.2f}{:>11.3f}"
        "\n",
        t.stepper, t.cases, t.steps, Per(t.ok, t.steps, 100.0), Per(t.not_converged, t.steps, 100.0),
        Per(t.diverged, t.steps, 100.0), t.count(Verdict::kRefused), t.count(Verdict::kException),
        t.count(Verdict::kCrash), t.count(Verdict::kHang), t.count(Verdict::kNonFinite),
        t.count(Verdict::kMoved), Per(t.explosions, t.steps, 1e4), Per(t.slow_explosions, t.steps, 1e4),
        t.longest_step);
  return table +
         fmt::format(
             "ok, not conv, diverged: of the steps; refused to moved: cases; expl.: explosions per 10000 "
             "steps; slow: those that began with no dof faster than {:g} rad or m per step; longest s: CPU "
             "time of a step\n",
             kMaxResolvedMotion);
}

nlohmann::json Json(const std::vector<Tally>& tallies) {
  nlohmann::json list = nlohmann::json::array();
  for (const Tally& t : tallies)
    list.push_back({{"stepper", t.stepper},
                    {"cases", t.cases},
                    {"steps", t.steps},
                    {"ok", t.ok},
                    {"not_converged", t.not_converged},
                    {"diverged", t.diverged},
                    {"refused", t.count(Verdict::kRefused)},
                    {"exceptions", t.count(Verdict::kException)},
                    {"crashes", t.count(Verdict::kCrash)},
                    {"hangs", t.count(Verdict::kHang)},
                    {"non_finite", t.count(Verdict::kNonFinite)},
                    {"moved", t.count(Verdict::kMoved)},
                    {"explosions", t.explosions},
                    {"slow_explosions", t.slow_explosions},
                    {"longest_step", t.longest_step}});
  return list;
}

}  // namespace slipstick::torture
