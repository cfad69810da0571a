// Invalid arguments are rejected with a message about the finding, the expectation and the remedy.
#include <gtest/gtest.h>

#include <functional>

#include "slipstick/slipstick.h"

namespace slipstick::dynamics {
namespace {

using Eigen::VectorXd;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

/// Whether the call throws an InputError whose message contains all the given texts.
AssertionResult Refuses(const std::function<void()>& call, const std::vector<std::string>& pieces) {
  try {
    call();
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const std::string& piece : pieces)
      if (text.find(piece) == std::string::npos)
        return AssertionFailure() << "no '" << piece << "' in: " << text;
    return AssertionSuccess();
  }
  return AssertionFailure() << "was accepted";
}

class InputErrors : public ::testing::Test {
 protected:
  static Model Robot() {
    ModelBuilder builder("walker");
    const int trunk = builder.Add("trunk", Inertia::Box(2.0, {0.1, 0.2, 0.3}), model::Floating("free"));
    builder.Add("leg", Inertia::Rod(1.0, {0, 0, 0}, {0, 0, -1}),
                model::Revolute("hip").On(trunk).About(model::Y));
    return builder.Build();
  }

  const Model model = Robot();  // nq = 8, nv = 7
  Workspace<double> ws{model, 2};
  DynamicsDerivatives<double> derivatives{model};
  const VectorXd q = model.neutral(), v = VectorXd::Zero(7);
  const VectorXd q_short = VectorXd::Zero(7), v_long = VectorXd::Zero(8);

  const std::vector<std::string> q_pieces{"model 'walker'", "q has length 7", "nq = 8", "quaternion"};
  const std::vector<std::string> v_pieces{"model 'walker'", "v has length 8", "nv = 7"};

  static std::vector<std::string> Named(const char* what) {
    return {"model 'walker'", std::string(what) + " has length", "this model has n"};
  }
};

TEST_F(InputErrors, EveryCallRejectsAConfigurationOfTheWrongLength) {
  const std::vector<BodyPoint<double>> none;
  EXPECT_TRUE(Refuses([&] { ForwardKinematics(model, q_short, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardKinematics(model, q_short, v, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { InverseDynamics(model, q_short, v, v, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { Bias(model, q_short, v, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { MassMatrix(model, q_short, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { DenseMassMatrix(model, q_short, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamics(model, q_short, v, v, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamicsByFactor(model, q_short, v, v, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { Evaluate(model, q_short, v, none, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { ContactInertiaByUnitForces(model, q_short, none, ws); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { InverseDynamicsDerivatives(model, q_short, v, v, ws, derivatives); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamicsDerivatives(model, q_short, v, v, ws, derivatives); }, q_pieces));
  EXPECT_TRUE(Refuses([&] { Integrate(model, q_short, v); }, q_pieces));
}

TEST_F(InputErrors, EveryCallRejectsAVelocityOfTheWrongLength) {
  const std::vector<BodyPoint<double>> none;
  EXPECT_TRUE(Refuses([&] { ForwardKinematics(model, q, v_long, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { InverseDynamics(model, q, v_long, v, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { Bias(model, q, v_long, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamics(model, q, v_long, v, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamicsByFactor(model, q, v_long, v, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { Evaluate(model, q, v_long, none, ws); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { InverseDynamicsDerivatives(model, q, v_long, v, ws, derivatives); }, v_pieces));
  EXPECT_TRUE(Refuses([&] { ForwardDynamicsDerivatives(model, q, v_long, v, ws, derivatives); }, v_pieces));
}

TEST_F(InputErrors, MessagesNameTheInvalidVector) {
  VectorXd x = v, q_out = q;
  EXPECT_TRUE(Refuses([&] { InverseDynamics(model, q, v, v_long, ws); }, Named("a")));
  EXPECT_TRUE(Refuses([&] { InverseDynamicsDerivatives(model, q, v, v_long, ws, derivatives); }, Named("a")));
  EXPECT_TRUE(Refuses([&] { ForwardDynamics(model, q, v, v_long, ws); }, Named("tau")));
  EXPECT_TRUE(Refuses([&] { ForwardDynamicsByFactor(model, q, v, v_long, ws); }, Named("tau")));
  EXPECT_TRUE(
      Refuses([&] { ForwardDynamicsDerivatives(model, q, v, v_long, ws, derivatives); }, Named("tau")));
  EXPECT_TRUE(Refuses([&] { Integrate(model, q, v_long); }, Named("d")));
  EXPECT_TRUE(Refuses([&] { Integrate<double>(model, q, v, View<double>(x)); }, Named("result")));
  EXPECT_TRUE(Refuses([&] { Difference(model, q_short, q); }, Named("q0")));
  EXPECT_TRUE(Refuses([&] { Difference(model, q, q_short); }, Named("q1")));
  EXPECT_TRUE(Refuses([&] { Difference<double>(model, q, q, View<double>(q_out)); }, Named("result")));
}

TEST_F(InputErrors, CallsThatReadAWorkspaceCheckTheirVectors) {
  VectorXd x = v_long;
  MassMatrix(model, q, ws);
  FactorMassMatrix(model, ws);
  EXPECT_TRUE(Refuses([&] { SolveMassMatrix<double>(model, ws, x); }, Named("x")));
  ForwardKinematics(model, q, v, ws);
  EXPECT_TRUE(Refuses([&] { KineticEnergy<double>(model, v_long, ws); }, v_pieces));
}

TEST_F(InputErrors, RejectsMorePointsThanTheWorkspaceHolds) {
  const std::vector<BodyPoint<double>> three(3, {0, {0.0, 0.0, 0.0}});
  const std::vector<std::string> pieces{"3 points", "room for 2", "ReservePoints"};
  EXPECT_TRUE(Refuses([&] { Evaluate(model, q, v, three, ws); }, pieces));
  EXPECT_TRUE(Refuses([&] { ContactInertiaByUnitForces(model, q, three, ws); }, pieces));
  ws.ReservePoints(model, 3);
  EXPECT_TRUE(Evaluate(model, q, v, three, ws));
}

TEST_F(InputErrors, RejectsAPointOnAMissingBody) {
  for (const int body : {2, 99, -2}) {
    const std::vector<BodyPoint<double>> points(1, {body, {0.0, 0.0, 0.0}});
    const std::vector<std::string> pieces{"a point is on body " + std::to_string(body), "model 'walker'",
                                          "2 bodies"};
    EXPECT_TRUE(Refuses([&] { Evaluate(model, q, v, points, ws); }, pieces));
    EXPECT_TRUE(Refuses([&] { ContactInertiaByUnitForces(model, q, points, ws); }, pieces));
  }
}

TEST_F(InputErrors, RejectsEmptyVectors) {
  EXPECT_TRUE(Refuses([&] { Bias(model, VectorXd(), v, ws); }, {"q has length 0"}));
  EXPECT_TRUE(Refuses([&] { Bias(model, q, VectorXd(), ws); }, {"v has length 0"}));
}

// A common mistake: all zeros, which is not a rotation.
TEST_F(InputErrors, RejectsAQuaternionOfLengthZeroWithAdvice) {
  const VectorXd zeros = VectorXd::Zero(8);
  const std::vector<std::string> pieces{"model 'walker'", "q[3] to q[6]", "quaternion", "model.neutral"};
  EXPECT_TRUE(Refuses([&] { Bias(model, zeros, v, ws); }, pieces));
  EXPECT_TRUE(Refuses([&] { ForwardKinematics(model, zeros, ws); }, pieces));
  EXPECT_TRUE(Refuses([&] { Integrate(model, zeros, v); }, pieces));
  EXPECT_TRUE(Refuses([&] { Difference(model, q, zeros); }, pieces));
  std::vector<Pack> one_lane(model.neutral().begin(), model.neutral().end());
  for (int k = 3; k < 7; ++k) one_lane[k].Set(2, 0.0);
  Workspace<Pack> four_worlds(model);
  EXPECT_TRUE(Refuses([&] { MassMatrix<Pack>(model, one_lane, four_worlds); }, pieces));
}

// A diverging simulation ends in NaN, not in an exception.
TEST_F(InputErrors, AcceptsNan) {
  const VectorXd nan = VectorXd::Constant(8, std::nan(""));
  EXPECT_TRUE(std::isnan(Bias(model, nan, v, ws)[0]));
}

TEST_F(InputErrors, RejectsAWorkspaceOfAnotherModel) {
  ModelBuilder builder("ball");
  builder.Add("ball", Inertia::Sphere(1.0, 0.1), model::Floating("free"));
  const Model ball = builder.Build();
  Workspace<double> small(ball);
  DynamicsDerivatives<double> small_derivatives(ball);
  EXPECT_TRUE(Refuses([&] { Bias(model, q, v, small); }, {"model 'walker'", "workspace", "another model"}));
  EXPECT_TRUE(Refuses([&] { InverseDynamicsDerivatives(model, q, v, v, ws, small_derivatives); },
                      {"model 'walker'", "derivatives"}));
}

TEST_F(InputErrors, RejectsAMissingFrame) {
  ForwardKinematics(model, q, ws);
  for (const int frame : {-1, 2})
    EXPECT_TRUE(Refuses([&] { FramePose(model, ws, frame); },
                        {"frame index", "must be from 0 to 1", "model.frame(name)"}));
}

// Checks precede any computation: the workspace is unchanged.
TEST_F(InputErrors, ARejectedCallDoesNotChangeTheWorkspace) {
  const VectorXd before = Bias(model, q, VectorXd::Ones(7).eval(), ws);
  EXPECT_TRUE(Refuses([&] { ForwardDynamics(model, q, v, v_long, ws); }, {"tau"}));
  EXPECT_EQ(VectorXd(VectorMap<double>(ws.bias.data(), 7)), before);
  EXPECT_EQ(ws.body[0].v.ang.x, 1.0);
}

}  // namespace
}  // namespace slipstick::dynamics
