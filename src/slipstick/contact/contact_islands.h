// Contact islands: the sets of kinematic trees that are connected through contacts. Islands do not interact
// within a step, so each is solved separately: a difficult contact in one does not slow down the solver of
// another.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/model/model.h"
#include "slipstick/solvers/linear/minimum_degree.h"

namespace slipstick::contact {

/// Two bodies in contact. b may be kWorld, which connects no trees.
struct TouchingBodies {
  int a, b;
};

class ContactIslands {
 public:
  explicit ContactIslands(const Model& model);

  /// Valid until the next call to Find or List.
  struct Island {
    View<const int> pairs;  ///< indices of its pairs, ascending
    /// Root bodies of its trees; after Find in minimum-degree order from the last to the first: elimination
    /// in that order creates little fill-in.
    View<const int> trees;
  };
  /// Finds the islands, ordered by their first pair. Trees without contacts belong to no island.
  void Find(View<const TouchingBodies> pairs);

  // Find in steps, for callers that look for pairs of unconnected trees only: Disconnect, Connect for each
  // pair, List.
  void Disconnect();  ///< makes every tree an island
  void Connect(const TouchingBodies& pair);
  /// Neither body may be kWorld.
  bool AreConnected(const TouchingBodies& pair) { return Leader(RootOf(pair.a)) == Leader(RootOf(pair.b)); }
  /// Lists the islands of these pairs, ordered by their first pair, and their trees in the order of the
  /// pairs.
  void List(View<const TouchingBodies> pairs);

  int size() const { return static_cast<int>(first_pair_.size()) - 1; }
  Island operator[](int i) const;

 private:
  int Leader(int tree);
  void SortPairs(View<const TouchingBodies> pairs);
  void OrderTrees(View<const TouchingBodies> pairs, int island);
  int RootOf(int body) const { return body == model::kWorld ? model::kWorld : model_.sweep()[body].root; }

  const Model& model_;
  std::vector<int> leader_;  ///< per body, for roots only: parent in the union-find forest of islands
  std::vector<int> island_;  ///< per body, for leaders only; -1 if not numbered yet
  std::vector<int> pairs_, first_pair_, next_;
  std::vector<int> trees_, first_tree_;
  std::vector<int> position_;   ///< per body, for roots only: index in the trees of its island; -1 if unset
  std::vector<int> unordered_;  ///< trees of one island
  solvers::MinimumDegree ordering_;
};

}  // namespace slipstick::contact
