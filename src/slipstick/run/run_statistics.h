// The summary of a run, accumulated step by step.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/names.h"
#include "slipstick/run/simulation.h"

namespace slipstick::run {

/// The JSON of `slipstick run --json` has the same names (docs/command-line.md).
struct RunSummary {
  int64_t steps = 0;
  double simulated_time = 0.0;  ///< s
  double wall_time = 0.0;       ///< of controller and stepper, s
  double real_time_factor = 0.0;

  double mean_contacts = 0.0;  ///< with a force
  int max_contacts = 0;
  double penetration_depth = 0.0;  ///< the largest, m
  std::string penetration_pair;    ///< "FL_FOOT and ground"; empty if nothing penetrated
  double slip_distance = 0.0;      ///< longest path that a contact slipped during its lifetime, m
  std::string slip_pair;
  double slip_speed = 0.0;  ///< the largest, m/s

  // Energy, J: energy_end - energy_start = works + energy_error.
  double energy_start = 0.0, energy_end = 0.0;
  double actuation_work = 0.0, joint_work = 0.0, contact_work = 0.0;
  double energy_error = 0.0;      ///< numerical error of the time stepping
  double energy_exchanged = 0.0;  ///< sum of the absolute works of all forces, gravity included
  /// Energy that contacts gave to the bodies beyond the energy stored in their springs. Contacts are passive,
  /// so this is 0 up to a small tolerance unless the step is too long. It is work of forces, and not part of
  /// energy_error.
  double contact_energy_created = 0.0;

  // Of a controller that solves a problem at every update, otherwise zero.
  int64_t control_updates = 0;
  double control_time = 0.0;                                ///< s, of all updates
  double control_iterations = 0.0, control_residual = 0.0;  ///< per update; the largest
  std::map<std::string, int64_t> control_failures;  ///< updates by the reason why they were not solved

  std::map<std::string, int64_t> failures;  ///< steps by status, other than ok
  /// Steps by StepReport::algorithm, for steppers that choose among several.
  std::map<std::string, int64_t> algorithms;
  int64_t extra_substeps = 0;  ///< sub-steps beyond one per step
  // Of step-size control, otherwise zero.
  int64_t accepted = 0, rejected = 0, inaccurate = 0;  ///< sub-steps (StepReport)
  double shortest = 0.0, longest = 0.0;                ///< accepted sub-step, s
  bool finished = false;
  std::string base;  ///< first body with a floating or planar joint to the world; empty if there is none
  Eigen::Vector3d base_start = Eigen::Vector3d::Zero(), base_end = Eigen::Vector3d::Zero();
  double base_rise = 0.0;  ///< highest above its start, m
  double base_drop = 0.0;  ///< lowest below its start, m
};

class RunStatistics {
 public:
  explicit RunStatistics(const Simulation& simulation);

  /// To be called after every step: simulation.Observe([&](const StepView& step) { statistics.Add(step); });
  void Add(const StepView& step);
  RunSummary Summarise(const Simulation& simulation) const;

 private:
  struct SlipPath {
    uint64_t id;
    double length;  ///< m
  };

  void AddControl(const control::ControlReport& control);
  void AddChosenSteps(const StepReport& report);
  void AddContacts(const StepView& step);
  void AddSlip(const ContactReport& contact, double h, const std::vector<SlipPath>& earlier, size_t& k);
  void AddEnergy(const StepView& step);
  double EnergyCreatedByContacts(double energy_exchanged) const;
  double MechanicalEnergy(const State& state, double& potential) const;
  Eigen::Vector3d BasePosition(const State& state) const;
  std::string PairName(const ContactReport& contact) const;

  const World& world_;
  double start_;   ///< s
  int root_ = -1;  ///< body of RunSummary::base
  RunSummary summary_;
  double contact_count_ = 0.0;
  std::vector<SlipPath> paths_, next_paths_;  ///< of contacts that persist, by id
  bool has_energy_ = false;
  EnergyReport last_;                                ///< of the previous step
  double least_balance_ = 0.0, largest_rise_ = 0.0;  ///< of contact work plus elastic energy, J
  mutable Workspace<double> ws_;
};

}  // namespace slipstick::run
