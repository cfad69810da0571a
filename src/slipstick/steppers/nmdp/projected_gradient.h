// Algorithm 1 of Pan and Hauser 2020 (nmdp): finds the weights w of the corners, and the resulting end of the
// step, that minimise K.
//
//   minimise K(θ) over w   with   G(θ, w) = 0                                                  (6), (12)
//
// Each iteration solves a quadratic program, moves the end θ along its tangent and projects it back to G = 0:
//
//   minimise ∇Kᵀ A Δw + ½ Δwᵀ Aᵀ ∇²K A Δw + |Δw|²/γ,   A = -(∇_θ G)⁻¹ ∇_w G
//   with     w + Δw >= 0,   1ᵀ (w + Δw) <= 1                                                         (8)
//   θ <- θ - (∇_θ G)⁻¹ G(θ, w)                                                                       (9)
//
// and the same without derivatives of corners in ∇_θ G, (10), (11). Programs are formed in the rows of
// contact forces (A: contact_response.h; derivatives of K: dissipation.h; programs: weight_program.h). If K
// has decreased, the damping of the next program is reduced. Otherwise it is raised, and the program is
// solved again.
//
// Departures: damping β multiplies |Δw|² and is raised on failure (as printed, 1/γ is lowered). It is
// relative to the curvature of the program. The end is moved along the tangent before the projection, and the
// projection keeps its linearisation while it converges fast; a program uses that of another end if the two
// differ by less than 1e-5 m or rad and 0.01 in the weights. Corrections that do not reduce G are shortened
// before the search fails. The first end is projected to 3 % of its residual, others only until K has
// decreased by more than the error of its prediction, as long as no program fails; K, the next program and
// the next move include the rest to first order, and K never increases up to that. The last end is projected
// exactly. The search also ends if the next change, extrapolated from two that fall fast, is within the
// tolerance.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/steppers/nmdp/dissipation.h"
#include "slipstick/steppers/nmdp/weight_program.h"

namespace slipstick::nmdp {

struct SearchOptions {
  Objective objective = Objective::kEffective;
  double tolerance = 1e-6;
  double relative_tolerance = 1e-4;
  double residual = 1e-9;
  int max_iterations = 100;
  double damping = 1e-6;
  double damping_factor = 4.0;

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "objective", objective, {"effective", "points", "body"},
        "objective: kinetic energy in contact space, s^T W^-1 s / 2; s^T s / 2, contact points of unit mass "
        "(program of Pan and Hauser 2020); or kinetic energy of all bodies (Pan and Hauser 2020, Eq. 6)");
    visit.Number(
        "tolerance", tolerance, {1e-14, 1.0}, "m/s or rad/s",
        "converged when an iteration changes no velocity by more, or the next one is expected not to");
    visit.Number("relative_tolerance", relative_tolerance, {0.0, 1.0}, "",
                 "relative to the largest slip speed, added to tolerance");
    visit.Number("residual", residual, {1e-14, 1.0}, "m/s or rad/s",
                 "tolerated residual of the equations of motion, as a velocity");
    visit.Integer("max_iterations", max_iterations, {1, 100000},
                  "maximum number of quadratic programs in one search, of which a sub-step has one or more");
    visit.Number("damping", damping, {0.0, 1e6}, "",
                 "initial damping of weights, relative to the curvature of the program");
    visit.Number(
        "damping_factor", damping_factor, {1.01, 100.0}, "",
        "factor by which damping falls after success and rises after failure (Pan and Hauser 2020: 1.5)");
  }
};

struct SearchOutcome {
  bool solved;      ///< K is minimal, to the tolerance
  bool changes;     ///< stopped because a contact will open or close in the step
  int iterations;   ///< programs solved
  double residual;  ///< velocity change in the last iteration, m/s or rad/s
};

class ProjectedGradient {
 public:
  /// `has_derivatives`: of corners. Without them the search fails where a projection does not converge (as
  /// printed).
  ProjectedGradient(const World& world, const SearchOptions& options, bool has_derivatives);

  /// Starts from v and the weights in `contacts`, and replaces them by the solution, where both are
  /// evaluated. Solves at most this many programs, and no more than the options allow. If `stops_at_changes`,
  /// the search ends as soon as it is foreseeable that a contact opens or closes in the step.
  SearchOutcome Solve(StepEquations& equations, StepContacts& contacts, int max_programs,
                      bool stops_at_changes, Eigen::VectorXd& v);
  /// Only the first lines of Algorithm 1: v := an end of the step with G = 0 for the given weights, or with
  /// this fraction of the residual before. Solve starts from 3 %.
  bool Project(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v, double fraction = 0.0);
  /// To be called when a new step begins or contacts have changed.
  void DiscardLinearization() { is_linearized_ = is_current_ = is_evaluated_ = false; }

  /// Evaluations of G since the last reset; a derivative counts as nv.
  int evaluations() const { return evaluations_; }
  void ResetEvaluations() { evaluations_ = 0; }

  /// K after every accepted iteration of the last Solve, the start first.
  View<const double> history() const { return history_; }

 private:
  void Evaluate(StepEquations& equations, StepContacts& contacts, const Eigen::VectorXd& v);
  bool FormProgram(StepEquations& equations, StepContacts& contacts);
  double SolveProgram(StepEquations& equations, StepContacts& contacts);
  void FindCorrection(const StepEquations& equations, Eigen::VectorXd& dx);
  bool Linearize(StepEquations& equations, StepContacts& contacts);
  /// (9) from the last evaluation, at v, until the residual is no larger than `tolerance`, m/s.
  bool Correct(StepEquations& equations, StepContacts& contacts, double tolerance, Eigen::VectorXd& v);
  bool IsNear(const StepEquations& equations, const StepContacts& contacts) const;
  double Tolerance(const StepContacts& contacts, double h) const;
  void Descend(StepEquations& equations, StepContacts& contacts, int max_programs, bool stops_at_changes,
               Eigen::VectorXd& v, SearchOutcome& outcome);
  bool TryMove(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v);
  bool ForeseesChange(const StepContacts& contacts) const;

  const World& world_;
  SearchOptions options_;
  bool has_derivatives_;
  bool predicts_;  ///< the slips of the rest of a projection tell K
  ContactResponse response_;
  Dissipation dissipation_;
  WeightProgram program_;
  bool is_evaluated_ = false;   ///< equations and contacts, at the last v
  bool is_linearized_ = false;  ///< response_ belongs to this step
  bool is_current_ = false;     ///< response_ belongs to the last evaluation
  bool was_raised_ = false;     ///< β was raised in the last iteration: the next success keeps it
  bool is_projected_ = false;   ///< the projection of the last TryMove converged
  int evaluations_ = 0;
  double K_ = 0.0, beta_ = 0.0, first_tolerance_ = 0.0;
  std::vector<BodyLoad> loads_;
  Eigen::VectorXd dx_, dv_, correction_, trial_, v_kept_, v_linearized_;
  std::vector<double> w_kept_, w_linearized_, forces_;
  std::vector<double> history_;
};

}  // namespace slipstick::nmdp
