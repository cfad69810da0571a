// What contacts of a run do wrong, from the reports of its steps: whether what sticks creeps, whether
// friction stays in its cone.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/contact/step_report.h"
#include "slipstick/core/vec3.h"
#include "slipstick/world/world.h"

namespace slipstick::measure {

/// Creep: how fast contacts that stick move all the same. Of every phase in which one contact sticks without
/// interruption the net displacement along the surface counts, from kSettling after its beginning, when the
/// surfaces have sprung in. The speed is the sum of these displacements over the sum of their times. The give
/// of a tangential spring under a changing load is part of it; that is bounded, so longer phases show it
/// less.
///
/// Cone violation: the largest excess |f_t| - mu f_n of any contact at any step, as a share of the largest
/// normal force of the run. mu is the static coefficient for what sticks, the kinetic one for what slips. A
/// contact that pulls is in violation.
class ContactQuality {
 public:
  static constexpr double kSettling = 0.02;  ///< s

  explicit ContactQuality(const World& world) : world_(world) {}

  /// Of a step of length h.
  void Add(const StepReport& report, double h);

  double creep_speed() const;     ///< m/s; 0 if nothing stuck for longer than kSettling
  double cone_violation() const;  ///< a share; 0 if friction stayed in its cone

 private:
  struct Sticking {
    uint64_t id;
    double since;               ///< how long it has been sticking, s
    Vec3<double> velocity;      ///< along the surface, at the beginning of the last step
    double h;                   ///< of that step
    Vec3<double> displacement;  ///< along the surface, since it settled, m
    double counted;             ///< time of that displacement, s
  };

  void AddToCone(const ContactReport& contact);
  void GoOnSticking(const ContactReport& contact, double h, Sticking& now) const;
  void Close(const Sticking& phase);

  const World& world_;
  std::vector<Sticking> phases_, next_;                       ///< by id
  double crept_ = 0.0, stuck_ = 0.0;                          ///< m, s, of phases that are over
  double largest_excess_ = 0.0, largest_normal_force_ = 0.0;  ///< N
};

}  // namespace slipstick::measure
