// The open list of an anytime search: states by their lower bound f.
//
// Until the first path is known, each node is expanded once, and further states for it are
// postponed: they would delay the first path, but a better one may need them (Demyen 2007, 8.2).
// release() adds them to the queue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "anytime_query.hpp"
#include "base/heap.hpp"
#include "channel_puller.hpp"
#include "incumbent.hpp"
#include "portal_distances.hpp"
#include "state_tree.hpp"

namespace clearway {

class ChannelQueue {
 public:
  // The arguments must outlive it.
  ChannelQueue(const AnytimeQuery& query, const PortalDistances& distances, StateTree& tree,
               Incumbent& incumbent, ChannelPuller& puller)
      : query_(query), distances_(distances), tree_(tree), incumbent_(incumbent), puller_(puller) {}

  // For a new query.
  void begin();

  // A new state, unless the incumbent prunes it or its channel has a cycle. `item`: the half-edge
  // by which the state's triangle is entered; of an arrived state any number below
  // State::arrived_bit, see State::arrival().
  void push(Index item, ChannelStateId parent, double g, double f, bool has_arrived,
            ChannelStateId far = none, ChannelStateId near = none);
  // The same for a state at `portal`, which is at least `least` away from the start. g and f follow
  // from that, from the straight distances to the ends, and from the distances to earlier portals.
  void push_portal(HalfEdgeId portal, ChannelStateId parent, double least, Index item,
                   bool has_arrived);
  // A channel from the start to the goal. It is pulled tight at once and queued by its cost: its
  // length and `extra`.
  void push_channel(TriangleId first, const std::vector<HalfEdgeId>& portals, double extra = 0.0);

  bool empty() const { return heap_.empty(); }
  double least_f() const { return heap_.top().estimate; }  // not of an empty queue
  ChannelStateId pop() { return heap_.pop().item; }
  // A lower bound on f of everything that is queued or postponed; infinity: nothing.
  double bound() const { return empty() ? postponed_f_ : std::min(least_f(), postponed_f_); }

  // Puts a popped state back.
  void restore(ChannelStateId state);

  // Whether this state, just popped, repeats a node and is postponed; otherwise marks its node as
  // expanded. Before the first path only. Arrived states have no node.
  bool postpone_repeated(ChannelStateId state);
  // Queues what was postponed, once the first path is known.
  void release();
  // The same if there is no path, because what was not postponed passes what is forbidden. From
  // then on nothing is postponed.
  void release_without_path();
  bool is_exhaustive() const { return is_exhaustive_; }

  // The path of a state that push_channel added; null for other states.
  Path* complete_path(ChannelStateId state);

 private:
  // In place of a parent: the state's item is an index into complete_.
  static constexpr ChannelStateId complete_channel{Index{none} - 1};
  void postpone(ChannelStateId state, double f);

  const AnytimeQuery& query_;
  const PortalDistances& distances_;
  StateTree& tree_;
  Incumbent& incumbent_;
  ChannelPuller& puller_;
  Heap<ChannelStateId> heap_;
  std::vector<ChannelStateId> postponed_;
  double postponed_f_ = std::numeric_limits<double>::infinity();  // least f of them
  IdVector<ChannelNodeId, std::uint32_t> expanded_in_;  // by node: the last query that expanded it
  std::uint32_t number_ = 0;                            // of the query
  bool is_exhaustive_ = false;
  std::vector<Path> complete_;
};

}  // namespace clearway
