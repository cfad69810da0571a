// The factors of the dual active-set method (dense_qp.h): J and R of Goldfarb and Idnani.
//
//   J Jᵀ = H⁻¹,   Jᵀ N = (R; 0),   N = (n_1 ... n_q) the active normals, R upper triangular
//
// J = (J1 J2), where J1 has q columns; the columns of J2 span the null space of the active constraints.
#pragma once

#include <array>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/solvers/linear/padded_memory.h"

namespace slipstick::solvers {

class QpFactors {
 public:
  /// Removes all active normals. Reads the lower half of H. False if H is not positive definite up to
  /// rounding, or not finite. Allocates only if H exceeds all earlier sizes.
  bool Factor(const Eigen::Map<const Eigen::MatrixXd>& H);

  int active() const { return q_; }
  int rows() const { return rows_; }  ///< of padded vectors
  double FreeNorm();                  ///< Frobenius norm of J2; of all J if no normal is active

  /// d = Jᵀ n, both padded.
  void Project(const double* n, double* d) const;
  /// z = J2 d2, padded: the direction of steepest descent towards n in the norm of H, J2 J2ᵀ n.
  void FindDirection(const double* d, double* z);
  /// x += J y, for a padded y, which is overwritten.
  void AddProduct(double* y, double* x) const;
  /// z += J2 e1 d2 e1: adds the column that Drop has just moved from J1 to J2.
  void ExtendDirection(const double* d, double* z) const;

  /// Appends the normal with these d and z. d2 must not vanish.
  void Add(const double* d, const double* z);

  // The same for many normals, directly after Factor: four at a time are projected, and each d is updated
  // with the normals added since. J does not change. Its reflections are stored until its columns are needed,
  // which is never if the first active set is the last.
  static constexpr int kBlock = 4;
  /// d_r = Jᵀ n_r for kBlock normals; d_r padded, at a distance of rows().
  void ProjectFour(const double* const* n, double* d);
  void ApplyNewReflections(double* d) const;
  /// Returns the new diagonal entry of R.
  double AddLater(const double* d);

  /// Removes the k-th active normal. The columns of J are rotated, and so is the given d = Jᵀ n.
  void Drop(int k, double* d);

  /// x := R⁻¹ x, for the entries from `first` on only; they do not depend on the entries before.
  void SolveR(double* x, int first = 0) const;
  /// x := R⁻ᵀ x.
  void SolveRTransposed(double* x) const;

 private:
  /// Relative to the diagonal entry: smaller pivots are rounding errors.
  static constexpr double kMinPivot = 1e-14;

  using Group = std::array<std::array<double, kBlock>, kBlock>;  ///< T of four reflections

  void Reserve(int n);
  void LoadColumn(const Eigen::Map<const Eigen::MatrixXd>& H, int j);
  bool FinishColumn(int first, int j);
  void AppendToR(const double* d, double diagonal);
  void OpenGroup(int g);
  void AppendToGroup(double tau);
  void ReflectByGroup(int g, bool transposed, double* d) const;
  void ReflectFourByGroup(int g, double* d) const;
  void ApplyPendingToJ();
  void MultiplyByT(const Group& group, double* W) const;

  double* J(int k) { return J_ + k * stride_; }
  const double* J(int k) const { return J_ + k * stride_; }
  double* R(int k) { return R_.data() + static_cast<size_t>(k) * rows_; }
  const double* R(int k) const { return R_.data() + static_cast<size_t>(k) * rows_; }

  double* Reflection(int r) { return reflections_.data() + static_cast<size_t>(r) * rows_; }
  const double* Reflection(int r) const { return reflections_.data() + static_cast<size_t>(r) * rows_; }

  Group& T(int g) { return groups_[g]; }
  const Group& T(int g) const { return groups_[g]; }

  int n_ = 0, rows_ = 0, q_ = 0;
  size_t stride_ = 0;
  padded::Numbers stacked_;  ///< columns of L, and below them those of J
  double* J_ = nullptr;
  padded::Numbers R_;
  double min_pivot_[kBlock] = {};

  int pending_ = 0;              ///< number of reflections not yet applied to J
  int projected_with_ = 0;       ///< number of them that the last four d include
  padded::Numbers reflections_;  ///< their v; zero for missing members of a group
  std::vector<Group> groups_;
  padded::Numbers coefficients_, products_;  ///< scratch
};

}  // namespace slipstick::solvers
