// Exact Coulomb friction at several contacts: pure maths, no robot.
//
// Given the velocities b of the contacts without contact impulses and their inverse inertia W, find impulses
// p with
//
//   v = W p + b,    K_mu ∋ p  ⊥  v + mu |v_t| e_n ∈ K_mu*    at every contact,    K_mu = { |p_t| <= mu p_n }
//
// (de Saxcé and Feng, Math. Comput. Modelling 28, 1998). In words: v_n >= 0, p_n >= 0, one of them zero;
// where a contact slips, friction of size mu p_n opposes it; where it sticks, friction is at most that. W is
// symmetric and positive semidefinite, possibly singular, and vectors come in blocks (normal, tangent 1,
// tangent 2).
//
// Methods
//   kNewton       semismooth Newton on the natural map (cone_newton.h), as Alart and Curnier, Comput. Methods
//   Appl. Mech.
//                 Eng. 92, 1991, did on theirs; see Acary, Brémond and Huber, Advanced Topics in Nonsmooth
//                 Dynamics, 2018, for how such methods compare.
//   kGaussSeidel  one contact after the other, each solved exactly (Jourdan, Alart and Jean, Comput. Methods
//   Appl. Mech.
//                 Eng. 155, 1998). Slow but hard to stop.
//   kAuto         Newton; where it fails Gauss-Seidel sweeps and Newton from where they got to, in turns with
//   more and more
//                 sweeps; where that fails a fixed point of convex problems with mu |v_t| frozen (Cadoux;
//                 Acary, Cadoux, Lemaréchal and Malick, ZAMM 91, 2011), each followed by Newton.
//   kQuick        a few steps of Newton, for those who have a good guess or can make the problem easier.
//
// Neither p nor v need be unique, and problems without any solution can be made up. p lies in the cones
// whatever happens. Where no solution is found, the best p met is returned with solved = false: never a NaN,
// never an endless loop. Seen on none of 180 000 random problems with mu up to 1.2, on 1 of 1500 with mu = 3
// and on 12 of 1500 with mu = 30. Same input, same bits.
#pragma once

#include "slipstick/core/view.h"
#include "slipstick/solvers/cone/cone_newton.h"

namespace slipstick::solvers {

enum class CoulombMethod { kAuto, kQuick, kNewton, kGaussSeidel };

struct CoulombResult {
  bool solved;     ///< residual <= 1e-10 max |b|, or as small as rounding lets it be
  int iterations;  ///< factorisations and sweeps
  /// In units of velocity: the largest entry of D (p - P_K(p - D⁻¹(v + mu |v_t| e_n))), D the scaled diagonal
  /// of W.
  double residual;
  CoulombMethod method;  ///< what found the answer: kGaussSeidel where Newton alone did not
};

class CoulombSolver {
 public:
  explicit CoulombSolver(int max_contacts = 0);

  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int contacts);

  /// p on entry: a guess (zeros are fine). On exit: the impulses.
  CoulombResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& W, const Eigen::Ref<const Eigen::VectorXd>& b,
                      View<const double> mu, Eigen::Ref<Eigen::VectorXd> p,
                      CoulombMethod method = CoulombMethod::kAuto);

 private:
  void SolveBySweeps();
  bool SolveByTurns();
  bool SolveByFixedPoint();

  ConeNewton newton_;
};

}  // namespace slipstick::solvers
