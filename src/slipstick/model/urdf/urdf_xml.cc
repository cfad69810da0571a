#include "slipstick/model/urdf/urdf_xml.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/parse_xml.h"
#include "slipstick/core/quote.h"

namespace slipstick::model {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

bool Contains(std::initializer_list<std::string_view> list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string Tag(const XMLElement& element) { return fmt::format("<{:.80}>", element.Name()); }

/// "<link>/<inertial>": the path of an element below <robot>.
std::string Path(const XMLElement& element) {
  std::string path = Tag(element);
  for (const tinyxml2::XMLNode* up = element.Parent(); up && up->ToElement(); up = up->Parent())
    if (up->Parent()->ToElement()) path.insert(0, Tag(*up->ToElement()) + "/");
  return path;
}

bool IsNamespace(std::string_view attribute) {
  return attribute == "xmlns" || attribute.starts_with("xmlns:");
}

}  // namespace

UrdfXml::UrdfXml(std::string_view text, std::string source) : source_(std::move(source)) {
  ParseXml(
      text, "robot", "keep meshes in files of their own",
      [&](int line, const std::string& reason) { Refuse(line, reason); }, document_);
  const XMLElement* root = document_.RootElement();
  if (root->Name() != std::string_view("robot"))
    Refuse(root->GetLineNum(),
           fmt::format("the root element is {}; expected <robot>. Is this a URDF file?", Tag(*root)));
  for (const XMLElement* more = root->NextSiblingElement(); more; more = more->NextSiblingElement())
    Refuse(more->GetLineNum(),
           fmt::format("{} stands after </robot>; expected one root element.", Tag(*more)));
}

void UrdfXml::Refuse(int line, const std::string& reason) const {
  throw InputError(fmt::format("{}:{}: {}", source_, line, reason));
}

const XMLElement* UrdfXml::Child(const XMLElement& parent, const char* name) {
  return parent.FirstChildElement(name);
}

const XMLElement& UrdfXml::RequiredChild(const XMLElement& parent, const char* name) const {
  const XMLElement* child = Child(parent, name);
  if (!child) Refuse(parent.GetLineNum(), fmt::format("{} has no <{}>; add it.", Describe(parent), name));
  return *child;
}

const tinyxml2::XMLAttribute& UrdfXml::Required(const XMLElement& element, const char* attribute) const {
  const tinyxml2::XMLAttribute* found = element.FindAttribute(attribute);
  if (!found)
    Refuse(element.GetLineNum(),
           fmt::format("{} has no attribute '{}'; add it.", Describe(element), attribute));
  return *found;
}

std::string UrdfXml::Text(const XMLElement& element, const char* attribute) const {
  return Required(element, attribute).Value();
}

std::string UrdfXml::Name(const XMLElement& element, const char* attribute) const {
  const tinyxml2::XMLAttribute& found = Required(element, attribute);
  std::string name = found.Value();
  const auto refuse = [&](const std::string& why) {
    Refuse(found.GetLineNum(),
           fmt::format("<{}> has {}={}, {}", element.Name(), attribute, Quote(name), why));
  };
  if (name.empty()) refuse("which is empty; give it a name.");
  if (name.size() > kMaxNameLength)
    refuse(fmt::format("which has {} characters; at most {} are read.", name.size(), kMaxNameLength));
  if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    refuse("which has a control character (shown as ?) in it; remove it.");
  return name;
}

template <int n>
Eigen::Matrix<double, n, 1> UrdfXml::Numbers(const XMLElement& element, const char* attribute) const {
  const tinyxml2::XMLAttribute& found = Required(element, attribute);
  Eigen::Matrix<double, n, 1> values;
  const std::string problem = ParseNumbers(found.Value(), {values.data(), n});
  if (!problem.empty())
    Refuse(found.GetLineNum(),
           fmt::format("{} has {}={}, {}", Describe(element), attribute, Quote(found.Value()), problem));
  return values;
}

double UrdfXml::Number(const XMLElement& element, const char* attribute) const {
  return Numbers<1>(element, attribute)(0);
}

double UrdfXml::NumberOr(const XMLElement& element, const char* attribute, double fallback) const {
  return element.FindAttribute(attribute) ? Number(element, attribute) : fallback;
}

Vector3d UrdfXml::Vector(const XMLElement& element, const char* attribute) const {
  return Numbers<3>(element, attribute);
}

Vector3d UrdfXml::VectorOr(const XMLElement& element, const char* attribute, const Vector3d& fallback) const {
  return element.FindAttribute(attribute) ? Vector(element, attribute) : fallback;
}

Vector4d UrdfXml::Rgba(const XMLElement& element, const char* attribute) const {
  return Numbers<4>(element, attribute);
}

double UrdfXml::Size(const XMLElement& element, const char* attribute) const {
  const double value = Number(element, attribute);
  if (value < 0.0)
    Refuse(element.FindAttribute(attribute)->GetLineNum(),
           fmt::format("{} has {}='{:g}'; expected a number >= 0.", Describe(element), attribute, value));
  return value;
}

double UrdfXml::SizeOr(const XMLElement& element, const char* attribute, double fallback) const {
  return element.FindAttribute(attribute) ? Size(element, attribute) : fallback;
}

Pose UrdfXml::Placement(const XMLElement& element) const {
  const Vector3d zero = Vector3d::Zero();
  return Pose::FromRpy(VectorOr(element, "rpy", zero), VectorOr(element, "xyz", zero));
}

Pose UrdfXml::Origin(const XMLElement& parent) {
  const XMLElement* origin = Child(parent, "origin");
  if (!origin) return Pose();
  ReportUnused(*origin, {.attributes = {"xyz", "rpy"}});
  return Placement(*origin);
}

void UrdfXml::ReportUnused(const XMLElement& element, const Used& used, const std::string& suffix) {
  for (const tinyxml2::XMLAttribute* a = element.FirstAttribute(); a; a = a->Next())
    if (!Contains(used.attributes, a->Name()) && !IsNamespace(a->Name()))
      notes.Ignored(a->GetLineNum(),
                    fmt::format("attribute {} of {}{}", Quote(a->Name()), Path(element), suffix));
  std::set<std::string_view> seen;
  for (const XMLElement* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
    if (Contains(used.many, child->Name())) continue;
    if (!Contains(used.children, child->Name())) {
      ReportIgnored(*child, suffix);
    } else if (!seen.insert(child->Name()).second) {
      ReportIgnored(*child, " after the first");
    }
  }
}

void UrdfXml::ReportIgnored(const XMLElement& element, const std::string& suffix) {
  notes.Ignored(element.GetLineNum(), Path(element) + suffix);
}

std::string UrdfXml::Describe(const XMLElement& element) {
  for (const XMLElement* owner = &element; owner;
       owner = owner->Parent() ? owner->Parent()->ToElement() : nullptr) {
    const char* name = owner->Attribute("name");
    const std::string_view kind = owner->Name();
    if (!name || !(kind == "link" || kind == "joint" || kind == "drake:joint" || kind == "material"))
      continue;
    const std::string named = fmt::format("{} {}", kind == "drake:joint" ? "joint" : kind, Quote(name));
    return owner == &element ? named : Tag(element) + " of " + named;
  }
  return Tag(element);
}

}  // namespace slipstick::model
