#include "contact/contact_stiffness.h"

namespace slipstick {

ContactStiffness::ContactStiffness(const World& world) : world_(world) {
  levers_.reserve(static_cast<size_t>(world.model().nv));
}

void ContactStiffness::Add(const Workspace<double>& ws, In<double> v, View<const CompliantContact> contacts,
                           double* by_q, double* by_v) {
  const int nv = world_.model().nv;
  for (const CompliantContact& contact : contacts) {
    if (!contact.result.pushing) continue;
    CollectLevers(ws, contact, v);
    const AnchorDerivatives force = DifferentiateAnchorLaw(contact.input, contact.result, *contact.material);
    for (const Lever& by : levers_) {
      const Vec3<double> f_by_v = force.by_v * by.arm;
      const Vec3<double> f_by_q = force.by_p * by.arm + force.by_v * by.arm_rate;
      for (const Lever& on : levers_) {
        by_v[on.dof * nv + by.dof] += Dot(on.arm, f_by_v);
        by_q[on.dof * nv + by.dof] += Dot(on.arm, f_by_q) + Dot(ArmByQ(on, by), contact.result.force);
      }
    }
  }
}

/// The dofs above both bodies move the contact as a whole and are left out.
void ContactStiffness::CollectLevers(const Workspace<double>& ws, const CompliantContact& contact,
                                     In<double> v) {
  const Model& model = world_.model();
  levers_.clear();
  const auto add = [&](int dof, int body, int side) {
    const Vec3<double> p = contact.p - ws.origin[model.sweep[body].root];
    const Vec3<double> arm = static_cast<double>(side) * PointVelocity(ws.subspace[dof], p);
    levers_.push_back({dof, side, ws.subspace[dof].ang, arm, Vec3<double>::Zero()});
  };
  const int body_a = contact.geometry.body_a, body_b = contact.geometry.body_b;
  int a = body_a == kWorld ? -1 : model.last_dof[body_a];
  int b = body_b == kWorld ? -1 : model.last_dof[body_b];
  while (a != b) {  // ancestors have smaller numbers
    if (a > b) {
      add(a, body_a, +1);
      a = model.dof_parent[a];
    } else {
      add(b, body_b, -1);
      b = model.dof_parent[b];
    }
  }
  for (Lever& by : levers_)
    for (const Lever& moved : levers_) by.arm_rate += v[moved.dof] * ArmByQ(moved, by);
}

/// Derivative of the arm of one dof with respect to another. A joint above turns the arm; a joint below, or the same,
/// moves the point that the arm leads to. Sliding moves the axes of its own joint along.
Vec3<double> ContactStiffness::ArmByQ(const Lever& moved, const Lever& by) const {
  const Model& model = world_.model();
  if (moved.side != by.side) return Vec3<double>::Zero();
  const int joint = model.dofs[by.dof].joint;
  if (model.dofs[moved.dof].joint == joint) {
    const bool slides = by.dof - model.joints[joint].v < NumTranslations(model.joints[joint].kind);
    return slides ? Vec3<double>::Zero() : Cross(moved.axis, by.arm);
  }
  return moved.dof > by.dof ? Cross(by.axis, moved.arm) : Cross(moved.axis, by.arm);
}

}  // namespace slipstick
