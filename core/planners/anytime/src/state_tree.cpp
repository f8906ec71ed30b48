#include "state_tree.hpp"

#include <algorithm>

namespace clearway {

void StateTree::begin(bool is_disc) {
  is_disc_ = is_disc;
  states_.clear();
  if (latest_.size() < mesh_.half_edge_slots())
    latest_.resize(mesh_.half_edge_slots(), ChannelStateId(0));
}

ChannelStateId StateTree::add(const State& state) {
  const ChannelStateId id = states_.end_id();
  states_.push_back(state);
  if (!state.has_arrived()) link(id);
  return id;
}

void StateTree::remove_last() {
  latest_[node(states_.back().entry())] = states_.back().same_node;
  states_.pop_back();
}

// The links to ancestors are the jump pointers of Myers 1983 (An applicative random-access stack):
// they lead from any state to any of its ancestors in a logarithmic number of steps.
void StateTree::link(ChannelStateId id) {
  State& state = states_[id];
  const ChannelNodeId at = node(state.entry());
  ChannelStateId& latest = latest_[at];
  const bool is_valid =
      latest < id && !states_[latest].has_arrived() && node(states_[latest].entry()) == at;
  state.same_node = is_valid ? latest : none;
  latest = id;
  if (state.parent == none) return;
  const State& parent = states_[state.parent];
  state.depth = parent.depth + 1;
  state.jump = state.parent;
  if (parent.jump == none) return;
  const State& above = states_[parent.jump];
  if (above.jump != none && parent.depth - above.depth == above.depth - states_[above.jump].depth)
    state.jump = above.jump;
}

// Two searches run in lockstep, and the first to end decides: from ancestor to ancestor, which is
// short in a short channel, and through the states at the node, which are few in a long one.
bool StateTree::has_cycle(ChannelStateId state) const {
  const ChannelNodeId at = node(states_[state].entry());
  ChannelStateId ancestor = states_[state].parent, climber = ancestor,
                 same = states_[state].same_node;
  while (ancestor != none && same != none) {
    if (node(states_[ancestor].entry()) == at) return true;
    ancestor = states_[ancestor].parent;
    // Numbers decrease from a state to its ancestors and along the states at the node: the climber
    // goes up as far as `same`, and continues from there for the next one.
    while (climber != none && climber > same) {
      const ChannelStateId jump = states_[climber].jump;
      climber = jump != none && jump >= same ? jump : states_[climber].parent;
    }
    if (climber == same) return true;
    same = states_[same].same_node;
  }
  return false;
}

TriangleId StateTree::collect_portals(ChannelStateId state,
                                      std::vector<HalfEdgeId>& portals) const {
  const auto first = static_cast<std::ptrdiff_t>(portals.size());
  for (ChannelStateId s = state; s != none; s = states_[s].parent)
    portals.push_back(HalfEdgeId(states_[s].item & ~State::arrived_bit));
  std::reverse(portals.begin() + first, portals.end());
  return Mesh::triangle_of(mesh_.twin(portals[static_cast<std::size_t>(first)]));
}

}  // namespace clearway
