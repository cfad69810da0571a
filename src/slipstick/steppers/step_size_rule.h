// The length of the next step from the error of the last one. Pure arithmetic: no state, no model.
#pragma once

namespace slipstick::steppers {

/// The standard controller for an error that grows with a known power of the step.
class StepSizeRule {
 public:
  /// `accuracy` > 0 is the largest error of an accepted step. Errors grow with the step to the power
  /// order + 1, with the order of the method.
  StepSizeRule(double accuracy, int order) : accuracy_(accuracy), exponent_(1.0 / (order + 1)) {}

  struct Verdict {
    bool accepted;
    double next;  ///< s; at least as long as an accepted step, shorter than a rejected one
  };
  /// Judges a step of `length` with this error. Non-finite errors are rejected.
  Verdict Judge(double error, double length) const;

  /// Length to try after a step that could not be solved and thus has no error estimate.
  static double AfterFailure(double length) { return 0.5 * length; }

  /// The next step within the remaining time `left`, if a length of `wanted` is appropriate. A remainder that
  /// is hardly longer than wanted is taken whole. One shorter than twice wanted is halved.
  static double Truncate(double wanted, double left);

  /// True if a step is so much shorter than wanted that its error does not predict that of longer steps.
  static bool IsTruncated(double length, double wanted) { return length < 0.95 * wanted; }

  double accuracy() const { return accuracy_; }

 private:
  double Factor(double error) const;

  double accuracy_, exponent_;
};

}  // namespace slipstick::steppers
