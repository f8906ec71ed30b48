// The states of an anytime search. A state is a channel from the start; channels share their
// prefixes, so they form a tree.
#pragma once

#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

using ChannelStateId = Id<struct ChannelStateTag>;
using ChannelNodeId = Id<struct ChannelNodeTag>;  // StateTree::node

struct State {
  static constexpr Index arrived_bit = 0x80000000;

  double g;  // lower bound on the length to its portal
  double f;  // and on every path through its channel; never below the parent's
  // The half-edge by which its triangle is entered; of an arrived state, with arrived_bit: what
  // ChannelQueue::push was given.
  Index item;
  ChannelStateId parent;  // none: from the start
  // Ancestors whose portals g is measured from; none: the start. `far` is in use; `near` replaces
  // it once the path has bent so that it gives a better bound.
  ChannelStateId far, near;
  ChannelStateId same_node = none;  // the previous state at its node
  ChannelStateId jump = none;       // an ancestor; none: the state has no parent
  Index depth = 0;                  // number of ancestors

  bool has_arrived() const { return item & arrived_bit; }
  HalfEdgeId entry() const { return HalfEdgeId(item); }  // of a state that has not arrived
  Index arrival() const { return item & ~arrived_bit; }  // of one that has
};

class StateTree {
 public:
  explicit StateTree(const Mesh& mesh) : mesh_(mesh) {}

  // Forgets all states. A node is a triangle for points and an entry portal for discs: which turns
  // a disc can take in a triangle depends on the portal it entered by.
  void begin(bool is_disc);

  std::size_t size() const { return states_.size(); }
  const State& operator[](ChannelStateId state) const { return states_[state]; }
  ChannelNodeId node(HalfEdgeId entry) const {
    return ChannelNodeId(is_disc_ ? entry.number() : Mesh::triangle_of(entry).number());
  }

  // Adds a state and links it to its node and its ancestors; one that has arrived is not linked.
  ChannelStateId add(const State& state);
  // Removes the last one, which has not arrived.
  void remove_last();

  // Whether an ancestor is at the state's node: no shortest path needs a node twice (Demyen 2007,
  // 5.5).
  bool has_cycle(ChannelStateId state) const;

  // Appends the entry portals from the start to the state. Returns the triangle of the start. Only
  // if items of arrived states are half-edges, too.
  TriangleId collect_portals(ChannelStateId state, std::vector<HalfEdgeId>& portals) const;

 private:
  void link(ChannelStateId state);

  const Mesh& mesh_;
  bool is_disc_ = false;
  IdVector<ChannelStateId, State> states_;
  // By node: its last state. Not reset between queries: it counts only if the state of that number
  // is at the node.
  IdVector<ChannelNodeId, ChannelStateId> latest_;
};

}  // namespace clearway
