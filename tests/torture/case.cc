#include "torture/case.h"

#include <fmt/core.h>

#include <fstream>
#include <set>

#include "slipstick/core/error.h"

namespace slipstick::torture {
namespace {

constexpr char kHull[] =
    "v 0.5 0 -0.1\nv -0.4 0.3 -0.2\nv -0.3 -0.4 -0.1\nv 0.1 0.1 0.5\nv 0 -0.1 -0.5\nv 0.2 0.45 0\nv 0.3 -0.4 "
    "0.2\n"
    "f 1 2 3\nf 4 5 6\nf 5 6 7\n";  // only its points matter

std::string Texts(const Case& from, PartKind kind, const std::string& owner, const char* between) {
  std::string all;
  for (const Part& part : from.parts)
    if (part.kind == kind && part.owner == owner) all += (all.empty() ? "" : between) + part.text;
  return all;
}

std::string AllTexts(const Case& from, PartKind kind, const char* before, const char* after) {
  std::string all;
  for (const Part& part : from.parts)
    if (part.kind == kind) all += before + part.text + after;
  return all;
}

bool Has(const Case& from, PartKind kind) {
  for (const Part& part : from.parts)
    if (part.kind == kind) return true;
  return false;
}

std::string JointText(const Case& from, const Part& link) {
  std::string type = "fixed", content;
  if (const std::string joint = Texts(from, PartKind::kJoint, link.name, ""); !joint.empty()) {
    type = joint.substr(0, joint.find('\n'));
    content = joint.substr(type.size() + 1);
  }
  return fmt::format(
      "<joint name=\"j_{0}\" type=\"{1}\"><parent link=\"{2}\"/><child link=\"{0}\"/>{3}{4}</joint>\n",
      link.name, type, link.owner, content, Texts(from, PartKind::kJointElement, link.name, ""));
}

std::string UrdfText(const Case& from) {
  std::string urdf = "<robot name=\"tree\">\n";
  for (const Part& part : from.parts) {
    if (part.kind != PartKind::kLink) continue;
    urdf += fmt::format("<link name=\"{}\">{}</link>\n", part.name, part.text);
    if (!part.owner.empty()) urdf += JointText(from, part);
  }
  return urdf + AllTexts(from, PartKind::kTransmission, "", "\n") + "</robot>\n";
}

/// "a, b, c" of all parts of a kind.
std::string List(const Case& from, PartKind kind) {
  std::string list;
  for (const Part& part : from.parts)
    if (part.kind == kind) list += (list.empty() ? "" : ", ") + part.text;
  return list;
}

std::string RobotText(const Case& from) {
  return fmt::format(
      "[[robots]]\nmodel = \"tree.urdf\"\ncollisions = true\ncontacts = [{}]\njoints = {{ {} }}\n"
      "joint_velocities = {{ {} }}\n{}\n",
      List(from, PartKind::kContact), List(from, PartKind::kJointStart), List(from, PartKind::kJointSpeed),
      AllTexts(from, PartKind::kRobotKey, "", "\n"));
}

}  // namespace

Case Without(const Case& full, size_t begin, size_t end) {
  Case rest = full;
  rest.parts.clear();
  std::set<std::string> names = {""};
  for (size_t i = 0; i < full.parts.size(); ++i) {  // owners stand before what they own
    const Part& part = full.parts[i];
    if ((begin <= i && i < end) || !names.contains(part.owner)) continue;
    if (!part.name.empty()) names.insert(part.name);
    rest.parts.push_back(part);
  }
  return rest;
}

std::string SceneText(const Case& from, const std::string& stepper, const std::string& comment) {
  std::string text = fmt::format(
      "description = \"{}\"\nstepper = \"{}\"\ndt = {}\nduration = {}\nallow_penetration = "
      "true\n\n[ground]\n{}\n"
      "[materials.default]\n{}\n",
      comment, stepper, from.dt, from.steps * from.dt, AllTexts(from, PartKind::kGround, "", "\n"),
      AllTexts(from, PartKind::kMaterial, "", "\n"));
  if (Has(from, PartKind::kLink)) text += RobotText(from);
  for (const Part& part : from.parts)
    if (part.kind == PartKind::kBody)
      text += fmt::format("[[bodies]]\nname = \"{}\"\n{}\n{}\n\n", part.name, part.text,
                          Texts(from, PartKind::kBodyKey, part.name, "\n"));
  if (Has(from, PartKind::kController))
    text += "[controller]\n" + AllTexts(from, PartKind::kController, "", "\n\n") +
            AllTexts(from, PartKind::kDrive, "[[controller.joints]]\n", "\n\n");
  text += AllTexts(from, PartKind::kPush, "[[pushes]]\n", "\n\n");
  if (Has(from, PartKind::kLink)) text += "[models]\n\"tree.urdf\" = '''\n" + UrdfText(from) + "'''\n";
  return text;
}

void WriteHull(const std::string& folder) {
  const std::string path = folder + "/" + kHullFile;
  std::ofstream file(path);
  file << kHull;
  file.close();
  if (!file) throw InputError(fmt::format("'{}' cannot be written; is the folder writable?", path));
}

}  // namespace slipstick::torture
