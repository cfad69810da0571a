#include "inspect_json.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>

#include "mass_matrix_check.h"

namespace slipstick::cli {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order written here

Json Number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

template <class Derived>
Json Numbers(const Eigen::MatrixBase<Derived>& vector) {
  Json list = Json::array();
  for (Eigen::Index i = 0; i < vector.size(); ++i) list.push_back(Number(vector(i)));
  return list;
}

Json Placement(const Pose& pose) {
  return {{"xyz", Numbers(pose.p)}, {"quaternion_xyzw", Numbers(Eigen::Quaterniond(pose.R).coeffs())}};
}

Json BodyName(const Model& model, int body) {
  return body == model::kWorld ? Json("world") : Json(model.bodies()[body].name);
}

Json JointJson(const Model& model, int i) {
  const Joint& joint = model.joints()[i];
  const model::Dof& dof = model.dofs()[joint.v];
  return {{"name", joint.name},
          {"kind", model::KindName(joint.kind)},
          {"parent", BodyName(model, model.bodies()[i].parent)},
          {"child", model.bodies()[i].name},
          {"axis", Numbers(joint.axis)},
          {"placement", Placement(joint.X_PJ)},
          {"q_start", joint.q},
          {"q_size", joint.nq},
          {"v_start", joint.v},
          {"v_size", joint.nv},
          {"lower", Number(dof.lower)},
          {"upper", Number(dof.upper)},
          {"velocity_limit", Number(dof.velocity_limit)},
          {"effort_limit", Number(dof.effort_limit)},
          {"damping", dof.damping},
          {"friction", dof.friction},
          {"armature", dof.armature}};
}

Json BodyJson(const Model& model, int i) {
  const Body& body = model.bodies()[i];
  const Eigen::Matrix3d& I = body.inertia.rotational;
  const std::string defect = model::PhysicalDefect(body.inertia);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(I, Eigen::EigenvaluesOnly);
  return {{"name", body.name},
          {"parent", BodyName(model, body.parent)},
          {"joint", model.joints()[i].name},
          {"mass", body.inertia.mass},
          {"centre_of_mass", Numbers(body.inertia.com)},
          {"inertia",
           {{"ixx", I(0, 0)},
            {"iyy", I(1, 1)},
            {"izz", I(2, 2)},
            {"ixy", I(0, 1)},
            {"ixz", I(0, 2)},
            {"iyz", I(1, 2)}}},
          {"principal_moments", Numbers(eigen.eigenvalues())},
          {"defect", defect.empty() ? Json(nullptr) : Json(defect)}};
}

Json Dimensions(const model::SphereGeometry& g) { return {{"radius", g.radius}}; }
Json Dimensions(const model::BoxGeometry& g) { return {{"size", Numbers(g.size)}}; }
Json Dimensions(const model::CylinderGeometry& g) { return {{"radius", g.radius}, {"length", g.length}}; }
Json Dimensions(const model::CapsuleGeometry& g) { return {{"radius", g.radius}, {"length", g.length}}; }
Json Dimensions(const model::EllipsoidGeometry& g) { return {{"radii", Numbers(g.radii)}}; }
Json Dimensions(const model::MeshGeometry& g) {
  return {
      {"uri", g.uri}, {"path", g.path.empty() ? Json(nullptr) : Json(g.path)}, {"scale", Numbers(g.scale)}};
}
Json Dimensions(const model::PlaneGeometry&) { return Json::object(); }
Json Dimensions(const model::ConvexGeometry& g) { return {{"vertices", g.vertices.size()}}; }
Json Dimensions(const model::HeightFieldGeometry& g) {
  return {{"spacing", {g.dx, g.dy}}, {"points", {g.nx, g.ny}}};
}

Json ShapesJson(const Model& model, const std::vector<Shape>& shapes, bool with_colour) {
  Json list = Json::array();
  for (const Shape& shape : shapes) {
    Json entry = {{"name", shape.name},
                  {"body", BodyName(model, shape.body)},
                  {"kind", model::KindName(shape.geometry)},
                  {"dimensions", std::visit([](const auto& g) { return Dimensions(g); }, shape.geometry)},
                  {"placement", Placement(shape.X_BS)}};
    if (with_colour) entry["rgba"] = Numbers(shape.rgba);
    list.push_back(std::move(entry));
  }
  return list;
}

Json MassMatrixJson(const Model& model) {
  const std::optional<MassMatrixCheck> check = CheckMassMatrix(model);
  if (!check) return nullptr;
  return {{"singular_at_neutral", check->singular},
          {"smallest_pivot_ratio", check->smallest_ratio},
          {"at_joint", model.joints()[model.dofs()[check->dof].joint].name}};
}

}  // namespace

std::string InspectionAsJson(const std::string& file, const UrdfResult& urdf, const Model& model) {
  Json report = {{"name", model.name()},
                 {"file", file},
                 {"nq", model.nq()},
                 {"nv", model.nv()},
                 {"num_bodies", model.num_bodies()},
                 {"num_links", urdf.builder.num_links()},
                 {"total_mass", urdf.builder.total_mass()},
                 {"moving_mass", model.total_mass()},
                 {"gravity", Numbers(model.gravity())},
                 {"neutral", Numbers(model.neutral())},
                 {"mass_matrix", MassMatrixJson(model)},
                 {"bodies", Json::array()},
                 {"joints", Json::array()},
                 {"frames", Json::array()},
                 {"collisions", ShapesJson(model, model.collisions(), false)},
                 {"visuals", ShapesJson(model, model.visuals(), true)},
                 {"notes", Json::array()}};
  for (int i = 0; i < model.num_bodies(); ++i) {
    report["bodies"].push_back(BodyJson(model, i));
    report["joints"].push_back(JointJson(model, i));
  }
  for (const Frame& frame : model.frames())
    report["frames"].push_back(
        {{"name", frame.name}, {"body", BodyName(model, frame.body)}, {"placement", Placement(frame.X_BF)}});
  for (const model::UrdfNote& note : urdf.notes)
    report["notes"].push_back({{"kind", note.kind == model::UrdfNote::Kind::kWarning ? "warning" : "ignored"},
                               {"line", note.line},
                               {"text", note.text}});
  // Names that are not UTF-8 would be an exception; they are shown with replacement characters instead.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slipstick::cli
