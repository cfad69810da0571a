// Inertia from positions alone (Pan and Hauser 2020 (nmdp), the non-convex maximal dissipation principle, Eq.
// 4 with α = 1): the acceleration of each mass point is the second difference of its positions now, at the
// start of the step and one step earlier. Velocities are not used.
//
//     I(q) = ½ κ Σ_bodies tr(D S Dᵀ),   D = T(q) - 2 T(q_start) + T(q_before),   κ = 1 / h²
//
// T is the pose of a body as a 3x4 matrix and S its second moment ∫ρ x xᵀ of points (x, 1). The derivation is
// in docs/dynamics.md.
#pragma once

#include <vector>

#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

class PositionBasedDynamics {
 public:
  explicit PositionBasedDynamics(const Model& model);  ///< the model must outlive it

  /// Sets the configurations at the start of a step of length h and one step earlier.
  void Begin(In<double> q_start, In<double> q_before, double h);

  /// Constant forces at body-fixed points, and moments; world axes.
  void ClearForces();
  void AddWrench(int body, const Vec3<double>& p_W, const Vec3<double>& force, const Vec3<double>& moment);

  /// gradient, inertia_energy and, if requested, hessian. `ws` is that of ForwardKinematics (or Evaluate) at
  /// q.
  void Evaluate(In<double> q, const Workspace<double>& ws, bool with_hessian);
  /// The same for the kinetic energy K(q) = ½ κ Σ tr(D S Dᵀ) with D = T(q) - T(q_start): no gravity, no
  /// forces.
  void EvaluateKineticEnergy(In<double> q, const Workspace<double>& ws, bool with_hessian);

  double inertia_energy = 0.0;  ///< I(q)
  /// ∂I less gravity and forces, conjugate to v: approaches M a + bias - Jᵀ f for small h.
  std::vector<double> gradient;
  /// ∂gradient along tangents at q, exactly. Not symmetric: entries between two rotations of one joint differ
  /// from their transposes by the unbalanced moment on that joint (moments of AddWrench excluded), since
  /// rotations do not commute; and a constant moment has no potential, since ancestor joints rotate the axes
  /// of their descendants and not the reverse.
  TreeMatrix hessian;

  double kinetic_energy = 0.0;
  std::vector<double> kinetic_gradient;
  TreeMatrix kinetic_hessian;

 private:
  /// The pose that is subtracted from that of a body: the predicted one, or the one at the start. The centre
  /// of mass is from datum_ of its tree.
  struct Reference {
    Mat3<double> R;
    Vec3<double> com;
  };
  /// Of a subtree, about the tree's origin O: ∫ρ a, ∫ρ x aᵀ (whose antisymmetric part is the moment), and
  /// moments of AddWrench.
  struct Load {
    Vec3<double> force;
    Mat3<double> moments;
    Vec3<double> couple;
  };
  /// A dof with an armature, or the first of three rotational dofs.
  struct Rotor {
    int q, v;
    bool turns;
    double armature;
  };
  /// Which energy is evaluated: I or K.
  struct Target {
    const std::vector<Reference>& reference;
    bool is_motion;
    double& energy;
    std::vector<double>& gradient;
    TreeMatrix& hessian;
  };

  void Evaluate(In<double> q, const Workspace<double>& ws, bool with_hessian, const Target& target);
  void LoadBody(const Workspace<double>& ws, int i, bool with_hessian, const Target& target);
  void AddAppliedForces(const Workspace<double>& ws, int i);
  void FillRows(const Workspace<double>& ws, int i, TreeMatrix& hessian) const;
  void AddRotors(In<double> q, bool with_hessian, const Target& target) const;

  const Model& model_;
  std::vector<Sym3<double>> second_moment_;  ///< per body, about its centre of mass, body axes
  std::vector<Rotor> rotors_;

  double kappa_ = 0.0;
  std::vector<double> q_start_, drift_;  ///< drift_: the tangent that led to q_start
  std::vector<Vec3<double>> datum_;      ///< per tree, at the index of its root: its origin at q_start
  std::vector<Reference> predicted_, start_;
  std::vector<Load> applied_;  ///< per body, about datum_ of its tree
  bool forces_applied_ = false;

  Workspace<double> poses_;
  std::vector<Load> load_;
  std::vector<RigidInertia<double>> inertia_;
};

}  // namespace slipstick::dynamics
