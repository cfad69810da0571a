#include <fmt/core.h>

#include <set>

#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/scene_parts.h"

namespace slipstick {
namespace {

/// The shapes of this name, and all of the link of this name.
std::vector<int> FindShapes(const Value& value, const std::vector<NamedShape>& shapes) {
  const std::string wanted = ReadText(value, "a name in exclude");
  std::vector<int> found;
  std::set<std::string> known;
  for (const NamedShape& shape : shapes) {
    if (shape.Is(wanted)) found.push_back(shape.shape);
    known.insert(shape.name);
    if (!shape.link.empty()) known.insert(shape.link);
  }
  if (found.empty() || wanted.empty())
    Refuse(value.place, fmt::format("there is no shape {}, nor a link of that name with shapes; {}",
                                    Quote(wanted), Suggest(wanted, {known.begin(), known.end()})));
  return found;
}

}  // namespace

void ReadExclude(const Value* exclude, const std::vector<NamedShape>& shapes, WorldBuilder& world) {
  if (!exclude) return;
  constexpr char kExpected[] = "a list of pairs of names: [[\"a\", \"b\"], [\"a\", \"c\"]]";
  if (exclude->kind != Value::Kind::kArray)
    Refuse(exclude->place, fmt::format("exclude is {}; expected is {}.", Describe(*exclude), kExpected));
  for (const Value& pair : exclude->items) {
    if (pair.kind != Value::Kind::kArray || pair.items.size() != 2)
      Refuse(pair.place,
             fmt::format("an entry of exclude is {}; expected is {}.", Describe(pair), kExpected));
    for (const int a : FindShapes(pair.items[0], shapes))
      for (const int b : FindShapes(pair.items[1], shapes))
        if (a != b) world.Exclude(a, b);
  }
}

}  // namespace slipstick
