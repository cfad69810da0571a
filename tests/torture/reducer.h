// Makes a failing case small.
#pragma once

#include <functional>

#include "torture/case.h"

namespace slipstick::torture {

/// Leaves out parts and shortens the run as long as `fails` is true. Calls `fails` until `is_over`, or until
/// no single part can be left out. `fails(full)` must be true.
Case Reduce(const Case& full, const std::function<bool(const Case&)>& fails,
            const std::function<bool()>& is_over);

}  // namespace slipstick::torture
