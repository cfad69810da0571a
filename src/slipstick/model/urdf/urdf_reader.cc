#include "slipstick/model/urdf/urdf_reader.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_xml.h"
#include "slipstick/model/urdf/urdf_elements.h"
#include "slipstick/model/urdf/urdf_inertia.h"
#include "slipstick/model/urdf/urdf_tree.h"

namespace slipstick::model {
namespace {

using Base = UrdfOptions::Base;

/// Makes names unique: "foot", "foot_2", "foot_3".
class UniqueNames {
 public:
  std::string Make(const std::string& wanted) {
    int& uses = uses_[wanted];
    if (++uses == 1) return wanted;
    std::string name;
    do name = fmt::format("{}_{}", wanted, uses++);
    while (uses_.contains(name));
    uses_[name] = 1;
    --uses;  // the next try continues from the number just given
    return name;
  }

 private:
  std::unordered_map<std::string, int> uses_;
};

/// Adds a tree of links to a ModelBuilder.
class Assembler {
 public:
  Assembler(UrdfXml& xml, UrdfRobot& robot, const UrdfTree& tree, const UrdfOptions& options)
      : xml_(xml), robot_(robot), tree_(tree), options_(options), handles_(robot.links.size()) {}

  UrdfResult Assemble() {
    ModelBuilder builder(robot_.name);
    const bool root_is_fixed = RootIsFixed();
    if (options_.missing_inertia)
      AddMissingInertias(xml_, tree_, root_is_fixed, options_.missing_inertia, robot_);
    const JointSpec root_joint = RootJoint(root_is_fixed);
    for (const int link : tree_.order) AddLink(builder, link, root_joint);
    for (size_t i = 0; i < robot_.frames.size(); ++i)
      builder.AddFrame(robot_.frames[i].name, handles_[tree_.frame_link[i]], robot_.frames[i].X_LF);
    Model model = BuildChecked(builder);
    return {std::move(builder), {}, std::move(model)};
  }

 private:
  void AddLink(ModelBuilder& builder, int i, const JointSpec& root_joint) {
    const UrdfLink& link = robot_.links[i];
    handles_[i] = builder.Add(link.name, link.inertia, i == tree_.root ? root_joint : JointAbove(i));
    for (const UrdfShape& shape : link.collisions) {
      const std::string name =
          collision_names_.Make(shape.name.empty() ? link.name + "_collision" : shape.name);
      builder.AddCollision(name, handles_[i], shape.X_LS, shape.geometry);
      WarnAboutDefect(shape, name);
    }
    for (const UrdfShape& shape : link.visuals)
      builder.AddVisual(visual_names_.Make(shape.name.empty() ? link.name + "_visual" : shape.name),
                        handles_[i], shape.X_LS, shape.geometry, Colour(shape));
  }

  void WarnAboutDefect(const UrdfShape& shape, const std::string& name) {
    const auto* mesh = std::get_if<MeshGeometry>(&shape.geometry);
    if (!options_.shape_defect || (mesh && mesh->path.empty())) return;  // a missing file has its own warning
    if (const std::string defect = options_.shape_defect(shape.geometry); !defect.empty())
      xml_.notes.Warn(shape.line, "collision shape", name, defect);
  }

  JointSpec JointAbove(int link) const {
    const int joint = tree_.parent_joint[link];
    JointSpec spec = robot_.joints[joint].spec;
    return spec.On(handles_[tree_.parent_link[joint]]);
  }

  Eigen::Vector4d Colour(const UrdfShape& shape) {
    if (shape.rgba) return *shape.rgba;
    if (shape.material.empty()) return Shape().rgba;
    if (const auto found = robot_.materials.find(shape.material); found != robot_.materials.end())
      return found->second;
    xml_.notes.Warn(shape.line, "material", shape.material, "no colour is given for it anywhere; drawn grey");
    return Shape().rgba;
  }

  JointSpec RootJoint(bool is_fixed) {
    UniqueNames names;
    for (const UrdfJoint& joint : robot_.joints) names.Make(joint.name);
    const std::string name = names.Make("root");
    if (is_fixed) return Fixed(name);
    const bool planar = options_.base == Base::kPlanar;
    root_remedy_ = fmt::format(" This joint is the {} base: --base fixed holds it to the world.",
                               planar ? "planar" : "floating");
    return planar ? Planar(name).About(Y) : Floating(name);
  }

  bool RootIsFixed() {
    const UrdfLink& root = robot_.links[tree_.root];
    if (root.name == "world") {
      if (options_.base == Base::kFloating || options_.base == Base::kPlanar)
        xml_.Refuse(root.line, fmt::format("the root link is 'world', which cannot {}; rename it, or leave "
                                           "the base to auto.",
                                           options_.base == Base::kPlanar ? "move" : "float"));
      return true;
    }
    if (options_.base != Base::kAuto) return options_.base == Base::kFixed;
    if (MassWeldedToRoot() > 0.0) return false;
    xml_.notes.Warn(
        root.line, "link", root.name,
        options_.missing_inertia
            ? "the root has no mass, so it is fixed to the world (to let it float, set base = floating)"
            : "the root has no mass, so it is fixed to the world (to let it float, give it an inertia)");
    return true;
  }

  double MassWeldedToRoot() const {
    std::vector<bool> welded(robot_.links.size(), false);
    double mass = 0.0;
    for (const int link : tree_.order) {
      const int joint = tree_.parent_joint[link];
      welded[link] =
          joint < 0 || (robot_.joints[joint].kind == JointKind::kFixed && welded[tree_.parent_link[joint]]);
      if (welded[link]) mass += robot_.links[link].inertia.mass;
    }
    return mass;
  }

  /// Checks the finished model here, where the line of an invalid link is known.
  Model BuildChecked(const ModelBuilder& builder) {
    try {
      Model model = builder.Build();
      WarnAboutMasslessBodies(model);
      return model;
    } catch (const MissingInertiaError& error) {
      RefuseLink(error, InertiaRemedy(LinkOf(error)));
    } catch (const ModelError& error) {
      RefuseLink(error, "");
    }
  }

  int LinkOf(const ModelError& error) const {
    return error.link() == kWorld ? tree_.root : tree_.order[error.link()];  // as they were added
  }

  [[noreturn]] void RefuseLink(const ModelError& error, const std::string& remedy) const {
    const int link = LinkOf(error);
    if (link != tree_.root)
      xml_.Refuse(robot_.joints[tree_.parent_joint[link]].line, error.reason() + remedy);
    xml_.Refuse(robot_.links[link].line, error.reason() + remedy + root_remedy_);
  }

  std::string InertiaRemedy(int link) const {
    const bool has_shapes = CarriesCollisionShapes(robot_, tree_, link);
    if (options_.missing_inertia)
      return has_shapes ? "" : " It has no collision shapes from which an inertia could be taken.";
    // A link with some inertia, such as a point mass, is not one without.
    if (!has_shapes || robot_.links[link].inertia.mass != 0.0) return "";
    return " Or load with missing_inertia = shapes (--missing-inertia shapes), which takes the inertia from "
           "the "
           "collision shapes.";
  }

  void WarnAboutMasslessBodies(const Model& model) {
    std::unordered_map<std::string, int> line_of;
    for (const UrdfLink& link : robot_.links) line_of[link.name] = link.line;
    for (const Body& body : model.bodies())
      if (body.inertia.mass == 0.0)
        xml_.notes.Warn(line_of[body.name], "link", body.name,
                        "moves but has no mass; the mass matrix is singular where the joints "
                        "before and after it line up");
  }

  UrdfXml& xml_;
  UrdfRobot& robot_;
  const UrdfTree& tree_;
  const UrdfOptions& options_;
  std::vector<int> handles_;  ///< per link: its number in the builder
  UniqueNames collision_names_ = {}, visual_names_ = {};
  std::string root_remedy_ = {};  ///< appended to errors about the root joint, which is not in the file
};

std::string ReadUrdfFile(const std::string& path) {
  const auto refuse = [&](const char* why) { throw InputError(fmt::format("{}: {}", path, why)); };
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) refuse("there is no such file.");
  if (std::filesystem::is_directory(path, failed)) refuse("this is a folder; give the URDF file in it.");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("the file cannot be opened; check its permissions.");
  std::string text;
  char block[1 << 16];
  do {
    file.read(block, sizeof block);
    text.append(block, static_cast<size_t>(file.gcount()));
  } while (file && text.size() <= kMaxXmlBytes);  // slightly more suffices for the size check to fail
  if (file.bad()) refuse("the file cannot be read.");
  return text;
}

}  // namespace

UrdfResult ReadUrdfText(std::string_view text, const std::string& source, const std::string& folder,
                        const UrdfOptions& options) {
  UrdfXml xml(text, source);
  UrdfRobot robot = ReadUrdfElements(xml, options, PackagePath(folder, options.package_paths));
  const UrdfTree tree = ArrangeUrdfTree(xml, robot);
  UrdfResult result = Assembler(xml, robot, tree, options).Assemble();
  result.notes = xml.notes.Take();
  return result;
}

UrdfResult ReadUrdf(const std::string& path, const UrdfOptions& options) {
  return ReadUrdfText(ReadUrdfFile(path), path, std::filesystem::path(path).parent_path().string(), options);
}

Model LoadUrdf(const std::string& path, const UrdfOptions& options) {
  UrdfResult result = ReadUrdf(path, options);
  for (const UrdfNote& note : result.notes)
    fmt::print(stderr, "{}:{}: {}{}\n", path, note.line,
               note.kind == UrdfNote::Kind::kWarning ? "warning: " : "", note.text);
  return std::move(result.model);
}

}  // namespace slipstick::model
