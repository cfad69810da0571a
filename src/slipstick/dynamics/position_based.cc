#include "slipstick/dynamics/position_based.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::dynamics {
namespace {

/// C = ½ tr(J) 1 - J is ∫ρ x xᵀ where J is the rotational inertia; and J = tr(C) 1 - C.
Sym3<double> SecondMoment(const Sym3<double>& J) {
  const double half = 0.5 * (J.xx + J.yy + J.zz);
  return {half - J.xx, half - J.yy, half - J.zz, -J.xy, -J.xz, -J.yz};
}
SLIPSTICK_INLINE Sym3<double> RotationalInertia(const Mat3<double>& C) {
  return {C.y.y + C.z.z, C.x.x + C.z.z, C.x.x + C.y.y, -C.y.x, -C.z.x, -C.z.y};
}

SLIPSTICK_INLINE Mat3<double> Minus(const Mat3<double>& a, const Mat3<double>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
/// a bᵀ of matrices.
SLIPSTICK_INLINE Mat3<double> TimesTransposed(const Mat3<double>& a, const Mat3<double>& b) {
  return Outer(a.x, b.x) + Outer(a.y, b.y) + Outer(a.z, b.z);
}
/// ∫ x × a from ∫ x aᵀ.
SLIPSTICK_INLINE Vec3<double> MomentOf(const Mat3<double>& m) {
  return {m.z.y - m.y.z, m.x.z - m.z.x, m.y.x - m.x.y};
}

Quaternion<double> QuaternionAt(const double* q) { return {{q[0], q[1], q[2]}, q[3]}; }

}  // namespace

PositionBasedDynamics::PositionBasedDynamics(const Model& model)
    : gradient(model.nv()),
      hessian(model),
      kinetic_gradient(model.nv()),
      kinetic_hessian(model),
      model_(model),
      q_start_(model.nq()),
      drift_(model.nv()),
      datum_(model.num_bodies()),
      predicted_(model.num_bodies()),
      start_(model.num_bodies()),
      applied_(model.num_bodies()),
      poses_(model),
      load_(model.num_bodies()),
      inertia_(model.num_bodies()) {
  for (const model::SweepBody& b : model.sweep()) second_moment_.push_back(SecondMoment(b.rotational));
  for (const Joint& joint : model.joints()) {
    const int plain = joint.nq > joint.nv ? joint.nv - 3 : joint.nv;
    const auto add = [&](int k, bool turns) {
      const double armature = model.dofs()[joint.v + k].armature;
      if (armature != 0.0) rotors_.push_back({joint.q + k, joint.v + k, turns, armature});
    };
    for (int k = 0; k < plain; ++k) add(k, false);
    if (plain < joint.nv) add(plain, true);  // a joint has the same armature for all its dofs
  }
  ClearForces();
}

void PositionBasedDynamics::Begin(In<double> q_start, In<double> q_before, double h) {
  if (!(h > 0.0))
    throw InputError(
        fmt::format("model '{}': a step of {} s; position-based inertia needs one > 0.", model_.name(), h));
  kappa_ = 1.0 / (h * h);
  const auto com_of = [this](int i) { return poses_.body[i].p + poses_.body[i].R * model_.sweep()[i].com; };
  ForwardKinematics(model_, q_start, poses_);
  for (int i = 0; i < model_.num_bodies(); ++i) {
    datum_[i] = poses_.origin[model_.sweep()[i].root];
    start_[i] = {poses_.body[i].R, com_of(i)};
  }
  ForwardKinematics(model_, q_before, poses_);
  for (int i = 0; i < model_.num_bodies(); ++i) {
    const Vec3<double> com_before = com_of(i) + (poses_.origin[model_.sweep()[i].root] - datum_[i]);
    predicted_[i].R = Minus(2.0 * start_[i].R, poses_.body[i].R);
    predicted_[i].com = 2.0 * start_[i].com - com_before;
  }
  std::copy(q_start.begin(), q_start.end(), q_start_.begin());
  if (!rotors_.empty()) Difference<double>(model_, q_before, q_start, View<double>(drift_));
}

void PositionBasedDynamics::ClearForces() {
  const Vec3<double> zero = Vec3<double>::Zero();
  std::fill(applied_.begin(), applied_.end(), Load{zero, Mat3<double>::Zero(), zero});
  forces_applied_ = false;
}

void PositionBasedDynamics::AddWrench(int body, const Vec3<double>& p_W, const Vec3<double>& force,
                                      const Vec3<double>& moment) {
  CheckBody(model_, body, "wrench");
  if (body == model::kWorld) return;
  applied_[body].force += force;
  applied_[body].moments += Outer(p_W - datum_[body], force);
  applied_[body].couple += moment;
  forces_applied_ = true;
}

void PositionBasedDynamics::Evaluate(In<double> q, const Workspace<double>& ws, bool with_hessian) {
  Evaluate(q, ws, with_hessian, {predicted_, true, inertia_energy, gradient, hessian});
}

void PositionBasedDynamics::EvaluateKineticEnergy(In<double> q, const Workspace<double>& ws,
                                                  bool with_hessian) {
  Evaluate(q, ws, with_hessian, {start_, false, kinetic_energy, kinetic_gradient, kinetic_hessian});
}

void PositionBasedDynamics::Evaluate(In<double> q, const Workspace<double>& ws, bool with_hessian,
                                     const Target& target) {
  CheckConfiguration<double>(model_, q, ws);
  target.energy = 0.0;
  for (int i = 0; i < model_.num_bodies(); ++i) LoadBody(ws, i, with_hessian, target);
  for (int i = model_.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model_.sweep()[i];
    const Load& load = load_[i];
    const Vec3<double> moment = MomentOf(load.moments) - load.couple;
    for (int k = b.v; k < b.v + b.nv; ++k)
      target.gradient[k] = Dot(ws.subspace[k].lin, load.force) + Dot(ws.subspace[k].ang, moment);
    if (with_hessian) FillRows(ws, i, target.hessian);
    if (b.parent == model::kWorld) continue;
    load_[b.parent].force += load.force;
    load_[b.parent].moments += load.moments;
    load_[b.parent].couple += load.couple;
    if (with_hessian) inertia_[b.parent] += inertia_[i];
  }
  AddRotors(q, with_hessian, target);
}

/// With x = com + y: ∫ρ x aᵀ = R C (κ D_R)ᵀ + com Fᵀ, where C is the second moment of the y and F = m a(com).
void PositionBasedDynamics::LoadBody(const Workspace<double>& ws, int i, bool with_hessian,
                                     const Target& target) {
  const model::SweepBody& b = model_.sweep()[i];
  const Mat3<double>& R = ws.body[i].R;
  const Reference& reference = target.reference[i];
  const Vec3<double> com = ws.body[i].p + R * b.com;
  const Vec3<double> d = com + (ws.origin[b.root] - datum_[i]) - reference.com;
  const Mat3<double> D_R = Minus(R, reference.R);
  const Mat3<double> RC = R * ToMat3(second_moment_[i]);

  Vec3<double> a = kappa_ * d;
  if (target.is_motion) a -= FromEigen(model_.gravity());
  Load& load = load_[i];
  load.force = b.mass * a;
  load.moments = kappa_ * TimesTransposed(RC, D_R) + Outer(com, load.force);
  load.couple = Vec3<double>::Zero();
  // tr(D_R C D_Rᵀ) = ∫ρ |D_R y|²
  const Mat3<double> DC = D_R * ToMat3(second_moment_[i]);
  target.energy +=
      0.5 * kappa_ * (b.mass * Dot(d, d) + Dot(DC.x, D_R.x) + Dot(DC.y, D_R.y) + Dot(DC.z, D_R.z));
  if (target.is_motion && forces_applied_) AddAppliedForces(ws, i);
  if (with_hessian)
    inertia_[i] = {b.mass, b.mass * com,
                   ShiftFromCom(RotationalInertia(TimesTransposed(RC, R)), b.mass, com)};
}

void PositionBasedDynamics::AddAppliedForces(const Workspace<double>& ws, int i) {
  const Load& applied = applied_[i];
  const Vec3<double> shift = ws.origin[model_.sweep()[i].root] - datum_[i];
  load_[i].force -= applied.force;
  load_[i].moments = Minus(load_[i].moments, Minus(applied.moments, Outer(shift, applied.force)));
  load_[i].couple = applied.couple;
}

/// The rows of the dofs k of body i. A point of its subtree moves by u_k(x) along dof k, and
///
///     ∂_j gradient_k = κ ∫ρ u_j · u_k + ∫ρ ∂_j u_k · a .
///
/// The first part is κ M. An ancestor joint j rotates u_k, ∂_j u_k = e_j × u_k, which makes the second part
/// e_j · c_k with c_k = ∫ρ u_k × a; and ∂_k u_j = e_j × u_k is the same. The rotation axes of one joint are
/// fixed in the parent, so that k rotates u_j but j does not rotate the axis of k; translation moves the
/// rotation axes of the same joint.
void PositionBasedDynamics::FillRows(const Workspace<double>& ws, int i, TreeMatrix& H) const {
  const model::SweepBody& b = model_.sweep()[i];
  const Load& load = load_[i];
  const double trace = load.moments.x.x + load.moments.y.y + load.moments.z.z;
  const int num_slides = model::NumTranslations(b.kind);
  Vec3<double> c[6];
  for (int own = 0; own < b.nv; ++own) {
    const int k = b.v + own;
    const Motion<double>& S = ws.subspace[k];
    double* lower = &H.lower[model_.row_start()[k]];
    double* upper = &H.upper[model_.row_start()[k]];
    c[own] = Cross(S.lin, load.force) + load.moments * S.ang - trace * S.ang;
    const Force<double> inertial = kappa_ * (inertia_[i] * S);
    const Force<double> F{inertial.lin, inertial.ang + c[own]};

    int position = model_.depth()[k];
    for (int j = k; j >= b.v; --j, --position) {
      const Motion<double>& S_j = ws.subspace[j];
      upper[position] = Dot(S_j, F);
      lower[position] = Dot(S_j, inertial);
      if (j - b.v >= num_slides) lower[position] += Dot(S.ang, c[j - b.v]);
    }
    const Vec3<double> turned_couple = Cross(S.ang, load.couple);
    for (int j = model_.dof_parent()[b.v]; j >= 0; j = model_.dof_parent()[j], --position) {
      upper[position] = Dot(ws.subspace[j], F);
      lower[position] = upper[position] - Dot(ws.subspace[j].ang, turned_couple);
    }
  }
}

/// A rotor resists the change of its joint's displacement from one step to the next, κ armature (d -
/// d_before), with tangents d as Difference gives them: in the basis of v, as M has the armature. For
/// spherical rotations this force is the gradient only for small d of the energy ½ κ armature |d - d_before|²
/// that is reported.
void PositionBasedDynamics::AddRotors(In<double> q, bool with_hessian, const Target& target) const {
  for (const Rotor& rotor : rotors_) {
    const double stiffness = kappa_ * rotor.armature;
    const auto resist = [&](int k, double d) {
      const double change = target.is_motion ? d - drift_[k] : d;
      target.energy += 0.5 * stiffness * change * change;
      target.gradient[k] += stiffness * change;
    };
    if (!rotor.turns) {
      resist(rotor.v, q[rotor.q] - q_start_[rotor.q]);
      if (with_hessian) target.hessian.lower[model_.diagonal_entry(rotor.v)] += stiffness;
      continue;
    }
    const auto turn = Normalized(QuaternionAt(&q[rotor.q]) * Conjugate(QuaternionAt(&q_start_[rotor.q])));
    const Vec3<double> d = Log(turn);
    resist(rotor.v, d.x), resist(rotor.v + 1, d.y), resist(rotor.v + 2, d.z);
    if (!with_hessian) continue;
    const Mat3<double> by = stiffness * LeftJacobianInverse(d);
    const Vec3<double> column[] = {by.x, by.y, by.z};
    const auto entry = [&](int row, int col) {
      return row == 0 ? column[col].x : row == 1 ? column[col].y : column[col].z;
    };
    for (int row = 0; row < 3; ++row)
      for (int col = 0; col <= row; ++col) {
        const int at = model_.diagonal_entry(rotor.v + row) - (row - col);
        target.hessian.lower[at] += entry(row, col);
        if (col < row) target.hessian.upper[at] += entry(col, row);
      }
  }
}

}  // namespace slipstick::dynamics
