// How long the next step should be, from the error of the last one. Pure arithmetic: no state, no model.
#pragma once

namespace slipstick::steppers {

/// The usual controller of an error that grows with a known power of the step.
class StepSizeRule {
 public:
  /// `accuracy` > 0 is the largest error of a step that is accepted. Errors grow with the step to the power
  /// order + 1, where order is that of the method.
  StepSizeRule(double accuracy, int order) : accuracy_(accuracy), exponent_(1.0 / (order + 1)) {}

  struct Verdict {
    bool accepted;
    double next;  ///< s; not shorter than the step if it is accepted, and shorter if not
  };
  /// Of a step of `length` with this error. One that is not finite is rejected.
  Verdict Judge(double error, double length) const;

  /// What to try after a step that could not be solved: there is no error to go by.
  static double AfterFailure(double length) { return 0.5 * length; }

  /// How much of the time that is left to take at once, if steps of `wanted` are in order. A rest that is
  /// hardly longer is taken whole, and one that would leave a sliver behind is halved.
  static double Cut(double wanted, double left);

  /// Whether a piece is so much shorter than wanted that its small error tells little about longer ones.
  static bool IsCutShort(double piece, double wanted) { return piece < 0.95 * wanted; }

  double accuracy() const { return accuracy_; }

 private:
  double Factor(double error) const;

  double accuracy_, exponent_;
};

}  // namespace slipstick::steppers
