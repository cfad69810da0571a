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

  /// Evaluates the forces at (q, v); q_held are the anchors of dry friction. External wrenches are not
  /// included.
  void Evaluate(const Actuation& actuation, In<double> q, In<double> v, const Eigen::VectorXd& q_held);
  /// Moves the forces by their linearisation, for a displacement dq and a velocity change dv from the last
  /// (q, v).
  void MoveAlong(const Actuation& actuation, In<double> dq, In<double> dv);
  /// Switches joints from stick to slip whose friction would exceed its limit after such a move. False if
  /// there are none.
  bool ReleaseFriction(In<double> dq, In<double> dv);
  /// Switches on the limits that such a move would pass, as if they had been active before, and switches off
  /// those that would pull at its end. False if none changes.
  bool ReviseLimits(In<double> q, In<double> v, In<double> dq, In<double> dv);
  /// Writes the anchors of dry friction after the last Evaluate at q. Its forces act for h seconds, in which
  /// the mean velocity is v.
  void StoreMemory(In<double> q, In<double> v, double h, EvaluatedAt at, Eigen::VectorXd& q_held);

  // Results, one entry per dof.
  std::vector<double> active;      ///< feed-forward and feedback
  std::vector<double> passive;     ///< damping, dry friction, limits
  std::vector<double> by_q, by_v;  ///< diagonal derivatives of their sum (exact for joints of one dof)
  std::vector<char> at_limit;      ///< a limit exerts a force

 private:
  struct LimitedDof;
  void SetLimit(LimitedDof& dof, double side, double force, double limit_by_q, double limit_by_v);
  void AddFeedback(const Actuation& actuation, In<double> q, In<double> v);
  void FindFeedbackError(const Actuation& actuation, In<double> q);
  void AddDamping(In<double> v);
  void AddLimits(In<double> q, In<double> v);
  void AddDryFriction(In<double> q, In<double> v, const Eigen::VectorXd& q_held);

  const World& world_;
  struct LimitedDof {
    int v, q;                  ///< indices in v and q
    double force, by_q, by_v;  ///< contribution of the limit to the results
    double side;               ///< +1: upper limit, -1: lower limit
    bool released;             ///< switched off since the last Evaluate; stays off until the next
  };
  std::vector<LimitedDof> limited_;
  std::vector<int> damped_;
  Eigen::VectorXd error_, stretch_, anchor_shift_;
  std::vector<char> slipping_;
  std::vector<double> friction_;
};

}  // namespace slipstick::laws
