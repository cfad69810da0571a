// No function of the dynamics allocates once its workspace exists. A separate program, since it replaces the
// allocator.
#include <gtest/gtest.h>

#include "slipstick/dynamics/position_based.h"
#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/model/generators.h"
#include "support/all_dynamics_calls.h"
#include "support/count_allocations.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::VectorXd;

template <class Call>
long AllocationsIn(Call call) {
  return allocation::In(call);
}

// --- the allocation counter

TEST(AllocationCounter, CountsNew) {
  EXPECT_EQ(AllocationsIn([] {}), 0);
  // called by name: a compiler may remove a pair of new and delete expressions
  EXPECT_GE(AllocationsIn([] { ::operator delete(::operator new(8)); }), 1);
  std::vector<double> kept;
  EXPECT_GE(AllocationsIn([&] { kept.resize(1000); }), 1);
  struct alignas(64) Wide {
    double lanes[8];
  };
  std::vector<Wide> aligned;
  EXPECT_GE(AllocationsIn([&] { aligned.resize(10); }), 1);
}

TEST(AllocationCounter, CountsEigenMatrices) {
#ifdef SLIPSTICK_COUNTS_MALLOC
  VectorXd kept;
  EXPECT_GE(AllocationsIn([&] { kept.setZero(100); }), 1);
  void* volatile memory = nullptr;  // volatile: compilers may remove a pair of malloc and free
  EXPECT_EQ(AllocationsIn([&] { memory = std::malloc(10); }), 1);
  std::free(memory);
#else
  GTEST_SKIP() << "malloc is not counted here: no glibc, or a sanitizer has it";
#endif
}

// Functions that return matrices by value allocate: the counter must see these allocations.
TEST(AllocationCounter, CountsAllocationsInsideTheLibrary) {
  const Model model = model::Chain(5);
  Workspace<double> ws(model);
  const VectorXd q = model.neutral(), v = VectorXd::Zero(5);
  ForwardKinematics(model, q, v, ws);
  EXPECT_GE(AllocationsIn([&] { CenterOfMassJacobian(model, ws); }), 1);
  EXPECT_GE(AllocationsIn([&] { Workspace<double> another(model); }), 1);
  EXPECT_GE(AllocationsIn([&] { ws.ReservePoints(model, 3); }), 1);
}

// --- no allocation in the dynamics

constexpr int kPoints = 4;

template <class S>
class Allocation : public ::testing::Test {
 protected:
  /// Runs check(model, input, memory, x of nv, y of nq) on forests of every joint kind.
  template <class Check>
  void OnForests(Check check) {
    OnRandomForests(12, 20, [&](const Model& model, Random& random) {
      const CallInput<S> in = Convert<S>(RandomInput(model, random, kPoints));
      CallMemory<S> memory(model, kPoints);
      const AllCalls<S> warm_up(model, in, memory);
      std::vector<S> x = in.v, y = in.q;
      check(model, in, memory, x, y);
    });
  }
};

using Scalars = ::testing::Types<double, Dual, Pack>;
TYPED_TEST_SUITE(Allocation, Scalars);

#define EXPECT_NO_ALLOCATION(call) EXPECT_EQ(AllocationsIn([&] { call; }), 0) << #call

TYPED_TEST(Allocation, NoneInKinematicsAndEnergy) {
  using S = TypeParam;
  this->OnForests([](const Model& model, const CallInput<S>& in, CallMemory<S>& m, auto&, auto&) {
    EXPECT_NO_ALLOCATION(ForwardKinematics<S>(model, in.q, m.ws));
    EXPECT_NO_ALLOCATION((ForwardKinematics<S>(model, in.q, in.v, m.ws)));
    EXPECT_NO_ALLOCATION(PointPosition<S>(model, m.ws, in.points[0]));
    EXPECT_NO_ALLOCATION(PointVelocity<S>(m.ws, in.points[0]));
    EXPECT_NO_ALLOCATION(PointBiasAcceleration<S>(m.ws, in.points[0]));
    EXPECT_NO_ALLOCATION(KineticEnergy<S>(model, in.v, m.ws));
    EXPECT_NO_ALLOCATION(PotentialEnergy<S>(model, m.ws));
  });
}

TYPED_TEST(Allocation, NoneInDynamics) {
  using S = TypeParam;
  this->OnForests([](const Model& model, const CallInput<S>& in, CallMemory<S>& m, auto& x, auto&) {
    EXPECT_NO_ALLOCATION(InverseDynamics<S>(model, in.q, in.v, in.a, m.ws));
    EXPECT_NO_ALLOCATION(Bias<S>(model, in.q, in.v, m.ws));
    EXPECT_NO_ALLOCATION(MassMatrix<S>(model, in.q, m.ws));
    EXPECT_NO_ALLOCATION(FactorMassMatrix<S>(model, m.ws));
    EXPECT_NO_ALLOCATION(SolveMassMatrix<S>(model, m.ws, x));
    EXPECT_NO_ALLOCATION(ForwardDynamics<S>(model, in.q, in.v, in.tau, m.ws));
    EXPECT_NO_ALLOCATION(ForwardDynamicsByFactor<S>(model, in.q, in.v, in.tau, m.ws));
  });
}

TYPED_TEST(Allocation, NoneInContactSpace) {
  using S = TypeParam;
  this->OnForests([](const Model& model, const CallInput<S>& in, CallMemory<S>& m, auto&, auto&) {
    EXPECT_NO_ALLOCATION(Evaluate<S>(model, in.q, in.v, in.points, m.ws));
    EXPECT_NO_ALLOCATION(ContactInertiaByFactor<S>(model, m.ws));
    EXPECT_NO_ALLOCATION(ContactInertiaByUnitForces<S>(model, in.q, in.points, m.ws));
  });
}

TYPED_TEST(Allocation, NoneInDerivatives) {
  using S = TypeParam;
  this->OnForests([](const Model& model, const CallInput<S>& in, CallMemory<S>& m, auto&, auto&) {
    EXPECT_NO_ALLOCATION(InverseDynamicsDerivatives<S>(model, in.q, in.v, in.a, m.ws, m.derivatives));
    EXPECT_NO_ALLOCATION(ForwardDynamicsDerivatives<S>(model, in.q, in.v, in.tau, m.ws, m.derivatives));
  });
}

TEST(Allocation, NoneInTreeMatrices) {
  OnRandomForests(12, 20, [](const Model& model, Random& random) {
    Workspace<double> ws(model);
    MassMatrix(model, model::RandomConfiguration(model, random), ws);
    std::vector<double> x(model.nv(), 1.0), X(3 * model.nv(), 1.0);
    const std::vector<double> dense(model.nv() * model.nv(), 0.0);
    TreeMatrix A(model);
    EXPECT_NO_ALLOCATION(A.SetZero());
    EXPECT_NO_ALLOCATION(A.SetFromDense(model, dense));
    EXPECT_NO_ALLOCATION(A.AddSymmetric(ws.M, 2.0));
    EXPECT_NO_ALLOCATION(FactorTree(model, A));
    EXPECT_NO_ALLOCATION(SolveTree(model, A, View<double>(x)));
    EXPECT_NO_ALLOCATION(SolveTree(model, A, View<double>(X), 3));
  });
}

TEST(Allocation, NoneInPositionBasedDynamics) {
  OnRandomForests(12, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random),
                   q_before = model::RandomConfiguration(model, random);
    Workspace<double> ws(model);
    ForwardKinematics(model, q, ws);
    PositionBasedDynamics dynamics(model);
    const Vec3<double> force{1.0, 2.0, 3.0};
    EXPECT_NO_ALLOCATION(dynamics.Begin(q, q_before, 0.01));
    EXPECT_NO_ALLOCATION(dynamics.ClearForces());
    EXPECT_NO_ALLOCATION(dynamics.AddWrench(0, force, force, force));
    EXPECT_NO_ALLOCATION(dynamics.Evaluate(q, ws, true));
    EXPECT_NO_ALLOCATION(dynamics.EvaluateKineticEnergy(q, ws, true));
  });
}

TEST(Allocation, NoneInTheGradientOfTheKineticEnergy) {
  OnRandomForests(12, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random), v = model::RandomVelocity(model, random);
    VectorXd by_q(model.nv());
    Workspace<double> ws(model);
    ForwardKinematics(model, q, v, ws);
    EXPECT_NO_ALLOCATION(KineticEnergyGradient(model, v, ws, View<double>(by_q)));
  });
}

TYPED_TEST(Allocation, NoneInIntegrateAndDifferenceOfViews) {
  using S = TypeParam;
  this->OnForests([](const Model& model, const CallInput<S>& in, CallMemory<S>&, auto& x, auto& y) {
    EXPECT_NO_ALLOCATION(Integrate<S>(model, in.q, in.v, View<S>(y)));
    EXPECT_NO_ALLOCATION(Difference<S>(model, in.q, in.q1, View<S>(x)));
  });
}

// The first call does not allocate either: the workspace is complete after construction.
TYPED_TEST(Allocation, NoneInTheFirstCall) {
  using S = TypeParam;
  const Model model = RandomForest(4, 20);
  Random random(4);
  const CallInput<S> in = Convert<S>(RandomInput(model, random, kPoints));
  CallMemory<S> m(model, kPoints);
  EXPECT_NO_ALLOCATION(ContactInertiaByUnitForces<S>(model, in.q, in.points, m.ws));
  EXPECT_NO_ALLOCATION(ForwardDynamicsDerivatives<S>(model, in.q, in.v, in.tau, m.ws, m.derivatives));
  EXPECT_NO_ALLOCATION(Evaluate<S>(model, in.q, in.v, in.points, m.ws));
  EXPECT_NO_ALLOCATION(ContactInertiaByFactor<S>(model, m.ws));
}

// The convenient forms with Eigen's vectors as arguments: they become views, not copies.
TEST(Allocation, NoneWithEigenVectorsAsArguments) {
  const Model model = RandomForest(4, 20);
  Random random(4);
  const VectorXd q = model::RandomConfiguration(model, random), v = model::RandomVelocity(model, random);
  Workspace<double> ws(model);
  EXPECT_NO_ALLOCATION(ForwardDynamics(model, q, v, v, ws));
  EXPECT_NO_ALLOCATION(InverseDynamics(model, q, v, v, ws));
  EXPECT_NO_ALLOCATION(TotalMomentum(model, ws));
  EXPECT_NO_ALLOCATION(CenterOfMass(model, ws));
  EXPECT_NO_ALLOCATION(FramePose(model, ws, 0));
}

}  // namespace
}  // namespace slipstick::dynamics
