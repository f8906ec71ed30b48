// What all parts of a crowd share.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "agent.hpp"
#include "agent_grid.hpp"
#include "ways.hpp"

namespace clearway {

struct Scene {
  const World& world;
  Crowd::Options options;
  IdVector<AgentId, Agent> agents;
  std::vector<AgentId> present;  // those that have not left, ascending
  Ways ways;
  AgentGrid grid;  // of the positions before the step
  double time = 0.0;
  double seconds = 0.0;        // of the step
  double largest_speed = 0.0;  // of those present
  std::uint64_t tickets = 0;   // handed out (Agent::ticket)
  std::vector<CrowdReport> reports;

  // The agent whose precedence counts: an agent that backs out acts for the one it makes room for.
  AgentId acts_for(AgentId id) const {
    while (agents[id].yields_to != none) id = agents[id].yields_to;
    return id;
  }
  int priority_of(AgentId id) const { return agents[acts_for(id)].priority; }
  // Whether a goes before b: by priority, then who walks, then for whom others have backed out
  // before, then who is nearer to its goal, then the older. So of agents that lock each
  // other again and again one stays the first until it has arrived. A strict weak order, by which
  // agents are sorted: so who does not know how far it has to go (NaN) counts as the farthest, and
  // nobody goes before itself.
  bool goes_before(AgentId a, AgentId b) const {
    const AgentId for_a = acts_for(a), for_b = acts_for(b);
    if (for_a == for_b) {
      // Who backs out goes before the one it makes room for, which would press it against walls.
      const std::size_t behind_a = steps_to(a, for_a), behind_b = steps_to(b, for_b);
      return behind_a != behind_b ? behind_a > behind_b : a < b;
    }
    const Agent &x = agents[for_a], &y = agents[for_b];
    if (x.priority != y.priority) return x.priority > y.priority;
    if (x.is_walking() != y.is_walking()) return x.is_walking();
    // Without a ticket: the last, by wrapping around.
    if (x.ticket != y.ticket) return x.ticket - 1 < y.ticket - 1;
    const double far_x = known(x.remaining_before), far_y = known(y.remaining_before);
    return far_x != far_y ? far_x < far_y : for_a < for_b;
  }

 private:
  // How many agents back out in turn from one to the agent it acts for.
  std::size_t steps_to(AgentId id, AgentId first) const {
    std::size_t out = 0;
    for (; id != first; id = agents[id].yields_to) ++out;
    return out;
  }
  static double known(double remaining) {
    return std::isnan(remaining) ? std::numeric_limits<double>::infinity() : remaining;
  }
};

}  // namespace clearway
