#include "slipstick/contact/contact_stiffness.h"

#include <algorithm>

namespace slipstick::contact {

ContactStiffness::ContactStiffness(const World& world, const laws::CompliantOptions& options)
    : world_(world), options_(options) {
  for (Levers& levers : side_) levers.reserve(world.model().nv());
}

void ContactStiffness::Add(const Workspace<double>& ws, In<double> v, View<const CompliantContact> contacts,
                           double* by_q, double* by_v) {
  const int nv = world_.model().nv();
  for (const CompliantContact& contact : contacts) {
    if (!contact.result.closed) continue;
    CollectLevers(ws, contact, v);
    const Vec3<double>& force = contact.result.force;
    const laws::CompliantDerivatives f =
        laws::DifferentiateLaw(contact.input, contact.result, *contact.material, options_);
    for (const int side : {0, 1})
      for (const Lever& by : side_[side]) {
        const Vec3<double> f_by_v = f.by_v * by.arm;
        const Vec3<double> f_by_q = f.by_p * by.arm + f.by_v * by.arm_rate;
        // Arms depend on q, too. A joint above rotates the arm of a joint below, (axis_by × arm_on) · f. The
        // same joint or one below moves the end of the arm, (axis_on × arm_by) · f. A translation moves the
        // axes of its own joint along.
        const Vec3<double> f_below = f_by_q + Cross(force, by.axis), moment = Cross(by.arm, force);
        for (const Lever& on : side_[side]) {
          double entry = 0.0;
          if (on.dof > by.dof && on.joint != by.joint) {
            entry = Dot(on.arm, f_below);
          } else {
            entry = Dot(on.arm, f_by_q);
            if (on.joint != by.joint || !by.slides) entry += Dot(on.axis, moment);
          }
          by_q[on.dof * nv + by.dof] += entry;
          by_v[on.dof * nv + by.dof] += Dot(on.arm, f_by_v);
        }
        for (const Lever& on : side_[1 - side]) {
          by_q[on.dof * nv + by.dof] += Dot(on.arm, f_by_q);
          by_v[on.dof * nv + by.dof] += Dot(on.arm, f_by_v);
        }
      }
  }
}

void ContactStiffness::AddWrench(const Workspace<double>& ws, int body, const Vec3<double>& p_W,
                                 const Vec3<double>& force, const Vec3<double>& moment, double* by_q) {
  const int nv = world_.model().nv();
  CollectSide(ws, p_W, body, -1, 1.0, side_[0]);
  for (const Lever& by : side_[0]) {
    const Vec3<double> f_below = Cross(force, by.axis), m_below = Cross(moment, by.axis);
    const Vec3<double> m_above = Cross(by.arm, force);
    for (const Lever& on : side_[0]) {
      double& entry = by_q[on.dof * nv + by.dof];
      if (on.dof > by.dof && on.joint != by.joint)  // as in Add; also rotates the axes of a joint below
        entry += Dot(on.arm, f_below) + Dot(on.axis, m_below);
      else if (on.joint != by.joint || !by.slides)
        entry += Dot(on.axis, m_above);
    }
  }
}

/// Dofs above both bodies move the contact as a whole and are omitted.
void ContactStiffness::CollectLevers(const Workspace<double>& ws, const CompliantContact& contact,
                                     In<double> v) {
  const Model& model = world_.model();
  const int body_a = contact.geometry.body_a, body_b = contact.geometry.body_b;
  int a = body_a == model::kWorld ? -1 : model.last_dof()[body_a];
  int b = body_b == model::kWorld ? -1 : model.last_dof()[body_b];
  while (a != b) (a > b ? a : b) = model.dof_parent()[std::max(a, b)];  // ancestors have smaller numbers
  CollectSide(ws, contact.p_a, body_a, a, +1.0, side_[0]);
  CollectSide(ws, contact.p_b, body_b, a, -1.0, side_[1]);
  for (Levers& levers : side_) FindArmRates(v, levers);
}

void ContactStiffness::CollectSide(const Workspace<double>& ws, const Vec3<double>& p_W, int body,
                                   int common_dof, double sign, Levers& levers) const {
  const Model& model = world_.model();
  levers.clear();
  if (body == model::kWorld) return;
  const Vec3<double> p = p_W - ws.origin[model.sweep()[body].root];
  for (int k = model.last_dof()[body]; k != common_dof; k = model.dof_parent()[k]) {
    const int joint = model.dofs()[k].joint;
    const bool slides = k - model.joints()[joint].v < model::NumTranslations(model.joints()[joint].kind);
    levers.push_back({k, joint, slides, ws.subspace[k].ang, sign * PointVelocity(ws.subspace[k], p), {}});
  }
}

/// ∂(J v)/∂q of a dof: its axis rotates the velocity that joints below contribute, and the angular velocity
/// of the joints above rotates its arm.
void ContactStiffness::FindArmRates(In<double> v, Levers& levers) {
  Vec3<double> omega = Vec3<double>::Zero(), below = Vec3<double>::Zero();
  for (const Lever& lever : levers) omega += v[lever.dof] * lever.axis;
  for (size_t first = 0; first < levers.size();) {
    size_t end = first;
    Vec3<double> own = Vec3<double>::Zero(), own_omega = Vec3<double>::Zero();
    for (; end < levers.size() && levers[end].joint == levers[first].joint; ++end) {
      own += v[levers[end].dof] * levers[end].arm;
      own_omega += v[levers[end].dof] * levers[end].axis;
    }
    const Vec3<double> omega_above = omega - own_omega;
    for (size_t i = first; i < end; ++i)
      levers[i].arm_rate =
          Cross(levers[i].axis, below) + Cross(levers[i].slides ? omega_above : omega, levers[i].arm);
    below += own;
    omega = omega_above;
    first = end;
  }
}

}  // namespace slipstick::contact
