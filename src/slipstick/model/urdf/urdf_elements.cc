#include "slipstick/model/urdf/urdf_elements.h"

#include <fmt/core.h>

#include "slipstick/model/urdf/urdf_joint.h"
#include "slipstick/model/urdf/urdf_shape.h"

namespace slipstick::model {
namespace {

constexpr size_t kMaxLinks = 100'000;
constexpr size_t kMaxShapes = 200'000;
constexpr size_t kMaxFrames = 100'000;

class ElementReader {
 public:
  ElementReader(UrdfXml& xml, const UrdfOptions& options, const PackagePath& packages)
      : xml_(xml), options_(options), packages_(packages) {}

  UrdfRobot Read() {
    const XMLElement& robot = xml_.robot();
    robot_.name = ReadRobotName(robot);
    for (const XMLElement* child = robot.FirstChildElement(); child; child = child->NextSiblingElement())
      ReadChild(*child);
    xml_.ReportUnused(robot, {.attributes = {"name"},
                              .many = {"link", "joint", "drake:joint", "material", "frame", "transmission"}});
    if (robot_.links.empty()) RefuseWithoutLinks(robot);
    ApplyArmatures();
    return std::move(robot_);
  }

 private:
  std::string ReadRobotName(const XMLElement& robot) {
    if (robot.Attribute("name") && *robot.Attribute("name")) return xml_.Name(robot, "name");
    xml_.notes.Warn(robot.GetLineNum(), "<robot> has no name; it is called 'robot'");
    return "robot";
  }

  void ReadChild(const XMLElement& element) {
    const std::string_view tag = element.Name();
    if (tag == "link") {
      ReadLink(element);
    } else if (tag == "joint" || tag == "drake:joint") {
      robot_.joints.push_back(ReadUrdfJoint(xml_, element, options_));
    } else if (tag == "material") {
      ReadMaterial(element);
    } else if (tag == "frame") {
      ReadFrame(element);
    } else if (tag == "transmission") {
      ReadTransmission(element);
    } else if (tag.starts_with("xacro:") && tag != "xacro:property" && tag != "xacro:arg") {
      xml_.notes.Warn(element.GetLineNum(),
                      fmt::format("<{}> is not expanded, so its content is missing; run xacro "
                                  "on the file first (xacro FILE > robot.urdf)",
                                  tag));
    }
    CheckCount(element, robot_.links.size(), kMaxLinks, "links");
    CheckCount(element, robot_.joints.size(), kMaxLinks, "joints");
    CheckCount(element, robot_.frames.size(), kMaxFrames, "frames");
  }

  void CheckCount(const XMLElement& element, size_t count, size_t max_count, const char* what) const {
    if (count > max_count)
      xml_.Refuse(element.GetLineNum(),
                  fmt::format("more than {} {}, the most that is read.", max_count, what));
  }

  void RefuseWithoutLinks(const XMLElement& robot) const {
    for (const XMLElement* child = robot.FirstChildElement(); child; child = child->NextSiblingElement())
      if (std::string_view(child->Name()).starts_with("xacro:"))
        xml_.Refuse(robot.GetLineNum(),
                    "<robot> has no <link> but xacro elements; run xacro on the file first "
                    "(xacro FILE > robot.urdf).");
    xml_.Refuse(robot.GetLineNum(), "<robot> has no <link>; a model needs at least one.");
  }

  void ReadLink(const XMLElement& element) {
    UrdfLink link{.line = element.GetLineNum(),
                  .name = xml_.Name(element, "name"),
                  .inertia = {},
                  .collisions = {},
                  .visuals = {}};
    xml_.ReportUnused(element,
                      {.attributes = {"name"}, .children = {"inertial"}, .many = {"collision", "visual"}});
    if (link.name.find("${") != std::string::npos)
      xml_.notes.Warn(link.line, "link", link.name,
                      "the name holds an unexpanded xacro expression; run xacro first");
    if (const XMLElement* inertial = UrdfXml::Child(element, "inertial"))
      link.inertia = ReadInertia(*inertial, link);
    for (const XMLElement* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
      if (child->Name() == std::string_view("collision")) AddShape(*child, link.collisions);
      if (child->Name() == std::string_view("visual")) AddShape(*child, link.visuals);
    }
    robot_.links.push_back(std::move(link));
  }

  void AddShape(const XMLElement& element, std::vector<UrdfShape>& shapes) {
    CheckCount(element, ++shapes_, kMaxShapes, "collision and visual shapes");
    std::optional<UrdfShape> shape = ReadUrdfShape(xml_, element, packages_);
    if (!shape) return;
    // As in ROS, a colour given inline under a name can be used by that name elsewhere.
    if (shape->rgba && !shape->material.empty()) robot_.materials.emplace(shape->material, *shape->rgba);
    shapes.push_back(std::move(*shape));
  }

  Inertia ReadInertia(const XMLElement& element, const UrdfLink& link) {
    xml_.ReportUnused(element, {.children = {"origin", "mass", "inertia"}});
    const Pose X_LI = xml_.Origin(element);
    const XMLElement& mass = xml_.RequiredChild(element, "mass");
    xml_.ReportUnused(mass, {.attributes = {"value"}});
    Inertia inertia;
    inertia.mass = xml_.Size(mass, "value");
    if (const XMLElement* moments = UrdfXml::Child(element, "inertia")) {
      inertia.rotational = ReadMoments(*moments);
    } else {
      xml_.notes.Warn(link.line, "link", link.name, "<inertial> has no <inertia>; taken as a point mass");
    }
    // Many exporters write zero mass and inertia for "none".
    const bool none = inertia.mass == 0.0 && inertia.rotational.isZero(0.0);
    if (const std::string defect = PhysicalDefect(inertia); !none && !defect.empty())
      xml_.notes.Warn(element.GetLineNum(), "link", link.name, defect + "; kept as given");
    return inertia.In(X_LI);
  }

  Eigen::Matrix3d ReadMoments(const XMLElement& element) {
    xml_.ReportUnused(element, {.attributes = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"}});
    const double ixx = xml_.Number(element, "ixx"), iyy = xml_.Number(element, "iyy"),
                 izz = xml_.Number(element, "izz");
    const double ixy = xml_.NumberOr(element, "ixy", 0.0), ixz = xml_.NumberOr(element, "ixz", 0.0),
                 iyz = xml_.NumberOr(element, "iyz", 0.0);
    return (Eigen::Matrix3d() << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz).finished();
  }

  void ReadMaterial(const XMLElement& element) {
    xml_.ReportUnused(element, {.attributes = {"name"}, .children = {"color"}});
    const std::string name = xml_.Name(element, "name");
    if (const auto rgba = ReadUrdfColour(xml_, element)) robot_.materials.emplace(name, *rgba);
  }

  /// <frame>, an extension of Drake: a named frame on a link.
  void ReadFrame(const XMLElement& element) {
    xml_.ReportUnused(element, {.attributes = {"name", "link", "xyz", "rpy"}});
    robot_.frames.push_back({.line = element.GetLineNum(),
                             .name = xml_.Name(element, "name"),
                             .link = xml_.Name(element, "link"),
                             .X_LF = xml_.Placement(element)});
  }

  /// Of a <transmission> only Drake's rotor inertia is used: reflected through the gear it is the armature of
  /// the joint.
  void ReadTransmission(const XMLElement& element) {
    const XMLElement* actuator = UrdfXml::Child(element, "actuator");
    const XMLElement* rotor = actuator ? UrdfXml::Child(*actuator, "drake:rotor_inertia") : nullptr;
    if (!rotor) return xml_.ReportIgnored(element);
    const XMLElement& joint = xml_.RequiredChild(element, "joint");
    const XMLElement* gear = UrdfXml::Child(*actuator, "drake:gear_ratio");
    const double ratio = gear ? xml_.Number(*gear, "value") : 1.0;
    const std::string name = xml_.Name(joint, "name");
    if (armatures_.contains(name))
      xml_.notes.Warn(joint.GetLineNum(), "joint", name,
                      "named by two <transmission>s with a rotor; the last one is used");
    armatures_[name] = {joint.GetLineNum(), xml_.Size(*rotor, "value") * ratio * ratio};
    xml_.ReportUnused(element, {.attributes = {"name"}, .children = {"joint", "actuator"}});
    xml_.ReportUnused(joint, {.attributes = {"name"}});
    xml_.ReportUnused(*actuator,
                      {.attributes = {"name"}, .children = {"drake:rotor_inertia", "drake:gear_ratio"}});
  }

  void ApplyArmatures() {
    for (UrdfJoint& joint : robot_.joints)
      if (const auto found = armatures_.find(joint.name); found != armatures_.end()) {
        joint.spec.Armature(found->second.armature);
        if (joint.kind == JointKind::kFixed)
          xml_.notes.Warn(found->second.line, "joint", joint.name,
                          "fixed, but a <transmission> gives it a rotor; the rotor is ignored");
        armatures_.erase(found);
      }
    for (const auto& [joint, rotor] : armatures_)
      xml_.notes.Warn(rotor.line, "joint", joint, "named by a <transmission>, but there is no such joint");
  }

  struct Rotor {
    int line;
    double armature;  ///< at the joint
  };

  UrdfXml& xml_;
  const UrdfOptions& options_;
  const PackagePath& packages_;
  UrdfRobot robot_ = {};
  std::map<std::string, Rotor> armatures_ = {};  ///< per joint
  size_t shapes_ = 0;
};

}  // namespace

UrdfRobot ReadUrdfElements(UrdfXml& xml, const UrdfOptions& options, const PackagePath& packages) {
  return ElementReader(xml, options, packages).Read();
}

}  // namespace slipstick::model
