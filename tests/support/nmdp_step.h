// The components of one step of maximal dissipation, for tests.
#pragma once

#include <memory>

#include "slipstick/geometry/contact_finder.h"
#include "slipstick/model/generators.h"
#include "slipstick/steppers/nmdp/contact_response.h"
#include "slipstick/steppers/nmdp/step_equations.h"
#include "support/contact_worlds.h"
#include "support/sample_models.h"

namespace slipstick::support {

inline ContactMaterial Rough(double mu) {
  ContactMaterial material;
  material.stiffness = 1e4;
  material.mu_static = material.mu_kinetic = mu;
  return material;
}

/// Contact Jacobian as a dense matrix, rows x nv.
inline Eigen::MatrixXd LeversOf(const nmdp::StepContacts& contacts, int nv, bool of_slip = false) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(contacts.num_rows(), nv);
  for (int c = 0; c < contacts.size(); ++c)
    for (const nmdp::ContactLever& lever : contacts.levers(c))
      for (int r = 0; r < contacts[c].rows; ++r)
        J(contacts[c].row + r, lever.dof) += of_slip ? lever.slip[r] : lever.rows[r];
  return J;
}
/// ∂force/∂pose of contacts with the world as a dense matrix, rows x rows.
inline Eigen::MatrixXd ForceByPoseOf(const nmdp::StepContacts& contacts) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(contacts.num_rows(), contacts.num_rows());
  for (const nmdp::StepContacts::ForceByPose& term : contacts.force_by_pose())
    for (int r = 0; r < contacts[term.contact].rows; ++r)
      K(contacts[term.contact].row + r, contacts[term.contact].row + term.change) += term.force[r];
  return K;
}

/// Standing with its feet at this penetration depth.
inline State PenetratingSolo(const World& world, double depth) {
  State state = SoloStanding(world);
  state.q(2) -= depth;
  return state;
}

inline std::unique_ptr<nmdp::StepEquations> StepEquationsOf(const World& world, bool position_based) {
  return nmdp::StepEquations::Make(
      world, position_based ? nmdp::StepInertia::kPositionBased : nmdp::StepInertia::kNewtonEuler);
}

/// A step with random velocities and weights.
struct SampleStep {
  World world;
  State state;
  Actuation actuation;
  double h = 0.02;
  std::unique_ptr<nmdp::StepEquations> equations;
  nmdp::StepContacts contacts{world, {}, true};
  Eigen::VectorXd v;

  SampleStep(World sample, const State& start, const Actuation& input, double speed, uint64_t seed,
             bool position_based)
      : world(std::move(sample)),
        state(start),
        actuation(input),
        equations(StepEquationsOf(world, position_based)) {
    Random random(seed);
    state.v = model::RandomVelocity(world.model(), random, speed);
    v = state.v + model::RandomVelocity(world.model(), random, 0.5 * speed);
    equations->Begin(actuation, h, state);
    equations->Place(v);
    contacts.Begin(equations->start(), state.contacts);
    geometry::ContactFinder finder(world.geometry());
    for (const ContactPoint& contact : finder.Find(world.model(), equations->end()))
      contacts.Add(contact, equations->end());
    for (double& w : contacts.weights) w = random.Uniform(0.0, 0.15);
    Evaluate(v);
  }
  void Evaluate(const Eigen::VectorXd& end_v) {
    equations->Place(end_v);
    contacts.Evaluate(equations->end());
    std::vector<nmdp::BodyLoad> loads;
    contacts.AppendLoads(loads);
    equations->Evaluate(loads);
  }
  void Linearize(nmdp::ContactResponse& response) {
    equations->Differentiate(response.tree());
    contacts.FindLevers(equations->end());
    contacts.FindForceByPose();
  }
};

/// Of a robot whose feet penetrate the ground.
struct RobotStep : SampleStep {
  RobotStep(uint64_t seed, bool position_based)
      : RobotStep(World(SoloOnPoints(Rough(0.7))), seed, position_based) {}

 private:
  RobotStep(const World& solo, uint64_t seed, bool position_based)
      : RobotStep(solo, PenetratingSolo(solo, 0.01), seed, position_based) {}
  RobotStep(const World& solo, const State& start, uint64_t seed, bool position_based)
      : SampleStep(solo, start, HoldJoints(solo, start, 20.0, 0.2), 0.2, seed, position_based) {}
};

}  // namespace slipstick::support
