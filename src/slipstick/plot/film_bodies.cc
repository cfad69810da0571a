#include "slipstick/plot/film_bodies.h"

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::plot::film {
namespace {

// Bodies farther from the middle plane than this fraction of the size of the robot belong to a side.
constexpr double kBeside = 0.04;

bool IsLoose(const Model& model, int root) {
  return model.joints()[root].kind == JointKind::kFloating && model.subtree_end()[root] == root + 1;
}

/// A contact point of a foot.
bool IsPoint(const geometry::Solid& solid) {
  return solid.kind == geometry::SolidKind::kSphere && solid.radius == 0.0;
}
bool IsGround(const geometry::Solid& solid) {
  return solid.kind == geometry::SolidKind::kPlane || solid.kind == geometry::SolidKind::kHeightField;
}
/// Visual meshes come in many file formats, and the files may be missing.
bool IsPlain(const Shape& shape) { return !std::holds_alternative<model::MeshGeometry>(shape.geometry); }

double Lightness(const Shape& shape) {
  return 0.3 * shape.rgba[0] + 0.59 * shape.rgba[1] + 0.11 * shape.rgba[2];
}

class DrawnBodiesBuilder {
 public:
  explicit DrawnBodiesBuilder(const World& world) : world_(world), model_(world.model()) {}

  DrawnBodies Build() {
    ChooseSubject();
    FindSides();
    for (int body = model::kWorld; body < model_.num_bodies(); ++body) AddShapes(body);
    for (int body = 0; body < model_.num_bodies(); ++body) AddLink(body), AddSole(body);
    return std::move(bodies_);
  }

 private:
  /// The heaviest robot; without robots, the loose body if there is exactly one.
  void ChooseSubject() {
    double heaviest = -1.0;
    int num_loose = 0, loose = model::kWorld;
    for (int root = 0; root < model_.num_bodies(); root = model_.subtree_end()[root]) {
      if (IsLoose(model_, root)) {
        ++num_loose, loose = root;
      } else if (const double mass = model_.tree_mass(root); mass > heaviest) {
        heaviest = mass, bodies_.subject = root;
      }
    }
    bodies_.is_robot = bodies_.subject != model::kWorld;
    if (!bodies_.is_robot && num_loose == 1) bodies_.subject = loose;
    bodies_.is_free =
        bodies_.subject != model::kWorld && model::NumTranslations(model_.joints()[bodies_.subject].kind) > 1;
  }

  // ---- sides -----------------------------------------------------------------------------------

  void FindSides() {
    bodies_.tone.assign(model_.num_bodies(), Tone::kMiddle);
    Workspace<double> ws(model_);
    dynamics::ForwardKinematics<double>(model_, model_.neutral(), ws);
    for (int root = 0; root < model_.num_bodies(); root = model_.subtree_end()[root]) {
      if (IsLoose(model_, root))
        bodies_.tone[root] = Tone::kObject;
      else
        FindSidesOfRobot(root, ws);
    }
  }

  /// A limb belongs to the side of its first body in the neutral configuration.
  void FindSidesOfRobot(int root, const Workspace<double>& ws) {
    const bool floats = model_.joints()[root].kind == JointKind::kFloating;
    const Eigen::Matrix3d R_WR = floats ? ToEigen(ws.body[root].R) : Eigen::Matrix3d::Identity();
    std::vector<Eigen::Vector3d> middle;  // of each body, from the root
    double size = 0.0;
    for (int i = root; i < model_.subtree_end()[root]; ++i) {
      const Eigen::Vector3d p_WM = ToEigen(ws.p_WB(model_, i)) + ToEigen(ws.body[i].R) * MiddleOf(i);
      middle.push_back(R_WR.transpose() * (p_WM - ToEigen(ws.p_WB(model_, root))));
      size = std::max(size, middle.back().norm());
    }
    for (int i = root + 1; i < model_.subtree_end()[root]; ++i) {
      const double y = middle[i - root].y();
      Tone& tone = bodies_.tone[i] = bodies_.tone[model_.bodies()[i].parent];
      if (tone == Tone::kMiddle && std::abs(y) > kBeside * size) tone = y > 0.0 ? Tone::kLeft : Tone::kRight;
    }
  }

  /// The mean position of the visual shapes of a body, in its frame.
  Eigen::Vector3d MiddleOf(int body) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    int n = 0;
    for (const Shape& shape : model_.visuals())
      if (shape.body == body) sum += shape.X_BS.p, ++n;
    return n > 0 ? Eigen::Vector3d(sum / n) : sum;
  }

  // ---- shapes ----------------------------------------------------------------------------------

  Tone ToneOf(int body) const { return body == model::kWorld ? Tone::kFixed : bodies_.tone[body]; }

  /// Visual shapes; collision shapes where there are none, or meshes.
  void AddShapes(int body) {
    const size_t before = bodies_.shapes.size();
    const bool is_plain =
        std::all_of(model_.visuals().begin(), model_.visuals().end(),
                    [&](const Shape& shape) { return shape.body != body || IsPlain(shape); });
    for (const Shape& shape : model_.visuals())
      if (is_plain && shape.body == body)
        bodies_.shapes.push_back({body, shape.X_BS, geometry::MakeSolid(shape.geometry, shape.name),
                                  ToneOf(body), Lightness(shape)});
    const bool has_visuals = bodies_.shapes.size() > before;
    const geometry::CollisionGeometry& geometry = world_.geometry();
    for (int i = 0; i < geometry.num_shapes(); ++i)
      if (geometry.body(i) == body && (!has_visuals || geometry.shape(i).environment)) AddShape(i);
  }

  void AddShape(int i) {
    const geometry::Solid& solid = world_.geometry().solid(i);
    const Shape& shape = world_.geometry().shape(i).shape;
    if (IsGround(solid)) {
      if (shape.body == model::kWorld) bodies_.grounds.push_back(i);
    } else if (!IsPoint(solid)) {
      bodies_.shapes.push_back({shape.body, shape.X_BS, solid, ToneOf(shape.body), Lightness(shape)});
    }
  }

  /// A body without shapes is drawn as bars from its joint to the joints and contact points that it carries.
  void AddLink(int body) {
    for (const DrawnBodies::DrawnShape& shape : bodies_.shapes)
      if (shape.body == body) return;
    std::vector<Eigen::Vector3d> ends = ContactPointsOf(body);
    for (int child = body + 1; child < model_.subtree_end()[body]; ++child)
      if (model_.bodies()[child].parent == body) ends.push_back(model_.joints()[child].X_PJ.p);
    for (const Eigen::Vector3d& end : ends)
      bodies_.links.push_back({body, {Eigen::Vector3d::Zero(), end}, ToneOf(body)});
  }

  void AddSole(int body) {
    std::vector<Eigen::Vector3d> points = ContactPointsOf(body);
    if (!points.empty()) bodies_.soles.push_back({body, std::move(points), Tone::kSole});
  }

  std::vector<Eigen::Vector3d> ContactPointsOf(int body) const {
    std::vector<Eigen::Vector3d> points;
    const geometry::CollisionGeometry& geometry = world_.geometry();
    for (int i = 0; i < geometry.num_shapes(); ++i)
      if (geometry.body(i) == body && IsPoint(geometry.solid(i)))
        points.push_back(geometry.shape(i).shape.X_BS.p);
    return points;
  }

  const World& world_;
  const Model& model_;
  DrawnBodies bodies_;
};

}  // namespace

DrawnBodies FindDrawnBodies(const World& world) { return DrawnBodiesBuilder(world).Build(); }

}  // namespace slipstick::plot::film
