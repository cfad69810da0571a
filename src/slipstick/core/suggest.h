// Suggestions for misspelt names in messages.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

/// "did you mean 'a' or 'b'?" with the closest known names, or all names if none is close and the list is
/// short. Forms the end of a sentence.
std::string Suggest(const std::string& unknown, const std::vector<std::string>& known);

}  // namespace slipstick
