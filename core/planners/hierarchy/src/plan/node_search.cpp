#include "node_search.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"

namespace clearway {
namespace {

// The heuristic is the straight distance times the mean detour of cached paths, or this if more.
constexpr double least_weight = 1.02;

// Edges that make the estimate of a plan longer by more than this share are not followed yet.
constexpr double delay_beyond = 0.01;

}  // namespace

NodeSearch::Label& NodeSearch::label(NodeId node) {
  Label& out = labels_[node];
  if (out.run != run_) out = {infinity, infinity, 0, none, none, 0, run_};
  return out;
}

void NodeSearch::reach(NodeId node, double cost, double estimate, NodeId parent, EdgeId edge,
                       Index clusters) {
  Label& to = label(node);
  if (to.cost <= cost) return;
  to.cost = cost;
  to.queued = estimate;
  to.parent = parent;
  to.edge = edge;
  to.reached_in = data_.radii.is_one() ? clusters : 0;
  ++generated_;
  if (cost + to.to_goal < best_) {
    best_ = cost + to.to_goal;
    last_ = node;
  }
  if (estimate < best_ && to.reached_in != 3) heap_.push({estimate, node});
}

// Follows the edges of a node in one of its clusters, as far as their estimates are within the
// limit. Returns the smallest estimate beyond it.
double NodeSearch::expand_in(ClusterId cluster, Index own_row, NodeId node, double limit) {
  const ClusterTable& table = data_.tables[cluster];
  // Copies: the compiler cannot know that reach() does not change the originals.
  const bool is_one = data_.radii.is_one();
  const std::size_t count = table.nodes.size(), row = own_row * count;
  const double *lengths = table.lengths.data() + row, cost = labels_[node].cost, weight = weight_;
  const Point *positions = table.positions.data(), goal = goal_;
  double delayed = infinity;
  for (std::size_t k = 0; k < count; ++k) {
    double there = cost + lengths[k];
    if (!is_one && there < infinity) {
      const CachedPath* path = data_.graph.path(table.hops[row + k].edge_id(), radius_);
      there = path ? cost + path->length(radius_) : infinity;
    }
    const double estimate = there + weight * distance(positions[k], goal);
    if (estimate > limit) {
      delayed = std::min(delayed, estimate);
    } else {
      const ClusterTable::Hop hop = table.hops[row + k];
      reach(table.nodes[k], there, estimate, node, hop.edge_id(), hop.common);
    }
  }
  return delayed;
}

// A node is expanded partially: it goes back to the heap with the best estimate among the edges
// that were not followed.
NodeId NodeSearch::run(std::span<const Connection> starts, std::span<const Connection> goals,
                       const Point& start, const Point& goal, double radius, double& length,
                       SearchStats& stats) {
  const IdVector<NodeId, AbstractGraph::Node>& nodes = data_.graph.nodes();
  if (labels_.size() < nodes.size()) labels_.resize(nodes.size());
  ++run_;
  heap_.clear();
  goal_ = goal;
  radius_ = radius;
  weight_ = std::max(data_.graph.stretch(), least_weight);
  best_ = infinity;
  last_ = none;
  generated_ = 0;
  for (const Connection& c : goals) {
    Label& at = label(c.node);
    at.to_goal = std::min(at.to_goal, c.length);
  }
  for (const Connection& c : starts)
    reach(c.node, c.length, c.length + weight_ * distance(nodes[c.node].position, goal), none, none,
          nodes[c.node].a == c.cluster ? 1u : 2u);
  while (!heap_.empty()) {
    check_interrupt();
    const Entry<NodeId> top = heap_.pop();
    if (top.estimate >= best_) break;
    const NodeId node = top.item;
    Label& at = labels_[node];
    if (top.estimate != at.queued) continue;
    ++stats.expanded;
    if (expanded_)
      expanded_->push_back(
          {at.parent == none ? start : nodes[at.parent].position, nodes[node].position});
    const double limit = top.estimate * (1 + delay_beyond);
    double delayed = infinity;
    // Not in the cluster that the node was reached in: the edge that joins the node before with a
    // node of that cluster is no longer than the two edges by way of this node.
    const AbstractGraph::Node& here = nodes[node];
    const Index reached_in = at.reached_in;
    if (!(reached_in & 1)) delayed = expand_in(here.a, here.row_a, node, limit);
    if (!(reached_in & 2)) delayed = std::min(delayed, expand_in(here.b, here.row_b, node, limit));
    at.queued = delayed;
    if (delayed < best_) heap_.push({delayed, node});
  }
  stats.generated += generated_;
  length = best_;
  return last_;
}

}  // namespace clearway
