// Exact Coulomb friction at several contacts. Independent of robots and time steps.
//
// Given the velocities b of the contacts without contact impulses and their inverse inertia W, find impulses
// p with
//
//   v = W p + b,    K_mu ∋ p  ⊥  v + mu |v_t| e_n ∈ K_mu*    at every contact,    K_mu = { |p_t| <= mu p_n }
//
// (de Saxcé and Feng, Math. Comput. Modelling 28, 1998). In words: v_n >= 0, p_n >= 0, and one of them is
// zero; a slipping contact has friction of size mu p_n against its slip; a sticking contact has friction of
// at most that size. W is symmetric and positive semidefinite, possibly singular. Vectors consist of blocks
// (normal, tangent 1, tangent 2).
//
// Methods
//   kNewton       semismooth Newton on the natural map (cone_newton.h). Alart and Curnier, Comput. Methods
//                 Appl. Mech. Eng. 92, 1991, use another map; Acary, Brémond and Huber, Advanced Topics in
//                 Nonsmooth Dynamics, 2018, compare such methods.
//   kGaussSeidel  one contact after the other, each solved exactly (Jourdan, Alart and Jean, Comput. Methods
//                 Appl. Mech. Eng. 155, 1998). Slow but robust.
//   kAuto         Newton; if it fails, Gauss-Seidel sweeps and Newton from their result, in turns with more
//                 and more sweeps; if that fails, a fixed point of convex problems with mu |v_t| frozen
//                 (Cadoux; Acary, Cadoux, Lemaréchal and Malick, ZAMM 91, 2011), each followed by Newton.
//   kQuick        a few steps of Newton, for callers with a good initial guess or with a fallback.
// SolveCompliant chooses among them.
//
// Neither p nor v need be unique, and there are problems without a solution. p always lies in the cones. If
// no solution is found, the best p found is returned with solved = false; the result is always finite, and
// iterations are bounded. Failures seen: none of 180 000 random problems with mu up to 1.2, 1 of 1500 with
// mu = 3, and 12 of 1500 with mu = 30. Same input, same bits.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/solvers/cone/cone_newton.h"

namespace slipstick::solvers {

enum class CoulombMethod { kAuto, kQuick, kNewton, kGaussSeidel };

/// A solution with more CoulombResult::yielding is not one of the problem with the first compliance.
inline constexpr double kMaxYielding = 0.1;

struct CoulombResult {
  /// residual <= 1e-10 max |b|, or at the level of rounding errors; of SolveCompliant <= 1e-6 max |b|.
  bool solved;
  int iterations;  ///< factorisations and sweeps
  /// In units of velocity: the largest entry of D (p - P_K(p - D⁻¹(v + mu |v_t| e_n))), D the scaled diagonal
  /// of W.
  double residual;
  CoulombMethod method;     ///< method that found the solution: kGaussSeidel if Newton alone did not
  double compliance = 0.0;  ///< of SolveCompliant: the one that was used, relative
  /// Of SolveCompliant: how fast contacts yield because the compliance was increased, relative to max |b|.
  double yielding = 0.0;
};

/// A compliance, by which redundant contacts share their load: velocity over impulse, added to the diagonal
/// of W.
struct Compliance {
  View<const double> unit;  ///< per contact, such as its mean inverse inertia
  double relative;          ///< to `unit`
  double largest;           ///< relative compliance up to which it is increased where no solution is found
  double least = 0.0;       ///< absolute; smaller compliances are increased to it
};

class CoulombSolver {
 public:
  explicit CoulombSolver(int max_contacts = 0);

  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int contacts);

  /// p on entry: initial guess (may be zero). On exit: the impulses.
  CoulombResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& W, const Eigen::Ref<const Eigen::VectorXd>& b,
                      View<const double> mu, Eigen::Ref<Eigen::VectorXd> p,
                      CoulombMethod method = CoulombMethod::kAuto, View<const double> compliance = {});

  /// Increases the compliance until there is a solution with a residual of 1e-6 max |b|. With many contacts
  /// kQuick is tried with compliances below 1e-3 before kAuto with more: what makes a problem hard is often
  /// that its contacts are redundant. From a solution, Newton's method tries to return to less compliance.
  CoulombResult SolveCompliant(const Eigen::Ref<const Eigen::MatrixXd>& W,
                               const Eigen::Ref<const Eigen::VectorXd>& b, View<const double> mu,
                               const Compliance& compliance, Eigen::Ref<Eigen::VectorXd> p);

 private:
  void SolveBySweeps();
  bool SolveByTurns();
  bool SolveByFixedPoint();
  bool NewtonOrRestore();

  ConeNewton newton_;
  std::vector<double> compliance_, kept_;
};

}  // namespace slipstick::solvers
