// Response of a step of maximal dissipation to contact forces, its objective, and the search for the minimum.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>
#include <string>

#include "slipstick/core/random.h"
#include "slipstick/steppers/nmdp/projected_gradient.h"
#include "support/dense_tree_matrix.h"
#include "support/nmdp_step.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Relative: rounding of 1e-16 times the condition number of B, 1e5, with a margin.
constexpr double kSolveTolerance = 1e-10;

TEST(ContactResponseTest, EqualsTheDenseSolution) {
  for (const bool position_based : {false, true}) {
    RobotStep step(1, position_based);
    const Model& model = step.world.model();
    nmdp::ContactResponse response(model);
    step.Linearize(response);
    ASSERT_GE(step.contacts.size(), 3);
    const MatrixXd J = LeversOf(step.contacts, model.nv());
    const MatrixXd B0 = Dense(model, response.tree());
    const MatrixXd B = B0 - J.transpose() * ForceByPoseOf(step.contacts) * J;
    ASSERT_TRUE(response.Factor(step.contacts));
    response.FindResponse(step.contacts);
    const int rows = response.rows();
    const auto solver = B.partialPivLu();
    const MatrixXd A = solver.solve(MatrixXd(J.transpose()));

    const Eigen::Map<const RowMajor> C(response.slip_by_force().data(), rows, rows);
    EXPECT_LT(LargestDifference(C, J * A), kSolveTolerance * LargestEntry(C));  // points: S = J
    std::vector<double> fixed;
    ASSERT_TRUE(response.FindFixedCornerResponse(step.contacts, fixed));
    const Eigen::Map<const RowMajor> C0(fixed.data(), rows, rows);
    EXPECT_LT(LargestDifference(C0, J * B0.partialPivLu().solve(MatrixXd(J.transpose()))),
              kSolveTolerance * LargestEntry(C0));
    EXPECT_GT(LargestDifference(C, C0), 0.1 * LargestEntry(C));

    VectorXd dx(model.nv());
    response.Correct(step.equations->residual(), dx);
    const VectorXd corrected = -solver.solve(step.equations->residual());
    EXPECT_LT(LargestDifference(dx, corrected), kSolveTolerance * LargestEntry(corrected));

    VectorXd f = VectorXd::LinSpaced(rows, -1.0, 2.0);
    const VectorXd moved = A * f;
    response.Move(View<double>(f), dx);
    EXPECT_LT(LargestDifference(dx, moved), kSolveTolerance * LargestEntry(moved));
    for (int k = 0; k < model.nv(); ++k) {
      const Eigen::Map<const VectorXd> by_force(response.move_by_force(k), rows);
      EXPECT_LT(LargestDifference(by_force, A.row(k).transpose()), kSolveTolerance * LargestEntry(A));
    }
  }
}

/// B as a dense matrix, and its differences, relative to its largest entry.
double ErrorOfLinearization(SampleStep& step) {
  const Model& model = step.world.model();
  nmdp::ContactResponse response(model);
  step.Linearize(response);
  const MatrixXd J = LeversOf(step.contacts, model.nv());
  EXPECT_TRUE(response.Factor(step.contacts));
  response.FindResponse(step.contacts);
  MatrixXd differences(model.nv(), model.nv());
  VectorXd dv(model.nv()), dx(model.nv());
  const double e = 1e-6;
  for (int k = 0; k < model.nv(); ++k) {
    step.equations->Place(step.v);
    step.equations->ToVelocity(VectorXd::Unit(model.nv(), k), dv);
    step.Evaluate(step.v + e * dv);
    const VectorXd ahead = step.equations->residual();
    step.Evaluate(step.v - e * dv);
    differences.col(k) = (ahead - step.equations->residual()) / (2 * e);
  }
  // B⁻¹ times the differences
  MatrixXd product(model.nv(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    response.Correct(differences.col(k), dx);
    product.col(k) = -dx;
  }
  return LargestDifference(product, MatrixXd::Identity(model.nv(), model.nv()));
}

// Includes bodies, joints, the change of levers and of corners with the pose.
TEST(ContactResponseTest, LinearizesTheFullResidual) {
  for (const bool position_based : {false, true}) {
    RobotStep step(2, position_based);
    EXPECT_LT(ErrorOfLinearization(step), 1e-6);  // differences: 1e-7; the rest is the condition of B
  }
}

// The force on one body acts at a point of the other one: after a slip of a tenth of a metre its moment
// changes with the poses of both.
TEST(ContactResponseTest, LinearizesTheFullResidualBetweenTwoBodies) {
  ModelBuilder builder("boxes");
  for (const char* name : {"one", "two"})
    builder.AddCollision(name, builder.Add(name, Inertia::Box(1.0, {0.2, 0.2, 0.1}), model::Floating(name)),
                         {}, model::BoxGeometry{{0.2, 0.2, 0.1}});
  const World world = OnGround(builder.Build(), Rough(0.7), Pose::At(0.0, 0.0, -5.0));
  State start = world.InitialState();
  start.q(9) = 0.095;
  for (const bool position_based : {false, true})
    for (const uint64_t seed : {1, 2, 3}) {
      SampleStep step(world, start, Actuation(world.model()), 2.0, seed, position_based);
      EXPECT_LT(ErrorOfLinearization(step), 1e-6) << seed;
      EXPECT_FALSE(step.contacts.arm_levers(0).empty());
    }
}

// Differences along the manifold G = 0: change a weight, then project.
TEST(DissipationTest, GradientAgreesWithDifferencesOnSolvedSteps) {
  for (const nmdp::Objective objective :
       {nmdp::Objective::kEffective, nmdp::Objective::kPoints, nmdp::Objective::kBody})
    for (const bool position_based : {false, true}) {
      SCOPED_TRACE(std::to_string(static_cast<int>(objective)) + (position_based ? " position-based" : ""));
      RobotStep step(3, position_based);
      nmdp::SearchOptions options;
      options.residual = 1e-12;
      nmdp::ProjectedGradient search(step.world, options, true);
      ASSERT_TRUE(search.Project(*step.equations, step.contacts, step.v));

      nmdp::ContactResponse response(step.world.model());
      step.Linearize(response);
      ASSERT_TRUE(response.Factor(step.contacts));
      response.FindResponse(step.contacts);
      nmdp::Dissipation dissipation(step.world, objective);
      ASSERT_TRUE(dissipation.Begin(step.contacts, response, step.h));
      dissipation.Value(step.contacts, *step.equations);
      dissipation.Differentiate(step.contacts, response, *step.equations);

      ASSERT_GT(step.contacts.num_weights(), 0);
      VectorXd analytic(step.contacts.num_weights()), difference = analytic;
      for (const nmdp::StepContact& contact : step.contacts.contacts())
        for (int j = 0; j < contact.space->num_corners(); ++j) {
          const double* corner = step.contacts.corners(contact) + j * contact.rows;
          const double* slope = dissipation.gradient().data() + contact.row;
          analytic[contact.weight + j] = std::inner_product(corner, corner + contact.rows, slope, 0.0);
        }
      const std::vector<double> weights = step.contacts.weights;
      const double e = 1e-4;  // error: 1e-8 of the third derivative, and 1e-12 / e of the projection residual
      for (int j = 0; j < step.contacts.num_weights(); ++j) {
        double K[2];
        for (const int side : {0, 1}) {
          step.contacts.weights = weights;
          step.contacts.weights[j] += side == 1 ? e : -e;
          VectorXd v = step.v;
          search.DiscardLinearization();
          ASSERT_TRUE(search.Project(*step.equations, step.contacts, v));
          K[side] = dissipation.Value(step.contacts, *step.equations);
        }
        difference[j] = (K[1] - K[0]) / (2 * e);
      }
      EXPECT_LT(LargestDifference(analytic, difference), 1e-5 * LargestEntry(difference));
      EXPECT_GT(LargestEntry(difference), 1e-3);
    }
}

// The Gauss-Newton curvature, (S23), is a square.
TEST(DissipationTest, CurvatureIsSymmetricPositiveSemidefinite) {
  for (const nmdp::Objective objective :
       {nmdp::Objective::kEffective, nmdp::Objective::kPoints, nmdp::Objective::kBody}) {
    RobotStep step(4, false);
    nmdp::ContactResponse response(step.world.model());
    step.Linearize(response);
    ASSERT_TRUE(response.Factor(step.contacts));
    response.FindResponse(step.contacts);
    nmdp::Dissipation dissipation(step.world, objective);
    ASSERT_TRUE(dissipation.Begin(step.contacts, response, step.h));
    dissipation.Differentiate(step.contacts, response, *step.equations);
    const int rows = step.contacts.num_rows();
    const MatrixXd Q = Eigen::Map<const MatrixXd>(dissipation.curvature().data(), rows, rows);
    EXPECT_LT(LargestDifference(Q, Q.transpose()), kSolveTolerance * LargestEntry(Q));
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(Q).eigenvalues().minCoeff(),
              -kSolveTolerance * LargestEntry(Q));
    EXPECT_GT(Q.trace(), 0.0);
  }
}

// --- the search ---

/// A search whose objective is evaluated independently.
struct MeasuredSearch {
  RobotStep step;
  nmdp::SearchOptions options;
  std::vector<double> weights;  ///< at the start
  VectorXd v;
  nmdp::Dissipation dissipation;

  MeasuredSearch(uint64_t seed, bool position_based, nmdp::Objective objective)
      : step(seed, position_based), dissipation(step.world, objective) {
    options.objective = objective;
    EXPECT_TRUE(
        nmdp::ProjectedGradient(step.world, options, true).Project(*step.equations, step.contacts, step.v));
    weights = step.contacts.weights;
    v = step.v;
    nmdp::ContactResponse response(step.world.model());
    step.Linearize(response);
    EXPECT_TRUE(response.Factor(step.contacts));
    response.FindResponse(step.contacts);
    EXPECT_TRUE(dissipation.Begin(step.contacts, response, step.h));
  }
  double Value() { return dissipation.Value(step.contacts, *step.equations); }
  /// Runs the search with at most so many iterations.
  nmdp::SearchOutcome Run(int iterations, std::vector<double>& history) {
    options.max_iterations = iterations;
    nmdp::ProjectedGradient search(step.world, options, true);
    step.contacts.weights = weights;
    step.v = v;
    const nmdp::SearchOutcome outcome =
        search.Solve(*step.equations, step.contacts, options.max_iterations, false, step.v);
    history.assign(search.history().begin(), search.history().end());
    return outcome;
  }
};

// Theorem 5.5, by independently evaluated values.
TEST(ProjectedGradientTest, NoIterationIncreasesTheObjective) {
  for (const nmdp::Objective objective :
       {nmdp::Objective::kEffective, nmdp::Objective::kPoints, nmdp::Objective::kBody})
    for (const bool position_based : {false, true})
      for (uint64_t seed = 1; seed <= Repeats(20); ++seed) {
        MeasuredSearch measured(seed, position_based, objective);
        ASSERT_GT(measured.step.contacts.size(), 0);
        double before = measured.Value();
        const double start = before;
        std::vector<double> history;
        for (int n = 1; n <= 20; ++n) {
          const nmdp::SearchOutcome outcome = measured.Run(n, history);
          ASSERT_FALSE(history.empty());
          const double now = measured.Value();
          EXPECT_LE(now, before * (1.0 + 1e-9)) << n;  // residual of projections
          EXPECT_NEAR(history.back(), now, 1e-9 * start) << n;
          before = now;
          if (outcome.solved) break;
        }
        EXPECT_LT(before, 0.999 * start);
      }
}

TEST(ProjectedGradientTest, FindsTheMinimumOfTheObjective) {
  for (const nmdp::Objective objective :
       {nmdp::Objective::kEffective, nmdp::Objective::kPoints, nmdp::Objective::kBody})
    for (const bool position_based : {false, true}) {
      MeasuredSearch measured(7, position_based, objective);
      std::vector<double> history;
      ASSERT_TRUE(measured.Run(100, history).solved);
      nmdp::StepContacts& contacts = measured.step.contacts;
      const double best = measured.Value();
      const std::vector<double> solution = contacts.weights;
      const VectorXd solved_v = measured.step.v;
      nmdp::ProjectedGradient search(measured.step.world, measured.options, true);
      Random random(1);
      double most = best;
      for (int i = 0; i < Repeats(60); ++i) {
        // towards a corner of each set, or towards zero
        for (const nmdp::StepContact& contact : contacts.contacts()) {
          const int n = contact.space->num_corners(), corner = random.Index(n + 1);
          for (int j = 0; j < n; ++j) {
            const double other = j == corner ? 1.0 : 0.0;
            const double w = solution[contact.weight + j];
            contacts.weights[contact.weight + j] = w + 0.03 * (other - w);
          }
        }
        VectorXd v = solved_v;
        search.DiscardLinearization();
        ASSERT_TRUE(search.Project(*measured.step.equations, contacts, v));
        EXPECT_GT(measured.Value(), best * (1.0 - 1e-6));
        most = Larger(most, measured.Value());
      }
      EXPECT_GT(most, 1.001 * best);
    }
}

}  // namespace
}  // namespace slipstick::steppers
