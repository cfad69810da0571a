#include "support/friction_problems.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "slipstick/core/random.h"
#include "support/numbers.h"
#include "support/random_matrices.h"

namespace slipstick::support {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

Matrix3d Cross(const Vector3d& r) {
  Matrix3d m;
  m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return m;
}

/// Rows normal, tangent, tangent.
Matrix3d RandomFrame(Random& random) {
  Vector3d n = RandomVector(3, random);
  while (n.norm() < 0.1) n = RandomVector(3, random);
  const Vector3d t = n.unitOrthogonal();
  Matrix3d frame;
  frame << n.normalized().transpose(), t.transpose(), n.normalized().cross(t).transpose();
  return frame;
}

/// Velocity in a contact frame at the point r of a body, from its velocity and angular velocity.
Eigen::Matrix<double, 3, 6> PointJacobian(const Matrix3d& frame, const Vector3d& r) {
  Eigen::Matrix<double, 3, 6> J;
  J << frame, -frame * Cross(r);
  return J;
}

MatrixXd FreeBodiesJacobian(int contacts, Random& random) {
  MatrixXd J = MatrixXd::Zero(3 * contacts, 6 * contacts);
  for (int c = 0; c < contacts; ++c) {
    const Matrix3d frame = RandomFrame(random);
    J.block<3, 6>(3 * c, 6 * c) = PointJacobian(frame, RandomVector(3, random));
    if (c > 0 && random.Index(3) > 0)  // on the body before it; otherwise on the ground
      J.block<3, 6>(3 * c, 6 * (c - 1)) = -PointJacobian(frame, RandomVector(3, random));
  }
  return J;
}

MatrixXd RobotJacobian(int contacts, Random& random) {
  MatrixXd J(3 * contacts, 18);
  for (int k = 0; k < 18; ++k) J.col(k) = RandomVector(3 * contacts, random);
  return J;
}

MatrixXd OneBodyJacobian(int contacts, Random& random) {
  MatrixXd J(3 * contacts, 6);
  for (int c = 0; c < contacts; ++c)
    J.middleRows<3>(3 * c) = PointJacobian(RandomFrame(random), RandomVector(3, random));
  return J;
}

MatrixXd PolygonJacobian(int contacts) {
  MatrixXd J(3 * contacts, 6);
  Matrix3d frame;
  frame << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  for (int c = 0; c < contacts; ++c) {
    const double angle = 2.0 * std::numbers::pi * c / contacts;
    J.middleRows<3>(3 * c) = PointJacobian(frame, {std::cos(angle), std::sin(angle), -1.0});
  }
  return J;
}

MatrixXd Jacobian(FrictionFamily family, int contacts, Random& random) {
  switch (family) {
    case FrictionFamily::kFreeBodies: return FreeBodiesJacobian(contacts, random);
    case FrictionFamily::kRobot: return RobotJacobian(contacts, random);
    case FrictionFamily::kOneBody: return OneBodyJacobian(contacts, random);
    case FrictionFamily::kSymmetric: return PolygonJacobian(contacts);
  }
  return {};
}

/// Of bodies: diagonal. Of a robot: full.
MatrixXd MassMatrix(FrictionFamily family, int nv, Random& random) {
  if (family == FrictionFamily::kRobot)
    return RandomPositiveDefinite(nv, random) + 0.1 * MatrixXd::Identity(nv, nv);
  VectorXd masses = VectorXd::Ones(nv);
  if (family != FrictionFamily::kSymmetric)
    for (int k = 0; k < nv; ++k) masses[k] = random.Uniform(0.2, 2.0);
  return masses.asDiagonal();
}

}  // namespace

const char* Name(FrictionFamily family) {
  switch (family) {
    case FrictionFamily::kFreeBodies: return "free bodies";
    case FrictionFamily::kRobot: return "robot";
    case FrictionFamily::kOneBody: return "one body";
    case FrictionFamily::kSymmetric: return "symmetric";
  }
  return "";
}

FrictionProblem RandomFrictionProblem(FrictionFamily family, int contacts, Random& random) {
  const bool symmetric = family == FrictionFamily::kSymmetric;
  const Eigen::MatrixXd J = Jacobian(family, contacts, random);
  const int nv = static_cast<int>(J.cols());
  const Eigen::MatrixXd M = MassMatrix(family, nv, random);
  Eigen::VectorXd v = RandomVector(nv, random);
  if (symmetric) v << random.Index(2), random.Index(2), -1.0, 0.0, 0.0, random.Index(2);
  FrictionProblem problem{J * M.llt().solve(J.transpose()), J * v, std::vector<double>(contacts)};
  for (int c = 0; c < contacts; ++c) {
    problem.mu[c] = symmetric ? 0.5 : random.Uniform(0.1, 1.0);
    if (!symmetric && random.Index(4) == 0) problem.b[3 * c] += random.Uniform(0.0, 1.0);
  }
  return problem;
}

double Lcp::Residual(const Eigen::VectorXd& z) const {
  const Eigen::VectorXd w = R * z + u;
  double largest = 0.0;
  for (int i = 0; i < size(); ++i) largest = Larger(largest, std::abs(Smaller(z[i], w[i])));
  return largest;
}

Lcp StewartTrinkleLcp(const FrictionProblem& problem) {
  constexpr int kSides = 8;
  const int N = problem.contacts(), speeds = (1 + kSides) * N, n = (2 + kSides) * N;
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(3 * N, speeds);  // of the impulses
  for (int c = 0; c < N; ++c) {
    directions(3 * c, c) = 1.0;
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kSides;
      directions(3 * c + 1, N + kSides * c + k) = std::cos(angle);
      directions(3 * c + 2, N + kSides * c + k) = std::sin(angle);
    }
  }
  Lcp lcp{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  lcp.R.topLeftCorner(speeds, speeds) = directions.transpose() * problem.W * directions;
  lcp.u.head(speeds) = directions.transpose() * problem.b;
  for (int c = 0; c < N; ++c) {
    lcp.R(speeds + c, c) = problem.mu[c];
    lcp.R.block(speeds + c, N + kSides * c, 1, kSides).setConstant(-1.0);
    lcp.R.block(N + kSides * c, speeds + c, kSides, 1).setConstant(1.0);
  }
  return lcp;
}

}  // namespace slipstick::support
