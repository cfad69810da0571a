#include "inspect.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "exit_codes.h"
#include "inspect_json.h"
#include "mass_matrix_check.h"
#include "option_kinds.h"
#include "print.h"
#include "slipstick/core/error.h"
#include "slipstick/geometry/solid.h"
#include "slipstick/geometry/solid_inertia.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/toml/units.h"
#include "table.h"

namespace slipstick::cli {
namespace {

using Align = Table::Align;

/// Adds escape codes for colours, if wanted.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string Bold(const std::string& text) const { return Wrap("1", text); }
  std::string Dim(const std::string& text) const { return Wrap("2", text); }
  std::string Yellow(const std::string& text) const { return Wrap("33", text); }

 private:
  std::string Wrap(const char* code, const std::string& text) const {
    return on_ && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }
  bool on_;
};

std::string Short(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-"; }
std::string Short(const Eigen::Vector3d& v) { return Short(v.x()) + " " + Short(v.y()) + " " + Short(v.z()); }

/// "x", "-y" or three numbers.
std::string AxisText(const Joint& joint) {
  if (!model::HasAxis(joint.kind)) return "";
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0})
      if ((joint.axis - sign * Eigen::Vector3d::Unit(i)).norm() < 1e-9)
        return std::string(sign < 0.0 ? "-" : "") + "xyz"[i];
  return fmt::format("{:.2g} {:.2g} {:.2g}", joint.axis.x(), joint.axis.y(), joint.axis.z());
}

Eigen::Vector3d PrincipalMoments(const Inertia& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia.rotational, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

std::string CheckText(const Inertia& inertia) {
  if (model::PhysicalDefect(inertia).empty()) return "ok";
  if (!(inertia.mass > 0.0)) return "no mass";
  return PrincipalMoments(inertia).x() > 0.0 ? "moments violate the triangle inequality"
                                             : "inertia is not positive definite";
}

class TextReport {
 public:
  TextReport(const std::string& file, const UrdfResult& urdf, const Model& model, bool colour)
      : file_(file), urdf_(urdf), model_(model), paint_(colour) {}

  std::string Write() {
    WriteSummary();
    WriteTree();
    WriteJoints();
    WriteInertias();
    WriteFrames();
    WriteShapes();
    WriteNotes(model::UrdfNote::Kind::kWarning, "Warnings");
    WriteNotes(model::UrdfNote::Kind::kIgnored, "Ignored");
    return std::move(text_);
  }

 private:
  void WriteSummary() {
    text_ += paint_.Bold(model_.name()) + "  " + paint_.Dim(file_) + "\n";
    text_ += fmt::format("  {} dof (nq {}, nv {}), {} from {}, {:.6g} kg", model_.nv(), model_.nq(),
                         model_.nv(), Count(model_.num_bodies(), "moving body", "moving bodies"),
                         Count(urdf_.builder.num_links(), "link", "links"), model_.total_mass());
    if (const double welded = urdf_.builder.total_mass() - model_.total_mass();
        welded > 1e-9 * model_.total_mass())
      text_ += fmt::format(" moving, {:.6g} kg fixed to the world", welded);
    text_ += "\n";
  }

  void WriteHeading(const std::string& title, const std::string& details = "") {
    text_ += fmt::format("\n{}{}{}\n", paint_.Bold(title), details.empty() ? "" : "  ", paint_.Dim(details));
  }

  void WriteTable(const Table& table) {
    const std::vector<std::string> lines = table.Lines("  ");
    for (size_t i = 0; i < lines.size(); ++i) text_ += (i == 0 ? paint_.Dim(lines[i]) : lines[i]) + "\n";
  }

  void WriteTree() {
    // Deeper bodies are only counted, since their lines would be mostly indentation.
    constexpr int kDeepest = 16, kColumn = 46, kShortestName = 12;
    WriteHeading("Tree");
    Table table({{"body", Align::kLeft},
                 {"joint", Align::kLeft, true},
                 {"kind", Align::kLeft},
                 {"axis", Align::kLeft},
                 {"mass (kg)"}});
    table.Add({"world"});
    const std::vector<bool> is_last = LastChildren();
    std::vector<int> depth(model_.bodies().size());
    std::vector<std::string> trunk(kDeepest + 2);  // per depth: the vertical lines of the bodies above
    for (int i = 0; i < model_.num_bodies(); ++i) {
      const int parent = model_.bodies()[i].parent;
      const int d = depth[i] = parent == model::kWorld ? 0 : depth[parent] + 1;
      if (d > kDeepest) continue;
      trunk[d + 1] = trunk[d] + (is_last[i] ? "  " : "│ ");
      const Joint& joint = model_.joints()[i];
      const std::string name =
          Shortened(model_.bodies()[i].name, std::max(kShortestName, kColumn - 2 * d - 2));
      table.Add({fmt::format("{}{}{}", trunk[d], is_last[i] ? "└─" : "├─", name), joint.name,
                 model::KindName(joint.kind), AxisText(joint), Short(model_.bodies()[i].inertia.mass)});
      if (const int below = model_.subtree_end()[i] - i - 1; d == kDeepest && below > 0)
        table.Add({fmt::format("{}and {} more below", trunk[d + 1], below)});
    }
    WriteTable(table);
  }

  /// Per body: whether it is the last child of its parent.
  std::vector<bool> LastChildren() const {
    const int n = model_.num_bodies();
    std::vector<bool> is_last(n, false), has_later(n + 1, false);  // the world's flag comes last
    for (int i = n - 1; i >= 0; --i) {
      const int parent = model_.bodies()[i].parent == model::kWorld ? n : model_.bodies()[i].parent;
      is_last[i] = !has_later[parent];
      has_later[parent] = true;
    }
    return is_last;
  }

  void WriteJoints() {
    Table table({{"joint", Align::kLeft, true},
                 {"kind", Align::kLeft},
                 {"lower"},
                 {"upper"},
                 {"velocity"},
                 {"effort"},
                 {"damping"},
                 {"friction"},
                 {"armature"}});
    for (const Joint& joint : model_.joints()) {
      const model::Dof& dof = model_.dofs()[joint.v];
      table.Add({joint.name, model::KindName(joint.kind), Short(dof.lower), Short(dof.upper),
                 Short(dof.velocity_limit), Short(dof.effort_limit), Short(dof.damping), Short(dof.friction),
                 Short(dof.armature)});
    }
    if (table.empty()) return;
    WriteHeading("Joints", "rad, rad/s, N m; prismatic m, m/s, N; - is unlimited");
    WriteTable(table);
  }

  void WriteInertias() {
    Table table({{"body", Align::kLeft, true},
                 {"mass"},
                 {"centre of mass", Align::kLeft},
                 {"principal moments", Align::kLeft},
                 {"check", Align::kLeft}});
    for (const Body& body : model_.bodies())
      table.Add({body.name, Short(body.inertia.mass), Short(body.inertia.com),
                 Short(PrincipalMoments(body.inertia)), CheckText(body.inertia)});
    if (table.empty()) return;
    WriteHeading("Inertias", "including links on fixed joints; kg, m, kg m² about the centre of mass");
    WriteTable(table);
    WriteMassMatrixCheck();
  }

  /// Only a defect; the numbers are in the JSON.
  void WriteMassMatrixCheck() {
    const std::optional<MassMatrixCheck> check = CheckMassMatrix(model_);
    if (!check || !check->singular) return;
    text_ += paint_.Yellow(Wrapped(
        "  ",
        fmt::format(
            "The mass matrix is singular at the neutral configuration: joint '{}' moves no mass that the "
            "joints below it do not move. Give the bodies between them some inertia, or the joint an "
            "armature.",
            model_.joints()[model_.dofs()[check->dof].joint].name)));
  }

  /// Links on fixed joints and <frame>s.
  void WriteFrames() {
    std::unordered_set<std::string> bodies;
    for (const Body& body : model_.bodies()) bodies.insert(body.name);
    std::map<int, std::string> frames_of;
    for (const Frame& frame : model_.frames())
      if (!bodies.contains(frame.name) && frame.name != "world") {
        std::string& list = frames_of[frame.body];
        list += (list.empty() ? "" : ", ") + frame.name;
      }
    if (frames_of.empty()) return;
    WriteHeading("Frames", "links on fixed joints, part of the body");
    for (const auto& [body, list] : frames_of)
      text_ +=
          Wrapped(fmt::format("  {}: ", body == model::kWorld ? "world" : model_.bodies()[body].name), list);
  }

  void WriteShapes() {
    if (model_.collisions().empty() && model_.visuals().empty()) return;
    WriteHeading("Shapes");
    text_ += "  collision  " + ShapeCounts(model_.collisions()) + "\n";
    text_ += "  visual     " + ShapeCounts(model_.visuals()) + "\n";
  }

  static std::string ShapeCounts(const std::vector<Shape>& shapes) {
    std::map<std::string, int> counts;
    int missing = 0;
    for (const Shape& shape : shapes) {
      ++counts[model::KindName(shape.geometry)];
      const model::MeshGeometry* mesh = std::get_if<model::MeshGeometry>(&shape.geometry);
      missing += mesh && mesh->path.empty();
    }
    std::string text;
    for (const auto& [kind, count] : counts)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
    if (missing > 0) text += fmt::format(" ({} not found)", missing);
    return text.empty() ? "none" : text;
  }

  void WriteNotes(model::UrdfNote::Kind kind, const char* title) {
    std::string list;
    int count = 0;
    for (const model::UrdfNote& note : urdf_.notes)
      if (note.kind == kind) {
        ++count;
        const std::string lines = Wrapped(fmt::format("  line {:>4}  ", note.line), note.text);
        list += kind == model::UrdfNote::Kind::kWarning ? paint_.Yellow(lines) : paint_.Dim(lines);
      }
    if (count > 0) WriteHeading(fmt::format("{} ({})", title, count));
    text_ += list;
  }

  const std::string& file_;
  const UrdfResult& urdf_;
  const Model& model_;
  Paint paint_;
  std::string text_ = {};
};

enum class MissingInertia { kZero, kShapes };

struct InspectOptions {
  std::string file;
  UrdfOptions urdf;
  MissingInertia missing_inertia = MissingInertia::kZero;
  std::optional<std::string> density;
  bool json = false;
};

bool WantsColour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

double DensityOf(const InspectOptions& options) {
  if (!options.density) return 1000.0;
  double density = 0.0;
  const std::string problem = toml::ParseQuantity(*options.density, "kg/m^3", density);
  if (!problem.empty()) throw InputError(fmt::format("--density is '{}', {}", *options.density, problem));
  if (!(density > 0.0 && std::isfinite(density)))
    throw InputError(fmt::format("--density is '{}'; it must be above 0.", *options.density));
  return density;
}

/// Why a run would refuse a shape; empty if it would not.
std::string ShapeDefect(const model::Geometry& shape) {
  try {
    geometry::MakeSolid(shape, "refused by a run");
    return "";
  } catch (const InputError& refusal) {
    return refusal.what();
  }
}

/// The same, but a mesh that many shapes use is read once.
UrdfOptions::ShapeDefect ShapeDefectOnce() {
  using Mesh = std::tuple<std::string, double, double, double>;
  return [known = std::map<Mesh, std::string>()](const model::Geometry& shape) mutable {
    const auto* mesh = std::get_if<model::MeshGeometry>(&shape);
    if (!mesh) return ShapeDefect(shape);
    const auto [defect, is_new] =
        known.try_emplace({mesh->path, mesh->scale.x(), mesh->scale.y(), mesh->scale.z()});
    if (is_new) defect->second = ShapeDefect(shape);
    return defect->second;
  };
}

UrdfOptions UrdfOptionsOf(const InspectOptions& options) {
  UrdfOptions urdf = options.urdf;
  urdf.shape_defect = ShapeDefectOnce();
  if (options.missing_inertia == MissingInertia::kShapes)
    urdf.missing_inertia = geometry::SolidOfDensity(DensityOf(options));
  else if (options.density)
    throw InputError("--density goes with --missing-inertia shapes; add that, or leave it out.");
  return urdf;
}

/// The report. InputError if the file is refused.
std::string Inspect(const InspectOptions& options) {
  const UrdfResult urdf = model::ReadUrdf(options.file, UrdfOptionsOf(options));
  const Model model = urdf.builder.Build();
  return options.json ? InspectionAsJson(options.file, urdf, model)
                      : TextReport(options.file, urdf, model, WantsColour()).Write();
}

}  // namespace

Command AddInspect(CLI::App& app) {
  using Base = UrdfOptions::Base;
  using Mimic = UrdfOptions::Mimic;
  const auto options = std::make_shared<InspectOptions>();
  CLI::App& inspect =
      *app.add_subcommand("inspect", "Show the contents of a robot file, its defects and ignored elements");
  inspect.add_option("FILE", options->file, "URDF file")->required()->type_name("");
  inspect.add_flag("--json", options->json, "Print the whole model as JSON");
  AddChoice<Base>(inspect, "--base", options->urdf.base,
                  {{"auto", Base::kAuto},
                   {"fixed", Base::kFixed},
                   {"floating", Base::kFloating},
                   {"planar", Base::kPlanar}},
                  "Joint of the root link; auto: fixed if the link is named world or has no mass, otherwise "
                  "floating; planar: x, z and rotation about y");
  AddChoice<Mimic>(inspect, "--mimic", options->urdf.mimic,
                   {{"refuse", Mimic::kRefuse}, {"independent", Mimic::kIndependent}},
                   "Joints with <mimic>: refuse the file, or make them independent joints");
  AddChoice<MissingInertia>(
      inspect, "--missing-inertia", options->missing_inertia,
      {{"zero", MissingInertia::kZero}, {"shapes", MissingInertia::kShapes}},
      "Moving bodies without inertia: no mass, or the inertia of their collision shapes");
  inspect
      .add_option("--density", options->density,
                  "With --missing-inertia shapes: density of the shapes (default 1000 kg/m^3)")
      ->type_name("DENSITY");
  inspect
      .add_option("--package-path", options->urdf.package_paths,
                  "Folder that contains package:// folders; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  return {&inspect, [options] {
            Print(Inspect(*options));
            return kSuccess;
          }};
}

}  // namespace slipstick::cli
