// Creep of sticking contacts and violation of the friction cone in a run, from its step reports.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/contact/step_report.h"
#include "slipstick/core/vec3.h"
#include "slipstick/world/world.h"

namespace slipstick::measure {

/// Creep: mean tangential speed of sticking contacts. A phase is an uninterrupted time in which one contact
/// sticks. The net tangential displacement of each phase counts from kSettling after its beginning, when the
/// contact springs have settled. Creep is the sum of these displacements over the sum of their times. It
/// includes the deflection of tangential springs under a changing load, which is bounded and so matters less
/// in longer phases.
///
/// Cone violation: the largest excess |f_t| - mu f_n of any contact at any step, as a fraction of the largest
/// normal force of the run. mu is the static coefficient for sticking contacts and the kinetic one for
/// slipping contacts. A pulling contact (f_n < 0) violates the cone.
class ContactQuality {
 public:
  static constexpr double kSettling = 0.02;  ///< s

  explicit ContactQuality(const World& world) : world_(world) {}

  /// Adds a step of length h.
  void Add(const StepReport& report, double h);

  double creep_speed() const;     ///< m/s; 0 if no contact stuck for longer than kSettling
  double cone_violation() const;  ///< a fraction; 0 without violation

 private:
  struct StickPhase {
    uint64_t id;
    double since = 0.0;                                ///< duration so far, s
    Vec3<double> displacement = Vec3<double>::Zero();  ///< along the surface, since it settled, m
    double counted = 0.0;                              ///< time of that displacement, s
  };

  void AddToCone(const ContactReport& contact);
  void ContinuePhase(const ContactReport& contact, double h, StickPhase& phase) const;
  void Close(const StickPhase& phase);

  const World& world_;
  std::vector<StickPhase> phases_, next_;                     ///< by id
  double crept_ = 0.0, stuck_ = 0.0;                          ///< m, s, of completed phases
  double largest_excess_ = 0.0, largest_normal_force_ = 0.0;  ///< N
};

}  // namespace slipstick::measure
