// Response of the end of a step to contact forces: the inverse of B = ∂G/∂x, in the rows of contacts.
//
//   B = B₀ - Jᵀ ∂(corners w)/∂pose      B₀ tree-sparse: bodies, joints, and the change of Jᵀ f with the pose
//   A = B⁻¹ Jᵀ                          change of the end per force
//   C = S A,   C₀ = J B₀⁻¹ Jᵀ           slip per force; change of contact poses per force with fixed corners
//
// S are the levers of slip (step_contacts.h). S = J where rotations during the step are small.
//
// Between two bodies the force on b acts at a point of a, so B couples the two: the arm from b to that point
// changes with both poses, and with it the moment arm x f on b. W of (S15) does not include that.
//
// B is factored as a dense matrix in the order from leaves to roots, without the products of its zeros.
// Contacts with the world do not change its sparsity; only contacts between bodies cause fill-in.
#pragma once

#include <vector>

#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

class ContactResponse {
 public:
  explicit ContactResponse(const Model& model);

  /// Input: B₀, that is ∂G/∂x with fixed corners.
  dynamics::TreeMatrix& tree() { return tree_; }
  /// Factors B, from tree(), and from levers and force_by_pose() of the contacts. False if it is singular.
  bool Factor(const StepContacts& contacts);
  /// Finds A and C; `contacts` must have the levers of the factor.
  void FindResponse(const StepContacts& contacts);
  /// C0 := C₀ of (S15), rows x rows, row-major. Call at most once after FindResponse, since it overwrites
  /// tree(). False if B₀ is singular.
  bool FindFixedCornerResponse(const StepContacts& contacts, std::vector<double>& C0);

  int rows() const { return rows_; }
  /// C of (S23), rows x rows, row-major.
  View<const double> slip_by_force() const { return C_; }
  /// A for one dof: its change per force of each row.
  const double* move_by_force(int dof) const { return A_.data() + static_cast<size_t>(Place(dof)) * rows_; }

  /// dx := -B⁻¹ G.
  void Correct(const Eigen::VectorXd& residual, Eigen::VectorXd& dx);
  /// dx := A f, f by rows.
  void Move(View<const double> f, Eigen::VectorXd& dx) const;

 private:
  /// Row of a dof in the order of elimination: leaves have larger numbers than their ancestors.
  int Place(int dof) const { return model_.nv() - 1 - dof; }
  double& B(int row, int column) { return B_.row(Place(row))[Place(column)]; }
  void AssembleTree();
  void SubtractForceByPose(const StepContacts& contacts);

  const Model& model_;
  dynamics::TreeMatrix tree_;
  solvers::DenseLu B_;
  bool has_fixed_corners_ = true;  ///< B = B₀
  bool is_found_ = false;          ///< A and C belong to B
  int rows_ = 0;
  std::vector<double> A_;  ///< nv x rows, row-major, rows in the order of elimination
  std::vector<double> Y_;  ///< B₀⁻¹ Jᵀ, nv x rows, row-major
  std::vector<double> C_;
  std::vector<double> dx_;  ///< in the order of elimination
};

}  // namespace slipstick::nmdp
