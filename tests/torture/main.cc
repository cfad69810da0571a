// Steps random worlds with all steppers, and reduces those that fail to small scene files.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "slipstick/core/error.h"
#include "slipstick/steppers/registry.h"
#include "torture/generator.h"
#include "torture/reducer.h"
#include "torture/summary.h"

namespace slipstick::torture {
namespace {

constexpr int kFilesPerKind = 2;            // per stepper and verdict
constexpr double kReductionSeconds = 10.0;  // per case; at most a tenth of the whole time

struct Options {
  double seconds = 60.0;
  uint64_t seed = 1;
  std::string stepper, out = "out/torture", json;
  std::optional<uint64_t> only_case;
  Limits limits;
};

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::string> StepperNames(const std::string& only) {
  if (!only.empty()) return {steppers::FindStepper(only).name};
  std::vector<std::string> names;
  for (const StepperEntry& entry : steppers::Steppers()) names.push_back(entry.name);
  return names;
}

class Program {
 public:
  explicit Program(const Options& options) : options_(options), start_(Now()) {
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    WriteHull(options.out);
    for (const std::string& name : StepperNames(options.stepper)) tallies_.push_back({name});
  }

  int Run() {
    fmt::print("seed {}, {:g} s, scenes of failing cases in {}/\n", options_.seed, options_.seconds,
               options_.out);
    for (uint64_t number = options_.only_case.value_or(0); number == options_.only_case || !IsOver();
         ++number) {
      const Case world = Generate(options_.seed, number);
      for (Tally& tally : tallies_)
        if (options_.only_case || !IsOver()) RunCase(world, tally);
      if (options_.only_case) break;
    }
    ClearProgress();
    fmt::print("\n{}", Table(tallies_));
    if (!options_.json.empty()) WriteJson();
    return HasFailed(tallies_) ? 1 : 0;
  }

 private:
  bool IsOver() const { return Now() - start_ >= options_.seconds; }

  void RunCase(const Case& world, Tally& tally) {
    ShowProgress(world.number);
    const Outcome outcome = RunScene(SceneText(world, tally.stepper, ""), options_.out, options_.limits);
    tally.Add(outcome);
    if (outcome.verdict == Verdict::kFine || outcome.verdict == Verdict::kFastExplosion) return;
    if (files_[tally.stepper + Name(outcome.verdict)]++ < kFilesPerKind) Keep(world, tally.stepper, outcome);
  }

  /// Reduces the case, writes it and prints how to replay it.
  void Keep(const Case& world, const std::string& stepper, const Outcome& outcome) {
    Limits limits = options_.limits;
    limits.quiet = true;
    const auto fails = [&](const Case& candidate) {
      return RunScene(SceneText(candidate, stepper, ""), options_.out, limits).verdict == outcome.verdict;
    };
    Case failing = world;
    failing.steps = outcome.failed_step + 1;
    if (!fails(failing)) failing.steps = world.steps;  // such as a crash that depends on the memory around
    const double end = Now() + std::min(kReductionSeconds, 0.1 * options_.seconds);
    const Case small = Reduce(failing, fails, [&] { return Now() > end; });
    const std::string path =
        fmt::format("{}/{}-{}-{}.toml", options_.out, stepper, Name(outcome.verdict), world.number);
    const std::string comment = fmt::format("torture: seed {} case {}, {} in step {} or before", world.seed,
                                            world.number, Name(outcome.verdict), small.steps);
    std::ofstream file(path);
    file << SceneText(small, stepper, comment);
    file.close();
    if (!file) throw InputError(fmt::format("'{}' cannot be written.", path));
    ClearProgress();
    fmt::print("{} {}: case {}, step {}, {} of {} parts left{}{}\n  slipstick run {}\n", stepper,
               Name(outcome.verdict), world.number, outcome.failed_step, small.parts.size(),
               world.parts.size(), outcome.message[0] != '\0' ? ": " : "", outcome.message.data(), path);
    std::fflush(stdout);
  }

  void ShowProgress(uint64_t number) {
    if (!is_terminal_ || Now() - shown_ < 0.5) return;
    shown_ = Now();
    fmt::print(stderr, "\rcase {}, {:.0f} s left \x1b[K", number,
               std::max(0.0, options_.seconds - (shown_ - start_)));
    std::fflush(stderr);
  }
  void ClearProgress() const {
    if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
  }

  void WriteJson() const {
    std::ofstream file(options_.json);
    file << nlohmann::json{{"seed", options_.seed},
                           {"seconds", options_.seconds},
                           {"steppers", Json(tallies_)}}
                .dump(2)
         << "\n";
    file.close();
    if (!file) throw InputError(fmt::format("'{}' cannot be written.", options_.json));
  }

  const Options& options_;
  double start_, shown_ = 0.0;
  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  std::vector<Tally> tallies_;
  std::map<std::string, int> files_;  ///< by stepper and verdict
};

int Main(int argc, char** argv) {
  Options options;
  CLI::App app("Steps random worlds with all steppers and reduces those that fail to scene files.",
               "torture");
  app.add_option("--seconds", options.seconds, "length of the run")->check(CLI::Range(1e-3, 1e6));
  app.add_option("--seed", options.seed, "of the random worlds")->capture_default_str();
  app.add_option("--stepper", options.stepper, "only this stepper");
  app.add_option("--case", options.only_case, "only this case of the seed");
  app.add_option("--out", options.out, "folder for the scenes of failing cases")->capture_default_str();
  app.add_option("--json", options.json, "file for the results");
  app.add_option("--hang", options.limits.hang, "CPU time in s above which a step is a hang")
      ->check(CLI::Range(1e-3, 1e6))
      ->capture_default_str();
  app.add_option("--episode", options.limits.episode, "CPU time in s that a stepper spends on a case")
      ->check(CLI::Range(1e-3, 1e6))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
    return Program(options).Run();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "torture: {} See ./dev torture --help.\n", error.what());
  } catch (const InputError& error) {
    fmt::print(stderr, "torture: {}\n", error.what());
  }
  return 2;
}

}  // namespace
}  // namespace slipstick::torture

int main(int argc, char** argv) { return slipstick::torture::Main(argc, argv); }
