#include "slipstick/model/urdf/urdf_shape.h"

#include <fmt/core.h>

#include "slipstick/core/quote.h"

namespace slipstick::model {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

Geometry ReadBox(UrdfXml& xml, const XMLElement& element) {
  xml.ReportUnused(element, {.attributes = {"size"}});
  const Vector3d size = xml.Vector(element, "size");
  if (size.minCoeff() < 0.0)
    xml.Refuse(element.GetLineNum(),
               fmt::format("{} has size={}; expected lengths >= 0.", UrdfXml::Describe(element),
                           Quote(element.Attribute("size"))));
  return BoxGeometry{size};
}

Geometry ReadSphere(UrdfXml& xml, const XMLElement& element) {
  xml.ReportUnused(element, {.attributes = {"radius"}});
  return SphereGeometry{xml.Size(element, "radius")};
}

template <class CylinderOrCapsule>
Geometry ReadRound(UrdfXml& xml, const XMLElement& element) {
  xml.ReportUnused(element, {.attributes = {"radius", "length"}});
  return CylinderOrCapsule{xml.Size(element, "radius"), xml.Size(element, "length")};
}

Geometry ReadEllipsoid(UrdfXml& xml, const XMLElement& element) {
  xml.ReportUnused(element, {.attributes = {"a", "b", "c"}});
  return EllipsoidGeometry{{xml.Size(element, "a"), xml.Size(element, "b"), xml.Size(element, "c")}};
}

Geometry ReadMesh(UrdfXml& xml, const XMLElement& element, const PackagePath& packages) {
  xml.ReportUnused(element, {.attributes = {"filename", "scale"}});
  const std::string uri = xml.Text(element, "filename");
  const PackagePath::Result found = packages.Find(uri);
  if (found.path.empty()) xml.notes.Warn(element.GetLineNum(), "mesh", uri, found.remark);
  return MeshGeometry{uri, found.path, xml.VectorOr(element, "scale", Vector3d::Ones())};
}

/// One of the known shapes, or nullopt.
std::optional<Geometry> ReadGeometry(UrdfXml& xml, const XMLElement& shape, const PackagePath& packages) {
  std::string_view kind = shape.Name();
  if (kind.starts_with("drake:")) kind.remove_prefix(6);  // ellipsoid and capsule may be written either way
  if (kind == "box") return ReadBox(xml, shape);
  if (kind == "sphere") return ReadSphere(xml, shape);
  if (kind == "cylinder") return ReadRound<CylinderGeometry>(xml, shape);
  if (kind == "capsule") return ReadRound<CapsuleGeometry>(xml, shape);
  if (kind == "ellipsoid") return ReadEllipsoid(xml, shape);
  if (kind == "mesh") return ReadMesh(xml, shape, packages);
  return std::nullopt;
}

void ReadMaterialOf(UrdfXml& xml, const XMLElement& visual, UrdfShape& shape) {
  const XMLElement* material = UrdfXml::Child(visual, "material");
  if (!material) return;
  xml.ReportUnused(*material, {.attributes = {"name"}, .children = {"color"}});
  shape.rgba = ReadUrdfColour(xml, *material);
  if (const char* name = material->Attribute("name"); name && *name)
    shape.material = xml.Name(*material, "name");
}

}  // namespace

std::optional<Vector4d> ReadUrdfColour(UrdfXml& xml, const XMLElement& material) {
  const XMLElement* colour = UrdfXml::Child(material, "color");
  if (!colour) return std::nullopt;
  xml.ReportUnused(*colour, {.attributes = {"rgba"}});
  const Vector4d rgba = xml.Rgba(*colour, "rgba");
  if (rgba.minCoeff() < 0.0 || rgba.maxCoeff() > 1.0)
    xml.notes.Warn(colour->GetLineNum(), "colour", colour->Attribute("rgba"), "outside 0 to 1, clamped");
  return rgba.cwiseMax(0.0).cwiseMin(1.0);
}

std::optional<UrdfShape> ReadUrdfShape(UrdfXml& xml, const XMLElement& element, const PackagePath& packages) {
  const bool visual = element.Name() == std::string_view("visual");
  if (visual) {
    xml.ReportUnused(element, {.attributes = {"name"}, .children = {"origin", "geometry", "material"}});
  } else {
    xml.ReportUnused(element, {.attributes = {"name"}, .children = {"origin", "geometry"}});
  }
  const XMLElement& holder = xml.RequiredChild(element, "geometry");
  const XMLElement* content = holder.FirstChildElement();
  if (!content)
    xml.Refuse(holder.GetLineNum(),
               fmt::format("{} is empty; expected box, sphere, cylinder, capsule, ellipsoid or mesh.",
                           UrdfXml::Describe(holder)));
  const std::optional<Geometry> geometry = ReadGeometry(xml, *content, packages);
  if (!geometry) {
    xml.notes.Warn(
        content->GetLineNum(), "geometry", content->Name(),
        fmt::format("not known, so the {} shape is left out (known: box, sphere, cylinder, capsule, "
                    "ellipsoid, mesh)",
                    element.Name()));
    return std::nullopt;
  }
  for (const XMLElement* more = content->NextSiblingElement(); more; more = more->NextSiblingElement())
    xml.ReportIgnored(*more, " after the first shape");
  UrdfShape shape{.line = element.GetLineNum(),
                  .name = "",
                  .X_LS = xml.Origin(element),
                  .geometry = *geometry,
                  .rgba = std::nullopt,
                  .material = ""};
  if (const char* name = element.Attribute("name"); name && *name) shape.name = xml.Name(element, "name");
  if (visual) ReadMaterialOf(xml, element, shape);
  return shape;
}

}  // namespace slipstick::model
