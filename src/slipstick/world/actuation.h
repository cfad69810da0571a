// Joint forces and external wrenches during one step: constant, except for PD feedback, which follows the
// motion.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/model/model.h"
#include "slipstick/names.h"

namespace slipstick::world {

/// An external force and moment on a body, world axes.
struct ExternalWrench {
  int body;
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();     ///< where the force acts, body frame
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
};

struct Actuation {
  /// No actuation: all zero.
  explicit Actuation(const Model& model) : tau(Eigen::VectorXd::Zero(model.nv())) {}

  Eigen::VectorXd tau;  ///< feed-forward generalised force, nv entries

  /// Feedback kp (q_ref - q) + kd (v_ref - v). Steppers evaluate it within the step, implicitly if they can.
  /// All four are empty, or kp, kd and v_ref have nv entries and q_ref has nq.
  Eigen::VectorXd kp, kd, q_ref, v_ref;

  std::vector<ExternalWrench> wrenches;

  bool has_feedback() const { return kp.size() > 0; }
  void ClearFeedback() {
    for (auto* vector : {&kp, &kd, &q_ref, &v_ref}) vector->resize(0);
  }
};

}  // namespace slipstick::world
