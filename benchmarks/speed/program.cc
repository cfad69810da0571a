#include "speed/program.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "slipstick/core/error.h"

namespace slipstick::speed {
namespace {

void AddOptions(const Program& program, CLI::App& app) {
  app.add_flag("--json", program.options.json, "All medians and minima, for programs");
  app.add_option("--batches", program.options.batches, "Batches per call")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  for (const TextOption& text : program.texts) {
    CLI::Option* option = app.add_option(text.name, *text.value, text.help)->capture_default_str();
    if (!text.choices.empty()) option->check(CLI::IsMember(text.choices));
  }
}

}  // namespace

int RunProgram(const Program& program, int argc, char** argv, const std::function<void()>& body) {
  constexpr int kSuccess = 0, kFailure = 1, kBadInput = 2;
  CLI::App app(program.summary, program.name);
  AddOptions(program, app);
  const auto complain = [&](const char* what) { fmt::print(stderr, "{}: {}\n", app.get_name(), what); };
  try {
    app.parse(argc, argv);
    body();
    return kSuccess;
  } catch (const CLI::Success& asked) {  // --help
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    complain(error.what());
    return kBadInput;
  } catch (const InputError& error) {
    complain(error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    complain(error.what());
    return kFailure;
  }
}

}  // namespace slipstick::speed
