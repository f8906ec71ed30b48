// How an anytime search enumerates channels: the part in which TA*, TRA* and the search by fronts
// differ. AnytimeLoop calls it; it pushes states to the queue.
#pragma once

#include <optional>
#include <vector>

#include "anytime_query.hpp"
#include "channel_puller.hpp"
#include "channel_queue.hpp"
#include "clearway/path/path.hpp"
#include "incumbent.hpp"
#include "likely_effort.hpp"
#include "portal_distances.hpp"
#include "state_tree.hpp"

namespace clearway {

// What an expansion works with. Its members refer to each other.
struct AnytimeParts {
  explicit AnytimeParts(const World& world)
      : query(world),
        distances(world.mesh()),
        puller(world.mesh()),
        tree(world.mesh()),
        queue(query, distances, tree, incumbent, puller) {}
  AnytimeParts(const AnytimeParts&) = delete;
  AnytimeParts& operator=(const AnytimeParts&) = delete;

  AnytimeQuery query;
  PortalDistances distances;
  ChannelPuller puller;
  Incumbent incumbent;
  StateTree tree;
  ChannelQueue queue;
};

class ChannelExpansion {
 public:
  virtual ~ChannelExpansion() = default;

  // A path known before the search begins: its first one or, if it is optimal or there is none, the
  // answer.
  virtual std::optional<Path> find_first() { return std::nullopt; }
  // Pushes the states next to the start. The ends are free, and the query is complete.
  virtual void open() = 0;
  virtual void expand(ChannelStateId state) = 0;
  // The channel of an arrived state: returns its first triangle and appends its portals in order.
  virtual TriangleId collect_portals(ChannelStateId state, std::vector<HalfEdgeId>& portals) = 0;
  // Whether channels cost more than the length of their paths: then the search minimizes the cost,
  // and cannot ask the exact search.
  virtual bool has_costs() const { return false; }
  // Whether channels may turn out to be forbidden only when they are complete.
  virtual bool has_gate_costs() const { return false; }
  // What the channel that was collected last costs, besides the length of its path.
  virtual double extra_cost() const { return 0.0; }
  // Up to so many expansions a first path is likely to be the last.
  virtual double easy_expansions() const { return LikelyEffort::easy; }
};

}  // namespace clearway
