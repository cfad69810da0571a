// MuJoCo and expo on a tripod, where their physics agree: in flight, and at rest. On three feet the contact
// forces at rest follow from statics, whatever the contact law.
#include <gtest/gtest.h>

#ifdef SLIPSTICK_HAVE_MUJOCO
#include <fmt/core.h>

#include <Eigen/Geometry>

#include "oracle/mujoco_oracle.h"
#include "support/contact_worlds.h"

namespace slipstick::papers_test {

using namespace support;
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kMass = 2.0, kFootRadius = 0.02;
const Vector3d kCentre(0.03, -0.02, 0.05), kMoments(0.02, 0.03, 0.04);
const Vector3d kFeet[] = {{0.15, 0.0, -0.1}, {-0.1, 0.12, -0.1}, {-0.08, -0.14, -0.1}};

World Tripod() {
  ModelBuilder builder("tripod");
  const int body = builder.Add("body", {kMass, kCentre, kMoments.asDiagonal()}, model::Floating("free"));
  for (const Vector3d& foot : kFeet)
    builder.AddCollision("foot", body, Pose::At(foot), model::SphereGeometry{kFootRadius});
  return OnGround(builder.Build(), {});
}

class MujocoTripod {
 public:
  /// A contact that is about as stiff as ours.
  explicit MujocoTripod(double timestep) {
    std::string text = fmt::format(
        "<mujoco><option timestep='{}' integrator='RK4'/><default><geom solref='-100000 -300' solimp='.9 .9 "
        ".001'/></default><worldbody><geom type='plane' size='1 1 1'/><body><freejoint/><inertial mass='{}' "
        "pos='{} {} {}' diaginertia='{} {} {}'/>",
        timestep, kMass, kCentre.x(), kCentre.y(), kCentre.z(), kMoments.x(), kMoments.y(), kMoments.z());
    for (const Vector3d& foot : kFeet)
      text += fmt::format("<geom type='sphere' size='{}' pos='{} {} {}'/>", kFootRadius, foot.x(), foot.y(),
                          foot.z());
    model_ = oracle::CompileMjcf(text + "</body></worldbody></mujoco>");
    data_.reset(mj_makeData(model_.get()));
  }

  mjData& data() { return *data_; }
  void Run(double duration) {
    while (data_->time < duration - 1e-9) mj_step(model_.get(), data_.get());
  }
  /// In the order of the feet.
  std::vector<double> NormalForces() {
    std::vector<double> forces(3);
    for (int i = 0; i < data_->ncon; ++i) {
      mjtNum wrench[6];
      mj_contactForce(model_.get(), data_.get(), i, wrench);
      const mjContact& contact = data_->contact[i];
      forces[std::max(contact.geom1, contact.geom2) - 1] = wrench[0];
    }
    return forces;
  }

 private:
  oracle::MujocoModel model_;
  oracle::MujocoData data_;
};

TEST(MujocoTripod, FlightAgrees) {
  const World world = Tripod();
  State state = world.InitialState();
  MujocoTripod mujoco(1e-4);
  state.q(2) = mujoco.data().qpos[2] = 5.0;
  const Vector3d v(0.4, -0.3, 1.0),
      omega(3.0, 2.0, -4.0);  // about world axes; MuJoCo's body axes are parallel to them at the start
  for (int k = 0; k < 3; ++k) {
    state.v(k) = mujoco.data().qvel[k] = v[k];
    state.v(3 + k) = mujoco.data().qvel[3 + k] = omega[k];
  }
  mujoco.Run(0.5);
  Advance(*steppers::MakeStepper("expo", world), Actuation(world.model()), 5e-4, 0.5, state);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(state.q(k), mujoco.data().qpos[k], 2e-6);
  const mjtNum* q = mujoco.data().qpos + 3;  // w first
  const Eigen::Quaterniond theirs(q[0], q[1], q[2], q[3]),
      ours(state.q(6), state.q(3), state.q(4), state.q(5));
  EXPECT_LT(ours.angularDistance(theirs), 1e-5);
}

TEST(MujocoTripod, ContactForcesAtRestAgree) {
  const World world = Tripod();
  MujocoTripod mujoco(1e-3);
  State state = world.InitialState();
  state.q(2) = mujoco.data().qpos[2] = 0.1 + kFootRadius;
  mujoco.Run(3.0);
  const std::vector<double> theirs = mujoco.NormalForces();
  const StepReport report =
      Advance(*steppers::MakeStepper("expo", world), Actuation(world.model()), 1e-2, 3.0, state);
  ASSERT_EQ(report.contacts.size(), 3u);
  double sum = 0.0;
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(report.contacts[i].force.z, theirs[i], 1e-3 * kMass * kGravity) << "foot " << i;
    sum += report.contacts[i].force.z;
  }
  EXPECT_NEAR(sum, kMass * kGravity, 1e-9);
}

}  // namespace
}  // namespace slipstick::papers_test

#else
TEST(MujocoTripod, FlightAgrees) {
  GTEST_SKIP() << "MuJoCo was not found when this was built (Debian: libmujoco-dev)";
}
TEST(MujocoTripod, ContactForcesAtRestAgree) {
  GTEST_SKIP() << "MuJoCo was not found when this was built (Debian: libmujoco-dev)";
}
#endif
