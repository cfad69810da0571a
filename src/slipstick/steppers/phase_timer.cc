#include "slipstick/steppers/phase_timer.h"

namespace slipstick::steppers {

const char* Name(Phase phase) {
  switch (phase) {
    case Phase::kContacts: return "contacts";
    case Phase::kDynamics: return "dynamics";
    case Phase::kSolve: return "solve";
  }
  return "?";
}

}  // namespace slipstick::steppers
