#include "experiments/tamsi/driven_box.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipstick::tamsi_experiments {
namespace {

constexpr double kBoxMass = 0.33, kSlideMass = 1e-6, kBoxGravity = 9.8;  // kg, m/s²; friction is 1
constexpr double kBoxAmplitude = 4.0;                                    // N
constexpr double kBoxOmega = 2.0 * std::numbers::pi;                     // rad/s

// The moving mass is box and slide; the normal force is the weight of the box alone.
constexpr double kMovingMass = kBoxMass + kSlideMass;
constexpr double kDrive = kBoxAmplitude / kMovingMass, kDrag = kBoxMass * kBoxGravity / kMovingMass;  // m/s²
constexpr double kRate = kDrag / kBoxStictionSpeed;  // 1/s, when it sticks

/// A phase of the motion: sticking (0), or slipping forwards (1) or backwards (-1).
struct BoxPhase {
  int direction;
  double begin, v;  ///< s, m/s: where it begins

  double VelocityAt(double t) const { return direction == 0 ? Sticking(t) : Slipping(t); }
  bool IsOverAt(double t) const {
    const double speed = VelocityAt(t);
    return direction == 0 ? std::abs(speed) > kBoxStictionSpeed : direction * speed < kBoxStictionSpeed;
  }

 private:
  double Slipping(double t) const {
    return v + kDrive / kBoxOmega * (std::sin(kBoxOmega * t) - std::sin(kBoxOmega * begin)) -
           direction * kDrag * (t - begin);
  }
  /// v' = a(t) - rate v: steady and decaying solution.
  double Sticking(double t) const { return Creep(t) + (v - Creep(begin)) * std::exp(-kRate * (t - begin)); }
  static double Creep(double t) {
    return kDrive * (kRate * std::cos(kBoxOmega * t) + kBoxOmega * std::sin(kBoxOmega * t)) /
           (kRate * kRate + kBoxOmega * kBoxOmega);
  }
};

/// The end of the phase, or `end`. Searches in steps of 50 µs, within which the force hardly changes, then
/// bisects.
double EndOf(const BoxPhase& phase, double end) {
  constexpr double kSearchStep = 50e-6;  // s
  double inside = phase.begin;
  while (inside < end) {
    double outside = std::min(inside + kSearchStep, end);
    if (!phase.IsOverAt(outside)) {
      inside = outside;
      continue;
    }
    for (int halving = 0; halving < 50; ++halving) {
      const double middle = 0.5 * (inside + outside);
      (phase.IsOverAt(middle) ? outside : inside) = middle;
    }
    return outside;
  }
  return end;
}

int DirectionOf(double v) { return std::abs(v) <= kBoxStictionSpeed ? 0 : v > 0.0 ? 1 : -1; }

}  // namespace

double BoxForce(double t) { return kBoxAmplitude * std::cos(kBoxOmega * t); }

std::shared_ptr<const measure::MeasuredScene> BoxScene(double window) {
  measure::MeasuredScene scene = measure::PrepareScene(scene::FindScene(kBoxScene));
  scene.window = window;
  return std::make_shared<const measure::MeasuredScene>(std::move(scene));
}

BoxWorld::BoxWorld(const Scene& scene)
    : world(scene.world), actuation(world->model()), state(scene.initial) {}

double BoxVelocityAt(double end, double begin, double v) {
  BoxPhase phase{DirectionOf(v), begin, v};
  while (true) {
    const double until = EndOf(phase, end), speed = phase.VelocityAt(until);
    if (!phase.IsOverAt(until)) return speed;
    phase = {phase.direction == 0 ? (speed > 0.0 ? 1 : -1) : 0, until, speed};
  }
}

}  // namespace slipstick::tamsi_experiments
