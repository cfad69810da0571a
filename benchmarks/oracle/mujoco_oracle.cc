#include "oracle/mujoco_oracle.h"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <stdexcept>

#include "oracle/mujoco_model.h"
#include "slipstick/core/error.h"

namespace slipstick::oracle {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

MujocoModel CompileMjcf(const std::string& mjcf) {
  constexpr const char* kName = "model.xml";
  const auto files = std::make_unique<mjVFS>();  // two megabytes: too much for the stack
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), kName, static_cast<int>(mjcf.size())) != 0)
    throw std::runtime_error("MuJoCo's virtual file system refuses a file");
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), kName)], mjcf.data(), mjcf.size());

  std::array<char, 1000> error = {};
  MujocoModel model(mj_loadXML(kName, files.get(), error.data(), static_cast<int>(error.size())));
  mj_deleteVFS(files.get());
  if (!model) throw InputError(fmt::format("MuJoCo refuses the model: {}", error.data()));
  return model;
}

MujocoOracle::MujocoOracle(const Model& model)
    : model_(model), mujoco_model_(CompileMjcf(ToMjcf(model))), data_(mj_makeData(mujoco_model_.get())) {
  if (mujoco_model_->nq != model.nq() || mujoco_model_->nv != model.nv())
    throw std::logic_error(fmt::format("MuJoCo made nq = {}, nv = {} of model '{}' with nq = {}, nv = {}",
                                       mujoco_model_->nq, mujoco_model_->nv, model.name(), model.nq(),
                                       model.nv()));
}

MatrixXd MujocoOracle::Forward(const VectorXd& q, const VectorXd& v, const VectorXd& tau) {
  const MatrixXd T = MujocoVelocityMap(model_, q);
  Eigen::Map<VectorXd>(data_->qpos, model_.nq()) = ToMujocoConfiguration(model_, q);
  Eigen::Map<VectorXd>(data_->qvel, model_.nv()) = T * v;
  Eigen::Map<VectorXd>(data_->qfrc_applied, model_.nv()) = T * tau;
  mj_forward(mujoco_model_.get(), data_.get());
  return T;
}

MatrixXd MujocoOracle::MassMatrix(const VectorXd& q) {
  const VectorXd zero = VectorXd::Zero(model_.nv());
  const MatrixXd T = Forward(q, zero, zero);
  RowMajorMatrix M(model_.nv(), model_.nv());
  mj_fullM(mujoco_model_.get(), M.data(), data_->qM);
  return T.transpose() * M * T;
}

VectorXd MujocoOracle::Bias(const VectorXd& q, const VectorXd& v) {
  const MatrixXd T = Forward(q, v, VectorXd::Zero(model_.nv()));
  return T.transpose() * Eigen::Map<const VectorXd>(data_->qfrc_bias, model_.nv());
}

VectorXd MujocoOracle::ForwardDynamics(const VectorXd& q, const VectorXd& v, const VectorXd& tau) {
  const MatrixXd T = Forward(q, v, tau);
  return T.transpose() * Eigen::Map<const VectorXd>(data_->qacc, model_.nv());
}

}  // namespace slipstick::oracle
