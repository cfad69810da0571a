// Loads a robot, prints its mass matrix, simulates it tumbling with zero joint torques, and plots the energy
// drift. Gravity is zero (the freely falling frame): otherwise the exchange of potential energy would hide
// the drift.
//
//   build/free_fall models/solo12.urdf
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "slipstick/slipstick.h"

namespace {

using namespace slipstick;

/// Relative drift of the kinetic energy over `duration`.
LinePlot::Series EnergyDrift(const Model& model, double dt, double duration) {
  Workspace<double> ws(model);
  Eigen::VectorXd q = model.neutral();
  Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(model.nv(), -1.0, 1.0);  // the base and all joints move
  const Eigen::VectorXd tau = Eigen::VectorXd::Zero(model.nv());

  LinePlot::Series drift{fmt::format("dt = {:g} ms", 1e3 * dt), {}, {}};
  double energy_at_start = 0.0;
  const int steps = static_cast<int>(std::lround(duration / dt));
  for (int k = 0; k <= steps; ++k) {
    ForwardKinematics(model, q, v, ws);
    const double energy = KineticEnergy(model, v, ws);
    if (k == 0) energy_at_start = energy;
    if (k % (steps / 25) == 0) {
      drift.x.push_back(k * dt);
      drift.y.push_back(energy / energy_at_start - 1.0);
    }
    v += dt * ForwardDynamics(model, q, v, tau, ws);  // semi-implicit Euler
    q = Integrate(model, q, dt * v);
  }
  return drift;
}

int Run(const std::string& file) {
  const Model model = ReadUrdf(file).builder.SetGravity({0.0, 0.0, 0.0}).Build();
  Workspace<double> ws(model);
  const Eigen::MatrixXd M = DenseMassMatrix(model, model.neutral(), ws);
  fmt::print("{}: {} dof, {:.3f} kg. Mass matrix, upper left corner:\n", model.name(), model.nv(),
             model.total_mass());
  const Eigen::Index shown = std::min<Eigen::Index>(8, model.nv());
  std::cout << M.topLeftCorner(shown, shown).format(Eigen::IOFormat(4, 0, "  ", "\n", "  ")) << "\n\n";

  fmt::print(
      "One second of free fall with zero joint torques, semi-implicit Euler. Relative energy drift:\n");
  LinePlot plot;
  plot.title = "Energy drift in free fall: " + model.name();
  plot.x = {"time [s]"};
  plot.y = {"relative energy drift [-]"};
  for (const double dt : {4e-3, 2e-3, 1e-3}) {
    plot.series.push_back(EnergyDrift(model, dt, 1.0));
    fmt::print("  dt = {:g} ms: {:+.2e}\n", 1e3 * dt, plot.series.back().y.back());
  }
  WriteSvg(plot, "out/free_fall.svg");
  fmt::print("Semi-implicit Euler has order 1: halving dt halves the drift. Plot: out/free_fall.svg\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2 || argv[1][0] == '-')
      throw InputError("expected one argument, a URDF file: build/free_fall models/solo12.urdf");
    return Run(argv[1]);
  } catch (const InputError& error) {
    fmt::print(stderr, "free_fall: {}\n", error.what());
    return 2;
  }
}
