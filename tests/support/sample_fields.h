// A struct with a field of every kind.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"

namespace slipstick::support {

struct SampleFields {
  enum class Direction { kUp, kDown };
  bool quick = false;
  int rounds = 3;
  double tolerance = 1e-6;
  double stiffness = 10.0;
  Direction direction = Direction::kDown;
  std::vector<double> corners = {1, 0, 0, 0.5};
  std::vector<double> errors = {};

  void Visit(FieldVisitor& visit) {
    visit.Flag("quick", quick, "faster");
    visit.Integer("rounds", rounds, {1, 10}, "how many");
    visit.Number("tolerance", tolerance, {0.0, 1.0}, "m", "how exact");
    visit.Number("stiffness", stiffness, kPositive, "N/m");
    visit.Choice("direction", direction, {"up", "down"}, "which way");
    visit.Points("corners", corners);
    visit.Series("errors", errors, "m");
  }
};

}  // namespace slipstick::support
