#include "slipstick/model/generators.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <iterator>

namespace slipstick::model {

using Eigen::Vector3d;

namespace {

Vector3d RandomVector(Random& random, double scale) {
  return {random.Uniform(-scale, scale), random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
}

Eigen::Quaterniond RandomRotation(Random& random) {
  Eigen::Vector4d q;
  do {
    for (double& entry : q) entry = random.Uniform(-1.0, 1.0);
  } while (q.norm() < 0.1 || q.norm() > 1.0);
  return Eigen::Quaterniond(q.normalized());
}

Pose RandomPose(Random& random) {
  return {RandomRotation(random).toRotationMatrix(), RandomVector(random, 0.3)};
}

/// A box of random size and mass in a random body frame.
Inertia RandomInertia(Random& random) {
  const Vector3d size = RandomVector(random, 0.15) + Vector3d::Constant(0.25);
  return Inertia::Box(random.Uniform(0.2, 3.0), size).In(RandomPose(random));
}

JointSpec RandomJoint(Random& random, bool root, const RandomTreeOptions& options, const std::string& name) {
  constexpr JointKind kKinds[] = {JointKind::kRevolute,  JointKind::kContinuous, JointKind::kPrismatic,
                                  JointKind::kSpherical, JointKind::kPlanar,     JointKind::kFloating};
  JointKind kind = root ? JointKind::kFloating : JointKind::kRevolute;
  if (options.every_kind) kind = kKinds[random.Index(static_cast<int>(std::size(kKinds)))];
  JointSpec joint(kind, name);
  // 1e-3 Z, since an axis of zeros would be refused.
  joint.At(RandomPose(random)).About(RandomVector(random, 1.0) + 1e-3 * Z);
  if (VelocitySize(kind) == 1) joint.Armature(random.Uniform(0.0, 0.05));
  return joint;
}

JointSpec RodJoint(int i) { return Revolute(fmt::format("joint_{}", i)).About(i % 2 == 0 ? X : Y); }
Inertia RodInertia() { return Inertia::Cylinder(0.3, 0.02, 0.1).In(Pose::At(0, 0, -0.05)); }

/// n rods, each hanging from the end of rod parent(i).
template <class ParentOf>
Model Rods(const std::string& name, int n, ParentOf parent) {
  ModelBuilder builder(name);
  for (int i = 0; i < n; ++i)
    builder.Add(fmt::format("rod_{}", i), RodInertia(),
                RodJoint(i).On(i == 0 ? kWorld : parent(i)).At(Pose::At(0, 0, i == 0 ? 0.0 : -0.1)));
  return builder.Build();
}

}  // namespace

Model RandomTree(uint64_t seed, const RandomTreeOptions& options) {
  Random random(seed);
  ModelBuilder builder(fmt::format("random_{}", seed));
  std::vector<int> links;
  for (int i = 0; i < options.bodies; ++i) {
    const bool root = i < options.roots;
    JointSpec joint = RandomJoint(random, root, options, fmt::format("joint_{}", i));
    if (!root) joint.On(links[random.Index(static_cast<int>(links.size()))]);
    links.push_back(builder.Add(fmt::format("body_{}", i), RandomInertia(random), joint));
    if (random.Uniform(0.0, 1.0) < options.fixed_fraction) {
      // In a statement of its own: the order in which arguments draw random numbers is unspecified.
      const Inertia inertia = RandomInertia(random);
      const JointSpec weld = Fixed(fmt::format("weld_{}", i)).On(links.back()).At(RandomPose(random));
      links.push_back(builder.Add(fmt::format("welded_{}", i), inertia, weld));
    }
  }
  return builder.Build();
}

Model Chain(int n) {
  return Rods(fmt::format("chain_{}", n), n, [](int i) { return i - 1; });
}

Model BalancedTree(int n) {
  return Rods(fmt::format("tree_{}", n), n, [](int i) { return (i - 1) / 2; });
}

Eigen::VectorXd RandomConfiguration(const Model& model, Random& random) {
  Eigen::VectorXd q = model.neutral();
  for (const Joint& joint : model.joints()) {
    const bool has_quaternion = joint.nq > joint.nv;
    const int plain = has_quaternion ? joint.nq - 4 : joint.nq;
    for (int k = 0; k < plain; ++k) q(joint.q + k) += random.Uniform(-1.0, 1.0);
    if (has_quaternion) q.segment<4>(joint.q + plain) = RandomRotation(random).coeffs();
  }
  return q;
}

Eigen::VectorXd RandomVelocity(const Model& model, Random& random, double scale) {
  Eigen::VectorXd v(model.nv());
  for (double& entry : v) entry = random.Uniform(-scale, scale);
  return v;
}

}  // namespace slipstick::model
