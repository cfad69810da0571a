// Forces on joints at one instant: feed-forward and feedback, damping, dry friction and limits.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/laws/compliant_force.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/world.h"

namespace slipstick::laws {

class JointForces {
 public:
  explicit JointForces(const World& world);

  /// At (q, v); dry friction holds on to q_held. What external wrenches do is not part of it.
  void Evaluate(const Actuation& actuation, In<double> q, In<double> v, const Eigen::VectorXd& q_held);
  /// The forces after a displacement dq and a change dv from the last (q, v), by their linearisation.
  void MoveAlong(const Actuation& actuation, In<double> dq, In<double> dv);
  /// Lets go what would have to hold more than its dry friction after such a move; from now on it slips.
  /// False if nothing does.
  bool ReleaseFriction(In<double> dq, In<double> dv);
  /// Takes in the limits that such a move would pass, as if they had taken hold before, and lets go those
  /// that would pull at its end. False if all are as they were.
  bool ReviseLimits(In<double> q, In<double> v, In<double> dq, In<double> dv);
  /// Where dry friction holds on to after the last Evaluate, at the same (q, v), whose forces act for h
  /// seconds; 0 for an anchor that does not move.
  void Remember(In<double> q, In<double> v, double h, EvaluatedAt at, Eigen::VectorXd& q_held);

  // Results, one entry per dof.
  std::vector<double> active;      ///< feed-forward and feedback
  std::vector<double> passive;     ///< damping, dry friction, limits
  std::vector<double> by_q, by_v;  ///< derivatives of their sum, dof by dof (exact for joints of one dof)
  std::vector<char> at_limit;      ///< a limit pushes back

 private:
  struct LimitedDof;
  void SetLimit(LimitedDof& dof, double side, double force, double by_q, double by_v);
  void AddFeedback(const Actuation& actuation, In<double> q, In<double> v);
  void AddDamping(In<double> v);
  void AddLimits(In<double> q, In<double> v);
  void AddDryFriction(In<double> q, In<double> v, const Eigen::VectorXd& q_held);

  const World& world_;
  struct LimitedDof {
    int v, q;                  ///< entries
    double force, by_q, by_v;  ///< what the limit contributes to the results
    double side;               ///< +1: the upper one, -1: the lower one
    bool let_go;               ///< it was taken out after the last Evaluate, and stays out
  };
  std::vector<LimitedDof> limited_;
  std::vector<int> damped_;
  Eigen::VectorXd error_, stretch_, back_;
  std::vector<char> slipping_;
  std::vector<double> friction_;
};

}  // namespace slipstick::laws
