#include "slipstick/scene/read_stepper.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/read_fields.h"

namespace slipstick::scene {
namespace {

/// [options] holds options of the stepper that runs, and tables [options.NAME] for those of any stepper. They
/// are told apart by being tables.
toml::Value OptionsFor(const StepperEntry& entry, const toml::Value& options, bool runs) {
  toml::Value own;
  own.place = options.place;
  const auto add = [&](const toml::Entry& option) {
    if (const toml::Value* other = own.Find(option.key))
      toml::Refuse(option.value.place,
                   fmt::format("option {} of {} is given twice, here and at {}; leave one out.",
                               Quote(option.key), entry.name, other->place.text()));
    own.entries.push_back(option);
  };
  for (const toml::Entry& option : options.entries)
    if (option.value.kind != toml::Value::Kind::kTable) {
      if (runs) add(option);
    } else if (option.key == entry.name) {
      for (const toml::Entry& named : option.value.entries) add(named);
    }
  return own;
}

/// Ranges are checked when values are read; the constructor of a stepper refuses combinations of options. Its
/// message names the option at fault first: that place is reported.
void CheckOptions(const StepperEntry& entry, const toml::Value& table, const FieldValues& values,
                  const World& world) {
  if (values.empty()) return;
  try {
    entry.make(world, values);
  } catch (const InputError& error) {
    const std::string message = error.what();
    const auto position = [&](const toml::Entry& option) { return message.find(option.key); };
    const auto named = std::min_element(
        table.entries.begin(), table.entries.end(),
        [&](const toml::Entry& a, const toml::Entry& b) { return position(a) < position(b); });
    toml::Refuse(position(*named) == std::string::npos ? table.place : named->value.place, message);
  }
}

}  // namespace

const StepperEntry& ReadStepper(toml::TableReader& table) {
  const toml::Value* value = table.Find("stepper");
  if (!value) return steppers::FindStepper("expo");
  const std::string wanted = toml::ReadText(*value, "stepper");
  std::vector<std::string> names;
  for (const StepperEntry& entry : steppers::Steppers()) {
    if (entry.name == wanted) return entry;
    names.push_back(entry.name);
  }
  toml::Refuse(value->place,
               fmt::format("there is no stepper {}; {}", Quote(wanted), Suggest(wanted, names)));
}

FieldValues ReadStepperOptions(const toml::Value* options, const StepperEntry& running, const World& world) {
  if (!options) return {};
  std::vector<std::string> names;
  for (const StepperEntry& entry : steppers::Steppers()) names.push_back(entry.name);
  if (options->kind != toml::Value::Kind::kTable)
    toml::Refuse(options->place,
                 fmt::format("options is {}; expected a table [options].", toml::Describe(*options)));
  FieldValues result;
  for (const toml::Entry& option : options->entries)
    if (option.value.kind == toml::Value::Kind::kTable &&
        std::find(names.begin(), names.end(), option.key) == names.end())
      toml::Refuse(option.place,
                   fmt::format("there is no stepper {}; {}", Quote(option.key), Suggest(option.key, names)));
  for (const StepperEntry& entry : steppers::Steppers()) {
    const bool runs = entry.name == running.name;
    const toml::Value own = OptionsFor(entry, *options, runs);
    const FieldValues values = ReadFieldTable(own, fmt::format("stepper '{}'", entry.name), entry.options);
    CheckOptions(entry, own, values, world);
    if (runs) result = values;
  }
  return result;
}

}  // namespace slipstick::scene
