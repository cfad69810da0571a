// "Did you mean": the part of a message that helps after a misspelt name.
#pragma once

#include <string>
#include <vector>

namespace slipstick {

/// "did you mean 'a' or 'b'?" with the closest known names, or the list of all if none is close and the list
/// is short. Ends the sentence it is put into.
std::string Suggest(const std::string& unknown, const std::vector<std::string>& known);

}  // namespace slipstick
