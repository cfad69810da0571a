// Integrators for smooth motion, based on ForwardDynamics and Integrate only, for the physics tests.
#pragma once

#include <limits>

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"
#include "slipstick/slipstick.h"

namespace slipstick::support {

struct SmoothState {
  Eigen::VectorXd q, v;
};

/// A model without joint forces and contacts.
class PassiveMotion {
 public:
  explicit PassiveMotion(const Model& model)
      : model_(model), ws_(model), no_force_(Eigen::VectorXd::Zero(model.nv())) {}

  const Model& model() const { return model_; }

  Eigen::VectorXd Acceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    return dynamics::ForwardDynamics(model_, q, v, no_force_, ws_);
  }
  /// The workspace at a state, for energies and momenta.
  const Workspace<double>& At(const SmoothState& x) {
    dynamics::ForwardKinematics(model_, x.q, x.v, ws_);
    return ws_;
  }
  double Energy(const SmoothState& x) {
    At(x);
    return dynamics::KineticEnergy<double>(model_, x.v, ws_) + dynamics::PotentialEnergy<double>(model_, ws_);
  }

 private:
  const Model& model_;
  Workspace<double> ws_;
  Eigen::VectorXd no_force_;
};

/// Order 1; the new velocity moves the configuration.
inline void StepSemiImplicitEuler(PassiveMotion& motion, double h, SmoothState& x) {
  x.v += h * motion.Acceleration(x.q, x.v);
  x.q = dynamics::Integrate(motion.model(), x.q, h * x.v);
}

/// Order 4: the classical Runge-Kutta method in the coordinates d around the q at the start of the step
/// (Munthe-Kaas 1998).
inline void StepRk4(PassiveMotion& motion, double h, SmoothState& x) {
  const Model& model = motion.model();
  const SmoothState x0 = x;
  struct Rate {
    Eigen::VectorXd d, v;
  };
  const auto rate_at = [&](const Eigen::VectorXd& d, const Eigen::VectorXd& v) {
    Eigen::VectorXd d_rate(model.nv());
    dynamics::TangentRate(model, d, v, View<double>(d_rate));
    return Rate{d_rate, motion.Acceleration(dynamics::Integrate(model, x0.q, d), v)};
  };
  const Rate k1{x0.v, motion.Acceleration(x0.q, x0.v)};
  const Rate k2 = rate_at(h / 2 * k1.d, x0.v + h / 2 * k1.v);
  const Rate k3 = rate_at(h / 2 * k2.d, x0.v + h / 2 * k2.v);
  const Rate k4 = rate_at(h * k3.d, x0.v + h * k3.v);
  x.q = dynamics::Integrate(model, x0.q, h / 6 * (k1.d + 2 * k2.d + 2 * k3.d + k4.d));
  x.v = x0.v + h / 6 * (k1.v + 2 * k2.v + 2 * k3.v + k4.v);
}

using SmoothStep = void (*)(PassiveMotion&, double h, SmoothState&);

/// Advances by `duration` in equal steps of about h and calls observe(t, x) after each.
template <class Observe>
void Advance(PassiveMotion& motion, SmoothStep step, double h, double duration, SmoothState& x,
             Observe observe) {
  const int steps = static_cast<int>(std::lround(duration / h));
  for (int i = 1; i <= steps; ++i) {
    step(motion, duration / steps, x);
    observe(i * (duration / steps), x);
  }
}
inline void Advance(PassiveMotion& motion, SmoothStep step, double h, double duration, SmoothState& x) {
  Advance(motion, step, h, duration, x, [](double, const SmoothState&) {});
}

/// The first time after the start at which f(x) changes its sign, found inside the step by bisection. x
/// is the state at that time.
template <class F>
double AdvanceToZero(PassiveMotion& motion, double h, SmoothState& x, F f) {
  constexpr double kLongest = 1e3;  // s; NaN is returned if the sign does not change before
  StepRk4(motion, h, x);
  bool positive = f(x) > 0;
  for (double t = h; t < kLongest; t += h) {
    const SmoothState before = x;
    StepRk4(motion, h, x);
    if ((f(x) > 0) == positive) continue;
    double lower = 0.0, upper = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (lower + upper);
      x = before;
      StepRk4(motion, middle, x);
      ((f(x) > 0) == positive ? lower : upper) = middle;
    }
    return t + upper;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

inline std::string ModelPath(const std::string& file) { return SLIPSTICK_MODELS_DIR "/" + file; }

inline Model LoadWithGravity(const std::string& file, const Eigen::Vector3d& gravity) {
  return model::ReadUrdf(ModelPath(file)).builder.SetGravity(gravity).Build();
}
inline Model LoadWeightless(const std::string& file) {
  return LoadWithGravity(file, Eigen::Vector3d::Zero());
}

}  // namespace slipstick::support
