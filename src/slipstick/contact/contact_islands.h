// Which trees of the forest hang together through contacts. What happens in one island leaves all others
// alone in that step, so each is solved by itself: a hard contact here does not slow down or stop what is
// there.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/model/model.h"

namespace slipstick::contact {

/// Two bodies that touch; b may be kWorld, which connects nothing.
struct TouchingBodies {
  int a, b;
};

class ContactIslands {
 public:
  explicit ContactIslands(const Model& model);

  /// Of the last call to Find, until the next.
  struct Island {
    View<const int> pairs;  ///< numbers of the pairs in it, ascending
    /// Roots of its trees (bodies). What touches few others comes last, so that eliminating from the last to
    /// the first fills in little.
    View<const int> trees;
  };
  /// Islands by their first pair. Trees that touch nothing are in none.
  void Find(View<const TouchingBodies> pairs);
  int size() const { return static_cast<int>(first_pair_.size()) - 1; }
  Island operator[](int i) const;

 private:
  int Leader(int tree);
  void SortPairs(View<const TouchingBodies> pairs);
  void OrderTrees(View<const TouchingBodies> pairs, int island);
  void Eliminate(int tree, int n);
  int RootOf(int body) const { return body == model::kWorld ? model::kWorld : model_.sweep()[body].root; }

  const Model& model_;
  std::vector<int> leader_;  ///< per body, of roots only: on the way to the one that stands for its island
  std::vector<int> island_;  ///< per body, of leaders only; -1 if there is none yet
  std::vector<int> pairs_, first_pair_, next_;
  std::vector<int> trees_, first_tree_;
  std::vector<int>
      place_;  ///< per body, of roots only: its place among the trees of its island; -1 if not met
  std::vector<char> touches_;  ///< of an island: whether its trees i and j touch, or will by elimination
  std::vector<int>
      degree_;  ///< of its trees: how many others they touch; more than any if they are eliminated
  std::vector<int> order_, neighbours_;
};

}  // namespace slipstick::contact
