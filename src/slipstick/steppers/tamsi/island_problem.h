// The problem of one contact island for Newton's method, with the configuration frozen at the start of the
// step.
#pragma once

#include "slipstick/dynamics/workspace.h"
#include "slipstick/steppers/tamsi/contact_pairs.h"

namespace slipstick::tamsi {

struct IslandProblem {
  double h;
  const Workspace<double>& ws;     ///< holds M̂, its factor and motion subspaces
  const Eigen::VectorXd& impulse;  ///< of all forces except contacts, per dof of the model
  ContactPairs& contacts;          ///< of the whole world
  View<const int> pairs;           ///< of the island
  View<const int> trees;           ///< roots of the trees that they connect

  const ContactPair& pair(int i) const { return contacts.pairs()[pairs[i]]; }
};

struct DofRange {
  int first, end;
};
/// The dofs of a tree are contiguous.
inline DofRange DofsOfTree(const Model& model, int root) {
  return {model.sweep()[root].v, model.last_dof()[model.subtree_end()[root] - 1] + 1};
}

}  // namespace slipstick::tamsi
