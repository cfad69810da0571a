// Rigid contacts with polyhedral friction as a linear complementarity problem: (13)-(20) of Stewart and
// Trinkle 2000 after elimination of v⁺ and q⁺, with impulses as unknowns. Independent of robots and time
// steps.
//
//   v = W p + b,   p_c = (c_n, D β),   D: the vertices of a polygon in the plane of contact
//   v_n              >= 0   complementary to  c_n >= 0         (15), (18), with the bound in b
//   λ e + Dᵀ v_t     >= 0   complementary to  β   >= 0         (16), (19)
//   μ (c_n + c_add) - eᵀ β >= 0   complementary to  λ >= 0    (17), (20)
//
// The polygon is the friction limit surface for a unit normal force, divided by μ. A regular polygon
// approximates isotropic friction; any convex polygon around the origin is allowed. c_add is a given normal
// impulse (Poisson's restitution).
#pragma once

#include <vector>

#include "slipstick/core/vec3.h"
#include "slipstick/core/view.h"
#include "slipstick/solvers/lcp/lemke.h"

namespace slipstick::solvers {

struct Vec2 {
  double x, y;
};

/// True for a convex polygon around the origin with its vertices in counterclockwise order.
bool IsConvexAroundOrigin(View<const Vec2> polygon);

/// A contact of the problem.
struct LcpContact {
  double mu;
  double added_impulse;     ///< c_add, N s
  const Vec2* vertices;     ///< as many as `directions` of Solve
  Vec3<double> warm_start;  ///< initial guess of its impulse; zero for none
};

class FrictionLcp {
 public:
  void Reserve(int contacts, int directions);

  /// impulses := (normal, two tangents) of each contact. Uses the warm starts if any contact has one.
  LcpResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& W, const Eigen::Ref<const Eigen::VectorXd>& b,
                  View<const LcpContact> contacts, int directions, double* impulses);

 private:
  void Assemble(const Eigen::Ref<const Eigen::MatrixXd>& W, const Eigen::Ref<const Eigen::VectorXd>& b,
                View<const LcpContact> contacts);
  void RemoveRounding(int first, int count);
  bool GuessFromWarmStarts(View<const LcpContact> contacts);

  int directions_ = 0, size_ = 0;
  Lemke lemke_;
  Eigen::MatrixXd R_;
  Eigen::VectorXd u_, z_;
};

}  // namespace slipstick::solvers
