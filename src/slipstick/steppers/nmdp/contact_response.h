// How the end of a step answers to contact forces: B = ∂G/∂x and what follows from it, in the rows of
// contacts.
//
//   B = B₀ - Σ u eᵀ J      B₀ tree-sparse: bodies, joints, and how levers turn under the forces
//                          u = Jᵀ ∂(corners w)/∂pose, e = the row of slip that is that change of pose
//
// so that one factorisation without fill and a system as small as the number of contacts do what a dense LU
// of all dofs would (Woodbury):
//
//   Y = B₀⁻¹ Jᵀ,   C₀ = J Y,   T = 1 - Eᵀ C₀ U,   B⁻¹ Jᵀ = Y (1 + U T⁻¹ Eᵀ C₀),   C = S B⁻¹ Jᵀ
//
// S are the levers of slip (step_contacts.h); where nothing turns far it is J.
#pragma once

#include <vector>

#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

class ContactResponse {
 public:
  explicit ContactResponse(const Model& model);

  /// Where ∂G/∂x without the softness of contacts goes. Prepare destroys it.
  dynamics::TreeMatrix& tree() { return tree_; }
  /// From tree(), and levers and softness of the contacts. False if B is singular.
  bool Prepare(const StepContacts& contacts);

  int rows() const { return rows_; }
  /// C: slip per force, rows x rows, column after column.
  View<const double> slip_by_force() const { return C_; }
  /// C₀: how poses of contacts change with forces if corners stand still.
  View<const double> bare_pose_by_force() const { return C0_; }

  /// dx := -B⁻¹ G.
  void Correct(const StepContacts& contacts, const Eigen::VectorXd& residual, Eigen::VectorXd& dx);
  /// dx := B⁻¹ Jᵀ f, f by rows. Spoils f.
  void Move(View<double> f, Eigen::VectorXd& dx);
  /// A := B⁻¹ Jᵀ, nv x rows, row after row.
  void FindMoveByForce(std::vector<double>& A) const;

 private:
  void FindBareResponse(const StepContacts& contacts);
  bool FindSoftResponse(const StepContacts& contacts);

  const Model& model_;
  dynamics::TreeMatrix tree_;
  int rows_ = 0;
  std::vector<double> Y_;  ///< nv x rows, row after row
  std::vector<double> C0_, C_;
  int soft_ = 0;               ///< columns of U
  std::vector<double> U_;      ///< rows x soft_, column after column
  std::vector<int> soft_row_;  ///< E
  solvers::DenseLu T_;
  std::vector<double> Z_;  ///< T⁻¹ Eᵀ C₀, soft_ x rows, column after column
  std::vector<double> changes_, forces_, C0_U_, C_U_;
};

}  // namespace slipstick::nmdp
