#include "slipstick/contact/step_report.h"

namespace slipstick::contact {

const char* Name(StepStatus status) {
  switch (status) {
    case StepStatus::kOk: return "ok";
    case StepStatus::kNotConverged: return "not converged";
    case StepStatus::kDiverged: return "diverged";
    case StepStatus::kSingularMass: return "singular mass matrix";
    default: return "actuation not finite";
  }
}

const char* Name(ContactMode mode) {
  switch (mode) {
    case ContactMode::kOpen: return "open";
    case ContactMode::kStick: return "stick";
    default: return "slip";
  }
}

}  // namespace slipstick::contact
