// slipstick list: what there is to choose from.
#pragma once

#include <string>

namespace slipstick::cli {

/// `what` is one of ListTopics; `stepper` narrows options to one. InputError for another word.
std::string List(const std::string& what, const std::string& stepper);
/// The words that List knows, with '|' between them.
std::string ListTopics();

}  // namespace slipstick::cli
