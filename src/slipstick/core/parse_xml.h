// Parsing of XML with limits against hostile files.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tinyxml2 {
class XMLDocument;
}

namespace slipstick {

// With these limits a document needs less than about 1 GB and parses in seconds. The largest real robots have
// a few thousand elements.
constexpr size_t kMaxXmlBytes = 64 << 20;
constexpr int kMaxXmlTags = 2'000'000;  // opening, closing, comments and the like
constexpr int kMaxXmlAttributes = 4'000'000;
constexpr int kMaxXmlAttributesPerTag = 256;  // the parser compares each with all others

/// Throws an InputError that names the file, the line and the reason, which is the end of a sentence.
using XmlRefusal = std::function<void(int line, const std::string& reason)>;

/// Parses the text; afterwards the document has a root element. Calls `refuse` if the text is not XML or
/// above a limit. `root` is the expected root element and `too_large` what to do about a large file, both for
/// messages.
void ParseXml(std::string_view text, std::string_view root, std::string_view too_large,
              const XmlRefusal& refuse, tinyxml2::XMLDocument& document);

}  // namespace slipstick
