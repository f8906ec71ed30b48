#include "state_tree.hpp"

#include <algorithm>

namespace clearway {

void StateTree::begin(bool is_disc) {
  is_disc_ = is_disc;
  states_.clear();
  if (latest_.size() < mesh_.half_edge_slots()) latest_.resize(mesh_.half_edge_slots(), 0);
}

Index StateTree::add(const State& state) {
  const Index item = static_cast<Index>(states_.size());
  states_.push_back(state);
  if (!state.has_arrived()) link(item);
  return item;
}

void StateTree::remove_last() {
  latest_[node(states_.back().entry())] = states_.back().same_node;
  states_.pop_back();
}

// The links to ancestors are the jump pointers of Myers 1983 (An applicative random-access stack):
// they lead from any state to any of its ancestors in a logarithmic number of steps.
void StateTree::link(Index item) {
  State& state = states_[item];
  const Index at = node(state.entry());
  Index& latest = latest_[at];
  const bool is_valid =
      latest < item && !states_[latest].has_arrived() && node(states_[latest].entry()) == at;
  state.same_node = is_valid ? latest : none;
  latest = item;
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
bool StateTree::has_cycle(Index state) const {
  const Index at = node(states_[state].entry());
  Index ancestor = states_[state].parent, climber = ancestor, same = states_[state].same_node;
  while (ancestor != none && same != none) {
    if (node(states_[ancestor].entry()) == at) return true;
    ancestor = states_[ancestor].parent;
    // Numbers decrease from a state to its ancestors and along the states at the node: the climber
    // goes up as far as `same`, and continues from there for the next one.
    while (climber != none && climber > same) {
      const Index jump = states_[climber].jump;
      climber = jump != none && jump >= same ? jump : states_[climber].parent;
    }
    if (climber == same) return true;
    same = states_[same].same_node;
  }
  return false;
}

TriangleId StateTree::collect_portals(Index state, std::vector<HalfEdgeId>& portals) const {
  const auto first = static_cast<std::ptrdiff_t>(portals.size());
  for (Index s = state; s != none; s = states_[s].parent)
    portals.push_back(HalfEdgeId(states_[s].item & ~State::arrived_bit));
  std::reverse(portals.begin() + first, portals.end());
  return Mesh::triangle_of(mesh_.twin(portals[static_cast<std::size_t>(first)]));
}

}  // namespace clearway
