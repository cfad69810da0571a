#include "oracle/siconos_friction.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>

namespace slipstick::oracle {

SiconosFriction::SiconosFriction(Method method)
    : method_(method),
      options_(solver_options_create(method == Method::kNewton ? SICONOS_FRICTION_3D_NSN_AC
                                                               : SICONOS_FRICTION_3D_NSGS)) {}

SiconosFriction::~SiconosFriction() { solver_options_delete(options_); }

bool SiconosFriction::Solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, View<const double> mu,
                            Eigen::VectorXd& p) {
  options_->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  options_->iparam[SICONOS_IPARAM_MAX_ITER] = method_ == Method::kNewton ? 1000 : 100000;
  v_.setZero(b.size());
  NumericsMatrix matrix;
  NM_null(&matrix);
  const int n = static_cast<int>(b.size());
  NM_fill(&matrix, NM_DENSE, n, n, const_cast<double*>(W.data()));  // which Siconos does not change
  FrictionContactProblem problem{3, static_cast<int>(mu.size()), &matrix, const_cast<double*>(b.data()),
                                 const_cast<double*>(mu.data())};
  const int failed = fc3d_driver(&problem, p.data(), v_.data(), options_);
  matrix.matrix0 = nullptr;  // ours
  NM_clear(&matrix);
  return failed == 0;
}

}  // namespace slipstick::oracle
