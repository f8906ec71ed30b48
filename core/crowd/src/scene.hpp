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
  std::vector<CrowdReport> reports;

  // The agent whose precedence counts: an agent that backs out acts for the one it makes room for.
  AgentId acts_for(AgentId id) const {
    while (agents[id].yields_to != none) id = agents[id].yields_to;
    return id;
  }
  int priority_of(AgentId id) const { return agents[acts_for(id)].priority; }
  // Whether a goes before b: by priority, then who walks, then who is nearer to its goal, then the
  // older. A strict weak order, by which agents are sorted: so who does not know how far it has to
  // go (NaN) counts as the farthest, and nobody goes before itself.
  bool goes_before(AgentId a, AgentId b) const {
    const AgentId for_a = acts_for(a), for_b = acts_for(b);
    if (for_a == for_b) {
      const bool a_acts = for_a != a, b_acts = for_b != b;
      return a_acts != b_acts ? b_acts : a < b;
    }
    const Agent &x = agents[for_a], &y = agents[for_b];
    if (x.priority != y.priority) return x.priority > y.priority;
    if (x.is_walking() != y.is_walking()) return x.is_walking();
    const double far_x = known(x.remaining_before), far_y = known(y.remaining_before);
    return far_x != far_y ? far_x < far_y : for_a < for_b;
  }

 private:
  static double known(double remaining) {
    return std::isnan(remaining) ? std::numeric_limits<double>::infinity() : remaining;
  }
};

}  // namespace clearway
