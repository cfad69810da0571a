#include "mass_matrix_check.h"

#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::cli {
namespace {

constexpr int kLargestMatrix = 5'000'000;  // stored numbers, 40 MB: a chain of 3000 joints

}  // namespace

std::optional<MassMatrixCheck> CheckMassMatrix(const Model& model) {
  if (model.nv() == 0 || model.row_start().back() > kLargestMatrix) return std::nullopt;
  Workspace<double> ws(model);
  dynamics::MassMatrix<double>(model, model.neutral(), ws);
  MassMatrixCheck check;
  check.singular = !dynamics::FactorMassMatrix(model, ws);
  for (int k = 0; k < model.nv(); ++k) {
    const double ratio = 1.0 / (ws.D_inv[k] * ws.M[model.row_start()[k] + model.depth()[k]]);
    if (check.dof < 0 || !(ratio >= check.smallest_ratio)) check.smallest_ratio = ratio, check.dof = k;
  }
  return check;
}

}  // namespace slipstick::cli
