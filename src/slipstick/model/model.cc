#include "slipstick/model/model.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick::model {

const char* KindName(JointKind kind) {
  switch (kind) {
    case JointKind::kFixed: return "fixed";
    case JointKind::kRevolute: return "revolute";
    case JointKind::kContinuous: return "continuous";
    case JointKind::kPrismatic: return "prismatic";
    case JointKind::kSpherical: return "spherical";
    case JointKind::kPlanar: return "planar";
    case JointKind::kFloating: return "floating";
  }
  return "?";
}

int ConfigurationSize(JointKind kind) {
  switch (kind) {
    case JointKind::kSpherical: return 4;
    case JointKind::kFloating: return 7;
    default: return VelocitySize(kind);
  }
}

int VelocitySize(JointKind kind) {
  switch (kind) {
    case JointKind::kFixed: return 0;
    case JointKind::kSpherical:
    case JointKind::kPlanar: return 3;
    case JointKind::kFloating: return 6;
    default: return 1;
  }
}

int NumTranslations(JointKind kind) {
  switch (kind) {
    case JointKind::kPrismatic: return 1;
    case JointKind::kPlanar: return 2;
    case JointKind::kFloating: return 3;
    default: return 0;
  }
}

bool HasAxis(JointKind kind) { return VelocitySize(kind) == 1 || kind == JointKind::kPlanar; }

double Model::tree_mass(int root) const {
  double mass = 0.0;
  for (int i = root; i < tables_.subtree_end[root]; ++i) mass += tables_.bodies[i].inertia.mass;
  return mass;
}

double Model::total_mass() const {
  double mass = 0.0;
  for (const Body& body : tables_.bodies) mass += body.inertia.mass;
  return mass;
}

namespace {

template <class Item>
int Find(const std::vector<Item>& items, const std::string& name, const char* what, const Model& model) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
  if (found != items.end()) return static_cast<int>(found - items.begin());
  std::vector<std::string> names;
  for (const Item& item : items) names.push_back(item.name);
  throw InputError(
      fmt::format("model '{}': no {} is named '{}'; {}", model.name(), what, name, Suggest(name, names)));
}

}  // namespace

int Model::body(const std::string& wanted) const { return Find(tables_.bodies, wanted, "body", *this); }
int Model::joint(const std::string& wanted) const { return Find(tables_.joints, wanted, "joint", *this); }
int Model::frame(const std::string& wanted) const { return Find(tables_.frames, wanted, "frame", *this); }

void Model::CheckConfigurationSize(int size, const char* what) const {
  if (size == tables_.nq) [[likely]]
    return;
  throw InputError(
      fmt::format("model '{}': {} has length {}, this model has nq = {} (a floating or spherical joint "
                  "stores a quaternion, so nq = {} differs from nv = {}).",
                  tables_.name, what, size, tables_.nq, tables_.nq, tables_.nv));
}

void Model::CheckVelocitySize(int size, const char* what) const {
  if (size == tables_.nv) [[likely]]
    return;
  throw InputError(fmt::format("model '{}': {} has length {}, this model has nv = {}.", tables_.name, what,
                               size, tables_.nv));
}

Model Model::WithGravity(const Eigen::Vector3d& gravity) const {
  Model copy = *this;
  copy.tables_.gravity = gravity;
  return copy;
}

Model Model::WithDofs(std::vector<Dof> dofs) const {
  CheckVelocitySize(static_cast<int>(dofs.size()), "dofs");
  Model copy = *this;
  copy.tables_.dofs = std::move(dofs);
  return copy;
}

namespace {

/// Appends the tree of a root body to the tables.
void AppendTree(const ModelTables& from, int root, ModelTables& to) {
  const Joint& first = from.joints[root];
  const int body_shift = to.num_bodies() - root, q_shift = to.nq - first.q, v_shift = to.nv - first.v;
  const int row_shift = to.row_start.back() - from.row_start[first.v];
  const auto shifted = [](int index, int shift) { return index < 0 ? index : index + shift; };
  for (int i = root; i < from.subtree_end[root]; ++i) {
    to.bodies.push_back(from.bodies[i]);
    to.bodies.back().parent = shifted(from.bodies[i].parent, body_shift);
    Joint joint = from.joints[i];
    for (int dof = joint.v; dof < joint.v + joint.nv; ++dof) {
      to.dofs.push_back(from.dofs[dof]);
      to.dofs.back().joint += body_shift;
      to.dof_parent.push_back(shifted(from.dof_parent[dof], v_shift));
      to.run_start.push_back(from.run_start[dof] + v_shift);
      to.depth.push_back(from.depth[dof]);
      to.row_start.push_back(from.row_start[dof + 1] + row_shift);  // the end of the row
    }
    joint.q += q_shift, joint.v += v_shift;
    to.nq += joint.nq, to.nv += joint.nv;
    if (joint.nq > joint.nv) to.quaternions.push_back(joint.q + joint.nq - 4);
    to.joints.push_back(std::move(joint));
    SweepBody sweep = from.sweep[i];
    sweep.parent = shifted(sweep.parent, body_shift);
    sweep.root += body_shift;
    sweep.q += q_shift, sweep.v += v_shift;
    sweep.angle = shifted(sweep.angle, q_shift);
    to.sweep.push_back(sweep);
    to.subtree_end.push_back(from.subtree_end[i] + body_shift);
    to.last_dof.push_back(from.last_dof[i] + v_shift);
  }
  const auto added = to.nq - to.neutral.size();
  to.neutral.conservativeResize(to.nq);
  to.neutral.tail(added) = from.neutral.segment(first.q, added);
}

}  // namespace

Model Model::WithTrees(View<const int> roots) const {
  ModelTables trees;
  trees.name = tables_.name;
  trees.gravity = tables_.gravity;
  trees.row_start.push_back(0);
  for (const int root : roots) AppendTree(tables_, root, trees);
  return Model(std::move(trees));
}

}  // namespace slipstick::model
