// The linear complementarity problem of a step with rigid contacts and polyhedral friction: (13) - (20) of
// paper 003, from which v⁺ and q⁺ are eliminated, with impulses as unknowns.
//
//   v = W p + b,   p_c = (c_n, D β),   D: the vertices of a polygon in the plane of contact
//   v_n + offset     >= 0   complementary to  c_n >= 0         (15), (18)
//   λ e + Dᵀ v_t     >= 0   complementary to  β   >= 0         (16), (19)
//   μ (c_n + c_more) - eᵀ β >= 0   complementary to  λ >= 0    (17), (20)
//
// The polygon is the friction limit surface under a unit normal force over μ: a regular one stands for
// isotropic friction, any other convex one around the origin for itself. c_more is a normal impulse that is
// there anyway (restitution after Poisson).
#pragma once

#include <vector>

#include "slipstick/core/vec3.h"
#include "slipstick/core/view.h"
#include "slipstick/solvers/lcp/lemke.h"

namespace slipstick::stewart_trinkle {

struct Vec2 {
  double x, y;
};

/// A contact as the problem sees it.
struct LcpContact {
  double mu;
  double offset;         ///< of the normal velocity, m/s
  double more_load;      ///< N s
  const Vec2* vertices;  ///< as many as `directions` of Solve
  Vec3<double> hint;     ///< a guess of its impulse; zero for none
};

class FrictionLcp {
 public:
  void Reserve(int contacts, int directions);

  /// impulses: (normal, two tangents) of each contact. With a hint for some contact, the search begins there.
  solvers::LcpResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& W,
                           const Eigen::Ref<const Eigen::VectorXd>& b, View<const LcpContact> contacts,
                           int directions, double* impulses);

 private:
  void Assemble(const Eigen::Ref<const Eigen::MatrixXd>& W, const Eigen::Ref<const Eigen::VectorXd>& b,
                View<const LcpContact> contacts);
  void RemoveRounding(int first, int count);
  bool GuessFrom(View<const LcpContact> contacts);

  int directions_ = 0, size_ = 0;
  solvers::Lemke lemke_;
  Eigen::MatrixXd R_;
  Eigen::VectorXd u_, z_;
};

}  // namespace slipstick::stewart_trinkle
