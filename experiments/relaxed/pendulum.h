// The pendulum of the paper, its steps, and the method as published.
#pragma once

#include <memory>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"

namespace slipstick::relaxed_experiments {

inline constexpr double kPaperStep = 1e-3;        ///< s, of the macroscopic and the proposed method
inline constexpr double kMicroscopicStep = 1e-5;  ///< s

/// The pendulum over 5 s.
std::shared_ptr<const measure::MeasuredScene> Pendulum();

/// The method as published: Eq. 13 with friction clamped afterwards, integrated by Runge-Kutta-Gill. λ in
/// 1/kg², k in 1/s; k = 0 stands for 0.2 / Δt, which is not in the paper.
measure::Method AsPublished(double lambda, double k);
/// Negligible relaxation.
inline constexpr double kNoRelaxation = 1e-12;  ///< 1/kg²

}  // namespace slipstick::relaxed_experiments
