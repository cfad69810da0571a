// Generated models for tests and benchmarks, from one body to a thousand.
#pragma once

#include "slipstick/core/random.h"
#include "slipstick/model/model_builder.h"

namespace slipstick::model {

struct RandomTreeOptions {
  int bodies = 10;
  int roots = 1;                ///< trees in the forest
  bool every_kind = true;       ///< all joint kinds anywhere; otherwise revolute joints on floating roots
  double fixed_fraction = 0.1;  ///< additional links on fixed joints, as a fraction of `bodies`
};

/// A forest with random topology, placements, axes, physical inertias and armatures. Same seed, same model.
Model RandomTree(uint64_t seed, const RandomTreeOptions& options);

/// n rods in a row, hinged about alternating axes, hanging from the world.
Model Chain(int n);

/// n rods as a binary tree, hinged about alternating axes, hanging from the world.
Model BalancedTree(int n);

/// A configuration within +-1 rad (m) of neutral on every joint, rotations anywhere.
Eigen::VectorXd RandomConfiguration(const Model& model, Random& random);
/// nv numbers in [-scale, scale).
Eigen::VectorXd RandomVelocity(const Model& model, Random& random, double scale = 1.0);

}  // namespace slipstick::model
