// Approach islands: the sets of kinematic trees whose shapes may touch each other within one step. They do
// not interact in the step, so each is stepped as a world of its own (steppers/island_stepper.h).
//
// Two trees are in one island if bounding spheres of their shapes, enlarged by the distance that the shapes
// may move within the step, overlap, or if the contact memory has a contact between them.
#pragma once

#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

class ApproachIslands {
 public:
  explicit ApproachIslands(const World& world);

  /// Finds the islands of a step of h seconds, ordered by their first tree.
  void Find(const State& state, double h);
  int size() const { return static_cast<int>(first_root_.size()) - 1; }
  /// Root bodies of the trees of an island, ascending. Valid until the next call to Find.
  View<const int> operator[](int island) const {
    return {&roots_[first_root_[island]], first_root_[island + 1] - first_root_[island]};
  }

  int num_trees() const { return static_cast<int>(trees_.size()); }
  int root(int tree) const { return trees_[tree].root; }

 private:
  struct Tree {
    int root;
    int leader;  ///< parent in the union-find forest; its own index for the leader of an island
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
  void Unite(int a, int b);
  int Leader(int tree);
  void ListIslands();

  const World& world_;
  Workspace<double> ws_;
  std::vector<Tree> trees_;
  std::vector<int> tree_of_body_;
  std::vector<Sphere> spheres_;  ///< per shape
  std::vector<int> by_x_;        ///< trees in the order of lower.x
  std::vector<int> number_;      ///< per tree, valid for leaders only: number of the island
  std::vector<int> roots_, first_root_, end_root_;
};

}  // namespace slipstick::contact
