// Which corner becomes the next hub: the one that covers most shortest paths of a sample (Delling
// et al. 2014, "Robust distance queries on massive networks", section 4).
//
// The sample consists of shortest path trees from random corners, without the pairs that the labels
// know. A corner covers the pairs of a tree's root and the corners below it. When a corner becomes
// a hub, the trees lose what is below it, and new trees replace what is lost.
#pragma once

#include <cstdint>
#include <vector>

#include "base/heap.hpp"
#include "pruned_search.hpp"

namespace clearway {

class HubOrder {
 public:
  // Draws the first trees. The graph must outlive it.
  HubOrder(const CornerGraph& graph, PrunedSearch& search, const GrowingLabels& labels);

  // The next hub; none: all corners are hubs. The caller labels it before the next call.
  CornerId next();

 private:
  using SampleTreeId = Id<struct SampleTreeTag>;
  using SampleNodeId = Id<struct SampleNodeTag>;  // of one tree
  struct Node {
    CornerId corner;
    SampleNodeId parent;          // none at the root
    SampleNodeId child, sibling;  // first child and next sibling; none
    std::uint32_t below;          // corners in the subtree; 0: removed
  };
  using Tree = IdVector<SampleNodeId, Node>;  // in order of distance; empty once its root is a hub
  struct Occurrence {
    SampleTreeId tree;
    SampleNodeId node;
  };

  void draw();
  void enqueue(CornerId corner);
  void remove(Tree& tree, SampleNodeId at);

  const CornerGraph& graph_;
  PrunedSearch& search_;
  const GrowingLabels& labels_;
  IdVector<SampleTreeId, Tree> trees_;
  IdVector<CornerId, std::vector<Occurrence>> occurrences_;
  IdVector<CornerId, std::uint64_t> covers_;  // pairs of the sample
  IdVector<CornerId, std::uint8_t> is_hub_;
  std::vector<CornerId> roots_;  // all corners in random order
  std::size_t next_root_ = 0;
  std::uint64_t sample_ = 0;  // pairs
  struct More {
    bool operator()(const Entry<CornerId>& a, const Entry<CornerId>& b) const {
      return a.estimate != b.estimate ? a.estimate > b.estimate : a.item < b.item;
    }
  };
  Heap<CornerId, More> queue_;           // by what a corner covered when it was queued
  IdVector<CornerId, double> queued_;    // its entry; others of the queue are outdated
  IdVector<CornerId, SampleNodeId> at_;  // scratch: the nodes of a tree
  std::vector<SampleNodeId> stack_;
};

}  // namespace clearway
