// Contacts of a step of maximal dissipation, how its end answers to their forces, and what they dissipate: against differences and dense matrices.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <memory>

#include "contact/friction_polytopes.h"
#include "contact/patch_limit_surface.h"
#include "core/convert.h"
#include "core/numbers.h"
#include "dynamics/sample.h"
#include "geometry/contact_finder.h"
#include "steppers/nmdp/newton_euler_equations.h"
#include "steppers/nmdp/position_based_equations.h"
#include "steppers/nmdp/projected_gradient.h"
#include "steppers/worlds.h"

namespace slipstick {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ContactMaterial Rough(double mu) {
  ContactMaterial material;
  material.stiffness = 1e4;
  material.mu_static = material.mu_kinetic = mu;
  return material;
}

/// Contacts of a step from q_start, taken up where it ends.
struct TakenUp {
  const World& world;
  Workspace<double> start, end;
  std::vector<ContactMemory> memory;
  StepContacts contacts;
  VectorXd q;

  TakenUp(const World& w, const VectorXd& q_start, const VectorXd& displacement, bool use_derivatives = true)
      : world(w), start(w.model()), end(w.model()), contacts(w, {}, use_derivatives) {
    const Model& model = world.model();
    q = Integrate(model, q_start, displacement);
    ForwardKinematics<double>(model, q_start, VectorXd(VectorXd::Zero(model.nv)), start);
    ForwardKinematics<double>(model, q, end);
    contacts.Begin(start, memory);
    ContactFinder finder(world.geometry());
    for (const ContactPoint& contact : finder.Find(model, end)) contacts.Add(contact, end);
    contacts.Evaluate(end);
  }

  void MoveTo(const VectorXd& tangent) {
    ForwardKinematics<double>(world.model(), Integrate(world.model(), q, tangent), end);
    contacts.Evaluate(end);
  }
  void FillWeights(Random& random) {
    for (const StepContact& contact : contacts.contacts()) {
      const int n = contact.space->num_corners();
      for (int j = 0; j < n; ++j) contacts.weights[contact.weight + j] = random.Uniform(0.0, 1.0) / n;
    }
  }
};

VectorXd SlipsOf(const StepContacts& contacts) {
  VectorXd slips(contacts.num_rows());
  for (const StepContact& c : contacts.contacts())
    for (int r = 0; r < c.rows; ++r) slips[c.row + r] = c.slip[r];
  return slips;
}
VectorXd ForcesOf(const StepContacts& contacts) {
  VectorXd forces(contacts.num_rows());
  for (const StepContact& c : contacts.contacts())
    for (int r = 0; r < c.rows; ++r) forces[c.row + r] = c.force[r];
  return forces;
}
VectorXd DepthsOf(const StepContacts& contacts) {
  VectorXd depths(contacts.size());
  for (int c = 0; c < contacts.size(); ++c) depths[c] = contacts[c].depth;
  return depths;
}
/// rows x nv.
MatrixXd LeversOf(const StepContacts& contacts, int nv, bool of_slip = false) {
  MatrixXd J = MatrixXd::Zero(contacts.num_rows(), nv);
  for (int c = 0; c < contacts.size(); ++c)
    for (const ContactLever& lever : contacts.levers(c))
      for (int r = 0; r < contacts[c].rows; ++r)
        J(contacts[c].row + r, lever.dof) += of_slip ? lever.slip[r] : lever.rows[r];
  return J;
}
/// Forces by changes of pose, for those that corners follow.
MatrixXd SoftnessOf(const StepContacts& contacts) {
  MatrixXd K = MatrixXd::Zero(contacts.num_rows(), contacts.num_rows());
  for (const StepContacts::Softness& soft : contacts.softness())
    for (int r = 0; r < contacts[soft.contact].rows; ++r)
      K(contacts[soft.contact].row + r, soft.row) += soft.force[r];
  return K;
}

template <class Look>
MatrixXd MovedApart(TakenUp& taken, Look look) {
  const int nv = taken.world.model().nv;
  const double e = 1e-6;  // positions of 1 m are rounded to 1e-16: 1e-10
  MatrixXd columns;
  for (int k = 0; k < nv; ++k) {
    taken.MoveTo(e * VectorXd::Unit(nv, k));
    const VectorXd ahead = look(taken.contacts);
    taken.MoveTo(-e * VectorXd::Unit(nv, k));
    if (k == 0) columns.resize(ahead.size(), nv);
    columns.col(k) = (ahead - look(taken.contacts)) / (2 * e);
  }
  taken.MoveTo(VectorXd::Zero(nv));
  return columns;
}

/// Levers against differences of slip, and those of the pose against differences of the depth.
void ExpectLevers(TakenUp& taken) {
  ASSERT_GT(taken.contacts.size(), 0);
  const MatrixXd slips = MovedApart(taken, SlipsOf), depths = MovedApart(taken, DepthsOf);
  taken.contacts.FindLevers(taken.end);
  const int nv = taken.world.model().nv;
  EXPECT_LT(LargestDifference(LeversOf(taken.contacts, nv, true), slips), 1e-9);
  const MatrixXd J = LeversOf(taken.contacts, nv);
  for (int c = 0; c < taken.contacts.size(); ++c)
    EXPECT_LT(LargestDifference(J.row(taken.contacts[c].row + 2), -depths.row(c)), 1e-9);
  EXPECT_GT(LargestEntry(J), 0.1);
}

State SunkSolo(const World& world, double depth) {
  State state = SoloStanding(world);
  state.q(2) -= depth;
  return state;
}

TEST(StepContactsTest, LeversOfPointsAreThoseOfTheirSlipHoweverFarTheyHaveGone) {
  const World world = SoloOnPoints(Rough(0.7));
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    const VectorXd moved = RandomVelocity(world.model(), random, 0.05);
    TakenUp taken(world, SunkSolo(world, 0.1).q, moved);
    ExpectLevers(taken);
  }
}

// A turn is a vector whose rate is the angular velocity only at first: forces act with one lever, slips grow with another.
TEST(StepContactsTest, LeversOfABallAreThoseOfItsSlipHoweverFarItHasTurned) {
  const World world = OnGround(BallModel(1.0, 0.1), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = 0.098;
  VectorXd moved = VectorXd::Zero(6);
  moved.head<3>() << 0.03, -0.02, -0.001;
  TakenUp taken(world, state.q, moved);
  ExpectLevers(taken);
  EXPECT_LT(LargestDifference(LeversOf(taken.contacts, 6), LeversOf(taken.contacts, 6, true)), 1e-15);
  moved.tail<3>() << 0.2, 1.3, -0.5;
  TakenUp turned(world, state.q, moved);
  ExpectLevers(turned);
  EXPECT_GT(LargestDifference(LeversOf(turned.contacts, 6), LeversOf(turned.contacts, 6, true)), 1e-2);
}

TEST(StepContactsTest, WhatRollsDoesNotSlip) {
  const double radius = 0.1;
  const World world = OnGround(BallModel(1.0, radius), Rough(0.7));
  State state = world.InitialState();
  state.q(2) = radius - 1e-3;
  VectorXd moved = VectorXd::Zero(6);
  moved(0) = 2.0 * radius, moved(4) = 2.0;  // by 2 rad about y
  TakenUp taken(world, state.q, moved);
  EXPECT_LT(LargestEntry(SlipsOf(taken.contacts)), 1e-15);
  moved(4) = 1.0;
  TakenUp slid(world, state.q, moved);
  const StepContact& contact = slid.contacts[0];
  const Vec3<double> slip = contact.R_WC * Vec3<double>{contact.slip[0], contact.slip[1], contact.slip[2]};
  EXPECT_NEAR(slip.x, radius, 1e-15);
  EXPECT_NEAR(slip.y, 0.0, 1e-15);
}

World TwoBalls() {
  ModelBuilder builder("balls");
  builder.SetGravity(kNoGravity);
  for (const char* name : {"one", "two"})
    builder.AddCollision(name, builder.Add(name, Inertia::Sphere(1.0, 0.1), Floating(name)), {},
                         SphereGeometry{0.1});
  return OnGround(builder.Build(), Rough(0.7), Pose::At(0.0, 0.0, -5.0));
}

/// A point of an arm on a plate that slides and turns in its plane, both on a base that tilts.
World ArmOnPlate() {
  const Inertia inertia = Inertia::Box(1.0, {0.1, 0.1, 0.1});
  ModelBuilder builder("table");
  const int base = builder.Add("base", inertia, Revolute("tilt").About({1, 2, 0}));
  const int plate = builder.Add("plate", inertia, Planar("slide").On(base).About(Z));
  const int arm = builder.Add("arm", inertia, Revolute("shoulder").On(base).About(Y).At(Pose::At(0, 0, 0.2)));
  const int hand = builder.Add("hand", inertia, Revolute("elbow").On(arm).About(X).At(Pose::At(0.3, 0, 0)));
  builder.AddFrame("tip", hand, Pose::At(0.1, 0.05, -0.201));
  builder.AddCollision("plate", plate, {}, PlaneGeometry{});
  WorldBuilder world(builder.Build());
  world.SetMaterial("default", Rough(0.7));
  world.AddCollisions();
  world.AddPoint("tip");
  return world.Build();
}

TEST(StepContactsTest, LeversOfTwoMovingBodiesAreThoseOfTheirSlip) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  VectorXd moved = VectorXd::Zero(12);
  moved << 0.01, -0.01, 0.005, 0.3, -0.2, 0.5, 0.0, 0.0, 0.0, 0.1, 0.7, -0.4;
  TakenUp pair(balls, q, moved);
  ExpectLevers(pair);

  // where they are taken up both have the same place, and what carries both does not part them
  const World table = ArmOnPlate();
  TakenUp tip(table, table.InitialState().q, VectorXd::Zero(table.model().nv));
  ExpectLevers(tip);
  tip.contacts.FindLevers(tip.end);
  for (const ContactLever& lever : tip.contacts.levers(0)) EXPECT_NE(lever.dof, 0);
}

TEST(StepContactsTest, LoadsOnTwoBodiesCancel) {
  const World balls = TwoBalls();
  VectorXd q = balls.InitialState().q;
  q(7) = 0.15, q(8) = 0.12, q(9) = 0.02;
  TakenUp pair(balls, q, VectorXd::Zero(12));
  Random random(1);
  pair.FillWeights(random);
  pair.contacts.Evaluate(pair.end);
  std::vector<BodyLoad> loads;
  pair.contacts.AppendLoads(loads);
  ASSERT_EQ(loads.size(), 2u);
  const Vec3<double> force = loads[0].force + loads[1].force;
  const Vec3<double> moment = Cross(loads[0].p_W, loads[0].force) + loads[0].moment +
                              Cross(loads[1].p_W, loads[1].force) + loads[1].moment;
  EXPECT_GT(Length(loads[0].force), 10.0);
  EXPECT_LT(Length(force), 1e-12);
  EXPECT_LT(Length(moment), 1e-12);
  // forces push the bodies apart: on a against b
  EXPECT_GT(Dot(loads[0].force, pair.contacts[0].geometry.normal), 0.0);
}

TEST(StepContactsTest, SoftnessIsTheDerivativeOfForcesAtConstantWeights) {
  WorldBuilder builder(LoadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf"));
  builder.SetMaterial("default", Rough(0.7)).SetMaterial("patch", Rough(0.7));
  for (int i = 0; i < 4; ++i) builder.AddPoint(kSoloFeet[i], Vector3d::Zero(), i < 2 ? "patch" : "default");
  builder.AddGround();
  builder.SetWrenchSpace("patch", "default",
                         std::make_shared<PatchLimitSurface>(0.7, 0.03, 4, ForceBound{1e5, 3, 0.01, 0.0}));
  const World world = builder.Build();
  Random random(3);
  TakenUp taken(world, SunkSolo(world, 0.05).q, RandomVelocity(world.model(), random, 0.02));
  ASSERT_EQ(taken.contacts.num_rows(), 2 * 6 + 2 * 3);
  taken.FillWeights(random);
  const MatrixXd difference = MovedApart(taken, ForcesOf);
  taken.contacts.FindLevers(taken.end);
  taken.contacts.FindSoftness();
  const MatrixXd analytic = SoftnessOf(taken.contacts) * LeversOf(taken.contacts, world.model().nv);
  EXPECT_LT(RelativeError(analytic, difference), 1e-8);
  EXPECT_GT(LargestEntry(analytic), 1e3);
  // without derivatives nothing follows
  TakenUp zeroth(world, SunkSolo(world, 0.05).q, VectorXd::Zero(world.model().nv), false);
  zeroth.contacts.FindSoftness();
  EXPECT_EQ(zeroth.contacts.softness().size(), 0);
}

TEST(StepContactsTest, GuessedWeightsGiveTheForceOfTheLastStepOrTheNearest) {
  const World world = SoloOnPoints(Rough(0.7));
  const VectorXd q = SunkSolo(world, 0.01).q;
  TakenUp first(world, q, VectorXd::Zero(world.model().nv));
  Random random(5);
  first.FillWeights(random);
  first.contacts.Evaluate(first.end);
  std::vector<ContactMemory> remembered;
  first.contacts.Remember(0.01, 1e-5, first.end, remembered);
  ASSERT_EQ(remembered.size(), 4u);
  remembered[3].force = 1e3 * remembered[3].force;  // more than the depth bears

  StepContacts contacts(world, {}, true);
  contacts.Begin(first.start, remembered);
  ContactFinder finder(world.geometry());
  for (const ContactPoint& contact : finder.Find(world.model(), first.end)) contacts.Add(contact, first.end);
  contacts.Evaluate(first.end);
  contacts.GuessWeights();
  contacts.Evaluate(first.end);
  for (int c = 0; c < 4; ++c) {
    const StepContact& contact = contacts[c];
    double sum = 0.0;
    for (int j = 0; j < contact.space->num_corners(); ++j) {
      EXPECT_GE(contacts.weights[contact.weight + j], 0.0);
      sum += contacts.weights[contact.weight + j];
    }
    EXPECT_LE(sum, 1.0 + 1e-12);
    const Vec3<double> force =
        contact.R_WC * Vec3<double>{contact.force[0], contact.force[1], contact.force[2]};
    const Vec3<double> wanted = remembered[c].force;
    if (c == 3) {
      EXPECT_NEAR(sum, 1.0, 1e-9);
    } else {
      EXPECT_LT(Length(force - wanted), 1e-6 * Length(wanted)) << c;  // weights have a little cost
    }
  }
}

// ---- the response, and what is dissipated ----------------------------------------------------------

std::unique_ptr<StepEquations> StepEquationsOf(const World& world, bool position_based) {
  if (position_based) return std::make_unique<PositionBasedEquations>(world);
  return std::make_unique<NewtonEulerEquations>(world);
}

/// A step of a robot whose feet are in the ground, with weights at random.
struct RobotStep {
  World world = SoloOnPoints(Rough(0.7));
  State state = SunkSolo(world, 0.01);
  Actuation actuation = HoldJoints(world, state, 20.0, 0.2);
  double h = 0.02;
  std::unique_ptr<StepEquations> equations;
  StepContacts contacts{world, {}, true};
  VectorXd v;

  RobotStep(uint64_t seed, bool position_based) : equations(StepEquationsOf(world, position_based)) {
    Random random(seed);
    state.v = RandomVelocity(world.model(), random, 0.2);
    v = state.v + RandomVelocity(world.model(), random, 0.1);
    equations->Begin(actuation, h, state);
    equations->Place(v);
    contacts.Begin(equations->beginning(), state.contacts);
    ContactFinder finder(world.geometry());
    for (const ContactPoint& contact : finder.Find(world.model(), equations->end()))
      contacts.Add(contact, equations->end());
    for (double& w : contacts.weights) w = random.Uniform(0.0, 0.15);
    Evaluate(v);
  }
  void Evaluate(const VectorXd& end_v) {
    equations->Place(end_v);
    contacts.Evaluate(equations->end());
    std::vector<BodyLoad> loads;
    contacts.AppendLoads(loads);
    equations->Evaluate(loads);
  }
  void Linearize(ContactResponse& response) {
    equations->Differentiate(response.tree());
    contacts.FindLevers(equations->end());
    contacts.FindSoftness();
  }
};

TEST(ContactResponseTest, IsThatOfTheDenseMatrix) {
  for (const bool position_based : {false, true}) {
    RobotStep step(1, position_based);
    const Model& model = step.world.model();
    ContactResponse response(model);
    step.Linearize(response);
    ASSERT_GE(step.contacts.size(), 3);
    const MatrixXd J = LeversOf(step.contacts, model.nv);
    const MatrixXd B0 = response.tree().Dense(model);
    const MatrixXd B = B0 - J.transpose() * SoftnessOf(step.contacts) * J;
    ASSERT_TRUE(response.Prepare(step.contacts));
    const int rows = response.rows();
    const auto solver = B.partialPivLu();
    const MatrixXd A = solver.solve(MatrixXd(J.transpose()));

    // factors of a matrix whose condition is 1e5
    const Eigen::Map<const MatrixXd> C(response.slip_by_force().data(), rows, rows);
    EXPECT_LT(LargestDifference(C, J * A), 1e-10 * LargestEntry(C));  // points: slips have the same levers
    const Eigen::Map<const MatrixXd> C0(response.bare_pose_by_force().data(), rows, rows);
    EXPECT_LT(LargestDifference(C0, J * B0.partialPivLu().solve(MatrixXd(J.transpose()))),
              1e-10 * LargestEntry(C0));
    EXPECT_GT(LargestDifference(C, C0), 0.1 * LargestEntry(C));

    VectorXd dx(model.nv);
    response.Correct(step.contacts, step.equations->residual(), dx);
    const VectorXd corrected = -solver.solve(step.equations->residual());
    EXPECT_LT(LargestDifference(dx, corrected), 1e-10 * LargestEntry(corrected));

    VectorXd f = VectorXd::LinSpaced(rows, -1.0, 2.0);
    const VectorXd moved = A * f;
    response.Move(View<double>(f), dx);
    EXPECT_LT(LargestDifference(dx, moved), 1e-10 * LargestEntry(moved));
    std::vector<double> by_force;
    response.FindMoveByForce(by_force);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    EXPECT_LT(LargestDifference(Eigen::Map<RowMajor>(by_force.data(), model.nv, rows), A),
              1e-10 * LargestEntry(A));
  }
}

// Bodies, joints, levers that turn under their forces and corners that follow: all that the end of a step depends on.
TEST(ContactResponseTest, IsTheDerivativeOfTheWholeResidual) {
  for (const bool position_based : {false, true}) {
    RobotStep step(2, position_based);
    const Model& model = step.world.model();
    ContactResponse response(model);
    step.Linearize(response);
    const MatrixXd J = LeversOf(step.contacts, model.nv);
    const MatrixXd B = response.tree().Dense(model) - J.transpose() * SoftnessOf(step.contacts) * J;
    MatrixXd difference(model.nv, model.nv);
    VectorXd dv(model.nv);
    const double e = 1e-6;
    for (int k = 0; k < model.nv; ++k) {
      step.equations->Place(step.v);
      step.equations->ToVelocity(VectorXd::Unit(model.nv, k), dv);
      step.Evaluate(step.v + e * dv);
      const VectorXd ahead = step.equations->residual();
      step.Evaluate(step.v - e * dv);
      difference.col(k) = (ahead - step.equations->residual()) / (2 * e);
    }
    EXPECT_LT(RelativeError(B, difference), 1e-7);
  }
}

// Along the ends of steps that belong to weights: other weights, and back to G = 0.
TEST(DissipationTest, ItsGradientIsThatOfItsValueWhereStepsAreSolved) {
  for (const Objective objective : {Objective::kEffective, Objective::kPoints, Objective::kBody})
    for (const bool position_based : {false, true}) {
      SCOPED_TRACE(std::to_string(static_cast<int>(objective)) + (position_based ? " by positions" : ""));
      RobotStep step(3, position_based);
      SearchOptions options;
      options.residual = 1e-12;
      ProjectedGradient search(step.world, options, true);
      ASSERT_TRUE(search.Project(*step.equations, step.contacts, step.v));

      ContactResponse response(step.world.model());
      step.Linearize(response);
      ASSERT_TRUE(response.Prepare(step.contacts));
      Dissipation dissipation(step.world, objective);
      dissipation.Begin(step.contacts, response, step.h);
      dissipation.Value(step.contacts, *step.equations);
      dissipation.Differentiate(step.contacts, response, *step.equations);

      VectorXd analytic(step.contacts.num_weights()), difference = analytic;
      for (const StepContact& contact : step.contacts.contacts())
        for (int j = 0; j < contact.space->num_corners(); ++j) {
          const double* corner = step.contacts.corners(contact) + j * contact.rows;
          analytic[contact.weight + j] = Eigen::Map<const VectorXd>(corner, contact.rows)
                                             .dot(dissipation.gradient().segment(contact.row, contact.rows));
        }
      const std::vector<double> weights = step.contacts.weights;
      const double e = 1e-4;  // leaves 1e-8 of the third derivative, and 1e-12 / e of what projection leaves
      for (int j = 0; j < step.contacts.num_weights(); ++j) {
        double K[2];
        for (const int side : {0, 1}) {
          step.contacts.weights = weights;
          step.contacts.weights[j] += side == 1 ? e : -e;
          VectorXd v = step.v;
          search.Forget();
          ASSERT_TRUE(search.Project(*step.equations, step.contacts, v));
          K[side] = dissipation.Value(step.contacts, *step.equations);
        }
        difference[j] = (K[1] - K[0]) / (2 * e);
      }
      EXPECT_LT(LargestDifference(analytic, difference), 1e-5 * LargestEntry(difference));
      EXPECT_GT(LargestEntry(difference), 1e-3);
    }
}

// The curvature is the square of what forces do: never negative.
TEST(DissipationTest, ItsCurvatureIsSymmetricAndNotNegative) {
  for (const Objective objective : {Objective::kEffective, Objective::kPoints, Objective::kBody}) {
    RobotStep step(4, false);
    ContactResponse response(step.world.model());
    step.Linearize(response);
    ASSERT_TRUE(response.Prepare(step.contacts));
    Dissipation dissipation(step.world, objective);
    dissipation.Begin(step.contacts, response, step.h);
    dissipation.Differentiate(step.contacts, response, *step.equations);
    const MatrixXd& Q = dissipation.curvature();
    EXPECT_LT(LargestDifference(Q, Q.transpose()), 1e-10 * LargestEntry(Q));
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(Q).eigenvalues().minCoeff(), -1e-10 * LargestEntry(Q));
    EXPECT_GT(Q.trace(), 0.0);
  }
}

// ---- the search -------------------------------------------------------------------------------------

/// A search from where a robot step begins, whose value is measured from outside.
struct MeasuredSearch {
  RobotStep step;
  SearchOptions options;
  std::vector<double> weights;  ///< where it starts
  VectorXd v;
  Dissipation dissipation;

  MeasuredSearch(uint64_t seed, bool position_based, Objective objective)
      : step(seed, position_based), dissipation(step.world, objective) {
    options.objective = objective;
    EXPECT_TRUE(ProjectedGradient(step.world, options, true).Project(*step.equations, step.contacts, step.v));
    weights = step.contacts.weights;
    v = step.v;
    ContactResponse response(step.world.model());
    step.Linearize(response);
    EXPECT_TRUE(response.Prepare(step.contacts));
    dissipation.Begin(step.contacts, response, step.h);
  }
  double Value() { return dissipation.Value(step.contacts, *step.equations); }
  /// After no more than so many iterations.
  SearchOutcome Run(int iterations, std::vector<double>& history) {
    options.max_iterations = iterations;
    ProjectedGradient search(step.world, options, true);
    step.contacts.weights = weights;
    step.v = v;
    const SearchOutcome outcome = search.Solve(*step.equations, step.contacts, step.v);
    history.assign(search.history().begin(), search.history().end());
    return outcome;
  }
};

// Theorem 5.5, by values that the search does not compute.
TEST(ProjectedGradientTest, NoIterationRaisesWhatItMakesSmall) {
  for (const Objective objective : {Objective::kEffective, Objective::kPoints, Objective::kBody})
    for (const bool position_based : {false, true})
      for (uint64_t seed = 1; seed <= Repeats(20); ++seed) {
        MeasuredSearch measured(seed, position_based, objective);
        ASSERT_GT(measured.step.contacts.size(), 0);
        double before = measured.Value();
        const double start = before;
        std::vector<double> history;
        for (int n = 1; n <= 20; ++n) {
          const SearchOutcome outcome = measured.Run(n, history);
          ASSERT_TRUE(outcome.balanced);
          const double now = measured.Value();
          EXPECT_LE(now, before * (1.0 + 1e-9)) << n;  // what projections leave
          EXPECT_NEAR(history.back(), now, 1e-9 * start) << n;
          before = now;
          if (outcome.solved) break;
        }
        EXPECT_LT(before, 0.999 * start);
      }
}

TEST(ProjectedGradientTest, EndsWhereNoOtherForcesDissipateMore) {
  for (const Objective objective : {Objective::kEffective, Objective::kPoints, Objective::kBody})
    for (const bool position_based : {false, true}) {
      MeasuredSearch measured(7, position_based, objective);
      std::vector<double> history;
      ASSERT_TRUE(measured.Run(100, history).solved);
      StepContacts& contacts = measured.step.contacts;
      const double best = measured.Value();
      const std::vector<double> solution = contacts.weights;
      const VectorXd solved_v = measured.step.v;
      ProjectedGradient search(measured.step.world, measured.options, true);
      Random random(1);
      double most = best;
      for (int i = 0; i < Repeats(60); ++i) {
        // towards a corner of each set, or its apex
        for (const StepContact& contact : contacts.contacts()) {
          const int n = contact.space->num_corners(), corner = random.Index(n + 1);
          for (int j = 0; j < n; ++j) {
            const double other = j == corner ? 1.0 : 0.0;
            const double w = solution[contact.weight + j];
            contacts.weights[contact.weight + j] = w + 0.03 * (other - w);
          }
        }
        VectorXd v = solved_v;
        search.Forget();
        ASSERT_TRUE(search.Project(*measured.step.equations, contacts, v));
        EXPECT_GT(measured.Value(), best * (1.0 - 1e-6));
        most = std::max(most, measured.Value());
      }
      EXPECT_GT(most, 1.001 * best);
    }
}

}  // namespace
}  // namespace slipstick
