// Queries on an SVG document.
#pragma once

#include <tinyxml2.h>

#include <set>
#include <string>
#include <vector>

namespace slipstick::support {

/// All elements of a kind in an SVG, in order.
inline std::vector<const tinyxml2::XMLElement*> Elements(const tinyxml2::XMLDocument& svg,
                                                         const std::string& kind) {
  std::vector<const tinyxml2::XMLElement*> found;
  const auto walk = [&](const auto& self, const tinyxml2::XMLElement* element) -> void {
    if (element->Name() == kind) found.push_back(element);
    for (auto* child = element->FirstChildElement(); child; child = child->NextSiblingElement())
      self(self, child);
  };
  walk(walk, svg.RootElement());
  return found;
}

inline std::set<std::string> Texts(const tinyxml2::XMLDocument& svg, const std::string& kind) {
  std::set<std::string> texts;
  for (const auto* element : Elements(svg, kind))
    if (element->GetText()) texts.insert(element->GetText());
  return texts;
}

}  // namespace slipstick::support
