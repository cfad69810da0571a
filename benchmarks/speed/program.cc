#include "speed/program.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "slipstick/core/error.h"
#include "speed/machine.h"

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
  const auto report = [&](const char* what) { fmt::print(stderr, "{}: {}\n", app.get_name(), what); };
  try {
    app.parse(argc, argv);
    body();
    return kSuccess;
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    report(error.what());
    return kBadInput;
  } catch (const InputError& error) {
    report(error.what());
    return kBadInput;
  } catch (const std::exception& error) {
    report(error.what());
    return kFailure;
  }
}

int RunProgram(const char* name, const char* summary, int batches, int argc, char** argv,
               const std::function<void(const Options&)>& body) {
  Options options{.batches = batches};
  return RunProgram({name, summary, options}, argc, argv, [&] { body(options); });
}

Json JsonHead(const char* benchmark, int batches) {
  const Machine machine = ThisMachine();
  return {{"benchmark", benchmark},
          {"machine", {{"cpu", machine.cpu}, {"compiler", machine.compiler}, {"flags", machine.flags}}},
          {"batches", batches}};
}

void PrintResult(const Options& options, const Json& json, const std::string& table) {
  fmt::print("{}", options.json ? json.dump(2) + "\n" : table);
}

}  // namespace slipstick::speed
