// Position-based inertia against bodies of point masses, differentiated by dual numbers: this uses neither
// second moments nor the formulas for subtrees.
#include "slipstick/dynamics/position_based.h"

#include <Eigen/Eigenvalues>

#include "slipstick/core/convert.h"
#include "slipstick/model/generators.h"
#include "support/dense_tree_matrix.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct MassPoint {
  int body;
  Vec3<double> p_B;
  double mass;
};

/// Six per body, on its principal axes: the same mass, centre and inertia.
std::vector<MassPoint> AsMassPoints(const Model& model) {
  std::vector<MassPoint> points;
  for (int i = 0; i < model.num_bodies(); ++i) {
    const Inertia& I = model.bodies()[i].inertia;
    if (I.mass == 0.0) continue;
    const Eigen::Matrix3d C =
        0.5 * I.rotational.trace() * Eigen::Matrix3d::Identity() - Eigen::Matrix3d(I.rotational);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(C);
    for (int axis = 0; axis < 3; ++axis) {
      const double moment = std::max(0.0, principal.eigenvalues()[axis]);
      const Vector3d arm = std::sqrt(3.0 * moment / I.mass) * principal.eigenvectors().col(axis);
      for (const double side : {-1.0, 1.0})
        points.push_back({i, FromEigen(I.com + side * arm), I.mass / 6.0});
    }
  }
  return points;
}

struct Wrench {
  int body;
  Vec3<double> p_B, force, moment;
};

/// A step with displacements so large that rotations do not commute.
struct PositionStep {
  VectorXd q_before, q_start, q;
  double h = 0.2;
  std::vector<Wrench> wrenches;

  PositionStep(const Model& model, Random& random, bool with_moments) {
    q_start = model::RandomConfiguration(model, random);
    q_before = Integrate(model, q_start, model::RandomVelocity(model, random, 0.3));
    q = Integrate(model, q_start, model::RandomVelocity(model, random, 0.3));
    const auto vector = [&](double scale) {
      return Vec3<double>{random.Uniform(-scale, scale), random.Uniform(-scale, scale),
                          random.Uniform(-scale, scale)};
    };
    for (int c = 0; c < 3; ++c)
      wrenches.push_back({random.Index(model.num_bodies()), vector(0.2), vector(20.0),
                          with_moments ? vector(5.0) : Vec3<double>::Zero()});
  }
};

template <class S>
Vec3<S> ConstantVec3(const Vec3<double>& v) {
  return {S(v.x), S(v.y), S(v.z)};
}

/// The quantities of PositionBasedDynamics by sums over points. `kinetic`: K instead of I.
template <class S>
struct ByPoints {
  S inertia{0.0}, potential{0.0};
  std::vector<S> gradient;

  ByPoints(const Model& model, const PositionStep& step, const std::vector<S>& q, bool kinetic) {
    const double kappa = 1.0 / (step.h * step.h);
    Workspace<S> ws(model);
    Workspace<double> start(model), before(model);
    ForwardKinematics<S>(model, q, ws);
    ForwardKinematics(model, step.q_start, start);
    ForwardKinematics(model, step.q_before, before);
    gradient.assign(model.nv(), S(0.0));

    const auto place = [&](int body, const Vec3<double>& p_B) {
      return PointPosition<S>(model, ws, {body, ConstantVec3<S>(p_B)});
    };
    const auto apply = [&](int body, const Vec3<S>& x, const Vec3<S>& force, const Vec3<S>& moment) {
      for (int k = model.last_dof()[body]; k >= 0; k = model.dof_parent()[k])
        gradient[k] += Dot(PointVelocity(ws.subspace[k], x - ws.origin[model.sweep()[body].root]), force) +
                       Dot(ws.subspace[k].ang, moment);
    };
    for (const MassPoint& point : AsMassPoints(model)) {
      const Vec3<S> x = place(point.body, point.p_B);
      const Vec3<double> x_start = PointPosition<double>(model, start, {point.body, point.p_B});
      const Vec3<double> x_before = PointPosition<double>(model, before, {point.body, point.p_B});
      const Vec3<S> d = x - (kinetic ? x_start : 2.0 * x_start - x_before);
      const Vec3<double> g = kinetic ? Vec3<double>::Zero() : FromEigen(model.gravity());
      inertia += 0.5 * kappa * point.mass * Dot(d, d);
      potential -= point.mass * Dot(g, x);
      apply(point.body, x, point.mass * (kappa * d - g), Vec3<S>::Zero());
    }
    if (!kinetic)
      for (const Wrench& w : step.wrenches) {
        const Vec3<S> x = place(w.body, w.p_B);
        potential -= Dot(w.force, x);
        apply(w.body, x, ConstantVec3<S>(-w.force), ConstantVec3<S>(-w.moment));
      }

    std::vector<S> d(model.nv()), drift(model.nv());
    const std::vector<S> q_start(step.q_start.begin(), step.q_start.end());
    const std::vector<S> q_before(step.q_before.begin(), step.q_before.end());
    Difference<S>(model, q_start, q, View<S>(d));
    Difference<S>(model, q_before, q_start, View<S>(drift));
    for (int k = 0; k < model.nv(); ++k) {
      const S change = kinetic ? d[k] : d[k] - drift[k];
      inertia += 0.5 * kappa * model.dofs()[k].armature * change * change;
      gradient[k] += kappa * model.dofs()[k].armature * change;
    }
  }
};

struct ExactDerivatives {
  VectorXd of_inertia, of_energy;
  MatrixXd of_gradient;
};
ExactDerivatives DifferentiatePoints(const Model& model, const PositionStep& step, bool kinetic) {
  const int nv = model.nv();
  ExactDerivatives by{VectorXd(nv), VectorXd(nv), MatrixXd(nv, nv)};
  const std::vector<Dual> q(step.q.begin(), step.q.end());
  for (int k = 0; k < nv; ++k) {
    std::vector<Dual> d(nv), q_k(model.nq());
    d[k].derivative = 1.0;
    Integrate<Dual>(model, q, d, View<Dual>(q_k));
    const ByPoints<Dual> points(model, step, q_k, kinetic);
    by.of_inertia[k] = points.inertia.derivative;
    by.of_energy[k] = points.inertia.derivative + points.potential.derivative;
    for (int i = 0; i < nv; ++i) by.of_gradient(i, k) = points.gradient[i].derivative;
  }
  return by;
}

/// The class under test at a step, with its Hessian.
struct Evaluated {
  PositionBasedDynamics dynamics;
  Workspace<double> ws;

  Evaluated(const Model& model, const PositionStep& step) : dynamics(model), ws(model) {
    ForwardKinematics(model, step.q, ws);
    dynamics.Begin(step.q_start, step.q_before, step.h);
    for (const Wrench& w : step.wrenches)
      dynamics.AddWrench(w.body, PointPosition<double>(model, ws, {w.body, w.p_B}), w.force, w.moment);
    dynamics.Evaluate(step.q, ws, true);
    dynamics.EvaluateKineticEnergy(step.q, ws, true);
  }
};

VectorXd ToVector(const std::vector<double>& x) {
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// Also joints that turn freely get rotors.
Model WithRotors(const Model& model) {
  std::vector<model::Dof> dofs = model.dofs();
  for (const Joint& joint : model.joints())
    for (int k = 0; k < joint.nv; ++k) dofs[joint.v + k].armature = 0.03 + 0.01 * (joint.v % 5);
  return model.WithDofs(std::move(dofs));
}

// Sums of a few hundred terms of either sign on both algorithms: 1e-15 of the largest entry, and a margin.
constexpr double kPointsTolerance = 1e-13;

TEST(PositionBased, EnergiesAndGradientsAgreeWithMassPoints) {
  OnRandomForests(Repeats(100), 20, [](const Model& plain, Random& random) {
    for (const Model& model : {plain, WithRotors(plain)}) {
      const PositionStep step(model, random, true);
      const Evaluated found(model, step);
      const std::vector<double> q(step.q.begin(), step.q.end());
      const ByPoints<double> motion(model, step, q, false), kinetic(model, step, q, true);
      EXPECT_NEAR(found.dynamics.inertia_energy, motion.inertia, kPointsTolerance * motion.inertia);
      EXPECT_NEAR(found.dynamics.kinetic_energy, kinetic.inertia, kPointsTolerance * kinetic.inertia);
      EXPECT_LT(RelativeError(ToVector(found.dynamics.gradient), ToVector(motion.gradient)),
                kPointsTolerance);
      EXPECT_LT(RelativeError(ToVector(found.dynamics.kinetic_gradient), ToVector(kinetic.gradient)),
                kPointsTolerance);
    }
  });
}

TEST(PositionBased, GradientIsTheSumOfInertiaWeightAndForces) {
  OnRandomForests(Repeats(60), 20, [](const Model& model, Random& random) {
    const PositionStep step(model, random, false);
    const Evaluated found(model, step);
    EXPECT_LT(
        RelativeError(ToVector(found.dynamics.gradient), DifferentiatePoints(model, step, false).of_energy),
        kPointsTolerance);
    EXPECT_LT(RelativeError(ToVector(found.dynamics.kinetic_gradient),
                            DifferentiatePoints(model, step, true).of_inertia),
              kPointsTolerance);
  });
}

TEST(PositionBased, HessianIsTheDerivativeOfTheGradient) {
  OnRandomForests(Repeats(60), 20, [](const Model& plain, Random& random) {
    for (const Model& model : {plain, WithRotors(plain)}) {
      const PositionStep step(model, random, true);
      const Evaluated found(model, step);
      EXPECT_LT(RelativeError(Dense(model, found.dynamics.hessian),
                              DifferentiatePoints(model, step, false).of_gradient),
                kPointsTolerance);
      EXPECT_LT(RelativeError(Dense(model, found.dynamics.kinetic_hessian),
                              DifferentiatePoints(model, step, true).of_gradient),
                kPointsTolerance);
    }
  });
}

// Newton's method finds the pose where the gradient vanishes. There the entries between rotations of one
// joint are symmetric.
TEST(PositionBased, HessianIsSymmetricInEquilibrium) {
  OnRandomForests(30, 12, [](const Model& model, Random& random) {
    PositionStep step(model, random, false);
    step.h = 0.01;  // short, so that the equilibrium is near the start
    step.q_before = Integrate(model, step.q_start, model::RandomVelocity(model, random, 0.01));
    step.q = step.q_start;
    for (int iteration = 0; iteration < 30; ++iteration) {
      Evaluated now(model, step);
      VectorXd move = -ToVector(now.dynamics.gradient);
      ASSERT_TRUE(FactorTree(model, now.dynamics.hessian));
      SolveTree(model, now.dynamics.hessian, View<double>(move));
      step.q = Integrate(model, step.q, move);
    }
    const MatrixXd H = Dense(model, Evaluated(model, step).dynamics.hessian);
    // the remaining gradient is 1 / h² = 1e4 times the rounding of poses
    EXPECT_LT(RelativeError(H, H.transpose()), 1e-11);
  });
}

TEST(PositionBased, GradientTendsToInverseDynamics) {
  OnRandomForests(Repeats(60), 15, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 1.0);
    const VectorXd a = model::RandomVelocity(model, random, 3.0);
    Workspace<double> ws(model);
    const VectorXd tau = InverseDynamics(model, q, v, a, ws);
    // Three poses of one motion. The forces act at the last of them, h away from where v and a are taken:
    // errors fall with h.
    const auto error = [&](double h) {
      const VectorXd ahead = h * v + 0.5 * h * h * a, behind = -h * v + 0.5 * h * h * a;
      const VectorXd q_end = Integrate(model, q, ahead);
      PositionBasedDynamics dynamics(model);
      dynamics.Begin(q, Integrate(model, q, behind), h);
      ForwardKinematics(model, q_end, ws);
      dynamics.Evaluate(q_end, ws, false);
      return RelativeError(ToVector(dynamics.gradient), tau);
    };
    const double coarse = error(1e-3), fine = error(1e-4);
    EXPECT_LT(fine, 0.02);
    EXPECT_LT(fine, 0.2 * coarse + 1e-6);  // a tenth, and rounding times 1 / h² = 1e8
  });
}

/// A free body without spin follows a parabola, for which second differences are exact.
TEST(PositionBased, FreeFallHasZeroGradient) {
  ModelBuilder builder("stone");
  builder.Add("stone", Inertia::Box(2.0, {0.1, 0.2, 0.3}), model::Floating("free"));
  const Model model = builder.Build();
  const double h = 0.125;
  const Vector3d v(0.25, -0.5, 1.0);
  for (const double far : {0.0, 4096.0}) {
    const auto place = [&](double t) {
      VectorXd q = model.neutral();
      q.head<3>() = Vector3d(far, -far, 0.0) + t * v + 0.5 * t * t * model.gravity();
      return q;
    };
    Workspace<double> ws(model);
    PositionBasedDynamics dynamics(model);
    dynamics.Begin(place(0.0), place(-h), h);
    ForwardKinematics(model, place(h), ws);
    dynamics.Evaluate(place(h), ws, false);
    EXPECT_LT(LargestEntry(ToVector(dynamics.gradient)), 1e-12 + 1e-15 * far / (h * h) * 2.0);
    EXPECT_NEAR(dynamics.inertia_energy, 0.5 * 2.0 * h * h * 9.81 * 9.81, 1e-11);
  }
}

TEST(PositionBased, ForcesCanBeCleared) {
  const Model model = RandomForest(4, 10);
  Random random(7);
  const PositionStep step(model, random, true);
  Evaluated found(model, step);
  const VectorXd with_forces = ToVector(found.dynamics.gradient);
  found.dynamics.ClearForces();
  found.dynamics.Evaluate(step.q, found.ws, false);
  PositionStep bare = step;
  bare.wrenches.clear();
  EXPECT_EQ(LargestDifference(ToVector(found.dynamics.gradient),
                              ToVector(Evaluated(model, bare).dynamics.gradient)),
            0.0);
  EXPECT_GT(LargestDifference(ToVector(found.dynamics.gradient), with_forces), 1.0);
}

TEST(PositionBased, RejectsAStepOfLengthZero) {
  const Model model = model::Chain(2);
  PositionBasedDynamics dynamics(model);
  EXPECT_THROW(dynamics.Begin(model.neutral(), model.neutral(), 0.0), InputError);
}

}  // namespace
}  // namespace slipstick::dynamics
