#include "scene/scene_parts.h"

namespace slipstick {

std::shared_ptr<Controller> ReadController(const Value* value, const World&, const State&,
                                           const std::vector<Actor>&, std::string& kind) {
  kind = "none";
  if (!value) return nullptr;
  TableReader table(*value, "[controller]", {"kind"});
  table.ChoiceOr("kind", {"none"}, 0);
  return nullptr;
}

}  // namespace slipstick
