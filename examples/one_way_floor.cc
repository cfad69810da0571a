// A user-defined wrench space: anisotropic friction of fur, low in one direction and high in the other.
//
//   build/one_way_floor
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "slipstick/slipstick.h"

namespace {

using namespace slipstick;

constexpr double kStep = 2e-3;                                        // s
constexpr double kSpeed = 1.0;                                        // m/s, at the start
constexpr double kWithHair = 0.1, kAgainstHair = 0.8, kAcross = 0.4;  // friction coefficients

/// The hair points along x of the world: sliding in +x has friction kWithHair, in -x kAgainstHair.
class Fur : public WrenchSpace {
 public:
  int num_corners() const override { return 4; }

  void Corners(const ContactPose& pose, View<double> corners) const override {
    Fill(pose, bound_.Value(pose.depth), corners);
  }

  // These two methods are optional: without them the solver uses more iterations.
  unsigned derivatives() const override { return kMoveZ; }
  void Differentiate(const ContactPose& pose, View<double> by_change) const override {
    Fill(pose, -bound_.Slope(pose.depth), by_change);
  }

 private:
  /// Corners of the wrench space for a normal force of `size`: friction given in world axes, result in
  /// contact axes.
  static void Fill(const ContactPose& pose, double size, View<double> corners) {
    const std::array<Vec3<double>, 4> friction = {
        {{-kWithHair, 0, 0}, {kAgainstHair, 0, 0}, {0, kAcross, 0}, {0, -kAcross, 0}}};
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> f = size * (TransposeTimes(pose.R_BC, friction[i]) + Vec3<double>::UnitZ());
      corners[3 * i] = f.x, corners[3 * i + 1] = f.y, corners[3 * i + 2] = f.z;
    }
  }

  ForceBound bound_{.stiffness = 1e5, .power = 2};
};

World BlockOnFur() {
  const Eigen::Vector3d size(0.2, 0.2, 0.05);
  ModelBuilder builder("one_way_floor");
  const int block = builder.Add("block", Inertia::Box(1.0, size), Floating("free").At(Pose::At(0, 0, 0.025)));
  builder.AddCollision("block", block, {}, BoxGeometry{size});
  WorldBuilder world(builder.Build());
  world.SetMaterial("fur", {});
  world.SetWrenchSpace("default", "fur", std::make_shared<Fur>());
  world.AddCollisions();
  world.AddGround({}, "fur");
  return world.Build();
}

/// Sliding distance for this initial speed along x, m.
double SlideFrom(double speed) {
  const World world = BlockOnFur();
  const auto stepper = MakeStepper("nmdp", world);  // maximum dissipation over the wrench space
  const Actuation actuation(world.model());
  State state = world.InitialState();
  state.v(0) = speed;
  while (state.t < 1.5)
    if (const StepReport& report = stepper->Step(actuation, kStep, state); !Advanced(report.status))
      throw std::runtime_error(Name(report.status));
  return state.q(0);
}

}  // namespace

int main() {
  try {
    bool as_expected = true;
    for (const auto& [direction, mu] : {std::pair(1.0, kWithHair), std::pair(-1.0, kAgainstHair)}) {
      const double path = std::abs(SlideFrom(direction * kSpeed)),
                   expected = kSpeed * kSpeed / (2 * mu * 9.81);
      fmt::print("{:+.0f} m/s: slides {:.3f} m; v² / (2 µ g) = {:.3f} m\n", direction * kSpeed, path,
                 expected);
      as_expected = as_expected && std::abs(path - expected) < 0.1 * expected;
    }
    return as_expected ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "one_way_floor: {}\n", error.what());
    return 2;
  }
}
