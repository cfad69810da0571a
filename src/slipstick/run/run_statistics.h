// What can be said about a run when it is over, gathered step by step.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/names.h"
#include "slipstick/run/simulation.h"

namespace slipstick::run {

struct RunSummary {
  int64_t steps = 0;
  double simulated_time = 0.0;  ///< s
  double wall_time = 0.0;       ///< of controller and stepper, s
  double real_time_factor = 0.0;

  double mean_contacts = 0.0;  ///< with a force
  int most_contacts = 0;
  double deepest_penetration = 0.0;  ///< m
  std::string deepest_pair;          ///< "FL_FOOT and ground"; empty if nothing penetrated
  double largest_slip = 0.0;         ///< path that a contact slid while it lasted, m
  std::string slip_pair;
  double fastest_slip = 0.0;  ///< m/s

  // Energy, J: what the bodies gained = works of forces + what the stepping itself invented.
  double energy_start = 0.0, energy_end = 0.0;
  double actuation_work = 0.0, joint_work = 0.0, contact_work = 0.0;
  double energy_error = 0.0;
  double energy_exchanged = 0.0;  ///< sum of what works and gravity moved, either way
  /// What contacts gave to the bodies beyond what their springs held; 0 if they were passive, as contacts
  /// are, up to a small tolerance. It is work of forces, and thus no part of energy_error.
  double contacts_created = 0.0;

  // Of a controller that solves a problem at every update, otherwise zero.
  int64_t control_updates = 0;
  double control_time = 0.0;                                ///< s, of all updates
  double control_iterations = 0.0, control_residual = 0.0;  ///< per update; the largest
  std::map<std::string, int64_t> control_failures;          ///< updates that were not solved as asked

  std::map<std::string, int64_t> failures;  ///< steps by status, other than ok
  std::map<std::string, int64_t>
      algorithms;      ///< steps by the way that the stepper chose, where it has several
  int64_t splits = 0;  ///< parts of steps beyond one each
  // Of error control, otherwise zero: the parts of steps are as long as their error allows.
  int64_t accepted = 0, rejected = 0, inaccurate = 0;  ///< parts (StepReport)
  double shortest = 0.0, longest = 0.0;                ///< accepted ones, s
  bool finished = false;
  std::string base;  ///< first body that is free, be it in a plane; empty if there is none
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
  struct Slide {
    uint64_t id;
    double path;
  };

  void AddControl(const control::ControlReport& control);
  void AddChosenSteps(const StepReport& report);
  void AddContacts(const StepView& step);
  void AddSlip(const ContactReport& contact, double h, const std::vector<Slide>& earlier, size_t& k);
  void AddEnergy(const StepView& step);
  double EnergyCreatedByContacts(double energy_exchanged) const;
  double MechanicalEnergy(const State& state, double& potential) const;
  Eigen::Vector3d BasePosition(const State& state) const;
  std::string PairName(const ContactReport& contact) const;

  const World& world_;
  double start_;   ///< s
  int root_ = -1;  ///< the first body that is free, be it in a plane
  RunSummary summary_;
  double contact_count_ = 0.0;
  std::vector<Slide> slides_, next_slides_;  ///< of contacts that last, by id
  bool has_energy_ = false;
  EnergyReport last_;                                ///< of the step before
  double least_balance_ = 0.0, largest_rise_ = 0.0;  ///< of work of contacts and energy in their springs, J
  mutable Workspace<double> ws_;
};

}  // namespace slipstick::run
