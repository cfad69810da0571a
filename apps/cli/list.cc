#include "list.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exit_codes.h"
#include "print.h"
#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/read_controller.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/wrench_space_kinds.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/terrain/terrain_file.h"
#include "slipstick/world/material.h"
#include "table.h"

namespace slipstick::cli {
namespace {

using Align = Table::Align;

std::string Text(const Table& table, const std::string& indent = "") {
  std::string text;
  for (const std::string& line : table.Lines(indent)) text += line + "\n";
  return text;
}

std::string ListScenes() {
  Table table({{"scene", Align::kLeft}, {"description", Align::kLeft}});
  for (const scene::SceneInfo& scene : scene::BuiltInScenes()) table.Add({scene.name, scene.description});
  return Text(table) + "\nRun one with: slipstick run NAME\n";
}

const char* ContactName(steppers::ContactModel model) {
  switch (model) {
    case steppers::ContactModel::kRigid: return "rigid";
    case steppers::ContactModel::kBounded: return "with a normal force limited by penetration depth";
    default: return "compliant";
  }
}

const char* FrictionName(steppers::FrictionModel model) {
  switch (model) {
    case steppers::FrictionModel::kAnchor: return "anchor (sticks without creep)";
    case steppers::FrictionModel::kRegularized: return "regularised (creeps)";
    default: return "cone";
  }
}

std::string Join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string ListSteppers() {
  std::string text;
  for (const StepperEntry& entry : steppers::Steppers()) {
    const StepperTraits& traits = entry.traits;
    text +=
        fmt::format("{}{}: {} ({})\n", text.empty() ? "" : "\n", entry.name, traits.summary, traits.source);
    text += fmt::format("  order {}, contacts {}, friction {}\n", traits.order, ContactName(traits.contact),
                        FrictionName(traits.friction));
    text += Wrapped("  implicit: ", steppers::TermNames(traits.implicit_terms));
    text += Wrapped("  material fields used: ", Join(traits.uses));
  }
  return text;
}

std::string OptionTable(const std::vector<FieldInfo>& options) {
  if (options.empty()) return "  no options\n";
  Table table({{"option", Align::kLeft},
               {"default"},
               {"unit", Align::kLeft},
               {"range", Align::kLeft},
               {"type", Align::kLeft},
               {"meaning", Align::kLeft}});
  for (const FieldInfo& option : options)
    table.Add({option.name, option.default_value, option.unit, Text(option.range), option.type, option.help});
  return Text(table, "  ");
}

std::string ListOptions(const std::string& stepper) {
  if (!stepper.empty())
    return steppers::FindStepper(stepper).name + "\n" + OptionTable(steppers::FindStepper(stepper).options);
  std::string text;
  for (const StepperEntry& entry : steppers::Steppers())
    text += (text.empty() ? "" : "\n") + entry.name + "\n" + OptionTable(entry.options);
  return text + "\nSet one with: slipstick run SCENE --set options.NAME=VALUE\n";
}

std::string ListMaterials() {
  Table table({{"field", Align::kLeft}, {"default"}, {"unit", Align::kLeft}, {"meaning", Align::kLeft}});
  for (const FieldInfo& field : DescribeFields<ContactMaterial>())
    table.Add({field.name, field.default_value, field.unit, field.help});
  table.Add({"friction", "", "1", "both coefficients at once, in scene files"});
  return Text(table) + "\n" +
         Wrapped(
             "",
             "Two materials in contact: stiffness, damping and dissipation are those of the less stiff one; "
             "friction and restitution are the minimum, stiction_speed is the maximum of both.");
}

std::string ListControllers() {
  std::string text;
  for (const scene::ControllerInfo& controller : scene::Controllers()) {
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", controller.name, controller.summary);
    if (!controller.parameters.empty()) text += OptionTable(controller.parameters);
    if (!controller.list.empty())
      text +=
          fmt::format("  in each of [[controller.{}]]:\n", controller.list) + OptionTable(controller.entries);
  }
  return text + "\nSet one with: slipstick run SCENE --set controller.NAME=VALUE\n";
}

std::string ListWrenchSpaces() {
  std::string text;
  for (const scene::WrenchSpaceKind& kind : scene::WrenchSpaceKinds())
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", kind.name, kind.summary) +
            OptionTable(kind.parameters);
  return text + fmt::format("\nBuilt-in terrains: {}\n", Join(terrain::BuiltInTerrains())) +
         Wrapped("",
                 "Used by steppers with the material field wrench_space, for the pairs of materials in "
                 "[[wrench_spaces]].");
}

struct Topic {
  const char* name;
  std::function<std::string(const std::string& stepper)> list;
};

const std::vector<Topic>& Topics() {
  static const std::vector<Topic> topics = {
      {"scenes", [](const std::string&) { return ListScenes(); }},
      {"steppers", [](const std::string&) { return ListSteppers(); }},
      {"options", ListOptions},
      {"materials", [](const std::string&) { return ListMaterials(); }},
      {"controllers", [](const std::string&) { return ListControllers(); }},
      {"wrench-spaces", [](const std::string&) { return ListWrenchSpaces(); }},
  };
  return topics;
}

/// "scenes|steppers|..."
std::string TopicNames() {
  std::string names;
  for (const Topic& topic : Topics()) names += (names.empty() ? "" : "|") + std::string(topic.name);
  return names;
}

/// InputError for an unknown topic.
std::string List(const std::string& what, const std::string& stepper) {
  if (!stepper.empty() && what != "options")
    throw InputError(
        fmt::format("'{}' is one argument too many; only 'list options' takes a stepper.", stepper));
  std::vector<std::string> known;
  for (const Topic& topic : Topics()) {
    if (topic.name == what) return topic.list(stepper);
    known.emplace_back(topic.name);
  }
  throw InputError(fmt::format("there is no list of '{}'; {}", what, Suggest(what, known)));
}

struct ListArguments {
  std::string what;     ///< a topic
  std::string stepper;  ///< of the topic "options"; empty: all steppers
};

}  // namespace

Command AddList(CLI::App& app) {
  const auto options = std::make_shared<ListArguments>();
  CLI::App& list = *app.add_subcommand("list", "Show the known " + TopicNames());
  list.add_option("WHAT", options->what, TopicNames())->required()->type_name("");
  list.add_option("STEPPER", options->stepper, "With options: of this stepper only")->type_name("");
  return {&list, [options] {
            Print(List(options->what, options->stepper));
            return kSuccess;
          }};
}

}  // namespace slipstick::cli
