#include "backing_out.hpp"

#include <algorithm>

#include "geometry/construction.hpp"
#include "waiting.hpp"

namespace clearway {
namespace {

// An agent leaves its refuge after so many seconds, passed or not.
constexpr double seconds_of_refuge = 60.0;
// Refuges are looked for among those that stand within so many radii; at most so many of them.
constexpr double standing_radii = 24.0;
constexpr std::size_t most_standing = 64;
// How often two refuges are looked for in turns for two that have to pass each other.
constexpr int most_rounds_out = 32;
// At most so many agents give way to each other in turn.
constexpr std::size_t longest_chain = 64;

}  // namespace

// From a point to the goal of an agent; empty: it has none, or there is no way.
std::vector<Point> BackingOut::path_to_goal(const Agent& agent, const Point& from) {
  if (agent.leader != none)
    return refuges_.path(from, scene_.agents[agent.leader].position, agent.radius);
  if (agent.way == none) return {};
  return refuges_.path(from, scene_.ways[agent.way].place, agent.radius);
}

// The paths of the one to which an agent gives way, and of those to which that one does.
void BackingOut::add_paths(AgentId winner, std::vector<AvoidedPath>& paths) {
  paths.clear();
  for (AgentId id = winner; id != none && paths.size() < longest_chain;
       id = scene_.agents[id].yields_to) {
    const Agent& agent = scene_.agents[id];
    std::vector<Point> line;
    if (agent.has_refuge())
      line = refuges_.path(agent.position, agent.refuge, agent.radius);
    else if (agent.leader != none || !agent.has_arrived)
      line = path_to_goal(agent, agent.position);
    if (line.empty()) line = {agent.position};
    paths.push_back({std::move(line), agent.radius});
  }
}

// The places of those nearby that stand or wait, as paths without length.
void BackingOut::add_standing(AgentId id) {
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

bool BackingOut::can_back_out(const Agent& agent) {
  return !agent.is_stopped && agent.avoids && agent.speed > 0 && !agent.is_inside;
}

void BackingOut::send_to_refuge(Agent& agent, const Point& refuge) {
  if (!agent.has_refuge()) {
    agent.lock_at = agent.position;
    agent.yields_since = scene_.time;
  }
  agent.refuge = refuge;
  agent.guide.is_known = false;
  agent.waited = agent.stalled = 0.0;
}

// A refuge from the paths in `paths_`, and from those that stand; if there is none, these have to
// back out, too.
std::optional<Point> BackingOut::find_refuge(AgentId id, const WayHome* home) {
  const Agent& agent = scene_.agents[id];
  const std::size_t paths = paths_.size();
  add_standing(id);
  auto refuge = refuges_.find(agent.position, agent.radius, paths_, home);
  const bool has_standing = paths_.size() > paths;
  paths_.resize(paths);
  if (!refuge && has_standing) refuge = refuges_.find(agent.position, agent.radius, paths_, home);
  return refuge;
}

// One that cannot get out of the way of the other but past it, as at the end of a dead end: the
// other makes room for it, and then it for the other.
bool BackingOut::get_out(AgentId id, AgentId winner, const WayHome* home) {
  Agent &agent = scene_.agents[id], &other = scene_.agents[winner];
  if (agent.has_refuge() || other.has_refuge() || !can_back_out(other)) return false;
  // Two refuges in turns, each off the way of the other one, until both are: along a corridor they
  // get to the next place where two can pass each other.
  std::vector<Point> in = paths_.front().line, out;
  Point aside = other.position;
  for (int round = 0; round < most_rounds_out; ++round) {
    paths_.assign(1, {in, other.radius, false});
    const auto refuge = refuges_.find(agent.position, agent.radius, paths_, home);
    if (!refuge) return false;
    out = refuges_.path(agent.position, *refuge, agent.radius);
    if (out.empty()) return false;
    if (round > 0 && distance_of(out, {&aside, 1}) > agent.radius + other.radius) {
      send_to_refuge(agent, *refuge);
      agent.evades = winner;
      send_to_refuge(other, aside);
      other.yields_to = id;
      return true;
    }
    paths_.assign(1, {std::move(out), agent.radius});
    const auto next = refuges_.find(other.position, other.radius, paths_);
    if (!next) return false;
    aside = *next;
    in = path_to_goal(other, aside);
    if (in.empty()) return false;
  }
  return false;
}

bool BackingOut::back_out(AgentId id, AgentId winner) {
  Agent& agent = scene_.agents[id];
  if (!can_back_out(agent)) return false;
  for (AgentId up = winner; up != none; up = scene_.agents[up].yields_to)
    if (up == id) return false;  // that one backs out for this one
  add_paths(winner, paths_);
  // Where the other one stays at its goal, it must not be in the way back to its own: otherwise the
  // two would back out in turns.
  const Agent& first = scene_.agents[winner];
  const bool stays = first.way != none && !first.has_refuge() && !first.leaves;
  std::optional<WayHome> home;
  if (stays && agent.way != none)
    home.emplace(WayHome{scene_.ways[agent.way].place, paths_.front().line.back(),
                         agent.radius + first.radius});
  auto refuge = find_refuge(id, home ? &*home : nullptr);
  if (!refuge) {
    if (get_out(id, winner, home ? &*home : nullptr)) return true;
    add_paths(winner, paths_);
    refuge = find_refuge(id, nullptr);
  }
  if (!refuge) return false;
  send_to_refuge(agent, *refuge);
  agent.evades = none;
  agent.yields_to = winner;
  return true;
}

// Whether an edit has cut off the refuge of an agent.
bool BackingOut::is_cut_off(const Agent& agent) {
  return agent.has_refuge() && agent.guide.is_known && agent.guide.is_lost;
}

// Whether the agent can go back to where it met the other without meeting it again.
bool BackingOut::is_passed(const Agent& agent) {
  const Agent& other = scene_.agents[agent.yields_to];
  if (!other.is_underway() || scene_.time > agent.yields_since + seconds_of_refuge) return true;
  add_paths(agent.yields_to, paths_);
  const std::vector<Point> back = refuges_.path(agent.position, agent.lock_at, agent.radius);
  if (back.empty()) return true;
  return std::all_of(paths_.begin(), paths_.end(), [&](const AvoidedPath& path) {
    return distance_of(back, path.line) > agent.radius + path.radius;
  });
}

// An agent that has got out of a dead end makes room for the one that has waited for that.
void BackingOut::end_evasion(AgentId id) {
  Agent& agent = scene_.agents[id];
  Agent& other = scene_.agents[agent.evades];
  const bool was_waited_for = other.yields_to == id && other.is_underway();
  const bool is_out = agent.is_at_refuge() || is_cut_off(agent) || other.yields_to != id ||
                      !agent.is_underway() ||
                      scene_.time > agent.yields_since + seconds_of_refuge || is_passed(other);
  if (!is_out) return;
  if (was_waited_for) {
    leave_refuge(other);
    agent.yields_to = agent.evades;
    agent.yields_since = scene_.time;
  }
  agent.evades = none;
  if (!was_waited_for) leave_refuge(agent);
}

void BackingOut::leave_refuge(Agent& agent) {
  agent.yields_to = none;
  agent.guide.is_known = false;
  agent.waited = agent.stalled = 0.0;
}

void BackingOut::release_passed() {
  for (const AgentId id : scene_.present)
    if (scene_.agents[id].evades != none) end_evasion(id);
  for (const AgentId id : scene_.present) {
    Agent& agent = scene_.agents[id];
    if (agent.yields_to == none) continue;
    const bool lets_out = scene_.agents[agent.yields_to].evades == id;
    if (!is_cut_off(agent) && (lets_out || !is_passed(agent))) continue;
    // An agent that others have waited for in vain comes last: in another order they may get
    // through.
    Agent& first = scene_.agents[scene_.acts_for(id)];
    if (scene_.time > agent.yields_since + seconds_of_refuge && first.ticket != 0)
      first.ticket = ++scene_.tickets;
    leave_refuge(agent);
  }
}

}  // namespace clearway
