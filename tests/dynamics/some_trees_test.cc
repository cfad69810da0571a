// Model::WithTrees: dynamics of some trees of a forest are those of the forest, bit for bit.
#include <gtest/gtest.h>

#include "support/bits.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

std::vector<int> RootsOf(const Model& model) {
  std::vector<int> roots;
  for (int root = 0; root < model.num_bodies(); root = model.subtree_end()[root]) roots.push_back(root);
  return roots;
}

TEST(SomeTrees, HaveTheDynamicsOfTheForest) {
  int compared = 0;
  OnRandomForests(Repeats(60), 40, [&](const Model& forest, Random& random) {
    const Eigen::VectorXd q = model::RandomConfiguration(forest, random);
    const Eigen::VectorXd v = model::RandomVelocity(forest, random);
    const Eigen::VectorXd a = Eigen::VectorXd::Zero(forest.nv());
    Workspace<double> ws(forest);
    InverseDynamics<double>(forest, q, v, a, ws);
    MassMatrix<double>(forest, q, ws);
    std::vector<int> some;
    for (const int root : RootsOf(forest))
      if (random.Uniform(0.0, 1.0) < 0.6) some.push_back(root);
    const Model part = forest.WithTrees(some);
    Eigen::VectorXd part_q(part.nq()), part_v(part.nv());
    std::vector<int> dofs;  // of the part: their numbers in the forest
    int body = 0;
    for (const int root : some)
      for (int i = root; i < forest.subtree_end()[root]; ++i, ++body) {
        const Joint &from = forest.joints()[i], &to = part.joints()[body];
        ASSERT_EQ(to.name, from.name);
        part_q.segment(to.q, to.nq) = q.segment(from.q, from.nq);
        part_v.segment(to.v, to.nv) = v.segment(from.v, from.nv);
        for (int k = 0; k < from.nv; ++k) dofs.push_back(from.v + k);
      }
    ASSERT_EQ(part.num_bodies(), body);
    ASSERT_EQ(part.nv(), static_cast<int>(dofs.size()));
    Workspace<double> part_ws(part);
    const Eigen::VectorXd part_a = Eigen::VectorXd::Zero(part.nv());
    InverseDynamics<double>(part, part_q, part_v, part_a, part_ws);
    MassMatrix<double>(part, part_q, part_ws);
    FactorMassMatrix(part, part_ws), FactorMassMatrix(forest, ws);
    for (int k = 0; k < part.nv(); ++k) {
      EXPECT_TRUE(SameBits(part_ws.tau[k], ws.tau[dofs[k]])) << "dof " << k;
      for (int entry = 0; entry <= part.depth()[k]; ++entry) {
        EXPECT_TRUE(
            SameBits(part_ws.M[part.row_start()[k] + entry], ws.M[forest.row_start()[dofs[k]] + entry]));
        EXPECT_TRUE(
            SameBits(part_ws.L[part.row_start()[k] + entry], ws.L[forest.row_start()[dofs[k]] + entry]));
        ++compared;
      }
    }
    EXPECT_EQ(part.row_start().back(), static_cast<int>(part_ws.M.size()));
    EXPECT_EQ(part.neutral().size(), part.nq());
  });
  EXPECT_GT(compared, 100);
}

TEST(SomeTrees, OfAllTreesAreTheForest) {
  const Model forest = RandomForest(4, 30);
  const Model copy = forest.WithTrees(RootsOf(forest));
  EXPECT_EQ(copy.dof_parent(), forest.dof_parent());
  EXPECT_EQ(copy.run_start(), forest.run_start());
  EXPECT_EQ(copy.row_start(), forest.row_start());
  EXPECT_EQ(copy.depth(), forest.depth());
  EXPECT_EQ(copy.last_dof(), forest.last_dof());
  EXPECT_EQ(copy.subtree_end(), forest.subtree_end());
  EXPECT_EQ(copy.quaternions(), forest.quaternions());
  EXPECT_EQ(copy.neutral(), forest.neutral());
}

}  // namespace
}  // namespace slipstick::dynamics
