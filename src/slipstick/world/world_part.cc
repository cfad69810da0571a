#include "slipstick/world/world_part.h"

#include "slipstick/geometry/feature_id.h"

namespace slipstick::world {
namespace {

uint64_t Renumber(uint64_t contact, int shape_a, int shape_b) {
  return geometry::ContactId(shape_a, shape_b, contact & geometry::kFeatureMask);
}

}  // namespace

WorldPart::WorldPart(const World& whole, View<const int> roots) {
  const Model& model = whole.model();
  const geometry::CollisionGeometry& geometry = whole.geometry();
  world_.model_ = model.WithTrees(roots);
  part_body_.assign(model.num_bodies(), -1);
  for (const int root : roots) {
    const Joint& from = model.joints()[root];
    const Joint& to = world_.model_.joints()[bodies_.size()];
    Tree tree{to.q, to.v, from.q, from.v, 0, 0};
    for (int body = root; body < model.subtree_end()[root]; ++body) {
      part_body_[body] = static_cast<int>(bodies_.size());
      bodies_.push_back(body);
      tree.nq += model.joints()[body].nq, tree.nv += model.joints()[body].nv;
    }
    for (int k = 0; k < tree.nv; ++k) world_.joint_laws_.push_back(whole.joint_laws_[tree.whole_v + k]);
    trees_.push_back(tree);
  }
  part_shape_.assign(geometry.num_shapes(), -1);
  for (int shape = 0; shape < geometry.num_shapes(); ++shape) {
    if (geometry.body(shape) != model::kWorld && part_body_[geometry.body(shape)] < 0) continue;
    part_shape_[shape] = static_cast<int>(shapes_.size());
    shapes_.push_back(shape);
    world_.material_of_shape_.push_back(whole.material_of_shape_[shape]);
  }
  world_.geometry_ = geometry.Part(world_.model_, shapes_, part_body_, part_shape_);
  world_.num_materials_ = whole.num_materials_;
  world_.pairs_ = whole.pairs_;
  world_.wrench_spaces_ = whole.wrench_spaces_;
  world_.has_wrench_spaces_ = whole.has_wrench_spaces_;
  for (const JointLaw& law : world_.joint_laws_) world_.has_dry_friction_ |= law.friction > 0.0;
}

uint64_t WorldPart::WholeContact(uint64_t id) const {
  return Renumber(id, shapes_[geometry::ShapeA(id)], shapes_[geometry::ShapeB(id)]);
}

/// -1 also for numbers that no shape has.
int WorldPart::PartShape(int shape) const {
  return shape < static_cast<int>(part_shape_.size()) ? part_shape_[shape] : -1;
}

void WorldPart::Gather(const State& whole, State& part) const {
  part.t = whole.t;
  part.q.resize(world_.model_.nq());
  part.v.resize(world_.model_.nv());
  part.q_held.resize(world_.has_dry_friction_ ? world_.model_.nq() : 0);
  for (const Tree& tree : trees_) {
    part.q.segment(tree.q, tree.nq) = whole.q.segment(tree.whole_q, tree.nq);
    part.v.segment(tree.v, tree.nv) = whole.v.segment(tree.whole_v, tree.nv);
    if (world_.has_dry_friction_)
      part.q_held.segment(tree.q, tree.nq) = whole.q_held.segment(tree.whole_q, tree.nq);
  }
  part.contacts.clear();
  for (const ContactMemory& contact : whole.contacts) {
    const int a = PartShape(geometry::ShapeA(contact.id)), b = PartShape(geometry::ShapeB(contact.id));
    if (a < 0 || b < 0) continue;
    part.contacts.push_back(contact);
    part.contacts.back().id = Renumber(contact.id, a, b);
  }
}

void WorldPart::Gather(const Actuation& whole, Actuation& part) const {
  const bool feedback = whole.has_feedback();
  part.tau.resize(world_.model_.nv());
  for (auto* vector : {&part.kp, &part.kd, &part.v_ref}) vector->resize(feedback ? world_.model_.nv() : 0);
  part.q_ref.resize(feedback ? world_.model_.nq() : 0);
  for (const Tree& tree : trees_) {
    part.tau.segment(tree.v, tree.nv) = whole.tau.segment(tree.whole_v, tree.nv);
    if (!feedback) continue;
    part.kp.segment(tree.v, tree.nv) = whole.kp.segment(tree.whole_v, tree.nv);
    part.kd.segment(tree.v, tree.nv) = whole.kd.segment(tree.whole_v, tree.nv);
    part.v_ref.segment(tree.v, tree.nv) = whole.v_ref.segment(tree.whole_v, tree.nv);
    part.q_ref.segment(tree.q, tree.nq) = whole.q_ref.segment(tree.whole_q, tree.nq);
  }
  part.wrenches.clear();
  for (const ExternalWrench& wrench : whole.wrenches) {
    if (part_body_[wrench.body] < 0) continue;
    part.wrenches.push_back(wrench);
    part.wrenches.back().body = part_body_[wrench.body];
  }
}

void WorldPart::Scatter(const State& part, State& whole) const {
  for (const Tree& tree : trees_) {
    whole.q.segment(tree.whole_q, tree.nq) = part.q.segment(tree.q, tree.nq);
    whole.v.segment(tree.whole_v, tree.nv) = part.v.segment(tree.v, tree.nv);
    if (world_.has_dry_friction_)
      whole.q_held.segment(tree.whole_q, tree.nq) = part.q_held.segment(tree.q, tree.nq);
  }
  for (const ContactMemory& contact : part.contacts) {
    whole.contacts.push_back(contact);
    whole.contacts.back().id = WholeContact(contact.id);
  }
}

}  // namespace slipstick::world
