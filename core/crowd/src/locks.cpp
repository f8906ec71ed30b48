#include "locks.hpp"

#include <algorithm>

#include "exits.hpp"
#include "geometry/construction.hpp"
#include "half_planes.hpp"

namespace clearway {
namespace {

constexpr double seconds_between = 0.5;  // two searches for locks
// An agent may be locked after it has hardly moved, or has come no nearer, for so many seconds.
// Where others have begun to back out it is known to be narrow.
constexpr double seconds_waited = 4.0, seconds_waited_again = 1.0, seconds_until_locked = 10.0;
// An agent that has come no nearer for so many seconds, whatever locks were resolved, is reported.
constexpr double seconds_until_reported = 60.0;
// An agent leaves its refuge after so many seconds, passed or not.
constexpr double seconds_of_refuge = 120.0;
// An agent inside an obstacle tries another way out after so many seconds.
constexpr double seconds_blocked = 1.0;
// A neighbour touches if the gap is below this share of the radius; it is ahead if the cosine of
// the angle to the path is above this.
constexpr double touching = 0.25, ahead = 0.3;
constexpr std::size_t longest_cycle = 64;
// Refuges are looked for among those that stand within so many radii; at most so many of them.
constexpr double standing_radii = 24.0;
constexpr std::size_t most_standing = 64;

bool may_be_locked(const Agent& agent) {
  const bool is_narrow = agent.yields_to != none || agent.ticket != 0;
  return agent.is_underway() &&
         (agent.waited >= (is_narrow ? seconds_waited_again : seconds_waited) ||
          agent.stalled >= seconds_until_locked);
}

bool stands(const Agent& agent) { return !agent.is_underway() || agent.is_at_refuge(); }

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
  const double reach = (1 + touching) * agent.radius;
  scene_.grid.for_each_near(agent.position, reach, [&](const AgentGrid::Entry& other) {
    if (other.agent == id) return;
    const Vector offset = other.position - agent.position;
    const double apart = length(offset);
    if (apart == 0 || apart > (1 + touching) * agent.radius + other.radius) return;
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
    if (!may_be_locked(other) && other.yields_to == none) return false;
    id = next;
  }
  return false;
}

// The paths of the one to which an agent gives way, and of those to which that one does.
void Locks::add_paths(AgentId winner, std::vector<AvoidedPath>& paths) {
  paths.clear();
  for (AgentId id = winner; id != none && paths.size() < longest_cycle;
       id = scene_.agents[id].yields_to) {
    const Agent& agent = scene_.agents[id];
    std::vector<Point> line;
    if (agent.yields_to != none)
      line = refuges_.path(agent.position, agent.refuge, agent.radius);
    else if (agent.leader != none)
      line = refuges_.path(agent.position, scene_.agents[agent.leader].position, agent.radius);
    else if (agent.way != none && !agent.has_arrived)
      line = refuges_.path(agent.position, scene_.ways[agent.way].place, agent.radius);
    if (line.empty()) line = {agent.position};
    paths.push_back({std::move(line), agent.radius});
  }
}

// The places of those nearby that stand or wait, as paths without length.
void Locks::add_standing(AgentId id) {
  const Agent& agent = scene_.agents[id];
  const std::size_t known = paths_.size();
  scene_.grid.for_each_near(agent.position, standing_radii * agent.radius, [&](const auto& entry) {
    if (entry.agent == id || paths_.size() - known >= most_standing) return;
    const Agent& other = scene_.agents[entry.agent];
    const bool is_known =
        std::any_of(paths_.begin(), paths_.begin() + static_cast<std::ptrdiff_t>(known),
                    [&](const AvoidedPath& path) { return path.line.front() == other.position; });
    if (!is_known && (stands(other) || may_be_locked(other)))
      paths_.push_back({{other.position}, other.radius});
  });
}

bool Locks::back_out(AgentId id, AgentId winner) {
  Agent& agent = scene_.agents[id];
  if (agent.is_stopped || !agent.avoids || agent.speed == 0 || agent.is_inside) return false;
  for (AgentId up = winner; up != none; up = scene_.agents[up].yields_to)
    if (up == id) return false;  // that one backs out for this one
  add_paths(winner, paths_);
  const std::size_t paths = paths_.size();
  add_standing(id);
  auto refuge = refuges_.find(agent.position, agent.radius, paths_);
  if (!refuge && paths_.size() > paths) {
    // Those that stand there have to back out, too.
    paths_.resize(paths);
    refuge = refuges_.find(agent.position, agent.radius, paths_);
  }
  if (!refuge) return false;
  if (agent.yields_to == none) {
    agent.lock_at = agent.position;
    agent.yields_since = scene_.time;
  }
  agent.yields_to = winner;
  agent.refuge = *refuge;
  agent.guide.is_known = false;
  agent.waited = agent.stalled = 0.0;
  return true;
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
    if (!back_out(loser, winner)) continue;
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
  return false;
}

// Whether the agent can go back to where it met the other without meeting it again.
bool Locks::is_passed(const Agent& agent) {
  const Agent& other = scene_.agents[agent.yields_to];
  if (!other.is_underway() || scene_.time > agent.yields_since + seconds_of_refuge) return true;
  add_paths(agent.yields_to, paths_);
  const std::vector<Point> back = refuges_.path(agent.position, agent.lock_at, agent.radius);
  if (back.empty()) return true;
  return std::all_of(paths_.begin(), paths_.end(), [&](const AvoidedPath& path) {
    return distance_of(back, path.line) > agent.radius + path.radius;
  });
}

void Locks::release_passed() {
  for (const AgentId id : scene_.present) {
    Agent& agent = scene_.agents[id];
    if (agent.yields_to == none || !is_passed(agent)) continue;
    agent.yields_to = none;
    agent.guide.is_known = false;
    agent.waited = agent.stalled = 0.0;
  }
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
  release_passed();
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
