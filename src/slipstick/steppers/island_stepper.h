// Steps each approach island (contact/approach_islands.h) as a world of its own, with a stepper of its own:
// sub-steps, iterations and tolerances are those of the island. So its motion does not depend on unrelated
// bodies, bit for bit, and a difficult contact slows down only its own island. If one island fails, the whole
// step fails and no body moves.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "slipstick/contact/approach_islands.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/world/world_part.h"

namespace slipstick::steppers {

/// Makes a stepper for a world that outlives it.
using StepperFactory = std::function<std::unique_ptr<Stepper>(const World&)>;

/// The stepper of the factory itself if the world has at most one tree, otherwise an IslandStepper.
std::unique_ptr<Stepper> MakeIslandStepper(const World& world, StepperFactory factory);

class IslandStepper : public Stepper {
 public:
  IslandStepper(const World& world, StepperFactory factory);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;
  bool NeedsEnergyCheck() const override { return false; }  // the steps of islands have been checked

  /// An island and its stepper, kept for the next step with the same island. It holds no state.
  struct Island {
    Island(const World& whole, View<const int> roots, const StepperFactory& factory)
        : part(whole, roots), stepper(factory(part.world())), actuation(part.world().model()) {}

    world::WorldPart part;
    std::unique_ptr<Stepper> stepper;
    Actuation actuation;
    State state;
    int64_t last_use = 0;
  };
  struct ByRoots {
    using is_transparent = void;
    bool operator()(View<const int> a, View<const int> b) const;
  };

  Island& FindIsland(View<const int> roots);
  void DropOldestIsland();
  StepperFactory factory_;
  contact::ApproachIslands approach_;
  std::map<std::vector<int>, std::unique_ptr<Island>, ByRoots> islands_;
  std::vector<Island*> current_;
  int64_t uses_ = 0;
  PhaseTimer phases_;
};

}  // namespace slipstick::steppers
