#include "slipstick/geometry/collada_reader.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/core/quote.h"
#include "slipstick/geometry/collada_xml.h"

namespace slipstick::geometry {
namespace {

using Eigen::Vector3d;

// Limits against hostile files, in which nodes contain each other many times. The largest real collision
// meshes have some 100 000 corners.
constexpr size_t kMaxCorners = 1'000'000;
constexpr int kMaxNodeDepth = 100;
constexpr size_t kWorkPerChild = 100;  // of a node, see ColladaXml::Spend

constexpr std::string_view kFaceLists[] = {"triangles", "tristrips", "trifans", "polylist", "polygons"};

class Collada {
 public:
  Collada(std::string_view text, const std::string& place) : xml_(text, place) {}

  std::vector<Vector3d> Read() {
    if (const XMLElement* scene = Scene()) {
      AddNode(*scene, {}, 0);
    } else if (const XMLElement* library = Child(xml_.root(), "library_geometries")) {
      for (const XMLElement* e = library->FirstChildElement(); e; e = e->NextSiblingElement())
        if (LocalName(*e) == "geometry") AddGeometry(*e, {}, *e);
    }
    const double unit = Unit();
    for (Vector3d& p : corners_) p *= unit;
    return std::move(corners_);
  }

 private:
  struct Placement {
    Eigen::Affine3d X = Eigen::Affine3d::Identity();
    const XMLElement* unread = nullptr;  ///< a transform that is not read; nodes of cameras often have one
  };

  /// The scene of the file; null if it has only a library of geometries.
  const XMLElement* Scene() const {
    const XMLElement* scene = Child(xml_.root(), "scene");
    const XMLElement* instance = scene ? Child(*scene, "instance_visual_scene") : nullptr;
    if (instance) return &xml_.Target(*instance, "url", "visual_scene");
    const XMLElement* library = Child(xml_.root(), "library_visual_scenes");
    return library ? Child(*library, "visual_scene") : nullptr;
  }

  /// Metres per unit of the file.
  double Unit() const {
    const XMLElement* asset = Child(xml_.root(), "asset");
    const XMLElement* unit = asset ? Child(*asset, "unit") : nullptr;
    if (!unit) return 1.0;
    const double metres = xml_.NumberOr(*unit, "meter", 1.0);
    if (!(metres > 0.0))
      xml_.Refuse(*unit, fmt::format("has meter='{:g}'; expected a number > 0, such as 0.001.", metres));
    return metres;
  }

  /// Adds the geometries of a node, or of a scene, whose parent has the given placement.
  void AddNode(const XMLElement& node, Placement placement, int depth) {
    if (depth > kMaxNodeDepth)
      xml_.Refuse(node, fmt::format("is inside of {} other nodes, or of itself by an <instance_node>; "
                                    "simplify the scene.",
                                    kMaxNodeDepth));
    for (const XMLElement* e = node.FirstChildElement(); e; e = e->NextSiblingElement())
      Transform(*e, placement);
    for (const XMLElement* e = node.FirstChildElement(); e; e = e->NextSiblingElement()) {
      xml_.Spend(kWorkPerChild, *e);
      const std::string_view kind = LocalName(*e);
      if (kind == "node") AddNode(*e, placement, depth + 1);
      if (kind == "instance_node") AddNode(xml_.Target(*e, "url", "node"), placement, depth + 1);
      if (kind == "instance_geometry") AddGeometry(xml_.Target(*e, "url", "geometry"), placement, *e);
      if (kind == "instance_controller")
        xml_.Refuse(*e, "places a skinned or morphed mesh, which is not read; export a plain mesh.");
    }
  }

  /// The transforms of a node are multiplied in their order in the file: the last one is applied first.
  void Transform(const XMLElement& element, Placement& placement) {
    const std::string_view kind = LocalName(element);
    if (kind == "translate") placement.X.translate(Vector3d(xml_.Numbers(element, 3)));
    if (kind == "scale") placement.X.scale(Vector3d(xml_.Numbers(element, 3)));
    if (kind == "rotate") placement.X.rotate(Rotation(element));
    if (kind == "matrix") placement.X = placement.X * Matrix(element);
    if (kind == "skew" || kind == "lookat") placement.unread = &element;
  }

  Eigen::AngleAxisd Rotation(const XMLElement& element) {
    const Eigen::VectorXd numbers = xml_.Numbers(element, 4);  // axis, degrees
    const Vector3d axis = numbers.head<3>();
    if (axis.isZero(0.0) && numbers(3) != 0.0)
      xml_.Refuse(element, "turns about the axis 0 0 0; export the mesh again.");
    return {numbers(3) * std::numbers::pi / 180.0, axis.stableNormalized()};
  }

  Eigen::Affine3d Matrix(const XMLElement& element) {
    const Eigen::Matrix4d X = xml_.Numbers(element, 16).reshaped<Eigen::RowMajor>(4, 4);
    if (!X.row(3).isApprox(Eigen::RowVector4d(0, 0, 0, 1), 1e-6))  // printed with seven digits
      xml_.Refuse(element, "has a last row that is not 0 0 0 1; it must be written row by row.");
    return Eigen::Affine3d(X);
  }

  void AddGeometry(const XMLElement& geometry, const Placement& placement, const XMLElement& instance) {
    if (placement.unread)
      xml_.Refuse(*placement.unread, "moves a mesh and is not read; apply it before the export.");
    const auto [known, is_new] = corners_of_.try_emplace(&geometry);
    if (is_new) {
      const XMLElement* mesh = Child(geometry, "mesh");
      if (!mesh)
        xml_.Refuse(geometry, "has no <mesh>, and other surfaces are not read; convert it to a mesh.");
      known->second = CornersOfFaces(*mesh);
    }
    if (corners_.size() + known->second.size() > kMaxCorners)
      xml_.Refuse(instance, fmt::format("makes more than {} corners of faces, the most that are read; "
                                        "simplify the mesh.",
                                        kMaxCorners));
    for (const Vector3d& p : known->second) corners_.push_back(placement.X * p);
  }

  /// The positions that faces use. Those of lines, and those that nothing uses, are not on the surface.
  std::vector<Vector3d> CornersOfFaces(const XMLElement& mesh) {
    const XMLElement& vertices = xml_.RequiredChild(mesh, "vertices");
    const std::vector<Vector3d> positions = Positions(vertices);
    std::vector<bool> is_corner(positions.size(), false);
    for (const XMLElement* e = mesh.FirstChildElement(); e; e = e->NextSiblingElement())
      if (std::find(std::begin(kFaceLists), std::end(kFaceLists), LocalName(*e)) != std::end(kFaceLists))
        MarkCorners(*e, vertices, is_corner);
    std::vector<Vector3d> corners;
    for (size_t i = 0; i < positions.size(); ++i)
      if (is_corner[i]) corners.push_back(positions[i]);
    return corners;
  }

  std::vector<Vector3d> Positions(const XMLElement& vertices) {
    const XMLElement* input = vertices.FirstChildElement();
    while (input && Attribute(*input, "semantic") != "POSITION") input = input->NextSiblingElement();
    if (!input) xml_.Refuse(vertices, "has no <input semantic=\"POSITION\">; export the mesh again.");
    const XMLElement& source = xml_.Target(*input, "source", "source");
    const XMLElement& accessor =
        xml_.RequiredChild(xml_.RequiredChild(source, "technique_common"), "accessor");
    const size_t count = xml_.WholeOr(accessor, "count", 0), stride = xml_.WholeOr(accessor, "stride", 1),
                 offset = xml_.WholeOr(accessor, "offset", 0);
    if (stride < 3)
      xml_.Refuse(accessor, fmt::format("has stride='{}'; expected 3 or more, for x, y, z.", stride));
    const XMLElement& array = xml_.RequiredChild(source, "float_array");
    const std::vector<double> numbers = xml_.Numbers(array);
    const size_t needed = count == 0 ? 0 : offset + stride * (count - 1) + 3;
    if (numbers.size() < needed)
      xml_.Refuse(array,
                  fmt::format("has {} numbers, but the {} positions of its <accessor> need {}; export the "
                              "mesh again.",
                              numbers.size(), count, needed));
    std::vector<Vector3d> positions;
    for (size_t i = 0; i < count; ++i) positions.push_back(Vector3d::Map(&numbers[offset + stride * i]));
    return positions;
  }

  /// Each corner of a face is one index per input, among them that of a position. Where the faces begin does
  /// not matter.
  void MarkCorners(const XMLElement& faces, const XMLElement& vertices, std::vector<bool>& is_corner) {
    size_t stride = 1;
    const XMLElement* vertex = nullptr;
    for (const XMLElement* e = faces.FirstChildElement(); e; e = e->NextSiblingElement()) {
      if (LocalName(*e) != "input") continue;
      stride = std::max(stride, xml_.WholeOr(*e, "offset", 0) + 1);
      if (Attribute(*e, "semantic") == "VERTEX") vertex = e;
    }
    if (!vertex) xml_.Refuse(faces, "has no <input semantic=\"VERTEX\">; export the mesh again.");
    if (&xml_.Target(*vertex, "source", "vertices") != &vertices)
      xml_.Refuse(*vertex,
                  fmt::format("has source={}, the <vertices> of another mesh; export the mesh again.",
                              Quote(Attribute(*vertex, "source"))));
    const size_t offset = xml_.WholeOr(*vertex, "offset", 0);
    for (const XMLElement* e = faces.FirstChildElement(); e; e = e->NextSiblingElement()) {
      const XMLElement* list = LocalName(*e) == "ph" ? Child(*e, "p") : e;  // ph: a polygon with holes
      if (!list || LocalName(*list) != "p") continue;
      const std::vector<double> indices = xml_.Numbers(*list);
      if (indices.size() % stride != 0)
        xml_.Refuse(*list,
                    fmt::format("has {} indices; expected a multiple of {}, one per <input>. Export the "
                                "mesh again.",
                                indices.size(), stride));
      for (size_t k = offset; k < indices.size(); k += stride) {
        const double i = indices[k];
        if (i < 0.0 || i != std::floor(i) || i >= static_cast<double>(is_corner.size()))
          xml_.Refuse(*list, fmt::format("has the index {:g}, but there are {} positions, counted from 0; "
                                         "export the mesh again.",
                                         i, is_corner.size()));
        is_corner[static_cast<size_t>(i)] = true;
      }
    }
  }

  ColladaXml xml_;
  std::map<const XMLElement*, std::vector<Vector3d>> corners_of_ = {};  ///< of geometries, in their own frame
  std::vector<Vector3d> corners_ = {};
};

}  // namespace

std::vector<Vector3d> ReadColladaPoints(std::string_view text, const std::string& place) {
  return Collada(text, place).Read();
}

}  // namespace slipstick::geometry
