// Explicit Runge-Kutta methods: the part that does not depend on the forces.
//
// Stages use the coordinates d of Integrate(q, d) around the start of the step, so that rotating bodies are
// integrated with the full order (Munthe-Kaas 1998). The program of Hammoud et al. 2022 (expo) averages
// velocities of different orientations and loses it.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/world/world.h"

namespace slipstick::steppers {

/// Stage i starts from sum_j a[i][j] k_j (j < i); the step is sum_i b[i] k_i.
struct ButcherTableau {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
};

ButcherTableau ClassicalRungeKutta();
ButcherTableau GillRungeKutta();

/// For each stage: BeginStage, write acceleration(). Then Finish. Contacts and anchors are those of the start
/// in all stages; `after` holds them at the end.
class RungeKutta {
 public:
  RungeKutta(const Model& model, ButcherTableau tableau);

  int stages() const { return static_cast<int>(tableau_.b.size()); }
  double weight(int stage) const { return tableau_.b[stage]; }

  void BeginStage(int stage, double h, const State& start);
  // Of the present stage.
  const Eigen::VectorXd& q() const { return q_; }
  const Eigen::VectorXd& v() const { return v_; }
  Eigen::VectorXd& acceleration() { return rates_[stage_].v; }

  void Finish(double h, State& state);

  State after;  ///< q_held is that of the start until it is written

 private:
  void CombineRates(const std::vector<double>& weights, double h);

  const Model& model_;
  ButcherTableau tableau_;
  struct Rate {
    Eigen::VectorXd d, v;
  };
  std::vector<Rate> rates_;
  Eigen::VectorXd d_, dv_, q_, v_;
  int stage_ = 0;
};

}  // namespace slipstick::steppers
