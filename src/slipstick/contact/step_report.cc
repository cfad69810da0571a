#include "slipstick/contact/step_report.h"

#include <cstring>

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

EnergyReport& EnergyReport::operator+=(const EnergyReport& other) {
  kinetic += other.kinetic, potential += other.potential, elastic += other.elastic;
  actuation_work += other.actuation_work, joint_work += other.joint_work;
  contact_work += other.contact_work;
  return *this;
}

const char* CombinedAlgorithm(const char* a, const char* b) {
  if (*a == 0 || *b == 0) return *a == 0 ? b : a;
  return std::strcmp(a, b) == 0 ? a : "several";
}

}  // namespace slipstick::contact
