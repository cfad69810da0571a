#include "slipstick/geometry/collada_xml.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/parse_xml.h"
#include "slipstick/core/quote.h"

namespace slipstick::geometry {
namespace {

constexpr size_t kMaxWork = 300'000'000;  // about a second; a file of 64 MB without repetitions needs less
constexpr double kMaxWhole = 1e9;

/// "<source> 'box-positions'"
std::string Describe(const XMLElement& element) {
  const std::string_view id = Attribute(element, "id");
  const std::string tag = fmt::format("<{:.80}>", element.Name());
  return id.empty() ? tag : fmt::format("{} {}", tag, Quote(id));
}

}  // namespace

std::string_view LocalName(const XMLElement& element) {
  const std::string_view name = element.Name();
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

const XMLElement* Child(const XMLElement& parent, std::string_view name) {
  const XMLElement* child = parent.FirstChildElement();
  while (child && LocalName(*child) != name) child = child->NextSiblingElement();
  return child;
}

std::string_view Attribute(const XMLElement& element, const char* name) {
  const char* value = element.Attribute(name);
  return value ? value : "";
}

ColladaXml::ColladaXml(std::string_view text, std::string place) : place_(std::move(place)) {
  ParseXml(
      text, "COLLADA", "simplify the mesh",
      [&](int line, const std::string& reason) { Refuse(line, reason); }, document_);
  if (LocalName(root()) != "COLLADA")
    Refuse(root(), "is the root element; expected <COLLADA>. Is this a COLLADA file?");
  IndexIds(root());
}

void ColladaXml::Refuse(int line, const std::string& reason) const {
  throw InputError(fmt::format("{}, line {}: {}", place_, line, reason));
}

void ColladaXml::Refuse(const XMLElement& element, const std::string& what) const {
  Refuse(element.GetLineNum(), Describe(element) + " " + what);
}

/// Ids are unique in a document, but some exporters give a node and its geometry the same one.
void ColladaXml::IndexIds(const XMLElement& element) {
  if (const char* id = element.Attribute("id")) by_id_.try_emplace({LocalName(element), id}, &element);
  for (const XMLElement* e = element.FirstChildElement(); e; e = e->NextSiblingElement()) IndexIds(*e);
}

const XMLElement& ColladaXml::RequiredChild(const XMLElement& parent, std::string_view name) const {
  const XMLElement* child = Child(parent, name);
  if (!child) Refuse(parent, fmt::format("has no <{}>; export the mesh again.", name));
  return *child;
}

const XMLElement& ColladaXml::Target(const XMLElement& element, const char* attribute,
                                     std::string_view kind) const {
  const std::string_view url = Attribute(element, attribute);
  if (!url.empty() && !url.starts_with('#'))
    Refuse(element, fmt::format("has {}={}, which is not in this file; export everything into one file.",
                                attribute, Quote(url)));
  const auto found = url.empty() ? by_id_.end() : by_id_.find({kind, url.substr(1)});
  if (found == by_id_.end())
    Refuse(element, fmt::format("has {}={}; expected '#' and the id of a <{}>. Export the mesh again.",
                                attribute, Quote(url), kind));
  return *found->second;
}

double ColladaXml::NumberOr(const XMLElement& element, const char* attribute, double fallback) const {
  const char* text = element.Attribute(attribute);
  if (!text) return fallback;
  double value = 0.0;
  if (const std::string problem = ParseNumbers(text, {&value, 1}); !problem.empty())
    Refuse(element, fmt::format("has {}={}, {}", attribute, Quote(text), problem));
  return value;
}

size_t ColladaXml::WholeOr(const XMLElement& element, const char* attribute, size_t fallback) const {
  const double value = NumberOr(element, attribute, static_cast<double>(fallback));
  if (value < 0.0 || value > kMaxWhole || value != std::floor(value))
    Refuse(element, fmt::format("has {}={}; expected a whole number from 0 to {:g}. Export the mesh again.",
                                attribute, Quote(Attribute(element, attribute)), kMaxWhole));
  return static_cast<size_t>(value);
}

std::vector<double> ColladaXml::Numbers(const XMLElement& element) {
  std::vector<double> numbers;
  for (const tinyxml2::XMLNode* node = element.FirstChild(); node; node = node->NextSibling()) {
    if (!node->ToText()) continue;  // a comment between numbers
    const std::string_view text = node->Value();
    Spend(text.size(), element);
    if (const std::string problem = AppendNumbers(text, numbers); !problem.empty())
      Refuse(element, fmt::format("holds {}, {}", Quote(text), problem));
  }
  return numbers;
}

Eigen::VectorXd ColladaXml::Numbers(const XMLElement& element, int n) {
  const std::vector<double> numbers = Numbers(element);
  if (static_cast<int>(numbers.size()) != n)
    Refuse(element, fmt::format("has {} numbers; expected {}. Export the mesh again.", numbers.size(), n));
  return Eigen::VectorXd::Map(numbers.data(), n);
}

void ColladaXml::Spend(size_t work, const XMLElement& element) {
  if ((work_ += work) > kMaxWork)
    Refuse(element, "is used too many times to be read in a reasonable time; simplify the scene.");
}

}  // namespace slipstick::geometry
