#include "slipstick/model/urdf/urdf_xml.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/quote.h"

namespace slipstick::model {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

int LineAt(std::string_view text, size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + position, '\n'));
}

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

/// How a comment, a CDATA section, a declaration and a DTD begin and end.
constexpr std::pair<std::string_view, std::string_view> kSpecialTags[] = {
    {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};

bool IsNamespace(std::string_view attribute) {
  return attribute == "xmlns" || attribute.starts_with("xmlns:");
}

const char* InWords(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT: return "a tag is closed by another one or not at all";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT: return "a tag is broken";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE: return "an attribute is broken or given twice";
    case tinyxml2::XML_ERROR_PARSING_TEXT: return "text stands outside of every tag";
    case tinyxml2::XML_ERROR_PARSING_CDATA: return "a CDATA section is not closed";
    case tinyxml2::XML_ERROR_PARSING_COMMENT: return "a comment is not closed";
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return "an <?xml ... ?> declaration is broken or not at the top";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED: return "tags are nested more than 100 deep";
    default: return "the text is not XML";
  }
}

}  // namespace

UrdfXml::UrdfXml(std::string_view text, std::string source) : source_(std::move(source)) {
  CheckCosts(text);
  if (document_.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) RefuseXml();
  const XMLElement* root = document_.RootElement();
  if (!root) Refuse(1, "there is no element at all; expected <robot>.");
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

/// Scans the text in the way of the parser, without building the document. The two may disagree about
/// malformed text, but then the parser stops there.
void UrdfXml::CheckCosts(std::string_view text) const {
  if (text.size() > kMaxBytes)
    Refuse(1, fmt::format(
                  "the file is larger than {} MB, the most that is read; keep meshes in files of their own.",
                  kMaxBytes >> 20));
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos)
    Refuse(LineAt(text, nul),
           "there is a zero byte; expected XML text in UTF-8. Convert the file if it is UTF-16.");
  size_t at = 0;
  const auto check = [&](int count, int max_count, const char* what) {
    if (count > max_count)
      Refuse(LineAt(text, at), fmt::format("more than {} {}, the most that is read.", max_count, what));
  };
  int tags = 0, attributes = 0;
  for (at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    check(++tags, kMaxTags, "tags");
    const auto special = std::find_if(std::begin(kSpecialTags), std::end(kSpecialTags),
                                      [&](auto& tag) { return text.substr(at).starts_with(tag.first); });
    if (special != std::end(kSpecialTags)) {
      at = text.find(special->second, at + special->first.size());
      continue;
    }
    int attributes_here = 0;
    for (at = text.find_first_of("\"'>", at); at != std::string_view::npos && text[at] != '>';
         at = text.find_first_of("\"'>", at + 1)) {
      check(++attributes, kMaxAttributes, "attributes");
      check(++attributes_here, kMaxAttributesPerTag, "attributes in one tag");
      at = text.find(text[at], at + 1);  // the closing quote
      if (at == std::string_view::npos) return;
    }
  }
}

void UrdfXml::RefuseXml() const {
  if (document_.ErrorID() == tinyxml2::XML_ERROR_EMPTY_DOCUMENT)
    Refuse(1, "the file is empty; expected XML with a root element <robot>.");
  // The message of the parser ends with the name of the current element, which helps to find the place.
  const std::string_view details = document_.ErrorStr() ? document_.ErrorStr() : "";
  const size_t name = details.rfind("name=");
  const std::string where = name == std::string_view::npos || name + 5 == details.size()
                                ? ""
                                : fmt::format(" (near <{}>)", details.substr(name + 5, 60));
  Refuse(std::max(1, document_.ErrorLineNum()),
         fmt::format("not well-formed XML: {}{}; correct it there or just above.",
                     InWords(document_.ErrorID()), where));
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
