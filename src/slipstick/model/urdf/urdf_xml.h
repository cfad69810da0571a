// Checked access to the XML of a URDF; every error message has a line number.
#pragma once

#include <tinyxml2.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "slipstick/core/pose.h"
#include "slipstick/model/urdf/urdf_notes.h"

namespace slipstick::model {

using tinyxml2::XMLElement;

class UrdfXml {
 public:
  static constexpr size_t kMaxNameLength = 256;

  /// Parses the text; `source` is the name of the file in messages. InputError if it is not XML with a root
  /// <robot>.
  UrdfXml(std::string_view text, std::string source);

  const XMLElement& robot() const { return *document_.RootElement(); }

  /// Throws InputError("source:line: reason").
  [[noreturn]] void Refuse(int line, const std::string& reason) const;

  /// The only child of this name, or null. Further ones are reported as ignored by ReportUnused.
  static const XMLElement* Child(const XMLElement& parent, const char* name);
  const XMLElement& RequiredChild(const XMLElement& parent, const char* name) const;

  /// A required attribute that names something: not empty, no control characters, of limited length.
  std::string Name(const XMLElement& element, const char* attribute) const;
  /// A required attribute with any text.
  std::string Text(const XMLElement& element, const char* attribute) const;

  /// Required numbers; the Or-forms return the fallback if the attribute is missing.
  double Number(const XMLElement& element, const char* attribute) const;
  double NumberOr(const XMLElement& element, const char* attribute, double fallback) const;
  Eigen::Vector3d Vector(const XMLElement& element, const char* attribute) const;
  Eigen::Vector3d VectorOr(const XMLElement& element, const char* attribute,
                           const Eigen::Vector3d& fallback) const;
  Eigen::Vector4d Rgba(const XMLElement& element, const char* attribute) const;
  /// Like Number and NumberOr; InputError if negative.
  double Size(const XMLElement& element, const char* attribute) const;
  double SizeOr(const XMLElement& element, const char* attribute, double fallback) const;

  /// The placement written as xyz and rpy on the element itself, and the one in its child <origin>.
  Pose Placement(const XMLElement& element) const;
  Pose Origin(const XMLElement& parent);

  /// Reports attributes and children that are not in the lists, and those given twice unless they may be
  /// `many`. `suffix` narrows the report, such as " of a fixed joint".
  struct Used {
    std::initializer_list<std::string_view> attributes = {}, children = {}, many = {};
  };
  void ReportUnused(const XMLElement& element, const Used& used, const std::string& suffix = "");
  void ReportIgnored(const XMLElement& element, const std::string& suffix = "");

  /// "<origin> of joint 'hip'": an element as messages describe it.
  static std::string Describe(const XMLElement& element);

  UrdfNotes notes;

 private:
  const tinyxml2::XMLAttribute& Required(const XMLElement& element, const char* attribute) const;
  template <int n>
  Eigen::Matrix<double, n, 1> Numbers(const XMLElement& element, const char* attribute) const;

  std::string source_;
  tinyxml2::XMLDocument document_;
};

}  // namespace slipstick::model
