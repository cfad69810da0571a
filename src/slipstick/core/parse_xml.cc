#include "slipstick/core/parse_xml.h"

#include <fmt/core.h>
#include <tinyxml2.h>

#include <algorithm>
#include <utility>

namespace slipstick {
namespace {

int LineAt(std::string_view text, size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + position, '\n'));
}

/// How a comment, a CDATA section, a declaration and a DTD begin and end.
constexpr std::pair<std::string_view, std::string_view> kSpecialTags[] = {
    {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};

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

/// Scans the text in the way of the parser, without building the document. The two may disagree about
/// malformed text, but then the parser stops there.
void CheckCosts(std::string_view text, std::string_view too_large, const XmlRefusal& refuse) {
  if (text.size() > kMaxXmlBytes)
    refuse(1, fmt::format("the file is larger than {} MB, the most that is read; {}.", kMaxXmlBytes >> 20,
                          too_large));
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos)
    refuse(LineAt(text, nul),
           "there is a zero byte; expected XML text in UTF-8. Convert the file if it is UTF-16.");
  size_t at = 0;
  const auto check = [&](int count, int max_count, const char* what) {
    if (count > max_count)
      refuse(LineAt(text, at), fmt::format("more than {} {}, the most that is read.", max_count, what));
  };
  int tags = 0, attributes = 0;
  for (at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    check(++tags, kMaxXmlTags, "tags");
    const auto special = std::find_if(std::begin(kSpecialTags), std::end(kSpecialTags),
                                      [&](auto& tag) { return text.substr(at).starts_with(tag.first); });
    if (special != std::end(kSpecialTags)) {
      at = text.find(special->second, at + special->first.size());
      continue;
    }
    int attributes_here = 0;
    for (at = text.find_first_of("\"'>", at); at != std::string_view::npos && text[at] != '>';
         at = text.find_first_of("\"'>", at + 1)) {
      check(++attributes, kMaxXmlAttributes, "attributes");
      check(++attributes_here, kMaxXmlAttributesPerTag, "attributes in one tag");
      at = text.find(text[at], at + 1);  // the closing quote
      if (at == std::string_view::npos) return;
    }
  }
}

/// The message of the parser ends with the name of the current element, which helps to find the place.
std::string NearElement(const tinyxml2::XMLDocument& document) {
  const std::string_view details = document.ErrorStr() ? document.ErrorStr() : "";
  const size_t name = details.rfind("name=");
  return name == std::string_view::npos || name + 5 == details.size()
             ? ""
             : fmt::format(" (near <{}>)", details.substr(name + 5, 60));
}

}  // namespace

void ParseXml(std::string_view text, std::string_view root, std::string_view too_large,
              const XmlRefusal& refuse, tinyxml2::XMLDocument& document) {
  CheckCosts(text, too_large, refuse);
  const tinyxml2::XMLError error = document.Parse(text.data(), text.size());
  if (error == tinyxml2::XML_ERROR_EMPTY_DOCUMENT)
    refuse(1, fmt::format("the file is empty; expected XML with a root element <{}>.", root));
  if (error != tinyxml2::XML_SUCCESS)
    refuse(std::max(1, document.ErrorLineNum()),
           fmt::format("not well-formed XML: {}{}; correct it there or just above.", InWords(error),
                       NearElement(document)));
  if (!document.RootElement()) refuse(1, fmt::format("there is no element at all; expected <{}>.", root));
}

}  // namespace slipstick
