#include "slipstick/dynamics/energy.h"

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {
namespace {

/// Centre of mass of body i, from its tree's origin.
template <class S>
Vec3<S> BodyCom(const Model& model, const Workspace<S>& ws, int i) {
  return ws.body[i].p + ws.body[i].R * model.sweep()[i].com;
}

}  // namespace

template <class S>
S KineticEnergy(const Model& model, In<S> v, const Workspace<S>& ws) {
  model.CheckVelocitySize(v.size(), "v");
  S twice(0.0);
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    const BodyState<S>& body = ws.body[i];
    const Vec3<S> v_com = PointVelocity(body.v, BodyCom(model, ws, i));
    const Vec3<S> omega_B = TransposeTimes(body.R, body.v.ang);
    twice += b.mass * Dot(v_com, v_com) + Dot(omega_B, b.rotational * omega_B);
  }
  for (int k = 0; k < model.nv(); ++k) twice += model.dofs()[k].armature * v[k] * v[k];
  return 0.5 * twice;
}

template <class S>
S PotentialEnergy(const Model& model, const Workspace<S>& ws) {
  S energy(0.0);
  const Vec3<double> g = FromEigen(model.gravity());
  for (int i = 0; i < model.num_bodies(); ++i) {
    const Vec3<S> com = ws.origin[model.sweep()[i].root] + BodyCom(model, ws, i);
    energy -= model.sweep()[i].mass * Dot(g, com);
  }
  return energy;
}

/// A displacement of dof k moves its subtree rigidly, which does not change the energy, and changes all
/// velocities in it by an additional motion, the Ψ̇ of docs/dynamics.md.
void KineticEnergyGradient(const Model& model, In<double> v, Workspace<double>& ws, View<double> by_q) {
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(by_q.size(), "by_q");
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    BodyState<double>& body = ws.body[i];
    const Vec3<double> com = BodyCom(model, ws, i);
    const Vec3<double> linear = b.mass * PointVelocity(body.v, com);
    const Vec3<double> spin = body.R * (b.rotational * TransposeTimes(body.R, body.v.ang));
    body.f = {linear, spin + Cross(com, linear)};
  }
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    const BodyState<double>& body = ws.body[i];
    // Translation moves the rotation axes of the same joint.
    const Vec3<double> own_turn =
        b.nv > 1 ? sweep::JointMotion(b, v.data() + b.v, ws).ang : Vec3<double>::Zero();
    const int first_turn = b.v + model::NumTranslations(b.kind);
    for (int k = b.v; k < b.v + b.nv; ++k) {
      Motion<double> change = Cross(body.v, ws.subspace[k]);
      if (k < first_turn) change.lin += Cross(ws.subspace[k].lin, own_turn);
      by_q[k] = Dot(change, body.f);
    }
    if (b.parent != model::kWorld) ws.body[b.parent].f += body.f;
  }
}

MechanicalEnergy FindEnergy(const Model& model, In<double> v, const Workspace<double>& ws) {
  model.CheckVelocitySize(v.size(), "v");
  double twice = 0.0;
  Vec3<double> moment = Vec3<double>::Zero();  // mass times position, summed over all bodies
  for (int i = 0; i < model.num_bodies(); ++i) {
    const BodyState<double>& body = ws.body[i];
    twice += Dot(body.v, body.I * body.v);
    moment += body.I.h + body.I.mass * ws.origin[model.sweep()[i].root];
  }
  for (int k = 0; k < model.nv(); ++k) twice += model.dofs()[k].armature * v[k] * v[k];
  return {0.5 * twice, -Dot(FromEigen(model.gravity()), moment)};
}

Momentum TotalMomentum(const Model& model, const Workspace<double>& ws) {
  Momentum total{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    const BodyState<double>& body = ws.body[i];
    const Vec3<double> com = BodyCom(model, ws, i);
    const Vec3<double> linear = b.mass * PointVelocity(body.v, com);
    const Vec3<double> spin = body.R * (b.rotational * TransposeTimes(body.R, body.v.ang));
    total.linear += ToEigen(linear);
    total.angular += ToEigen(spin + Cross(ws.origin[b.root] + com, linear));
  }
  return total;
}

Eigen::Vector3d CenterOfMass(const Model& model, const Workspace<double>& ws) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i < model.num_bodies(); ++i)
    sum += model.sweep()[i].mass * ToEigen(ws.origin[model.sweep()[i].root] + BodyCom(model, ws, i));
  return sum / model.total_mass();
}

Eigen::Vector3d CenterOfMass(const Model& model, const Workspace<double>& ws, int root) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = root; i < model.subtree_end()[root]; ++i)
    sum += model.sweep()[i].mass * ToEigen(ws.origin[model.sweep()[i].root] + BodyCom(model, ws, i));
  return sum / model.tree_mass(root);
}

Eigen::MatrixXd CenterOfMassJacobian(const Model& model, const Workspace<double>& ws) {
  // Dof k moves its subtree as one body: mass times the velocity of that body's centre of mass.
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, model.nv());
  std::vector<double> mass(model.num_bodies());
  std::vector<Vec3<double>> moment(model.num_bodies(), Vec3<double>::Zero());
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    mass[i] += b.mass;
    moment[i] += b.mass * BodyCom(model, ws, i);
    for (int k = b.v; k < b.v + b.nv; ++k)
      J.block<3, 1>(0, k) = ToEigen(mass[i] * ws.subspace[k].lin + Cross(ws.subspace[k].ang, moment[i]));
    if (b.parent != model::kWorld) mass[b.parent] += mass[i], moment[b.parent] += moment[i];
  }
  return J / model.total_mass();
}

#define SLIPSTICK_INSTANTIATE(S)                                         \
  template S KineticEnergy<S>(const Model&, In<S>, const Workspace<S>&); \
  template S PotentialEnergy<S>(const Model&, const Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
