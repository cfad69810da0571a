// Properties specific to the steppers of maximal dissipation. The claims of the paper are in
// tests/papers/nmdp_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "slipstick/run/simulation.h"
#include "slipstick/steppers/nmdp/nmdp_stepper.h"
#include "support/contact_worlds.h"
#include "support/edited_scene.h"
#include "support/numbers.h"
#include "support/sanitized.h"
#include "support/tolerances.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

const char* const kNmdpSteppers[] = {"nmdp", "nmdp-zeroth", "nmdp-pbd", "nmdp-pbd-zeroth"};

ContactMaterial Material(double stiffness, double mu) {
  ContactMaterial material;
  material.stiffness = stiffness;
  material.mu_static = material.mu_kinetic = mu;
  return material;
}

double VerticalForce(const StepReport& report) {
  double sum = 0.0;
  for (const ContactReport& contact : report.contacts) sum += contact.force.z;
  return sum;
}

/// Feedback that holds all joints of a robot with a planar base.
Actuation HoldLegs(const World& world, const State& state, double kp, double kd) {
  const Model& model = world.model();
  Actuation actuation(model);
  actuation.kp = actuation.kd = actuation.v_ref = VectorXd::Zero(model.nv());
  actuation.kp.tail(model.nv() - 3).setConstant(kp);
  actuation.kd.tail(model.nv() - 3).setConstant(kd);
  actuation.q_ref = state.q;
  return actuation;
}

// --- standing, falling ---

TEST(NmdpStanding, ContactForcesEqualTheWeightAtLongSteps) {
  const Scene scene = EditedScene("robosimian-jump", {});
  const World& world = *scene.world;
  const double weight = world.model().total_mass() * kGravity;
  for (const char* name : {"nmdp", "nmdp-pbd"}) {
    State state = scene.initial;
    const Actuation actuation = HoldLegs(world, state, 1000.0, 1.0);
    auto stepper = MakeStepper(name, world);
    EXPECT_EQ(Advance(*stepper, actuation, 0.05, 3.0, state).status, StepStatus::kOk);
    for (int i = 0; i < 10; ++i) {
      const StepReport& report = stepper->Step(actuation, 0.05, state);
      EXPECT_EQ(report.status, StepStatus::kOk) << name;
      EXPECT_EQ(report.substeps, 1) << name;
      EXPECT_LE(report.iterations, 6) << name;
      EXPECT_NEAR(VerticalForce(report), weight, 0.05) << name;
    }
  }
}

// Rows of W of light and heavy bodies differ by orders of magnitude; none may be dropped as dependent.
TEST(NmdpStanding, HeavyBlockStandsUnderALightBall) {
  ModelBuilder builder("pile");
  builder.AddCollision("block",
                       builder.Add("block", Inertia::Box(1e4, {1.0, 1.0, 1.0}), model::Floating("block")), {},
                       model::BoxGeometry{{1.0, 1.0, 1.0}});
  builder.AddCollision("ball", builder.Add("ball", Inertia::Sphere(1e-5, 0.01), model::Floating("ball")), {},
                       model::SphereGeometry{0.01});
  const World world = OnGround(builder.Build(), Material(1e6, 0.5));
  for (const char* name : {"mdp", "nmdp", "nmdp-pbd"}) {
    State state = world.InitialState();
    state.q(2) = 0.5;
    state.q(9) = 1.01;
    const StepReport last = Advance(*MakeStepper(name, world), Actuation(world.model()), 0.01, 0.5, state);
    EXPECT_EQ(last.status, StepStatus::kOk) << name;
    EXPECT_GT(state.q(2), 0.4) << name;
    EXPECT_LT(std::abs(state.v(2)), 1e-3) << name;
    EXPECT_GT(state.q(9), state.q(2) + 0.5) << name;
  }
}

TEST(NmdpFall, WithoutGhostForceIsImplicitEuler) {
  const World world = OnGround(BallModel(2.0, 0.1), Material(1e4, 0.7));
  for (const char* name : kNmdpSteppers) {
    State state = world.InitialState();
    state.q(2) = 10.0;
    const auto stepper = MakeStepper(name, world, {{"ghost_force", "0"}});
    EXPECT_EQ(Advance(*stepper, Actuation(world.model()), 0.05, 0.5, state).status, StepStatus::kOk);
    EXPECT_NEAR(10.0 - state.q(2), 0.5 * kGravity * 0.5 * (0.5 + 0.05), 1e-8)
        << name;  // ten times the residual
  }
}

// The ghost force supports a body at depths whose bound is below its weight.
TEST(NmdpGhostForce, SupportsBodiesAtSmallDepth) {
  const double mass = 2.0, weight = mass * kGravity;
  const World world = OnGround(BallModel(mass, 0.1), Material(1e4, 0.7));
  for (const char* name : kNmdpSteppers) {
    const auto depth_gained = [&](double ghost_force) {
      State state = world.InitialState();
      state.q(2) = 0.1 - 1e-4;
      const auto stepper = MakeStepper(name, world, {{"ghost_force", std::to_string(ghost_force)}});
      EXPECT_EQ(Advance(*stepper, Actuation(world.model()), 0.01, 0.5, state).status, StepStatus::kOk);
      return 0.1 - 1e-4 - state.q(2);
    };
    EXPECT_LT(depth_gained(1.5 * weight), 1e-8) << name;
    // at least to the depth whose bound equals the remaining weight
    EXPECT_GT(depth_gained(0.0), std::sqrt(weight * 0.01 / 1e4) - 2e-4) << name;
    EXPECT_GT(depth_gained(0.5 * weight), std::sqrt(0.5 * weight * 0.01 / 1e4) - 2e-4) << name;
    EXPECT_LT(depth_gained(0.5 * weight), depth_gained(0.0)) << name;
  }
}

// Eq. 12: I is stationary at the end of the step, and the chord of a rotation θ points inwards.
// 2 sin θ₊ = sin(θ₊ + θ₋) loses θ³ per step.
TEST(NmdpPositionBased, SlowsRotationByTheStepTimesItsCube) {
  const World world = OnGround(BallModel(1.0, 0.1, kNoGravity), {});
  const double spin = 10.0;
  for (const double h : {1e-3, 5e-3}) {
    const auto after_a_tenth = [&](const char* name) {
      State state = world.InitialState();
      state.q(2) = 1.0;
      state.v(5) = spin;
      Advance(*MakeStepper(name, world), Actuation(world.model()), h, 0.1, state);
      return state.v(5);
    };
    EXPECT_NEAR(after_a_tenth("nmdp"), spin, 1e-6);
    const double law = spin / std::sqrt(1.0 + 2 * h * 0.1 * spin * spin);  // of dω/dt = -h ω³
    EXPECT_NEAR(after_a_tenth("nmdp-pbd"), law, 0.02 * (spin - law)) << h;
  }
}

// --- Theorem 5.5: descent of the search ---

struct SearchCount {
  int searches = 0, moves = 0;
};

void ExpectDescent(const World& world, const State& rest, const Actuation& actuation, uint64_t seed,
                   SearchCount& count) {
  Random random(seed);
  for (const nmdp::StepInertia inertia : {nmdp::StepInertia::kNewtonEuler, nmdp::StepInertia::kPositionBased})
    for (const bool derivatives : {true, false}) {
      const nmdp::NmdpOptions options = nmdp::NmdpOptions::With(inertia, derivatives);
      nmdp::NmdpStepper stepper(world, options);
      for (int i = 0; i < Repeats(25); ++i) {
        State state = rest;
        VectorXd moved(world.model().nv());
        for (double& d : moved) d = random.Uniform(-0.1, 0.1);
        state.q = dynamics::Integrate(world.model(), state.q, moved);
        for (double& v : state.v) v = random.Uniform(-1.0, 1.0);
        const double h = random.Uniform(0.005, 0.05);
        const StepReport& report = stepper.Step(actuation, h, state);
        const bool is_split_to_the_limit = report.shortest < 1.5 * h / options.max_substeps;
        EXPECT_TRUE(report.status == StepStatus::kOk || is_split_to_the_limit)
            << contact::Name(report.status);
        EXPECT_TRUE(report.status == StepStatus::kOk || !derivatives);
        const View<const double> history = stepper.objective_history();
        ++count.searches;
        for (int k = 1; k < history.size(); ++k, ++count.moves)
          EXPECT_LE(history[k], history[k - 1] * (1.0 + kAccumulatedRounding));
      }
    }
}

TEST(NmdpSearch, NeverIncreasesTheObjective) {
  SearchCount count;
  const Scene robosimian = EditedScene("robosimian-jump", {});
  ExpectDescent(*robosimian.world, robosimian.initial,
                HoldLegs(*robosimian.world, robosimian.initial, 1000.0, 1.0), 1, count);
  const World solo = SoloOnPoints(Material(1e4, 0.8));
  ExpectDescent(solo, SoloStanding(solo), HoldJoints(solo, SoloStanding(solo), 20.0, 0.2), 2, count);
  const World block = OnGround(BlockModel(1.0, {0.3, 0.2, 0.1}), Material(1e4, 0.5));
  State lying = block.InitialState();
  lying.q(2) = 0.04;
  ExpectDescent(block, lying, Actuation(block.model()), 3, count);
  EXPECT_GT(count.moves, 2 * count.searches);  // the searches were not trivial
}

// --- Algorithm 2: sub-steps ---

// Halved down to 1/64, with up to twenty searches of a hundred programs in each part, a step took seconds.
TEST(NmdpSubsteps, StepsOfACrushedStackSolveABoundedNumberOfPrograms) {
  ModelBuilder builder("stack");
  const char* const names[] = {"bottom", "middle", "top"};
  for (int i = 0; i < 3; ++i)
    builder.AddCollision(names[i],
                         builder.Add(names[i], Inertia::Box(i == 2 ? 1000.0 : 1.0, {0.2, 0.2, 0.1}),
                                     model::Floating(names[i])),
                         {}, model::BoxGeometry{{0.2, 0.2, 0.1}});
  const World world = OnGround(builder.Build(), Material(1e5, 0.5));
  State state = world.InitialState();
  for (int i = 0; i < 3; ++i) state.q(7 * i + 2) = 0.05 + 0.1 * i;
  auto stepper = MakeStepper("nmdp", world, {{"max_programs", "300"}});
  for (int k = 0; k < 4; ++k) {
    const StepReport& report = stepper->Step(Actuation(world.model()), 0.05, state);
    // the last search, and ten for each of the sub-steps that are left
    EXPECT_LT(report.iterations, 300 + 100 + 10 * 64);
    EXPECT_TRUE(contact::Advanced(report.status));
  }
}

TEST(NmdpSubsteps, AreConsistentInTheReport) {
  const Scene scene = EditedScene("robosimian-jump", {});
  Random random(5);
  int split = 0;
  for (const char* name : kNmdpSteppers) {
    auto stepper = MakeStepper(name, *scene.world, {{"max_substeps", "16"}, {"event_step", "0"}});
    for (int i = 0; i < Repeats(25); ++i) {
      State state = scene.initial;
      for (double& v : state.v) v = random.Uniform(-8.0, 8.0);
      const double h = 0.05;
      const StepReport& report = stepper->Step(HoldLegs(*scene.world, scene.initial, 1000.0, 1.0), h, state);
      ASSERT_TRUE(contact::Advanced(report.status)) << name;
      EXPECT_GE(report.substeps, 1);
      EXPECT_LE(report.substeps, 16);
      EXPECT_LE(report.depth, 4);
      EXPECT_NEAR(report.shortest, h / (1 << report.depth), kRounding);
      EXPECT_LE(report.shortest, report.longest);
      EXPECT_EQ(report.substeps > 1, report.depth > 0);
      EXPECT_EQ(report.rejected > 0, report.depth > 0);
      EXPECT_GE(report.rejected, report.depth);
      EXPECT_GE(report.substeps, report.depth + 1);
      if (report.status == StepStatus::kNotConverged) {
        EXPECT_EQ(report.depth, 4);
      }
      EXPECT_NEAR(state.t, h, kRounding);
      split += report.depth > 0;
    }
  }
  EXPECT_GT(split, SLIPSTICK_SANITIZED ? 0 : 3);
}

// A step of 50 ms in which a foot lands or lifts off is split twice. The search of a rejected step went on to
// its end, so that a walk took 13 programs per step, and half of them were for steps that were rejected.
TEST(NmdpSubsteps, RejectedStepsOfAWalkTakeFewPrograms) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* name : {"nmdp", "nmdp-pbd"}) {
    Simulation walk(EditedScene("robosimian-walk", {{"stepper", name}, {"dt", "50ms"}, {"duration", "3s"}}));
    int steps = 0, programs = 0, rejected = 0;
    walk.Observe([&](const run::StepView& step) {
      EXPECT_EQ(step.report.status, StepStatus::kOk) << name;
      ++steps;
      programs += step.report.iterations;
      rejected += step.report.rejected;
    });
    walk.Run();
    EXPECT_GT(rejected, steps / 4) << name;
    EXPECT_LT(programs, 9 * steps) << name;
  }
}

// Position and velocity are consistent, also where the search fails.
TEST(NmdpSubsteps, UnsolvedStepsKeepPositionAndVelocityConsistent) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Scene scene = EditedScene("robosimian-jump", {});
  const Model& model = scene.world->model();
  Random random(5);
  int unsolved = 0;
  for (const char* name : kNmdpSteppers) {
    auto stepper = MakeStepper(name, *scene.world, {{"max_substeps", "1"}});
    for (int i = 0; i < Repeats(60); ++i) {
      State state = scene.initial;
      for (double& v : state.v) v = random.Uniform(-20.0, 20.0);
      const VectorXd start = state.q;
      const StepReport& report =
          stepper->Step(HoldLegs(*scene.world, scene.initial, 1000.0, 1.0), 0.05, state);
      unsolved += report.status == StepStatus::kNotConverged;
      if (contact::Advanced(report.status)) {
        EXPECT_LT(LargestDifference(dynamics::Integrate(model, start, VectorXd(0.05 * state.v)), state.q),
                  kAccumulatedRounding)
            << name;
      }
    }
  }
  EXPECT_GT(unsolved, 3);
}

// A landing step ends at zero speed, even if the ball touches the ground only at its end. Sub-steps resolve
// the time of contact.
TEST(NmdpSubsteps, StepsAreSplitWhereContactsClose) {
  const World world = OnGround(BallModel(1.0, 0.1), Material(1e5, 0.7));
  for (const char* name : {"nmdp", "nmdp-pbd"}) {  // the zeroth-order ones split it in any case
    int max_substeps = 0;
    const auto rests_at = [&](const char* event_step, double h) {
      State state = world.InitialState();
      state.q(2) = 0.32;
      auto stepper = MakeStepper(name, world, {{"event_step", event_step}});
      max_substeps = 0;
      for (int i = 0; i < std::lround(0.4 / h); ++i) {
        const StepReport& report = stepper->Step(Actuation(world.model()), h, state);
        EXPECT_EQ(report.status, StepStatus::kOk) << name;
        max_substeps = std::max(max_substeps, report.substeps);
      }
      EXPECT_LT(LargestEntry(state.v), 1e-6) << name;
      return state.q(2);
    };
    const double fine = rests_at("0", 1e-3);
    const double whole = rests_at("0", 0.05) - fine;
    EXPECT_EQ(max_substeps, 1) << name;
    const double split = rests_at("0.01", 0.05) - fine;
    EXPECT_GT(max_substeps, 1) << name;
    const double split_more = rests_at("0.001", 0.05) - fine;
    EXPECT_LT(std::abs(split), std::abs(whole)) << name;
    EXPECT_LT(std::abs(split_more), 0.5 * std::abs(whole)) << name;
  }
}

// --- linearised contacts diverge ---

struct JumpResult {
  bool completed;
  double rise, depth;  ///< of the base; largest penetration depth of the feet; m
};
JumpResult JumpOf(const std::string& stepper, const std::string& dt, const SceneEdits& edits = {}) {
  SceneEdits all = {{"stepper", stepper}, {"dt", dt}, {"duration", "2s"}};
  all.insert(all.end(), edits.begin(), edits.end());
  const Scene scene = EditedScene("robosimian-jump", all);
  Simulation simulation(scene);
  Workspace<double> ws(scene.world->model());
  const auto height = [&](const State& state) {
    dynamics::ForwardKinematics(scene.world->model(), state.q, ws);
    return dynamics::PointPosition(scene.world->model(), ws, dynamics::BodyPoint<double>{0, {}}).z;
  };
  const double start = height(simulation.state());
  JumpResult jump{false, 0.0, 0.0};
  simulation.Observe([&](const StepView& step) {
    jump.rise = Larger(jump.rise, height(step.after) - start);
    for (const ContactReport& contact : step.report.contacts) jump.depth = Larger(jump.depth, -contact.gap);
  });
  simulation.Run();
  jump.completed = simulation.done() && !simulation.failed();
  return jump;
}

TEST(Mdp, DivergesAtStepsAtWhichNmdpIsStable) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  EXPECT_TRUE(JumpOf("mdp", "2ms").completed);
  for (const char* dt : {"20ms", "50ms"}) {
    EXPECT_FALSE(JumpOf("mdp", dt).completed) << dt;
    EXPECT_TRUE(JumpOf("nmdp", dt).completed) << dt;
    EXPECT_TRUE(JumpOf("nmdp-pbd", dt).completed) << dt;
  }
}

// --- other wrench spaces than friction cones ---

/// A body on one foot, 10 cm below its centre.
World OnOneFoot(std::shared_ptr<const WrenchSpace> space) {
  ModelBuilder builder("top");
  const int body = builder.Add("body", Inertia::Box(2.0, {0.2, 0.2, 0.1}), model::Floating("free"));
  builder.AddFrame("foot", body, Pose::At(0.0, 0.0, -0.1));
  WorldBuilder world(builder.Build());
  world.SetMaterial("foot", {}).SetMaterial("ground", {});
  world.AddPoint("foot", Vector3d::Zero(), "foot");
  world.AddGround({}, "ground");
  world.SetWrenchSpace("foot", "ground", std::move(space));
  return world.Build();
}

TEST(NmdpSpaces, PatchMomentStopsASpinningBody) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double mu = 0.6, radius = 0.05, spin = 4.0, mass = 2.0;
  const laws::ForceBound bound{1e4, 2, 0.01, 0.0};
  const World world = OnOneFoot(std::make_shared<laws::PatchLimitSurface>(mu, radius, 6, bound));
  const double inertia = mass * (0.2 * 0.2 + 0.2 * 0.2) / 12.0;
  const double moment = laws::PatchLimitSurface::kUniformDisc * mu * mass * kGravity * radius;
  const double stops_after = spin * inertia / moment;
  for (const char* name : {"mdp", "nmdp", "nmdp-zeroth", "nmdp-pbd", "nmdp-pbd-zeroth"}) {
    const double h = 1e-3;
    State state = world.InitialState();
    state.q(2) = 0.1 - std::sqrt(mass * kGravity * 0.01 / 1e4);  // where the bound equals its weight
    state.v(5) = spin;
    auto stepper = MakeStepper(name, world);
    const auto advance = [&](double t) {
      return Advance(*stepper, Actuation(world.model()), h, t, state).status;
    };
    ASSERT_EQ(advance(0.1), StepStatus::kOk) << name;
    EXPECT_NEAR(state.v(5), spin * (1.0 - 0.1 / stops_after), 0.01 * spin) << name;
    ASSERT_EQ(advance(0.1), StepStatus::kOk) << name;
    EXPECT_LT(LargestEntry(state.v), 1e-5) << name;
    // half a step too early: implicit braking acts from the start of the first step
    EXPECT_NEAR(2.0 * std::atan2(state.q(5), state.q(6)), 0.5 * spin * (stops_after - h), 2e-3) << name;
  }
}

/// A friction cone without derivatives.
class OpaqueCone : public WrenchSpace {
 public:
  explicit OpaqueCone(const laws::ForceBound& bound) : cone_(0.5, 6, bound) {}
  int num_corners() const override { return cone_.num_corners(); }
  void Corners(const world::ContactPose& pose, View<double> corners) const override {
    cone_.Corners(pose, corners);
  }

 private:
  laws::CoulombPolytope cone_;
};

TEST(NmdpSpaces, WorksWithASpaceWithoutDerivatives) {
  const laws::ForceBound bound{1e4, 2, 0.01, 0.0};
  WorldBuilder builder(BallModel(1.0, 0.1));
  builder.AddCollisions();
  builder.AddGround();
  builder.SetWrenchSpace("default", "default", std::make_shared<OpaqueCone>(bound));
  const World opaque = builder.Build();
  builder.SetWrenchSpace("default", "default", std::make_shared<laws::CoulombPolytope>(0.5, 6, bound));
  const World known = builder.Build();
  for (const char* name : kNmdpSteppers) {
    State states[2];
    const World* worlds[] = {&opaque, &known};
    for (int i = 0; i < 2; ++i) {
      states[i] = worlds[i]->InitialState();
      states[i].q(2) = 0.12;
      states[i].v(0) = 1.0;
      EXPECT_EQ(Advance(*MakeStepper(name, *worlds[i]), Actuation(worlds[i]->model()), 0.005, 0.5, states[i])
                    .status,
                StepStatus::kOk);
    }
    EXPECT_LT(LargestDifference(states[0].q, states[1].q), 1e-4) << name;
    EXPECT_GT(states[0].q(0), 0.3) << name;  // it rolls
  }
}

// --- stable feedback ---

TEST(NmdpFeedback, IsStableAtAnyStiffness) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Scene scene = EditedScene("robosimian-jump", {});
  for (const char* name : {"nmdp", "nmdp-pbd"}) {
    State state = scene.initial;
    const Actuation actuation = HoldLegs(*scene.world, state, 1e6, 1.0);
    const StepReport report = Advance(*MakeStepper(name, *scene.world), actuation, 0.05, 2.0, state);
    EXPECT_EQ(report.status, StepStatus::kOk) << name;
    EXPECT_LT(LargestEntry(state.v), 1e-6) << name;
    EXPECT_LT(LargestDifference(state.q.tail(12), scene.initial.q.tail(12)), 1e-3)
        << name;  // 1 kN m over 1e6
    EXPECT_LT(LargestDifference(state.q.head(3), scene.initial.q.head(3)), 0.03)
        << name;  // depth at which the bound carries the load
  }
}

// --- objectives ---

// (S21): with joint forces, the kinetic energy of all bodies is least for deep penetration of the feet.
TEST(NmdpObjective, BodyCausesDeepPenetrationInsteadOfAJump) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* name : {"nmdp", "nmdp-pbd"}) {
    const JumpResult effective = JumpOf(name, "50ms"),
                     body = JumpOf(name, "50ms", {{"options.objective", "body"}});
    EXPECT_GT(effective.rise, 0.2) << name;
    EXPECT_LT(effective.depth, 0.05) << name;
    EXPECT_LT(body.rise, 0.05) << name;
    EXPECT_GT(body.depth, 0.08) << name;
  }
}

double SlideOfABlock(const char* name, const char* objective) {
  const World world = OnGround(BlockModel(1.0, {0.3, 0.2, 0.1}), Material(1e4, 0.5));
  State state = world.InitialState();
  state.q(2) = 0.05 - std::sqrt(0.25 * kGravity * 0.01 / 1e4);  // where the bound equals its weight
  state.v(0) = 2.0;
  const auto stepper = MakeStepper(name, world, {{"objective", objective}});
  EXPECT_EQ(Advance(*stepper, Actuation(world.model()), 1e-3, 1.0, state).status, StepStatus::kOk);
  return state.q(0);
}

// By 2.8 % of the distance that a block slides; `effective` is accurate to the discretisation.
TEST(NmdpObjective, PointsViolatesCoulombsLaw) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const double coulomb =
      2.0 * 2.0 / (2 * 0.5 * kGravity) - 0.5 * 2.0 * 1e-3;  // including the first-order error of the scheme
  for (const char* name : {"mdp", "nmdp", "nmdp-pbd"}) {
    EXPECT_NEAR(SlideOfABlock(name, "effective"), coulomb, 1e-4) << name;
    EXPECT_GT(SlideOfABlock(name, "points"), 1.02 * coulomb) << name;
  }
}

// --- saved and restored ---

TEST(NmdpState, ResumesBitForBitInMidJump) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const char* name : {"mdp", "nmdp", "nmdp-zeroth", "nmdp-pbd", "nmdp-pbd-zeroth"}) {
    const std::string dt = std::string(name) == "mdp" ? "5ms" : "25ms";
    const Scene scene = EditedScene("robosimian-jump", {{"stepper", name}, {"dt", dt}, {"duration", "1.6s"}});
    Simulation whole(scene);
    whole.RunTo(1.15);  // feet in contact
    ASSERT_FALSE(whole.state().contacts.empty()) << name;
    const run::ResumePoint point = whole.resume_point();
    whole.Run();
    Simulation resumed(scene, point);
    resumed.Run();
    ASSERT_TRUE(whole.done() && resumed.done()) << name;
    EXPECT_EQ(whole.state().q, resumed.state().q) << name;
    EXPECT_EQ(whole.state().v, resumed.state().v) << name;
  }
}

}  // namespace
}  // namespace slipstick::steppers
