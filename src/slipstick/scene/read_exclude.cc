#include "slipstick/scene/read_exclude.h"

#include <fmt/core.h>

#include <set>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

/// The shapes of this name, and all of the link of this name.
std::vector<int> FindShapes(const toml::Value& value, const std::vector<NamedShape>& shapes) {
  const std::string wanted = toml::ReadText(value, "a name in exclude");
  std::vector<int> found;
  std::set<std::string> known;
  for (const NamedShape& shape : shapes) {
    if (shape.Is(wanted)) found.push_back(shape.shape);
    known.insert(shape.name);
    if (!shape.link.empty()) known.insert(shape.link);
  }
  if (found.empty() || wanted.empty())
    toml::Refuse(value.place, fmt::format("there is no shape {}, nor a link of that name with shapes; {}",
                                          Quote(wanted), Suggest(wanted, {known.begin(), known.end()})));
  return found;
}

}  // namespace

void ReadExclude(const toml::Value* exclude, const std::vector<NamedShape>& shapes, WorldBuilder& world) {
  if (!exclude) return;
  constexpr char kExpected[] = "a list of pairs of names: [[\"a\", \"b\"], [\"a\", \"c\"]]";
  if (exclude->kind != toml::Value::Kind::kArray)
    toml::Refuse(exclude->place,
                 fmt::format("exclude is {}; expected {}.", toml::Describe(*exclude), kExpected));
  for (const toml::Value& pair : exclude->items) {
    if (pair.kind != toml::Value::Kind::kArray || pair.items.size() != 2)
      toml::Refuse(pair.place,
                   fmt::format("an entry of exclude is {}; expected {}.", toml::Describe(pair), kExpected));
    for (const int a : FindShapes(pair.items[0], shapes))
      for (const int b : FindShapes(pair.items[1], shapes))
        if (a != b) world.Exclude(a, b);
  }
}

}  // namespace slipstick::scene
