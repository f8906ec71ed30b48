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

  // An arrived agent is away from its goal if it is farther than this, in radii (points: in
  // steps), from where it stood then, because it has made room for others.
  static constexpr double off_goal = 2.0;
  bool is_away(const Agent& agent) const {
    if (!agent.has_arrived || agent.has_left || agent.way == none) return false;
    const double size = agent.radius > 0 ? agent.radius : agent.speed * seconds;
    const double off = distance(agent.position, agent.post) - off_goal * size;
    if (off <= 0) return false;
    // Those that have arrived at one goal push each other.
    const double squares = ways.arrived_squares(agent.way), own = agent.radius * agent.radius;
    return squares <= own || off > throng_radius(squares);
  }
  // Those sent to one point stand around it, within this distance. `squares`: the sum of their
  // squared radii.
  static double throng_radius(double squares) {
    constexpr double packing = 0.5;  // the share of the area that they cover at least
    return std::sqrt(squares / packing);
  }

  // The agent whose precedence counts: an agent that backs out acts for the one it makes room for.
  AgentId acts_for(AgentId id) const {
    while (agents[id].yields_to != none) id = agents[id].yields_to;
    return id;
  }
  int priority_of(AgentId id) const { return precedence_of(acts_for(id)).priority; }
  // Whether a goes before b: by priority, then who walks, then for whom others have backed out
  // before, then who is nearer to its goal, then the older. So of agents that lock each
  // other again and again one stays the first until it has arrived. A strict weak order, by which
  // agents are sorted: so who does not know how far it has to go (NaN) counts as the farthest, and
  // nobody goes before itself.
  bool goes_before(AgentId a, AgentId b) const {
    const AgentId for_a = acts_for(a), for_b = acts_for(b);
    if (for_a == for_b) {
      // One that backs out goes before the one it makes room for: that would press it against
      // walls.
      const std::size_t behind_a = steps_to(a, for_a), behind_b = steps_to(b, for_b);
      return behind_a != behind_b ? behind_a > behind_b : a < b;
    }
    const Agent &x = precedence_of(for_a), &y = precedence_of(for_b);
    if (x.priority != y.priority) return x.priority > y.priority;
    // One that returns walks around those that stand: pushed from their goals, they would return
    // and push it.
    const bool walks_x = x.is_walking() && !x.is_returning,
               walks_y = y.is_walking() && !y.is_returning;
    if (walks_x != walks_y) return walks_x;
    // Without a ticket: the last, by wrapping around.
    if (x.ticket != y.ticket) return x.ticket - 1 < y.ticket - 1;
    const double far_x = known(x.remaining_before), far_y = known(y.remaining_before);
    return far_x != far_y ? far_x < far_y : for_a < for_b;
  }

 private:
  // An agent that gets out of a dead end has the precedence of the one that waits for that.
  const Agent& precedence_of(AgentId id) const {
    const AgentId other = agents[id].evades;
    return agents[other != none ? other : id];
  }
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
