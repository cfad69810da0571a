// Checked access to the XML of a COLLADA file; every error message has a line number.
#pragma once

#include <tinyxml2.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::geometry {

using tinyxml2::XMLElement;

/// The name without a namespace prefix.
std::string_view LocalName(const XMLElement& element);
/// The first child of this local name, or null.
const XMLElement* Child(const XMLElement& parent, std::string_view name);
/// Empty if there is none.
std::string_view Attribute(const XMLElement& element, const char* name);

class ColladaXml {
 public:
  /// Parses the text; `place` begins every message. InputError if it is not XML with a root <COLLADA>.
  ColladaXml(std::string_view text, std::string place);

  const XMLElement& root() const { return *document_.RootElement(); }

  /// Throws InputError("place, line 12: <p> ..."); `what` is the rest of the sentence.
  [[noreturn]] void Refuse(const XMLElement& element, const std::string& what) const;

  const XMLElement& RequiredChild(const XMLElement& parent, std::string_view name) const;

  /// The element of this kind that an attribute such as url="#id" refers to.
  const XMLElement& Target(const XMLElement& element, const char* attribute, std::string_view kind) const;

  double NumberOr(const XMLElement& element, const char* attribute, double fallback) const;
  size_t WholeOr(const XMLElement& element, const char* attribute, size_t fallback) const;

  /// The numbers between the tags of an element.
  std::vector<double> Numbers(const XMLElement& element);
  /// The same; InputError if there are not n.
  Eigen::VectorXd Numbers(const XMLElement& element, int n);

  /// Limits the time that a file takes whose elements refer to each other many times. Numbers() spends one
  /// per character.
  void Spend(size_t work, const XMLElement& element);

 private:
  [[noreturn]] void Refuse(int line, const std::string& reason) const;
  void IndexIds(const XMLElement& element);

  std::string place_;
  tinyxml2::XMLDocument document_;
  std::map<std::pair<std::string_view, std::string_view>, const XMLElement*> by_id_;  ///< by kind and id
  size_t work_ = 0;
};

}  // namespace slipstick::geometry
