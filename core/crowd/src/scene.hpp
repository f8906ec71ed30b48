// What all parts of a crowd share.
#pragma once

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
  // older.
  bool goes_before(AgentId a, AgentId b) const {
    const AgentId for_a = acts_for(a), for_b = acts_for(b);
    if (for_a == for_b) return for_a == a || (for_b != b && a < b);
    const Agent &x = agents[for_a], &y = agents[for_b];
    if (x.priority != y.priority) return x.priority > y.priority;
    if (x.is_walking() != y.is_walking()) return x.is_walking();
    if (x.remaining_before < y.remaining_before) return true;
    return !(y.remaining_before < x.remaining_before) && for_a < for_b;
  }
};

}  // namespace clearway
