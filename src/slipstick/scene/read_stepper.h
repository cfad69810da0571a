// The stepper of a scene file and [options].
#pragma once

#include "slipstick/steppers/registry.h"
#include "slipstick/toml/table_reader.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// "stepper", or the default.
const StepperEntry& ReadStepper(toml::TableReader& table);

/// The options of the stepper that runs. [options] holds its options, and tables [options.NAME] those of any
/// stepper; all tables are checked. `options` may be null.
FieldValues ReadStepperOptions(const toml::Value* options, const StepperEntry& running, const World& world);

}  // namespace slipstick::scene
