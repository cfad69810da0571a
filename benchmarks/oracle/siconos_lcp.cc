#include "oracle/siconos_lcp.h"

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

namespace slipstick::oracle {

SiconosLcp::SiconosLcp() : options_(solver_options_create(SICONOS_LCP_LEMKE)) {
  options_->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
}

SiconosLcp::~SiconosLcp() { solver_options_delete(options_); }

bool SiconosLcp::Solve(const Eigen::MatrixXd& R, const Eigen::VectorXd& u, Eigen::VectorXd& z) {
  const int n = static_cast<int>(u.size());
  R_ = R;
  u_ = u;
  w_.setZero(n);
  z.setZero(n);
  NumericsMatrix* M = NM_create_from_data(NM_DENSE, n, n, R_.data());
  LinearComplementarityProblem problem{n, M, u_.data()};
  int info = 0;
  lcp_lexicolemke(&problem, z.data(), w_.data(), &info, options_);
  NM_free_not_dense(M);  // the dense numbers are ours
  return info == 0;
}

}  // namespace slipstick::oracle
