// Newton's method for contact forces in cones: the implementation of FrictionQp and CoulombSolver. Not part
// of the public interface.
//
// It finds p in K with  K ∋ p ⊥ G(p) ∈ K*,  v = A p + b,  and
//   kConvex    G = v                       the minimiser of ½ pᵀ A p + bᵀ p over K
//   kCoulomb   G = v + |v_t| e_n           exact friction in the form of de Saxcé
// as a root of the natural map F(p) = p - P_K(p - G(p)). All quantities are stored in scaled units: p = S y,
// with S such that the diagonal of A is about one, for the damping below, and every cone has slope one, for
// the projections of friction_cone.h. The solutions stay the same, since S is the same for both tangents.
//
// One step. With P_K' = R Rᵀ (friction_cone.h), the derivative B = I + e_n (v_t / |v_t|)ᵀ of G by v
// (kConvex: B = I) and p̂ = P_K(p - G), v̂ = A p̂ + b, the Newton equation (I - R Rᵀ + R Rᵀ B A) dp = -F has
// the solution
//
//   p + dp = p̂ + R y,    (I - RᵀR + RᵀB A R) y = -RᵀB v̂,      (1)
//
// since RᵀF = RᵀG. So a sticking contact has three unknowns, a slipping contact two, an open contact none.
// Where A is singular a damping is added to the diagonal. It decreases with F and increases when steps fail,
// as in the method of Levenberg and Marquardt, which converges fast to solutions that are not isolated, too
// (Yamashita and Fukushima, Computing 15, 2001). Steps are halved until |F| is below the largest of its last
// few values.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/view.h"
#include "slipstick/solvers/cone/friction_cone.h"

namespace slipstick::solvers {

enum class FrictionSet { kUnilateral, kPyramid, kCone };

class ConeNewton {
 public:
  enum class Law { kConvex, kCoulomb };

  /// The only function that allocates.
  void Reserve(int contacts);
  /// `compliance`: added to the diagonal of A, one number per contact; empty for none.
  void Load(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& b,
            View<const double> mu, View<const double> compliance, FrictionSet set, const Pyramid& pyramid,
            Law law);
  /// Starts from this initial guess, or from zero if it is not finite.
  void Start(const Eigen::Ref<const Eigen::VectorXd>& p);
  void StartFromZero();
  /// The projection of the present point, in Load's units.
  void Finish(Eigen::Ref<Eigen::VectorXd> p) const;

  // The following move the present point. They return whether it is a solution.
  bool Newton(int max_steps);
  /// kConvex: an interior point method, which approaches a solution from anywhere, then Newton.
  bool FollowBarrier();
  /// kCoulomb: Gauss-Seidel; one contact after the other is solved exactly, with the others fixed.
  bool Sweep(int times);
  /// kCoulomb: solves the convex problem with |v_t| frozen at its present values, or at zero.
  bool SolveWithSlipFrozen(bool at_zero);

  void Save();         ///< saves the present point
  void Restore();      ///< returns to the saved point
  void SaveIfBest();   ///< saves the present point if it has the smallest residual since Start
  void RestoreBest();  ///< returns to the point with the smallest residual

  bool solved() const { return state_.residual <= Tolerance(); }
  double residual() const { return state_.residual; }
  int iterations() const { return iterations_; }
  /// Of eliminations since Load: the sum of the cubes of their sizes.
  double work() const { return work_; }

 private:
  static constexpr double kMinPivot = 1e-13;  ///< smaller pivots are replaced by it

  using Vector = std::vector<double>;
  struct Point {
    Vector p, v;
  };
  /// Distance of a point from a solution.
  struct State {
    double merit;     ///< |F|
    double residual;  ///< largest entry of S⁻¹ F, in units of b
    double size;      ///< largest entry of S⁻¹ p: the scale of the rounding errors of v
  };

  void Scale(const Eigen::Ref<const Eigen::MatrixXd>& A, View<const double> mu,
             View<const double> compliance);
  double Tolerance() const;
  void Multiply(const double* x, const double* plus, double* y) const;
  void Copy(const Point& from, Point& to) const;

  Vec3<double> EvaluateLaw(const double* v) const;
  void Project(const Vec3<double>& z, ConeFace& face) const;
  State Evaluate(const Point& at);

  bool NoneSlips() const;  ///< every contact sticks or is open
  double StepAndSearch(double damping, double reference);
  bool MoveIfBelow(double merit);
  void FindNext(double damping);
  bool BuildReduced(double damping);
  const double* CombineRows(const Vec3<double>& r, int i);
  void MultiplyByFaces(const double* row, int first, double* out) const;
  void FindReach();
  void SolveSymmetric();
  void SolveGeneral();
  void SubstituteBack();
  void SetStep();

  // The interior point method: defined in cone_barrier.cc, as are FollowBarrier and SolveWithSlipFrozen. It
  // uses the same matrices and elimination, and ends with Newton steps, so it is not a class of its own.
  void StartBarrier(double size);
  double MeanProduct() const;
  double StepToBarrier(double barrier);
  Sym3<double> BarrierBlock(int i, double barrier, Vec3<double>& gradient) const;
  void MoveMultipliers(double barrier, const Vec3<double>& dp, int i, double length);
  double LongestStep(double barrier) const;
  int NumSides() const;
  Vec3<double> InwardNormal(int side) const;

  Vec3<double> SolveContact(int i) const;

  int contacts_ = 0, n_ = 0, reduced_size_ = 0;
  FrictionSet set_ = FrictionSet::kCone;
  Pyramid pyramid_;
  Law law_ = Law::kConvex;
  int iterations_ = 0;
  double work_ = 0.0;
  double b_largest_ = 0.0;  ///< largest entry of b in its own units
  double b_norm_ = 0.0;     ///< of the scaled b
  double best_residual_ = 0.0;
  State state_{};

  Vector A_, b_, scale_, inverse_scale_;
  Point now_, next_, saved_, best_;
  std::vector<ConeFace> faces_;  ///< faces that the last evaluated point projects to
  std::vector<int> first_;       ///< index of the first unknown of a contact in the reduced system
  /// The last contact that is coupled with this one or with one before it. Elimination up to the unknowns of
  /// a contact changes no rows of contacts after that and, with row exchanges, no columns after its own
  /// reach.
  std::vector<int> reach_;
  Vector reduced_, y_;   ///< of (1), row-major
  Vector v_hat_, step_;  ///< v̂, R y
  Vector row_;           ///< see CombineRows
  Vector multiplier_;    ///< multipliers of the sides of a contact, or of its cone
  Vector frozen_;        ///< normal entries of b while slip is frozen
};

}  // namespace slipstick::solvers
