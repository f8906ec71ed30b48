#include "hub_order.hpp"

#include <algorithm>
#include <numeric>

#include "base/hash.hpp"

namespace clearway {
namespace {

constexpr std::size_t first_trees = 64;
constexpr std::size_t trees_per_hub = 1;    // drawn after each hub, while the sample is small
constexpr std::uint64_t sample_share = 24;  // pairs of the sample wanted for each corner
constexpr std::uint64_t seed = 1;

}  // namespace

HubOrder::HubOrder(const CornerGraph& graph, PrunedSearch& search, const GrowingLabels& labels)
    : graph_(graph),
      search_(search),
      labels_(labels),
      occurrences_(graph.size()),
      covers_(graph.size(), 0),
      is_hub_(graph.size(), 0),
      roots_(graph.size()),
      queued_(graph.size(), -1),
      at_(graph.size(), none) {
  std::iota(roots_.begin(), roots_.end(), CornerId(0));
  std::uint64_t state = seed;
  for (std::size_t i = roots_.size(); i > 1; --i)
    std::swap(roots_[i - 1], roots_[next_random(state) % i]);
  for (std::size_t i = 0; i < std::min<std::size_t>(first_trees, graph.size()); ++i) draw();
  for (const CornerId c : graph.ids())
    if (covers_[c] == 0) enqueue(c);
}

void HubOrder::enqueue(CornerId corner) {
  queued_[corner] = static_cast<double>(covers_[corner]);
  queue_.push({queued_[corner], corner});
}

// Adds the tree of the next root.
void HubOrder::draw() {
  CornerId root = none;
  for (std::size_t tried = 0; tried < roots_.size() && root == none; ++tried) {
    check_interrupt();
    const CornerId c = roots_[next_root_++ % roots_.size()];
    if (!is_hub_[c]) root = c;
  }
  if (root == none) return;
  Tree nodes;
  search_.run(root, labels_, [&](CornerId c, double, CornerId parent) {
    at_[c] = nodes.end_id();
    nodes.push_back({c, parent == none ? SampleNodeId(none) : at_[parent], none, none, 1});
  });
  for (SampleNodeId i = nodes.end_id(); i > SampleNodeId(1);) {
    i = i - 1;
    Node& node = nodes[i];
    Node& parent = nodes[node.parent];
    node.sibling = parent.child;
    parent.child = i;
    parent.below += node.below;
  }
  if (nodes.empty()) return;
  const SampleTreeId tree = trees_.end_id();
  for (const SampleNodeId i : nodes.ids()) {
    const Node& node = nodes[i];
    covers_[node.corner] += node.below;
    occurrences_[node.corner].push_back({tree, i});
    enqueue(node.corner);
  }
  sample_ += nodes.size();
  trees_.push_back(std::move(nodes));
}

// Removes a subtree.
void HubOrder::remove(Tree& tree, SampleNodeId at) {
  const std::uint32_t lost = tree[at].below;
  sample_ -= lost;
  for (SampleNodeId i = tree[at].parent; i != none; i = tree[i].parent) {
    tree[i].below -= lost;
    covers_[tree[i].corner] -= lost;
  }
  stack_.assign(1, at);
  while (!stack_.empty()) {
    check_interrupt();
    Node& node = tree[stack_.back()];
    stack_.pop_back();
    covers_[node.corner] -= node.below;
    node.below = 0;
    for (SampleNodeId i = node.child; i != none; i = tree[i].sibling)
      if (tree[i].below) stack_.push_back(i);
  }
}

CornerId HubOrder::next() {
  for (std::size_t i = 0; i < trees_per_hub && sample_ < sample_share * graph_.size(); ++i) draw();
  CornerId hub = none;
  while (!queue_.empty() && hub == none) {
    const Entry<CornerId> top = queue_.pop();
    check_interrupt();
    if (is_hub_[top.item] || top.estimate != queued_[top.item]) continue;
    if (static_cast<double>(covers_[top.item]) != top.estimate)
      enqueue(top.item);
    else
      hub = top.item;
  }
  if (hub == none) return none;
  is_hub_[hub] = 1;
  for (const Occurrence& o : occurrences_[hub]) {
    check_interrupt();
    Tree& tree = trees_[o.tree];
    if (tree.empty() || tree[o.node].below == 0) continue;
    remove(tree, o.node);
    if (o.node == SampleNodeId(0)) tree = Tree();
  }
  occurrences_[hub] = {};
  return hub;
}

}  // namespace clearway
