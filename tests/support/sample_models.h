// Random forests with a state, for tests that should hold on any model.
#pragma once

#include <gtest/gtest.h>

#include "slipstick/model/generators.h"
#include "slipstick/slipstick.h"
#include "support/all_dynamics_calls.h"
#include "support/numbers.h"
#include "support/sanitized.h"

namespace slipstick::support {

// A forest of up to 60 bodies in random poses has mass matrices with condition numbers of up to 6e5, so an
// exact algorithm in doubles (1e-16) leaves errors of up to 1e-11 in solutions; products of the matrices stay
// near 1e-14.
inline constexpr double kProductTolerance = 1e-12;
inline constexpr double kSolveTolerance = 1e-9;

/// A forest of 1 to max_bodies bodies; two in three seeds use every joint kind, the third legged robots'
/// kinds.
inline Model RandomForest(uint64_t seed, int max_bodies) {
  Random random(seed);
  model::RandomTreeOptions options;
  options.bodies = 1 + random.Index(max_bodies);
  options.roots = 1 + random.Index(std::min(4, options.bodies));
  options.every_kind = seed % 3 != 0;
  return model::RandomTree(seed, options);
}

/// Runs a check on `count` random forests; a failure names the seed.
template <class Check>
void OnRandomForests(int count, int max_bodies, Check check) {
  for (int seed = 0; seed < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = RandomForest(seed, max_bodies);
    Random random(seed + 1000);
    check(model, random);
  }
}

/// A state of a model, with points on it.
struct Sample {
  static constexpr int kPoints = 4;
  static constexpr int kOnWorld = 1;  ///< the point that RandomPoints puts on the world

  const Model& model;
  Eigen::VectorXd q, v, a;
  std::vector<dynamics::BodyPoint<double>> points;
  Workspace<double> ws;

  Sample(const Model& m, Random& random) : model(m), ws(m, kPoints) {
    q = model::RandomConfiguration(model, random);
    v = model::RandomVelocity(model, random, 2.0);
    a = model::RandomVelocity(model, random, 5.0);
    points = RandomPoints(model, random, kPoints);
  }
};

/// Runs a check on one state of each of many random forests.
template <class Check>
void OnSamples(int max_bodies, Check check) {
  OnRandomForests(Repeats(200), max_bodies, [&](const Model& model, Random& random) {
    Sample sample(model, random);
    check(sample);
  });
}

}  // namespace slipstick::support
