#include "slipstick/steppers/island_stepper.h"

#include <algorithm>

namespace slipstick::steppers {
namespace {

/// Islands kept: as many as trees, and at least kMinIslands. The oldest ones are dropped.
constexpr int kMinIslands = 16;

/// Adds the report of an island. Iterations and sub-steps are the largest of an island.
void AddReport(const StepReport& island, const world::WorldPart& part, StepReport& report) {
  report.status = std::max(report.status, island.status);
  report.iterations = std::max(report.iterations, island.iterations);
  report.residual = contact::LargerResidual(report.residual, island.residual);
  report.substeps = std::max(report.substeps, island.substeps);
  report.evaluations += island.evaluations;
  report.error_estimate = std::max(report.error_estimate, island.error_estimate);
  report.depth = std::max(report.depth, island.depth);
  report.rejected += island.rejected;
  report.inaccurate += island.inaccurate;
  if (island.shortest > 0.0)
    report.shortest = report.shortest > 0.0 ? std::min(report.shortest, island.shortest) : island.shortest;
  report.longest = std::max(report.longest, island.longest);
  report.algorithm = contact::CombinedAlgorithm(report.algorithm, island.algorithm);
  report.energy += island.energy;
  for (const contact::ContactReport& contact : island.contacts) {
    contact::ContactReport& added = report.contacts.emplace_back(contact);
    added.id = part.WholeContact(contact.id);
    added.shape_a = part.WholeShape(contact.shape_a), added.shape_b = part.WholeShape(contact.shape_b);
    added.body_a = part.WholeBody(contact.body_a), added.body_b = part.WholeBody(contact.body_b);
  }
}

template <class Contacts>
void SortById(Contacts& contacts) {
  std::sort(contacts.begin(), contacts.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

}  // namespace

std::unique_ptr<Stepper> MakeIslandStepper(const World& world, StepperFactory factory) {
  const Model& model = world.model();
  const bool has_one_tree = model.num_bodies() == 0 || model.subtree_end()[0] == model.num_bodies();
  if (has_one_tree) return factory(world);
  return std::make_unique<IslandStepper>(world, std::move(factory));
}

IslandStepper::IslandStepper(const World& world, StepperFactory factory)
    : Stepper(world), factory_(std::move(factory)), approach_(world) {
  const int first_root = 0;
  FindIsland({&first_root, 1});  // throws if the options are wrong
  current_.reserve(approach_.num_trees());
}

void IslandStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  {
    const ScopedPhase timing(timer(), Phase::kContacts);
    approach_.Find(state, h);
  }
  current_.clear();
  for (int i = 0; i < approach_.size(); ++i) {
    Island& island = FindIsland(approach_[i]);
    island.part.Gather(actuation, island.actuation);
    island.part.Gather(state, island.state);
    current_.push_back(&island);
  }
  state.contacts.clear();
  for (Island* island : current_) {
    island->stepper->set_timer(timer() != nullptr ? &phases_ : nullptr);
    AddReport(island->stepper->Step(island->actuation, h, island->state), island->part, report);
    if (!contact::Advanced(report.status)) break;
    island->part.Scatter(island->state, state);
  }
  if (timer() != nullptr) timer()->TakePhases(phases_);
  SortById(state.contacts);
  SortById(report.contacts);
}

/// The island of these trees, made if it is new.
IslandStepper::Island& IslandStepper::FindIsland(View<const int> roots) {
  auto at = islands_.find(roots);
  if (at == islands_.end()) {
    if (static_cast<int>(islands_.size()) >= std::max(kMinIslands, approach_.num_trees())) DropOldestIsland();
    at = islands_
             .emplace(std::vector<int>(roots.begin(), roots.end()),
                      std::make_unique<Island>(world(), roots, factory_))
             .first;
  }
  at->second->last_use = ++uses_;
  return *at->second;
}

void IslandStepper::DropOldestIsland() {
  islands_.erase(std::min_element(islands_.begin(), islands_.end(), [](const auto& a, const auto& b) {
    return a.second->last_use < b.second->last_use;
  }));
}

bool IslandStepper::ByRoots::operator()(View<const int> a, View<const int> b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace slipstick::steppers
