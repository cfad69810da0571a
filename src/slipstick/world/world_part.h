// Some trees of a world, with the shapes of these trees and of the environment, as a world of their own. It
// is the same world, bit for bit, as one that was built from these trees alone, so steps of it do not depend
// on the rest. Bodies, dofs, shapes and contacts are numbered anew, in the same order.
#pragma once

#include <vector>

#include "slipstick/world/actuation.h"
#include "slipstick/world/world.h"

namespace slipstick::world {

class WorldPart {
 public:
  /// `roots`: root bodies of the trees, ascending.
  WorldPart(const World& whole, View<const int> roots);
  WorldPart(const WorldPart&) = delete;
  WorldPart& operator=(const WorldPart&) = delete;

  const World& world() const { return world_; }

  /// Copies what belongs to the part: from the whole world to the part, or back.
  void Gather(const State& whole, State& part) const;
  void Gather(const Actuation& whole, Actuation& part) const;
  /// Appends the contacts. Does not change the time.
  void Scatter(const State& part, State& whole) const;

  // The numbers in the whole world.
  int WholeBody(int body) const { return body == model::kWorld ? body : bodies_[body]; }
  int WholeShape(int shape) const { return shapes_[shape]; }
  uint64_t WholeContact(uint64_t id) const;

 private:
  /// A tree: contiguous entries of q and v.
  struct Tree {
    int q, v, whole_q, whole_v, nq, nv;
  };
  int PartShape(int shape) const;

  World world_;
  std::vector<Tree> trees_;
  std::vector<int> bodies_, shapes_;         ///< of the part: their numbers in the whole world
  std::vector<int> part_body_, part_shape_;  ///< of the whole world: their numbers in the part, or -1
};

}  // namespace slipstick::world
