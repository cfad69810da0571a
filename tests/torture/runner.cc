#include "torture/runner.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <new>
#include <stdexcept>

#include "slipstick/core/error.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::torture {
namespace {

double CpuTime() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// SIGPROF ends the process after this much CPU time; 0: never.
void SetCpuTimer(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void SetMessage(Outcome& outcome, const std::string& text) {
  const size_t length = std::min(text.size(), outcome.message.size() - 1);
  std::copy_n(text.begin(), length, outcome.message.begin());
  outcome.message[length] = '\0';
}

void Count(const StepReport& report, Verdict verdict, Outcome& outcome) {
  ++outcome.steps;
  outcome.ok += report.status == StepStatus::kOk;
  outcome.not_converged += report.status == StepStatus::kNotConverged;
  outcome.diverged += !contact::Advanced(report.status);
  outcome.explosions += verdict == Verdict::kExplosion || verdict == Verdict::kFastExplosion;
  outcome.slow_explosions += verdict == Verdict::kExplosion;
}

void RunEpisode(const std::string& text, const std::string& folder, const Limits& limits, Outcome& outcome,
                const std::function<void()>& begin) {
  Scene scene;
  try {
    scene = scene::BuildScene({"case.toml", text, folder, {}});
  } catch (const std::exception& error) {
    outcome.Note(Verdict::kRefused, 0);
    return SetMessage(outcome, error.what());
  }
  Simulation simulation(scene);
  Judge judge(*scene.world);
  simulation.Observe([&](const run::StepView& step) {
    SetCpuTimer(0.0);  // the step is over
    const Verdict verdict = judge.Step(step);
    Count(step.report, verdict, outcome);
    outcome.Note(verdict, static_cast<int>(step.number));
  });
  const double end = CpuTime() + limits.episode;
  while (CpuTime() < end && outcome.verdict < Verdict::kMoved) {
    begin();
    const double start = CpuTime();
    const bool more = simulation.StepOnce();
    outcome.longest_step = std::max(outcome.longest_step, CpuTime() - start);
    if (!more) return;
  }
}

[[noreturn]] void RunChild(const EpisodeBody& body, const Limits& limits, Outcome& outcome) {
  // steps end after `episode`, or at the latest `hang` later
  const auto seconds = static_cast<rlim_t>(std::ceil(limits.rest + limits.episode + limits.hang));
  const rlimit cpu{seconds, seconds + 1}, no_core{0, 0};
  setrlimit(RLIMIT_CPU, &cpu);
  setrlimit(RLIMIT_CORE, &no_core);
  if (limits.quiet)
    if (const int null = open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
  try {
    body(outcome, [&] { SetCpuTimer(limits.hang); });
  } catch (const std::exception& error) {
    outcome.Note(Verdict::kException, outcome.steps);
    SetMessage(outcome, error.what());
  } catch (...) {
    outcome.Note(Verdict::kException, outcome.steps);
    SetMessage(outcome, "an exception that is not a std::exception");
  }
  _exit(0);
}

/// Of a process that did not end by itself.
void NoteDeath(int status, const Limits& limits, Outcome& outcome) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU) {
    outcome.Note(Verdict::kHang, outcome.steps);
    return SetMessage(
        outcome, fmt::format("reading the scene and judging took more than {:g} s of CPU time", limits.rest));
  }
  ++outcome.steps;  // the step that did not return
  if (signal == SIGPROF) {
    outcome.Note(Verdict::kHang, outcome.steps - 1);
    outcome.longest_step = std::max(outcome.longest_step, limits.hang);
    SetMessage(outcome, fmt::format("a step took more than {:g} s of CPU time", limits.hang));
  } else {
    outcome.Note(Verdict::kCrash, outcome.steps - 1);
    SetMessage(outcome, signal != 0 ? strsignal(signal) : fmt::format("exit code {}", WEXITSTATUS(status)));
  }
}

}  // namespace

void Outcome::Note(Verdict found, int step) {
  if (found <= verdict) return;
  verdict = found;
  failed_step = step;
}

Outcome RunForked(const EpisodeBody& body, const Limits& limits) {
  void* memory = mmap(nullptr, sizeof(Outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory to share with another process");
  auto* outcome = new (memory) Outcome;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process can be started");
  if (child == 0) RunChild(body, limits, *outcome);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  NoteDeath(status, limits, *outcome);
  const Outcome result = *outcome;
  munmap(memory, sizeof(Outcome));
  return result;
}

Outcome RunScene(const std::string& text, const std::string& folder, const Limits& limits) {
  return RunForked(
      [&](Outcome& outcome, const std::function<void()>& begin) {
        RunEpisode(text, folder, limits, outcome, begin);
      },
      limits);
}

}  // namespace slipstick::torture
