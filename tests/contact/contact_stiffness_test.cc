#include "slipstick/contact/contact_stiffness.h"

#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/contact_worlds.h"
#include "support/finite_differences.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::contact {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Jᵀ f of all contacts at (q, v).
class ContactForceOf {
 public:
  ContactForceOf(const World& world, const laws::CompliantOptions& options)
      : problem_(world, {.joints = JointTreatment::kExplicit, .force_point = ForcePointOf(options.law)}),
        contacts_(problem_, options),
        actuation_(world.model()),
        state_(world.InitialState()) {}

  VectorXd At(const VectorXd& q, const VectorXd& v, const std::vector<ContactMemory>& memory) {
    q_ = q, v_ = v, state_.contacts = memory;
    problem_.Evaluate({&actuation_, 1e-3, &state_, &q_, &v_, nullptr, nullptr, laws::EvaluatedAt::kEnd});
    contacts_.Evaluate();
    return contacts_.generalized_force();
  }
  std::vector<ContactMemory> Remembered() {
    std::vector<ContactMemory> memory;
    StoreContacts(problem_.world(), contacts_.FindOutcomes({1e-3}), ws(), memory);
    return memory;
  }
  const Workspace<double>& ws() const { return problem_.workspace(); }
  const CompliantContacts& contacts() const { return contacts_; }

 private:
  StepProblem problem_;
  CompliantContacts contacts_;
  Actuation actuation_;
  State state_;
  VectorXd q_, v_;
};

/// Compares analytic derivatives with central differences at a state with loaded contacts whose anchors are
/// stretched, some of them slipping; or with new contacts.
void CompareAt(const World& world, const State& state, double speed, uint64_t seed,
               double tolerance = kDifferenceError, bool new_contacts = false,
               const laws::CompliantOptions& options = {}) {
  const Model& model = world.model();
  Random random(seed);
  VectorXd v(model.nv()), shift(model.nv());
  for (int k = 0; k < model.nv(); ++k)
    v[k] = random.Uniform(-speed, speed), shift[k] = random.Uniform(-1e-4, 1e-4);
  ContactForceOf force(world, options);
  force.At(state.q, v, {});
  const std::vector<ContactMemory> memory = new_contacts ? std::vector<ContactMemory>{} : force.Remembered();
  const VectorXd q = dynamics::Integrate(model, state.q, shift);  // stretches the anchors
  force.At(q, v, memory);
  ASSERT_GT(force.contacts().contacts().size(), 0);

  std::vector<double> by_q(model.nv() * model.nv(), 0.0), by_v = by_q;
  ContactStiffness stiffness(world, options);
  stiffness.Add(force.ws(), v, force.contacts().contacts(), by_q.data(), by_v.data());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const MatrixXd analytic_q = Eigen::Map<RowMajor>(by_q.data(), model.nv(), model.nv());
  const MatrixXd analytic_v = Eigen::Map<RowMajor>(by_v.data(), model.nv(), model.nv());

  ContactForceOf moved(world, options);
  const double step = 1e-3;  // of the 1e-5 of DifferencesAlongAll: no contact opens or sticks within 1e-8
  const MatrixXd difference_q =
      DifferencesAlongAll(model.nv(),
                          [&](const VectorXd& e) {
                            return moved.At(dynamics::Integrate(model, q, VectorXd(step * e)), v, memory);
                          }) /
      step;
  const MatrixXd difference_v =
      DifferencesAlongAll(model.nv(), [&](const VectorXd& e) { return moved.At(q, v + step * e, memory); }) /
      step;
  EXPECT_LT(RelativeError(analytic_q, difference_q), tolerance);
  EXPECT_LT(RelativeError(analytic_v, difference_v), kDifferenceError);
}

TEST(ContactStiffness, IsTheDerivativeForAWalkingRobot) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.q(2) -= 5e-4;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    CompareAt(world, state, 1e-3, seed);  // sticks
    CompareAt(world, state, 1.0, seed);   // slips
  }
}

// The anchor of a new contact moves with its point: no tangential stiffness yet.
TEST(ContactStiffness, IsTheDerivativeForNewContacts) {
  const World world = SoloOnPoints();
  State state = SoloStanding(world);
  state.q(2) -= 5e-4;
  for (const laws::NormalAnchor normal : {laws::NormalAnchor::kSurface, laws::NormalAnchor::kTouchdown})
    for (const double speed : {1e-3, 1.0})
      CompareAt(world, state, speed, 1, kDifferenceError, true, {.anchor = {.normal = normal}});
}

// The law of Castro et al. 2020 (tamsi), which sticks below 0.1 m/s here. Its force acts midway between the
// surfaces, and this point moves by half of the change of depth. The derivative neglects the effect of that
// on the slip of a body that rotates at 1 rad/s.
TEST(ContactStiffness, IsTheDerivativeOfTheRegularizedLaw) {
  ContactMaterial material;
  material.dissipation = 5.0;
  material.stiction_speed = 0.1;
  const World robot = SoloOnPoints(material), block = OnGround(BlockModel(1.0, {0.2, 0.3, 0.1}), material);
  State standing = SoloStanding(robot), lying = block.InitialState();
  standing.q(2) -= 5e-4;
  lying.q(2) = 0.05 - 1e-3;
  for (const laws::FrictionRise rise : {laws::FrictionRise::kLinear, laws::FrictionRise::kQuadratic})
    for (const double speed : {1e-3, 1.0}) {
      const laws::CompliantOptions options{.law = laws::ContactLaw::kRegularized, .rise = rise};
      const double midway = kDifferenceError + 5e-3 * speed;
      CompareAt(robot, standing, speed, 1, midway, false, options);
      CompareAt(block, lying, speed, 2, midway, false, options);
    }
}

TEST(ContactStiffness, IsTheDerivativeForAFreeBoxOnItsCorners) {
  const World world = OnGround(BlockModel(1.0, {0.2, 0.3, 0.1}), {});
  State state = world.InitialState();
  state.q(2) = 0.05 - 1e-3;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    CompareAt(world, state, 1e-3, seed);
    CompareAt(world, state, 1.0, seed);
  }
}

TEST(ContactStiffness, IsTheDerivativeOfAnExternalWrench) {
  const World world = SoloOnPoints();
  const Model& model = world.model();
  const VectorXd q = SoloStanding(world).q;
  const Vec3<double> p_B{0.02, -0.03, 0.1}, force{3.0, -20.0, 11.0}, moment{0.5, 2.0, -1.0};
  const int body = model.num_bodies() - 1;
  Workspace<double> ws(model);
  const auto generalized = [&](const VectorXd& at) {
    dynamics::ForwardKinematics<double>(model, at, ws);
    VectorXd tau = VectorXd::Zero(model.nv());
    dynamics::AddForceAt(model, ws, body, dynamics::ToWorld(model, ws, body, p_B), force, moment, tau.data());
    return tau;
  };
  const MatrixXd difference = DifferencesAlongAll(
      model.nv(), [&](const VectorXd& e) { return generalized(dynamics::Integrate(model, q, e)); });
  generalized(q);
  std::vector<double> by_q(model.nv() * model.nv(), 0.0);
  ContactStiffness(world, {}).AddWrench(ws, body, dynamics::ToWorld(model, ws, body, p_B), force, moment,
                                        by_q.data());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  EXPECT_LT(RelativeError(Eigen::Map<RowMajor>(by_q.data(), model.nv(), model.nv()), difference), 1e-8);
}

// Two moving bodies: a point on a table that translates in all directions but does not rotate.
TEST(ContactStiffness, IsTheDerivativeForTwoMovingBodies) {
  ModelBuilder builder("table");
  const int along =
      builder.Add("x", Inertia::Box(1.0, {0.1, 0.1, 0.1}), model::Prismatic("x").Along(model::X));
  const int across =
      builder.Add("y", Inertia::Box(1.0, {0.1, 0.1, 0.1}), model::Prismatic("y").On(along).Along(model::Y));
  const int table =
      builder.Add("z", Inertia::Box(1.0, {0.1, 0.1, 0.1}), model::Prismatic("z").On(across).Along(model::Z));
  const int arm = builder.Add("arm", Inertia::Box(1.0, {0.1, 0.1, 0.1}),
                              model::Revolute("shoulder").About(model::Y).At(Pose::At(0, 0, 0.2)));
  const int hand = builder.Add("hand", Inertia::Box(1.0, {0.1, 0.1, 0.1}),
                               model::Revolute("elbow").On(arm).About(model::X).At(Pose::At(0.3, 0, 0)));
  builder.AddFrame("tip", hand, Pose::At(0.1, 0.05, -0.2));
  builder.AddCollision("plate", table, {}, model::PlaneGeometry{});
  WorldBuilder world_builder(builder.Build());
  world_builder.AddCollisions();
  world_builder.AddPoint("tip");
  const World world = world_builder.Build();
  State state = world.InitialState();
  state.q(2) = 1e-3;
  constexpr double kMidway = 2e-3;  // the force acts midway between the surfaces, fixed to neither body
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    CompareAt(world, state, 1e-3, seed, kMidway);
    CompareAt(world, state, 1.0, seed, kMidway);
  }
}

}  // namespace
}  // namespace slipstick::contact
