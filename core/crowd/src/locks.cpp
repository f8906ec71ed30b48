#include "locks.hpp"

#include <algorithm>

#include "exits.hpp"
#include "geometry/construction.hpp"
#include "half_planes.hpp"
#include "waiting.hpp"

namespace clearway {
namespace {

constexpr double seconds_between = 0.5;  // two searches for locks
// An agent that has come no nearer for so many seconds, whatever locks were resolved, is reported.
constexpr double seconds_until_reported = 60.0;
// An agent inside an obstacle tries another way out after so many seconds.
constexpr double seconds_blocked = 1.0;
// A neighbour touches if the gap is below this share of the radius. Those that have arrived give
// way to one that pushes them, and return: they count if they are within the second share. A
// neighbour is ahead if the cosine of the angle to the path is above this.
constexpr double touching = 0.25, touching_arrived = 0.5, ahead = 0.3;
constexpr std::size_t longest_cycle = 64;

}  // namespace

// The agent that stands in the way of one that waits; none: nobody.
AgentId Locks::blocker_of(AgentId id) const {
  const Agent& agent = scene_.agents[id];
  const Guide& guide = agent.guide;
  if (!guide.is_known || guide.is_lost) return none;
  const Vector way = guide.target - agent.position;
  const double size = length(way);
  const Vector u = size > 0 ? (1 / size) * way : guide.direction;
  AgentId best = none;
  double most = ahead;
  const double reach = (1 + touching_arrived) * agent.radius;
  scene_.grid.for_each_near(agent.position, reach, [&](const AgentGrid::Entry& other) {
    if (other.agent == id) return;
    const Vector offset = other.position - agent.position;
    const double apart = length(offset);
    const Agent& there = scene_.agents[other.agent];
    const double share = there.has_arrived || there.is_returning ? touching_arrived : touching;
    if (apart == 0 || apart > (1 + share) * agent.radius + other.radius) return;
    const double cosine = dot(offset, u) / apart;
    if (cosine > most || (cosine == most && best != none && other.agent < best))
      most = cosine, best = other.agent;
  });
  return best;
}

// Follows the blockers of an agent that waits. True: they lead to a cycle, or to an agent that
// stands; it, or they, are in `cycle_`: each is blocked by the next, the last by the first.
bool Locks::find_cycle(AgentId first) {
  cycle_.clear();
  const bool is_stalled = scene_.agents[first].stalled >= seconds_until_locked;
  AgentId id = first;
  while (cycle_.size() < longest_cycle) {
    const auto known = std::find(cycle_.begin(), cycle_.end(), id);
    if (known != cycle_.end()) {
      cycle_.erase(cycle_.begin(), known);
      return true;
    }
    cycle_.push_back(id);
    const AgentId next = blocker_of(id);
    if (next == none) return false;
    const Agent& other = scene_.agents[next];
    if (stands(other)) {
      cycle_ = {id, next};
      return true;
    }
    const bool is_pushed = is_stalled && other.is_returning;  // to and fro, so it does not wait
    if (!is_pushed && !may_be_locked(other) && !other.has_refuge()) return false;
    id = next;
  }
  return false;
}

// Sends the lowest in the cycle that can back out.
bool Locks::resolve() {
  std::vector<std::size_t> order(cycle_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return scene_.goes_before(cycle_[b], cycle_[a]); });
  for (const std::size_t i : order) {
    const AgentId loser = cycle_[i], winner = cycle_[(i + cycle_.size() - 1) % cycle_.size()];
    if (!scene_.agents[winner].is_underway()) continue;
    // An agent that makes room for one does not turn around for another that comes later.
    if (scene_.agents[loser].has_refuge() && scene_.goes_before(loser, winner)) continue;
    if (!backing_out_.back_out(loser, winner)) continue;
    Agent& first = scene_.agents[scene_.acts_for(winner)];
    if (first.ticket == 0 && first.is_walking()) first.ticket = ++scene_.tickets;
    scene_.reports.push_back({scene_.time, CrowdEvent::lock, loser, winner});
    return true;
  }
  const std::size_t last = order.front();
  const AgentId other = cycle_[(last + cycle_.size() - 1) % cycle_.size()];
  Agent& lowest = scene_.agents[cycle_[last]];
  if (!lowest.is_stuck)
    scene_.reports.push_back({scene_.time, CrowdEvent::unresolved, cycle_[last], other});
  lowest.is_stuck = true;
  // In another order they may get through.
  Agent& first = scene_.agents[scene_.acts_for(cycle_[order.back()])];
  if (first.ticket != 0) first.ticket = ++scene_.tickets;
  return false;
}

// Another way out for an agent inside an obstacle whose way out is blocked.
void Locks::change_exit(AgentId id) {
  Agent& agent = scene_.agents[id];
  if (agent.is_shut_in || agent.waited < seconds_blocked) return;
  const AgentId blocker = blocker_of_exit(scene_, id);
  if (const auto exit = open_exit(scene_, id)) {
    agent.exit = *exit;
    agent.waited = 0.0;
  } else if (!agent.is_stuck && blocker != none) {
    agent.is_stuck = true;
    scene_.reports.push_back({scene_.time, CrowdEvent::unresolved, id, blocker});
  }
}

void Locks::run() {
  if (scene_.time < next_time_) return;
  next_time_ = scene_.time + seconds_between;
  backing_out_.release_passed();
  is_done_.assign(scene_.agents.size(), 0);
  for (const AgentId id : scene_.present) {
    Agent& agent = scene_.agents[id];
    if (agent.is_inside) {
      change_exit(id);
      continue;
    }
    if (agent.is_walking() && agent.late >= seconds_until_reported && !agent.is_stuck &&
        !agent.guide.is_lost) {
      agent.is_stuck = true;
      scene_.reports.push_back({scene_.time, CrowdEvent::unresolved, id, blocker_of(id)});
    }
    if (is_done_[id] || !may_be_locked(agent)) continue;
    if (agent.is_at_refuge()) continue;
    if (!find_cycle(id)) continue;
    const bool is_new = std::none_of(cycle_.begin(), cycle_.end(),
                                     [&](AgentId other) { return is_done_[other] != 0; });
    for (const AgentId other : cycle_) is_done_[other] = 1;
    if (is_new) found_ += resolve();
  }
}

}  // namespace clearway
