// Approach islands: the sets of kinematic trees whose shapes may touch each other within one step. They do
// not interact in the step, so each is stepped as a world of its own (steppers/island_stepper.h).
//
// Two trees are in one island if bounding spheres of their shapes, enlarged by the distance that the shapes
// may move within the step, overlap, or if the contact memory has a contact between them.
#pragma once

#include <vector>

#include "slipstick/contact/contact_islands.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// Assumed bound on the acceleration of one body towards another, m/s². It determines which pairs are
/// candidates and which trees are stepped together. Bodies that accelerate more, as in an impact, may touch
/// undetected until the next step.
inline constexpr double kMaxApproachAcceleration = 1000.0;

/// The largest gap that two shapes can close within tau seconds, from the poses and velocities in ws, m.
double ApproachMargin(const World& world, const Workspace<double>& ws, double tau);

class ApproachIslands {
 public:
  explicit ApproachIslands(const World& world);

  /// Finds the islands of a step of h seconds, ordered by their first tree.
  void Find(const State& state, double h);
  int size() const { return islands_.size(); }
  /// Root bodies of the trees of an island, ascending. Valid until the next call to Find.
  View<const int> operator[](int island) const { return islands_[island].trees; }

  int num_trees() const { return static_cast<int>(trees_.size()); }

 private:
  struct Tree {
    int root;
    std::vector<int> shapes;
    Vec3<double> lower, upper;  ///< bounding box of its shapes, enlarged
  };
  struct Sphere {
    Vec3<double> centre;
    double radius;  ///< enlarged
  };
  void PlaceShapes(const State& state, double h);
  bool MayTouch(const Tree& a, const Tree& b) const;
  void UniteNeighbours();
  void UniteByMemory(const State& state);

  const World& world_;
  Workspace<double> ws_;
  std::vector<Tree> trees_;
  std::vector<Sphere> spheres_;        ///< per shape
  std::vector<int> by_x_;              ///< trees in the order of lower.x
  std::vector<TouchingBodies> alone_;  ///< each tree with the world
  ContactIslands islands_;
};

}  // namespace slipstick::contact
