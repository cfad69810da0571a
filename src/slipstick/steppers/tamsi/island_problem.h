// What Newton's method is to solve for one contact island, with the configuration frozen where the step
// starts.
#pragma once

#include "slipstick/dynamics/workspace.h"
#include "slipstick/steppers/tamsi/contact_pairs.h"

namespace slipstick::tamsi {

struct IslandProblem {
  double h;
  const Workspace<double>& ws;     ///< holds M̂, its factor and motion subspaces
  const Eigen::VectorXd& impulse;  ///< of all but contacts, per dof of the model
  ContactPairs& contacts;          ///< of the whole world
  View<const int> pairs;           ///< those of the island
  View<const int> trees;           ///< roots of what they connect

  const ContactPair& pair(int i) const { return contacts.pairs()[pairs[i]]; }
};

struct DofRange {
  int first, end;
};
/// Dofs of a tree stand one after the other.
inline DofRange DofsOfTree(const Model& model, int root) {
  return {model.sweep()[root].v, model.last_dof()[model.subtree_end()[root] - 1] + 1};
}

}  // namespace slipstick::tamsi
