// Response of the end of a step to contact forces: B = ∂G/∂x and its inverse, in the rows of contacts.
//
//   B = B₀ - Σ u eᵀ J      B₀ tree-sparse: bodies, joints, and the change of Jᵀ f with the pose
//                          u = Jᵀ ∂(corners w)/∂pose, e = the row of slip that is that change of pose
//
// Between two bodies the force on b acts at a point of a, so B couples the two: for each axis of the arm from
// b to that point, u = J_bᵀ (f x axis), the change of the moment on b, and the row is the change of the arm.
// These rows and columns come last in J and U. W of (S15) does not include them.
//
// One factorisation without fill and a small system of the size of the contacts replace a dense LU of all
// dofs (Woodbury):
//
//   Y = B₀⁻¹ Jᵀ,   C₀ = J Y,   T = 1 - Eᵀ C₀ U,   B⁻¹ Jᵀ = Y (1 + U T⁻¹ Eᵀ C₀),   C = S B⁻¹ Jᵀ
//
// S are the levers of slip (step_contacts.h). S = J where rotations during the step are small.
#pragma once

#include <vector>

#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

class ContactResponse {
 public:
  explicit ContactResponse(const Model& model);

  /// Input: B₀, that is ∂G/∂x with fixed corners. Prepare overwrites it.
  dynamics::TreeMatrix& tree() { return tree_; }
  /// From tree(), and from levers and force_by_pose() of the contacts. False if B is singular.
  bool Prepare(const StepContacts& contacts);

  int rows() const { return rows_; }
  /// C of (S23): slip per force, rows x rows, column-major.
  View<const double> slip_by_force() const { return C_; }
  /// C₀ of (S15): change of contact poses per force, with fixed corners; stride() rows, of which the first
  /// rows() are those of forces.
  View<const double> pose_by_force_fixed_corners() const { return C0_; }
  int stride() const { return all_rows_; }

  /// dx := -B⁻¹ G.
  void Correct(const StepContacts& contacts, const Eigen::VectorXd& residual, Eigen::VectorXd& dx);
  /// dx := B⁻¹ Jᵀ f, f by rows.
  void Move(View<const double> f, Eigen::VectorXd& dx);
  /// A := B⁻¹ Jᵀ, nv x rows, row-major.
  void FindMoveByForce(std::vector<double>& A) const;

 private:
  void FindFixedCornerResponse(const StepContacts& contacts);
  bool FindFullResponse(const StepContacts& contacts);
  void AddForces(Eigen::VectorXd& dx);

  const Model& model_;
  dynamics::TreeMatrix tree_;
  int rows_ = 0, all_rows_ = 0;  ///< all: those of forces and of arms
  std::vector<double> Y_;        ///< nv x all rows, row-major
  std::vector<double> C0_;       ///< all rows x all rows, column-major
  std::vector<double> C_;        ///< rows x all rows, column-major; its first rows columns are C
  int terms_ = 0;                ///< columns of U
  std::vector<double> U_;        ///< all rows x terms_, column-major
  std::vector<int> term_row_;    ///< E
  solvers::DenseLu T_;
  std::vector<double> Z_;  ///< T⁻¹ Eᵀ C₀, terms_ x rows, row-major
  std::vector<double> changes_, forces_, C0_U_, C_U_;
  std::vector<double> C0_rows_, C_rows_;  ///< row-major
};

}  // namespace slipstick::nmdp
