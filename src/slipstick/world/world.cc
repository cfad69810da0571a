#include "slipstick/world/world.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::world {
namespace {

/// The diagonal of M at the neutral configuration, which scales the springs of limits and dry friction.
std::vector<double> NeutralInertia(const Model& model) {
  Workspace<double> ws(model);
  dynamics::MassMatrix<double>(model, model.neutral(), ws);
  std::vector<double> inertia(model.nv());
  for (int k = 0; k < model.nv(); ++k) inertia[k] = ws.M[model.diagonal_entry(k)];
  return inertia;
}

std::vector<JointLaw> JointLaws(const Model& model, const JointLawOptions& options) {
  const std::vector<double> inertia = NeutralInertia(model);
  std::vector<JointLaw> laws;
  for (int k = 0; k < model.nv(); ++k) {
    const model::Dof& dof = model.dofs()[k];
    const auto stiffness = [&](double time) { return inertia[k] / (time * time); };
    const auto damping = [&](double time, double ratio) { return 2.0 * ratio * inertia[k] / time; };
    laws.push_back({.inertia = inertia[k],
                    .lower = dof.lower,
                    .upper = dof.upper,
                    .limit_stiffness = stiffness(options.limit_time),
                    .limit_damping = damping(options.limit_time, options.limit_damping_ratio),
                    .damping = dof.damping,
                    .friction = dof.friction,
                    .friction_stiffness = stiffness(options.friction_time),
                    .friction_damping = damping(options.friction_time, options.friction_damping_ratio)});
  }
  return laws;
}

bool IsMissingMesh(const model::Geometry& geometry) {
  const auto* mesh = std::get_if<model::MeshGeometry>(&geometry);
  return mesh != nullptr && mesh->path.empty();
}

}  // namespace

// --- World

const std::string& World::body_name(int body) const {
  static const std::string world = "world";
  return body == model::kWorld ? world : model_.bodies()[body].name;
}

State World::InitialState() const { return StateAt(model_.neutral()); }

State World::StateAt(const Eigen::VectorXd& q) const {
  return StateAt(q, Eigen::VectorXd::Zero(model_.nv()));
}

State World::StateAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
  model_.CheckConfigurationSize(static_cast<int>(q.size()));
  model_.CheckVelocitySize(static_cast<int>(v.size()), "v");
  State state;
  state.q = q;
  state.v = v;
  if (has_dry_friction_) state.q_held = q;
  return state;
}

// --- WorldBuilder

WorldBuilder::WorldBuilder(Model model) : model_(std::move(model)), materials_{{"default", {}}} {}

WorldBuilder& WorldBuilder::SetMaterial(const std::string& name, const ContactMaterial& material) {
  CheckMaterial(material, fmt::format("material '{}'", name));
  for (auto& [known, value] : materials_)
    if (known == name) {
      value = material;
      return *this;
    }
  materials_.emplace_back(name, material);
  return *this;
}

WorldBuilder& WorldBuilder::SetPair(const std::string& a, const std::string& b,
                                    const ContactMaterial& material) {
  CheckMaterial(material, fmt::format("materials '{}' and '{}' as a pair", a, b));
  const int i = MaterialIndex(a), j = MaterialIndex(b);
  pairs_[{i, j}] = pairs_[{j, i}] = material;
  return *this;
}

WorldBuilder& WorldBuilder::SetWrenchSpace(const std::string& a, const std::string& b,
                                           std::shared_ptr<const WrenchSpace> space) {
  const int i = MaterialIndex(a), j = MaterialIndex(b);
  wrench_spaces_[{i, j}] = wrench_spaces_[{j, i}] = std::move(space);
  return *this;
}

int WorldBuilder::MaterialIndex(const std::string& name) const {
  std::vector<std::string> known;
  for (int i = 0; i < static_cast<int>(materials_.size()); ++i) {
    if (materials_[i].first == name) return i;
    known.push_back(materials_[i].first);
  }
  throw InputError(fmt::format("there is no material '{}'; {}", name, Suggest(name, known)));
}

int WorldBuilder::AddShape(const geometry::CollisionShape& shape, const std::string& material) {
  material_of_shape_.push_back(MaterialIndex(material));
  shapes_.push_back(shape);
  return static_cast<int>(shapes_.size()) - 1;
}

int WorldBuilder::AddCollisions(const std::string& material, bool self_collision) {
  const int first = static_cast<int>(shapes_.size());
  const int group = self_collision ? -1 : first;  // unique per call
  for (int i = 0; i < static_cast<int>(model_.collisions().size()); ++i) AddCollision(i, material, {group});
  return first;
}

int WorldBuilder::AddCollision(int collision, const std::string& material, const ContactFilter& filter) {
  const Shape& shape = model_.collisions()[collision];
  if (IsMissingMesh(shape.geometry)) return -1;
  return AddShape({shape, filter.group, filter.environment}, material);
}

int WorldBuilder::AddPoint(const std::string& frame, const Eigen::Vector3d& p_F, const std::string& material,
                           const ContactFilter& filter) {
  const Frame& parent = model_.frames()[model_.frame(frame)];
  geometry::CollisionShape point;
  point.shape.name = frame;
  point.shape.body = parent.body;
  point.shape.X_BS = parent.X_BF * Pose::At(p_F);
  point.shape.geometry = model::SphereGeometry{0.0};
  point.group = filter.group;
  point.environment = filter.environment;
  return AddShape(point, material);
}

int WorldBuilder::AddGround(const Pose& pose, const std::string& material) {
  geometry::CollisionShape ground;
  ground.shape.name = "ground";
  ground.shape.body = model::kWorld;
  ground.shape.X_BS = pose;
  ground.shape.geometry = model::PlaneGeometry{};
  ground.environment = true;
  return AddShape(ground, material);
}

WorldBuilder& WorldBuilder::Exclude(int shape_a, int shape_b) {
  excluded_.emplace_back(shape_a, shape_b);
  return *this;
}

WorldBuilder& WorldBuilder::SetJointLaw(const JointLawOptions& options) {
  CheckFields(options, "joint law");
  joint_options_ = options;
  return *this;
}

World WorldBuilder::Build() const& { return WorldBuilder(*this).Build(); }

World WorldBuilder::Build() && {
  World world;
  world.geometry_ = geometry::CollisionGeometry(model_, shapes_, excluded_);
  world.material_of_shape_ = material_of_shape_;
  const int n = static_cast<int>(materials_.size());
  world.num_materials_ = n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto pair = pairs_.find({i, j});
      world.pairs_.push_back(pair != pairs_.end() ? pair->second
                                                  : Combine(materials_[i].second, materials_[j].second));
      const auto space = wrench_spaces_.find({i, j});
      world.wrench_spaces_.push_back(space != wrench_spaces_.end() ? space->second : nullptr);
    }
  world.has_wrench_spaces_ = !wrench_spaces_.empty();
  world.joint_laws_ = JointLaws(model_, joint_options_);
  for (const JointLaw& law : world.joint_laws_) world.has_dry_friction_ |= law.friction > 0.0;
  world.model_ = std::move(model_);
  return world;
}

}  // namespace slipstick::world
