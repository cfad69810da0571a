// A program outside the tree, compiled without our flags. Vectors, matrices and packs are passed to and from
// the library, and memory allocated on one side is freed on the other. This fails,
// in places silently, if program and library differ in alignment or in how values are returned.
#include <slipstick/slipstick.h>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace slipstick;

int failures = 0;

void Expect(double found, double expected, const char* what) {
  const bool right = std::abs(found - expected) < 1e-14;  // a handful of roundings
  std::printf("%s %s = %.16g, expected %.16g\n", right ? "ok  " : "FAIL", what, found, expected);
  failures += !right;
}

int main() {
  ModelBuilder world("cart_pole");
  const int cart = world.Add("cart", Inertia::Box(1.0, {0.3, 0.2, 0.1}), Prismatic("rail").Along(X));
  world.Add("pole", Inertia::Rod(0.2, {0, 0, 0}, {0, 0, 0.5}), Revolute("pivot").On(cart).About(Y));
  const Model model = world.Build();
  const Model copy = model;  // allocated by the program, with the layout of the library
  Expect(copy.total_mass(), 1.2, "mass");

  Workspace<double> ws(copy);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(copy.nq()), v = Eigen::VectorXd::Ones(copy.nv());
  Eigen::MatrixXd M = DenseMassMatrix(copy, q, ws);
  const double expected_energy = 0.5 * v.dot(M * v);
  M.resize(5, 5);
  ForwardKinematics<double>(copy, q, v, ws);
  Expect(KineticEnergy<double>(copy, v, ws), expected_energy, "kinetic energy");

  Workspace<Pack> four_worlds(copy);
  const std::vector<Pack> four_q(copy.nq(), Pack(0.0)), four_v(copy.nv(), Pack(1.0));
  ForwardKinematics<Pack>(copy, four_q, four_v, four_worlds);
  const Pack energies = KineticEnergy<Pack>(copy, four_v, four_worlds);
  for (int lane = 0; lane < Pack::kLanes; ++lane) Expect(energies[lane], expected_energy, "lane of a pack");
  return failures;
}
