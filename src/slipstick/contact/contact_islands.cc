#include "slipstick/contact/contact_islands.h"

#include <algorithm>

namespace slipstick::contact {

ContactIslands::ContactIslands(const Model& model)
    : model_(model),
      leader_(model.num_bodies()),
      island_(model.num_bodies()),
      first_pair_(1, 0),
      position_(model.num_bodies()) {
  for (auto* list : {&pairs_, &first_pair_, &next_, &trees_, &first_tree_})
    list->reserve(static_cast<size_t>(model.num_bodies()) + 1);
}

ContactIslands::Island ContactIslands::operator[](int i) const {
  return {{pairs_.data() + first_pair_[i], first_pair_[i + 1] - first_pair_[i]},
          {trees_.data() + first_tree_[i], first_tree_[i + 1] - first_tree_[i]}};
}

int ContactIslands::Leader(int tree) {
  while (leader_[tree] != tree) tree = leader_[tree] = leader_[leader_[tree]];
  return tree;
}

void ContactIslands::Find(View<const TouchingBodies> pairs) {
  Disconnect();
  for (const TouchingBodies& pair : pairs) Connect(pair);
  List(pairs);
  for (int i = 0; i < size(); ++i) OrderTrees(pairs, i);
}

void ContactIslands::Disconnect() {
  for (size_t i = 0; i < leader_.size(); ++i) leader_[i] = static_cast<int>(i);
}

void ContactIslands::Connect(const TouchingBodies& pair) {
  if (pair.b == model::kWorld) return;
  const int a = Leader(RootOf(pair.a)), b = Leader(RootOf(pair.b));
  leader_[std::max(a, b)] = std::min(a, b);
}

void ContactIslands::List(View<const TouchingBodies> pairs) {
  SortPairs(pairs);
  trees_.clear();
  first_tree_.assign(1, 0);
  std::fill(position_.begin(), position_.end(), -1);
  for (int i = 0; i < size(); ++i) {
    for (int p = first_pair_[i]; p < first_pair_[i + 1]; ++p)
      for (const int body : {pairs[pairs_[p]].a, pairs[pairs_[p]].b}) {
        if (body == model::kWorld || position_[RootOf(body)] >= 0) continue;
        position_[RootOf(body)] = static_cast<int>(trees_.size()) - first_tree_.back();
        trees_.push_back(RootOf(body));
      }
    first_tree_.push_back(static_cast<int>(trees_.size()));
  }
}

/// Numbers islands in the order of their first pairs, and sorts pairs into them by counting.
void ContactIslands::SortPairs(View<const TouchingBodies> pairs) {
  std::fill(island_.begin(), island_.end(), -1);
  next_.clear();
  for (const TouchingBodies& pair : pairs) {
    int& island = island_[Leader(RootOf(pair.a))];
    if (island < 0) {
      island = static_cast<int>(next_.size());
      next_.push_back(0);
    }
    ++next_[island];
  }
  first_pair_.assign(1, 0);
  for (const int count : next_) first_pair_.push_back(first_pair_.back() + count);
  std::copy(first_pair_.begin(), first_pair_.end() - 1, next_.begin());
  pairs_.resize(pairs.size());
  for (int p = 0; p < pairs.size(); ++p) pairs_[next_[island_[Leader(RootOf(pairs[p].a))]]++] = p;
}

void ContactIslands::OrderTrees(View<const TouchingBodies> pairs, int island) {
  const int first = first_tree_[island], n = first_tree_[island + 1] - first;
  if (n < 3) return;
  ordering_.Begin(n);
  for (int p = first_pair_[island]; p < first_pair_[island + 1]; ++p) {
    const TouchingBodies& pair = pairs[pairs_[p]];
    if (pair.b == model::kWorld || RootOf(pair.a) == RootOf(pair.b)) continue;
    ordering_.Couple(position_[RootOf(pair.a)], position_[RootOf(pair.b)]);
  }
  unordered_.assign(trees_.begin() + first, trees_.begin() + first + n);
  int last = first + n;
  for (const int tree : ordering_.Order()) trees_[--last] = unordered_[tree];
}

}  // namespace slipstick::contact
