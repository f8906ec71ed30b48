#include "channel_queue.hpp"

#include <utility>

#include "base/infinity.hpp"

namespace clearway {

void ChannelQueue::begin() {
  heap_.clear();
  postponed_.clear();
  postponed_f_ = infinity;
  complete_.clear();
  is_exhaustive_ = false;
  const std::size_t nodes = query_.world.mesh().half_edge_slots();
  if (expanded_in_.size() < nodes) expanded_in_.resize(nodes, 0);
  if (++number_ == 0) {
    std::fill(expanded_in_.begin(), expanded_in_.end(), 0);
    number_ = 1;
  }
}

void ChannelQueue::postpone(ChannelStateId state, double f) {
  postponed_.push_back(state);
  postponed_f_ = std::min(postponed_f_, f);
}

void ChannelQueue::restore(ChannelStateId state) {
  if (!tree_[state].has_arrived()) expanded_in_[tree_.node(tree_[state].entry())] = 0;
  heap_.push({tree_[state].f, state});
}

bool ChannelQueue::postpone_repeated(ChannelStateId state) {
  if (tree_[state].has_arrived()) return false;
  std::uint32_t& mark = expanded_in_[tree_.node(tree_[state].entry())];
  if (mark == number_) {
    postpone(state, tree_[state].f);
    return true;
  }
  mark = number_;
  return false;
}

void ChannelQueue::release() {
  for (const ChannelStateId state : postponed_) {
    const double f = tree_[state].f;
    if (!incumbent_.prunes(f) && !tree_.has_cycle(state)) heap_.push({f, state});
  }
  postponed_.clear();
  postponed_f_ = infinity;
}

void ChannelQueue::release_without_path() {
  is_exhaustive_ = true;
  release();
}

void ChannelQueue::push(Index item, ChannelStateId parent, double g, double f, bool has_arrived,
                        ChannelStateId far, ChannelStateId near) {
  ++incumbent_.path().stats.generated;
  if (parent != none) f = std::max(f, tree_[parent].f);
  if (incumbent_.prunes(f)) return;
  const bool is_found = incumbent_.is_found() || is_exhaustive_;
  const ChannelStateId state =
      tree_.add({g, f, has_arrived ? item | State::arrived_bit : item, parent, far, near});
  if (!has_arrived) {
    if (!is_found && expanded_in_[tree_.node(HalfEdgeId(item))] == number_)
      return postpone(state, f);
    if (is_found && tree_.has_cycle(state)) return tree_.remove_last();
  }
  heap_.push({f, state});
}

// A path to a portal is no shorter than the path to an earlier portal plus the distance between the
// two. Two earlier portals are tried: the one that the bound is measured from so far, and the
// shortest since, which gives the better bound once the path has bent there.
void ChannelQueue::push_portal(HalfEdgeId portal, ChannelStateId parent, double least, Index item,
                               bool has_arrived) {
  const double from_start = distances_.to(query_.start, portal);
  double g = std::max(from_start, least);
  ChannelStateId far = none, near = none;
  if (parent != none) {
    const State& p = tree_[parent];
    far = p.far;
    near = p.near;
    if (near == none || distances_.is_shorter(p.entry(), tree_[near].entry())) near = parent;
    const auto from = [&](ChannelStateId state) {
      return tree_[state].g + distances_.between(tree_[state].entry(), portal);
    };
    const double from_far = far == none ? 0.0 : from(far), from_near = from(near);
    g = std::max({g, from_far, from_near});
    if (from_near > (far == none ? from_start : from_far)) {
      far = near;
      near = none;
    }
  }
  push(item, parent, g, g + distances_.to(query_.goal, portal), has_arrived, far, near);
}

void ChannelQueue::push_channel(TriangleId first, const std::vector<HalfEdgeId>& portals,
                                double extra) {
  Path path;
  if (!puller_.pull(first, portals, query_.start, query_.goal, query_.radius, path)) {
    incumbent_.add_failed(query_.straight);
    return;
  }
  ++incumbent_.path().stats.generated;
  path.length += extra;
  const Index item = static_cast<Index>(complete_.size()) | State::arrived_bit;
  const ChannelStateId state =
      tree_.add({path.length, path.length, item, complete_channel, none, none});
  heap_.push({path.length, state});
  complete_.push_back(std::move(path));
}

Path* ChannelQueue::complete_path(ChannelStateId state) {
  const State& s = tree_[state];
  return s.parent == complete_channel ? &complete_[s.arrival()] : nullptr;
}

}  // namespace clearway
