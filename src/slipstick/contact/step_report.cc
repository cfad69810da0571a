#include "slipstick/contact/step_report.h"

#include <cstring>

namespace slipstick::contact {

const char* Name(StepStatus status) {
  constexpr const char* kNames[] = {"ok", "not converged", "diverged", "singular mass matrix",
                                    "actuation not finite"};
  return kNames[static_cast<int>(status)];
}

const char* Name(ContactMode mode) {
  constexpr const char* kNames[] = {"open", "stick", "slip"};
  return kNames[static_cast<int>(mode)];
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
