// Analytic derivatives of inverse and forward dynamics.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/names.h"

namespace slipstick::dynamics {

/// Results and scratch memory of the functions below, sized once. Matrices are nv x nv, row after row;
/// derivatives with respect to q are along tangents (docs/conventions.md).
template <class S>
struct DynamicsDerivatives {
  explicit DynamicsDerivatives(const Model& model);

  std::vector<S> tau_by_q, tau_by_v;                                         ///< of inverse dynamics
  std::vector<S> acceleration_by_q, acceleration_by_v, acceleration_by_tau;  ///< of forward dynamics

  /// Velocity-dependent terms of an inertia (docs/dynamics.md): the change of v ×* I v with a rotation α of
  /// the velocity field is the force 2 α × l with the moment Y α + α × k.
  struct VelocityCoupling {
    Vec3<S> l, k;  ///< linear and angular momentum
    Sym3<S> Y;
  };
  /// Sensitivity of a subtree to one dof: derivatives of velocity and acceleration with respect to its
  /// position and speed, and the resulting forces.
  struct DofSensitivity {
    Motion<S> v_by_q, a_by_q, a_by_v;  ///< Ψ̇, Ψ̈, Φ
    Force<S> f_by_q, f_by_v;           ///< on the whole subtree
  };
  std::vector<VelocityCoupling> coupling;   ///< per body, of its subtree
  std::vector<DofSensitivity> sensitivity;  ///< per dof

  using RowMajor = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  static Eigen::Map<const RowMajor> AsMatrix(const std::vector<S>& entries, int nv) {
    return {entries.data(), nv, nv};
  }
};

/// ∂τ/∂q, ∂τ/∂v and, in the workspace, τ and M (which is ∂τ/∂a).
template <class S>
void InverseDynamicsDerivatives(const Model& model, In<S> q, In<S> v, In<S> a, Workspace<S>& ws,
                                DynamicsDerivatives<S>& out);

/// The same after InverseDynamics at the same q, v and a, with its results in the workspace.
template <class S>
void InverseDynamicsDerivativesAtCurrentForces(const Model& model, In<S> v, In<S> a, Workspace<S>& ws,
                                               DynamicsDerivatives<S>& out);

/// ∂a/∂q, ∂a/∂v, ∂a/∂τ = M⁻¹ and, in the workspace, the acceleration a itself.
template <class S>
void ForwardDynamicsDerivatives(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws,
                                DynamicsDerivatives<S>& out);

}  // namespace slipstick::dynamics
