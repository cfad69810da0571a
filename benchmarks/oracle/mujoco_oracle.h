// Results of MuJoCo in our conventions, as a reference for our dynamics.
#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <memory>

#include "slipstick/model/model.h"

namespace slipstick::oracle {

struct MujocoDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using MujocoModel = std::unique_ptr<mjModel, MujocoDeleter>;
using MujocoData = std::unique_ptr<mjData, MujocoDeleter>;

/// Compiles MJCF text, without touching the disk. InputError with MuJoCo's message if it fails.
MujocoModel CompileMjcf(const std::string& mjcf);

class MujocoOracle {
 public:
  explicit MujocoOracle(const Model& model);

  Eigen::MatrixXd MassMatrix(const Eigen::VectorXd& q);
  Eigen::VectorXd Bias(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  Eigen::VectorXd ForwardDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& tau);

 private:
  /// Sets state and applied forces, runs mj_forward and returns the velocity map at q.
  Eigen::MatrixXd Forward(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& tau);

  const Model& model_;
  MujocoModel mujoco_model_;
  MujocoData data_;
};

}  // namespace slipstick::oracle
