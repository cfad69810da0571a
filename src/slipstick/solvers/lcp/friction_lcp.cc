#include "slipstick/solvers/lcp/friction_lcp.h"

#include <cmath>
#include <numbers>

namespace slipstick::solvers {
namespace {

/// Relative to the largest: smaller inverse inertias are rounding errors.
constexpr double kMinInverseInertia = 1e-20;

double Along(const Vec2& d, double x, double y) { return d.x * x + d.y * y; }

}  // namespace

/// Every vertex must be a left turn, both around the origin and along the boundary.
bool IsConvexAroundOrigin(View<const Vec2> polygon) {
  const int k = polygon.size();
  const auto turn = [](const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; };
  const auto between = [](const Vec2& a, const Vec2& b) { return Vec2{b.x - a.x, b.y - a.y}; };
  double turned = 0.0;
  for (int i = 0; i < k; ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % k], &c = polygon[(i + 2) % k];
    if (!(turn(a, b) > 0.0 && turn(between(a, b), between(b, c)) > 0.0)) return false;
    turned += std::atan2(turn(a, b), a.x * b.x + a.y * b.y);
  }
  return k >= 3 && std::abs(turned - 2.0 * std::numbers::pi) < 1.0;
}

void FrictionLcp::Reserve(int contacts, int directions) {
  const int rows = contacts * (directions + 2);
  if (rows <= u_.size()) return;
  R_.resize(rows, rows);
  u_.resize(rows);
  z_.resize(rows);
  lemke_.Reserve(rows);
}

LcpResult FrictionLcp::Solve(const Eigen::Ref<const Eigen::MatrixXd>& W,
                             const Eigen::Ref<const Eigen::VectorXd>& b, View<const LcpContact> contacts,
                             int directions, double* impulses) {
  const int m = contacts.size();
  directions_ = directions;
  size_ = m * (directions + 2);
  Reserve(m, directions);
  Assemble(W, b, contacts);
  auto z = z_.head(size_);
  const LcpResult result =
      lemke_.Solve(R_.topLeftCorner(size_, size_), u_.head(size_), z, GuessFromWarmStarts(contacts));
  for (int c = 0; c < m; ++c) {
    double* p = impulses + 3 * c;
    p[0] = z[c], p[1] = p[2] = 0.0;
    if (z[c] + contacts[c].added_impulse == 0.0) continue;  // friction without load is a rounding error
    for (int i = 0; i < directions; ++i) {
      const double beta = z[m + c * directions + i];
      p[1] += beta * contacts[c].vertices[i].x;
      p[2] += beta * contacts[c].vertices[i].y;
    }
  }
  return result;
}

/// Order of unknowns: c_n of all contacts, β contact by contact, λ of all.
void FrictionLcp::Assemble(const Eigen::Ref<const Eigen::MatrixXd>& W,
                           const Eigen::Ref<const Eigen::VectorXd>& b, View<const LcpContact> contacts) {
  const int m = contacts.size(), k = directions_;
  auto R = R_.topLeftCorner(size_, size_);
  R.setZero();
  for (int d = 0; d < m; ++d)
    for (int c = 0; c < m; ++c) {
      const auto block = W.block<3, 3>(3 * c, 3 * d);
      R(c, d) = block(0, 0);
      for (int j = 0; j < k; ++j) {
        const Vec2& d_j = contacts[d].vertices[j];
        const double normal = Along(d_j, block(0, 1), block(0, 2));
        const double x = Along(d_j, block(1, 1), block(1, 2)), y = Along(d_j, block(2, 1), block(2, 2));
        const int column = m + d * k + j;
        R(c, column) = normal;
        for (int i = 0; i < k; ++i) R(m + c * k + i, column) = Along(contacts[c].vertices[i], x, y);
      }
      for (int i = 0; i < k; ++i)
        R(m + c * k + i, d) = Along(contacts[c].vertices[i], block(1, 0), block(2, 0));
    }
  RemoveRounding(m, m * k);
  for (int c = 0; c < m; ++c) {
    const LcpContact& contact = contacts[c];
    const int lambda = m + m * k + c;
    u_[c] = b[3 * c];
    u_[lambda] = contact.mu * contact.added_impulse;
    R(lambda, c) = contact.mu;
    for (int i = 0; i < k; ++i) {
      const int beta = m + c * k + i;
      u_[beta] = Along(contact.vertices[i], b[3 * c + 1], b[3 * c + 2]);
      R(beta, lambda) = 1.0;
      R(lambda, beta) = -1.0;
    }
  }
}

/// Removes friction directions without mobility, such as those normal to the plane of a planar mechanism.
void FrictionLcp::RemoveRounding(int first, int count) {
  const double min_inverse_inertia = kMinInverseInertia * R_.diagonal().head(first + count).maxCoeff();
  for (int i = first; i < first + count; ++i) {
    if (R_(i, i) > min_inverse_inertia) continue;
    R_.row(i).head(size_).setZero();
    R_.col(i).head(size_).setZero();
  }
}

/// z_ := the warm starts; only the signs of the entries matter. False if there are none.
bool FrictionLcp::GuessFromWarmStarts(View<const LcpContact> contacts) {
  const int m = contacts.size(), k = directions_;
  bool any = false;
  z_.head(size_).setZero();
  for (int c = 0; c < m; ++c) {
    const Vec3<double>& warm_start = contacts[c].warm_start;
    if (!(warm_start.x > 0.0)) continue;
    any = true;
    z_[c] = warm_start.x;
    int best = 0;
    for (int i = 1; i < k; ++i)
      if (Along(contacts[c].vertices[i], warm_start.y, warm_start.z) >
          Along(contacts[c].vertices[best], warm_start.y, warm_start.z))
        best = i;
    z_[m + c * k + best] = 1.0;
    const int left = (best + k - 1) % k, right = (best + 1) % k;
    const double to_left = Along(contacts[c].vertices[left], warm_start.y, warm_start.z);
    const double to_right = Along(contacts[c].vertices[right], warm_start.y, warm_start.z);
    z_[m + c * k + (to_left > to_right ? left : right)] = 1.0;
  }
  return any;
}

}  // namespace slipstick::solvers
