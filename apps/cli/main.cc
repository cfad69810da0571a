// The slipstick program: reads the command line and calls the command that it names.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "compare.h"
#include "exit_codes.h"
#include "fit_terrain.h"
#include "inspect.h"
#include "list.h"
#include "plot.h"
#include "reproduce.h"
#include "run.h"
#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "sweep.h"
#include "version.h"

namespace slipstick::cli {
namespace {

#if defined(__x86_64__) && defined(__AVX2__)
/// A CPU that is too old would stop with "illegal instruction". This runs before main and before the static
/// initialisation of other files, which may use such instructions already; so it only makes system calls.
[[gnu::constructor(101)]] void CheckCpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return;
  constexpr char kMessage[] =
      "slipstick: this build needs a CPU with AVX2 and FMA; rebuild with cmake -DSLIPSTICK_ARCH=generic.\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
  _exit(kBadInput);
}
#endif

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// CLI11 would report an unknown command as an unexpected argument, without a suggestion.
void CheckCommandName(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) throw InputError("no command given; see 'slipstick --help'.");
  const std::string first = argv[1];
  const std::vector<std::string> known = CommandNames(app);
  if (first.starts_with('-') || std::ranges::find(known, first) != known.end()) return;
  throw InputError(
      fmt::format("there is no command '{}'; {} See 'slipstick --help'.", first, Suggest(first, known)));
}

/// The message for a command line that does not parse.
std::string UsageMessage(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  std::string text = error.what();
  if (const std::vector<std::string> extras = app.remaining(true); !extras.empty()) {
    std::vector<std::string> options;
    for (const CLI::Option* option : command->get_options())
      if (!option->get_lnames().empty()) options.push_back("--" + option->get_lnames().front());
    text = extras[0].starts_with('-')
               ? fmt::format("there is no option '{}'; {}", extras[0], Suggest(extras[0], options))
               : fmt::format("'{}' is one argument too many.", extras[0]);
  }
  return fmt::format("{} See 'slipstick{} --help'.",
                     text.ends_with('.') || text.ends_with('?') ? text : text + ".",
                     command == &app ? "" : " " + command->get_name());
}

int Dispatch(int argc, char** argv) {
  CLI::App app("Slipstick simulates articulated robots in hard frictional contact.", "slipstick");
  app.set_version_flag("--version", kProgram);
  app.require_subcommand(1);
  const Command commands[] = {AddRun(app),     AddList(app),  AddInspect(app),   AddPlot(app),
                              AddCompare(app), AddSweep(app), AddReproduce(app), AddFitTerrain(app)};
  CheckCommandName(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw InputError(UsageMessage(app, error));
  }
  for (const Command& command : commands)
    if (command.parser->parsed()) return command.run();
  return kBadInput;  // not reached: the parser requires a command
}

}  // namespace
}  // namespace slipstick::cli

int main(int argc, char** argv) {
  try {
    return slipstick::cli::Dispatch(argc, argv);
  } catch (const slipstick::InputError& error) {
    fmt::print(stderr, "slipstick: {}\n", error.what());
    return slipstick::cli::kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "slipstick: {}\n", error.what());
    return slipstick::cli::kFailure;
  }
}
