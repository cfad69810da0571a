// Algorithm 1 of paper 001: weights w of corners and an end of the step that belong together, and of those
// the ones that dissipate most.
//
//   minimise K(θ) over w   with   G(θ, w) = 0 (6), (12)
//
// Each iteration takes the quadratic program, moves the end θ along its tangent and projects it back to G =
// 0:
//
//   minimise ∇Kᵀ A Δw + ½ Δwᵀ Aᵀ ∇²K A Δw + |Δw|²/γ,   A = -(∇_θ G)⁻¹ ∇_w G,   w + Δw >= 0,   1ᵀ (w + Δw) <=
//   1     (8) θ <- θ - (∇_θ G)⁻¹ G(θ, w) (9)
//
// and the same without derivatives of corners in ∇_θ G (10), (11). Programs are formed in the rows of contact
// forces (contact_response.h has A, dissipation.h the derivatives of K, weight_program.h the rest). If K has
// fallen, the damping of the next program is relaxed, otherwise raised and the program solved again.
//
// Departures: damping β multiplies |Δw|² and is raised on failure (as printed, 1/γ is lowered); it is
// measured by the curvature of the program. The end is moved along the tangent before it is projected, and
// projection keeps its linearisation as long as it converges fast. Corrections that do not reduce G are
// shortened before a step is given up.
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
        "what contacts make small: the energy that they could still take away, the motion of contact points "
        "as "
        "if each had unit mass (the authors' program), or the energy of all bodies (paper 001, Eq. 6)");
    visit.Number("tolerance", tolerance, {1e-14, 1.0}, "m/s, rad/s",
                 "done when weights change no velocity by more");
    visit.Number("relative_tolerance", relative_tolerance, {0.0, 1.0}, "",
                 "or by more than this share of the fastest slip of a contact");
    visit.Number("residual", residual, {1e-14, 1.0}, "m/s, rad/s",
                 "of the equations of motion, as a velocity");
    visit.Integer("max_iterations", max_iterations, {1, 100000}, "programs solved per step or part of it");
    visit.Number("damping", damping, {0.0, 1e6}, "",
                 "of weights at first, over the curvature of the program");
    visit.Number("damping_factor", damping_factor, {1.01, 100.0}, "",
                 "by which damping falls after success and rises after failure (paper 001: 1.5)");
  }
};

struct SearchOutcome {
  bool solved;      ///< K cannot be made smaller, to the tolerance
  int iterations;   ///< programs solved
  double residual;  ///< the last change of a velocity, m/s or rad/s
};

class ProjectedGradient {
 public:
  /// `has_derivatives`: of corners. Without them a projection that does not converge is not worth following
  /// (as printed).
  ProjectedGradient(const World& world, const SearchOptions& options, bool has_derivatives);

  /// From v and the weights in `contacts` to those of the solution, where both are evaluated in the end.
  SearchOutcome Solve(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v);
  /// Only its first lines: an end that belongs to the weights.
  bool Project(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v) {
    return Project(equations, contacts, options_.residual, v);
  }
  /// Forget the linearisation: another step begins, or contacts have changed.
  void Forget() { is_linearized_ = is_current_ = false; }

  /// Of G since the last reset; a derivative counts as nv.
  int evaluations() const { return evaluations_; }
  void ResetEvaluations() { evaluations_ = 0; }

  /// K after every accepted iteration of the last Solve, the start first.
  View<const double> history() const { return history_; }

 private:
  void Evaluate(StepEquations& equations, StepContacts& contacts, const Eigen::VectorXd& v);
  bool Linearize(StepEquations& equations, StepContacts& contacts);
  /// (9), until the residual is no larger than `tolerance`, m/s.
  bool Project(StepEquations& equations, StepContacts& contacts, double tolerance, Eigen::VectorXd& v);
  double Tolerance(const StepContacts& contacts, double h) const;
  void Descend(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v, SearchOutcome& outcome);
  bool TryMove(StepEquations& equations, StepContacts& contacts, Eigen::VectorXd& v);

  const World& world_;
  SearchOptions options_;
  bool has_derivatives_;
  ContactResponse response_;
  Dissipation dissipation_;
  WeightProgram program_;
  bool is_linearized_ = false;  ///< response_ is that of some place of this step
  bool is_current_ = false;     ///< of the one evaluated last
  bool is_projected_ = false;   ///< the last TryMove led to G = 0
  int linearizations_ = 0, evaluations_ = 0;
  double K_ = 0.0, beta_ = 0.0;
  std::vector<BodyLoad> loads_;
  Eigen::VectorXd dx_, dv_, trial_, v_kept_;
  std::vector<double> w_kept_, forces_;
  std::vector<double> history_;
};

}  // namespace slipstick::nmdp
