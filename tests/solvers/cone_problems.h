// Random problems of frictional contact: W p + b is the velocity at the contacts, in blocks (normal, tangent 1, tangent 2).
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "core/eigen.h"
#include "solvers/random_matrices.h"

namespace slipstick {

enum class ConeFamily {
  kFreeBodies,  ///< a body of its own for every contact, so that W is regular; half of the contacts join two bodies
  kRobot,    ///< 18 degrees of freedom that every contact moves: W is singular from 7 contacts on
  kOneBody,  ///< all contacts on one rigid body: W has rank 6
};

struct ConeProblem {
  Eigen::MatrixXd W;
  Eigen::VectorXd b;
  std::vector<double> mu;

  int contacts() const { return static_cast<int>(mu.size()); }
};

namespace cone_problems_detail {

inline Eigen::Matrix3d RandomFrame(Random& random) {
  const Eigen::Vector3d n = RandomVector(3, random).normalized();
  const Eigen::Vector3d t = n.cross(Eigen::Vector3d(RandomVector(3, random))).normalized();
  Eigen::Matrix3d rows;
  rows << n.transpose(), t.transpose(), n.cross(t).transpose();
  return rows;
}

/// How a rigid body's (velocity, spin) moves a random point of it, seen in a random frame.
inline Eigen::Matrix<double, 3, 6> RandomPoint(Random& random) {
  const Eigen::Vector3d r = RandomVector(3, random);
  Eigen::Matrix<double, 3, 6> J;
  J << Eigen::Matrix3d::Identity(),
      (Eigen::Matrix3d() << 0, r[2], -r[1], -r[2], 0, r[0], r[1], -r[0], 0).finished();
  return RandomFrame(random) * J;
}

}  // namespace cone_problems_detail

/// The velocities before contact forces act are those of a random motion that mostly closes the contacts.
inline ConeProblem RandomConeProblem(ConeFamily family, int contacts, Random& random) {
  using namespace cone_problems_detail;
  const int nv = family == ConeFamily::kFreeBodies ? 6 * contacts : family == ConeFamily::kRobot ? 18 : 6;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * contacts, nv);
  for (int i = 0; i < contacts; ++i) {
    auto rows = J.middleRows<3>(3 * i);
    switch (family) {
      case ConeFamily::kFreeBodies:
        rows.middleCols<6>(6 * i) = RandomPoint(random);
        if (const int other = random.Index(2 * contacts); other < i)
          rows.middleCols<6>(6 * other) -= RandomPoint(random);
        break;
      case ConeFamily::kRobot:
        for (int k = 0; k < nv; ++k) rows.col(k) = RandomVector(3, random);
        break;
      case ConeFamily::kOneBody: rows = RandomPoint(random); break;
    }
  }
  // Masses between 0.3 and 3.
  Eigen::VectorXd inverse_mass(nv);
  for (int k = 0; k < nv; ++k) inverse_mass[k] = std::pow(10.0, random.Uniform(-0.5, 0.5));
  Eigen::VectorXd v = RandomVector(nv, random);
  v -= 0.5 * J.transpose() * Eigen::VectorXd::Unit(3, 0).replicate(contacts, 1) / contacts;
  ConeProblem problem{J * inverse_mass.asDiagonal() * J.transpose(), J * v, {}};
  for (int i = 0; i < contacts; ++i) problem.mu.push_back(random.Uniform(0.1, 1.2));
  return problem;
}

}  // namespace slipstick
