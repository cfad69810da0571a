#include "speed/program.h"

#include <fmt/core.h>

#include "core/error.h"

namespace slipstick::speed {

int RunProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body) {
  constexpr int kSuccess = 0, kFailure = 1, kBadInput = 2;
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
