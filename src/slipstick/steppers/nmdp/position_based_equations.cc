#include "slipstick/steppers/nmdp/position_based_equations.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::nmdp {

PositionBasedEquations::PositionBasedEquations(const World& world)
    : StepEquations(world), inertia_(world.model()), q_before_(world.model().neutral()) {}

void PositionBasedEquations::Begin(const Actuation& actuation, double h, const State& state) {
  StepEquations::Begin(actuation, h, state);
  displacement_ = -h * state.v;
  dynamics::Integrate<double>(world_.model(), state.q, displacement_, View<double>(q_before_));
  inertia_.Begin(state.q, q_before_, h);
}

void PositionBasedEquations::EvaluateInertia() {
  inertia_.ClearForces();
  for (const BodyLoad& load : loads_) inertia_.AddWrench(load.body, load.p_W, load.force, load.moment);
  inertia_.Evaluate(q_, ws_, false);
  std::copy(inertia_.gradient.begin(), inertia_.gradient.end(), residual_.begin());
}

void PositionBasedEquations::Differentiate(dynamics::TreeMatrix& by_x) {
  const Model& model = world_.model();
  inertia_.Evaluate(q_, ws_, true);
  by_x = inertia_.hessian;
  for (int k = 0; k < model.nv(); ++k)
    by_x.lower[model.diagonal_entry(k)] -= joints_.by_q[k] + joints_.by_v[k] / h_;
}

double PositionBasedEquations::KineticEnergy() {
  inertia_.EvaluateKineticEnergy(q_, ws_, false);
  return inertia_.kinetic_energy;
}

void PositionBasedEquations::DifferentiateEnergy(View<double> by_x) {
  inertia_.EvaluateKineticEnergy(q_, ws_, false);
  std::copy(inertia_.kinetic_gradient.begin(), inertia_.kinetic_gradient.end(), by_x.begin());
  dynamics::MassMatrix<double>(world_.model(), q_, ws_);
}

}  // namespace slipstick::nmdp
