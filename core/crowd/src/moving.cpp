#include "moving.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contacts.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"
#include "query/free.hpp"
#include "query/raycast.hpp"

namespace clearway {
namespace {

// An agent is at a point if it is nearer than this, in radii (points: in steps).
constexpr double at_goal = 0.125;
// An arrived agent that has been away from where it stood for so many seconds, because it has made
// room for others, walks again: then others make room for it.
constexpr double seconds_away = 5.0;
// An agent waits if it makes less than this share of the way that it wants, over about a second, or
// if it has come no nearer for some seconds.
constexpr double waiting_share = 0.1, seconds_of_progress = 1.0, seconds_until_waiting = 3.0;
// An agent that follows another has moved if it is farther than this, in radii, from where it had
// last come nearer.
constexpr double followed_radii = 4.0;
// How often a move is tested again after it has been shortened. Shortening it for one can make it
// illegal for another that moves; then it stays.
constexpr int most_rounds = 4;

}  // namespace

void Moving::prepare() {
  order_.assign(scene_.present.begin(), scene_.present.end());
  has_moved_.assign(scene_.agents.size(), 0);
  std::vector<CrowdReport>& reports = scene_.reports;
  const std::size_t most = reports.size() + 2 * scene_.present.size();
  if (reports.capacity() < most) reports.reserve(2 * most);
}

void Moving::shorten(AgentId id) {
  Agent& agent = scene_.agents[id];
  if (!agent.is_crowded || (agent.move.x == 0 && agent.move.y == 0)) return;
  const Point p = agent.position;
  const double reach = agent.radius + length(agent.move) + scene_.largest_speed * scene_.seconds;
  const double wanted = length(agent.move);
  bool is_legal = false;
  for (int round = 0; round < most_rounds && !is_legal; ++round) {
    is_legal = true;
    scene_.grid.for_each_near(p, reach, [&](const AgentGrid::Entry& entry) {
      if (entry.agent == id) return;
      const double radius = (agent.radius + entry.radius) * (1 + tolerance::disc_gap);
      const Vector other = has_moved_[entry.agent] ? scene_.agents[entry.agent].move : Vector{};
      const double part = part_clear_of_disc(entry.position - p, agent.move, other, radius);
      if (part == 1) return;
      agent.move = part * agent.move;
      is_legal = false;
    });
    shortened_ += round == 0 && !is_legal;
  }
  if (!is_legal) agent.move = {0.0, 0.0};
  // A shorter move of a point ends elsewhere by rounding, perhaps behind a wall.
  if (agent.radius == 0 && length(agent.move) < wanted && !is_clear(agent)) agent.move = {0.0, 0.0};
}

bool Moving::is_clear(const Agent& point) const {
  const Point end = in_domain({point.position.x + point.move.x, point.position.y + point.move.y});
  return fits(scene_.world, end, 0.0) &&
         !raycast_from_free(scene_.world, scene_.world.located(point.position), end, 0.0);
}

// At a goal, and beside a leader, an agent is this far from it at most.
double Moving::at_goal_within(const Agent& agent) const {
  return at_goal * (agent.radius > 0 ? agent.radius : agent.speed * scene_.seconds);
}

// Of one that backs out `remaining` is the way to its refuge, and of one that is stopped or let out
// it is as old as that: so the leader must be near, too. Steps to exactly beside it are rounded.
bool Moving::is_beside_leader(const Agent& agent) const {
  const Agent& leader = scene_.agents[agent.leader];
  return !agent.has_refuge() && agent.remaining <= at_goal_within(agent) && !leader.has_left &&
         distance(agent.position, leader.position) <=
             agent.beside(leader) + (agent.speed + leader.speed) * scene_.seconds;
}

void Moving::arrive(Agent& agent) {
  if (agent.leader != none) {
    const bool was_there = agent.has_arrived;
    agent.has_arrived = is_beside_leader(agent);
    if (agent.has_arrived && !was_there) agent.is_reported = agent.is_stuck = false;
    return;
  }
  agent.away = scene_.is_away(agent) ? agent.away + scene_.seconds : 0.0;
  if (agent.away > seconds_away) {
    scene_.ways.remove_arrived(agent.way, agent.radius);
    agent.has_arrived = agent.guide.is_known = false;
    agent.is_returning = true;
    agent.nearest = std::numeric_limits<double>::infinity();
    agent.away = 0.0;
  }
  if (agent.has_arrived || agent.way == none || agent.guide.is_lost || !agent.guide.is_known ||
      agent.is_inside || agent.has_refuge())
    return;
  const Guide& guide = agent.guide;
  const double left = distance(agent.position, guide.target);
  agent.remaining = left + guide.beyond;
  const double squares = scene_.ways.arrived_squares(agent.way);
  const bool is_there = guide.beyond == 0 && left <= at_goal_within(agent);
  const double around = Scene::throng_radius(squares + agent.radius * agent.radius);
  if (!is_there && (squares == 0 || agent.remaining > around)) return;
  agent.has_arrived = true;
  agent.is_waiting = agent.is_returning = agent.is_reported = agent.is_stuck = false;
  agent.ticket = 0;
  agent.post = is_there ? guide.target : agent.position;
  if (agent.leaves)
    agent.has_left = true;
  else
    scene_.ways.add_arrived(agent.way, agent.radius);
}

// A leader may go away as fast as an agent follows: the agent has come nearer, too, if it has moved
// and is nearer than it would be had it stayed. Where the leader alone moves, it has not.
bool Moving::has_come_nearer(const Agent& agent) const {
  const double least = 0.5 * agent.radius, nearer = agent.remaining + least;
  if (agent.leader == none || std::isinf(agent.nearest)) return nearer < agent.nearest;
  const double moved = distance(agent.position, agent.nearest_at);
  if (nearer < agent.nearest) return moved >= least;
  const Agent& leader = scene_.agents[agent.leader];
  return moved > followed_radii * agent.radius &&
         nearer < agent.nearest + distance(leader.position, agent.leader_at);
}

// An edit that has made its way longer lets an agent begin again. Other edits, far away perhaps, do
// not: otherwise one that gets nowhere in a world that is edited all the time would never be
// reported.
void Moving::note_edit(Agent& agent, double step) {
  agent.is_edited = false;
  // Among others `remaining` is less than the length of the way, until an edit makes the agent ask
  // again: so what it has been since counts, too.
  // The way back from a refuge is no longer than the one to it was.
  const double before = std::max(agent.remaining_unedited, agent.farthest) + agent.backed_out;
  if (!std::isnan(agent.remaining_unedited) &&
      agent.remaining <= before + step + 0.5 * agent.radius)
    return;
  agent.nearest = std::numeric_limits<double>::infinity();
  agent.stalled = agent.late = 0.0;
  agent.is_stuck = false;
}

void Moving::note_progress(AgentId id, Agent& agent) {
  const double wanted = agent.speed * scene_.seconds;
  if (agent.has_refuge()) agent.backed_out += length(agent.move);
  if (agent.is_inside && wanted > 0) {
    const bool is_blocked = length(agent.move) < waiting_share * wanted;
    agent.waited = is_blocked ? agent.waited + scene_.seconds : 0.0;
    agent.is_waiting = agent.waited >= seconds_of_progress;
    return;
  }
  if (!agent.is_underway() || wanted == 0) {
    agent.progress = 1.0;
    agent.waited = agent.stalled = agent.late = 0.0;
    agent.is_waiting = false;
    // Its leader may walk on.
    if (agent.leader != none) agent.nearest = std::numeric_limits<double>::infinity();
    return;
  }
  const double share = std::min(1.0, scene_.seconds / seconds_of_progress);
  agent.progress += share * (length(agent.move) / wanted - agent.progress);
  const bool is_slow = agent.progress < waiting_share;
  agent.waited = is_slow ? agent.waited + scene_.seconds : 0.0;
  agent.stalled += scene_.seconds;
  agent.late += scene_.seconds;
  if (agent.is_edited && !agent.has_refuge()) note_edit(agent, wanted);
  // What remains for one that backs out is the way to its refuge.
  if (!agent.has_refuge() && has_come_nearer(agent)) {
    agent.nearest = agent.farthest = agent.remaining;
    agent.nearest_at = agent.position;
    if (agent.leader != none) agent.leader_at = scene_.agents[agent.leader].position;
    agent.stalled = agent.late = 0.0;
    agent.is_stuck = false;
  }
  if (!agent.has_refuge()) {
    agent.farthest = std::max(agent.farthest, agent.remaining);
    agent.backed_out = 0.0;
  }
  const bool is_held = agent.leader == none && agent.stalled >= seconds_until_waiting;
  agent.is_waiting = agent.is_walking() && (is_slow || is_held);
  if (!agent.guide.is_known || agent.has_refuge()) return;
  if (agent.guide.is_lost && !agent.is_reported)
    scene_.reports.push_back({scene_.time, CrowdEvent::no_way, id, none});
  agent.is_reported = agent.guide.is_lost;
}

void Moving::shorten_all() {
  std::sort(order_.begin(), order_.end(),
            [&](AgentId a, AgentId b) { return scene_.goes_before(a, b); });
  for (const AgentId id : order_) {
    shorten(id);
    has_moved_[id] = 1;
  }
}

void Moving::make_all() noexcept {
  scene_.time += scene_.seconds;
  for (const AgentId id : scene_.present) {
    Agent& agent = scene_.agents[id];
    agent.velocity = (1 / scene_.seconds) * agent.move;
    agent.position = in_domain({agent.position.x + agent.move.x, agent.position.y + agent.move.y});
    if (agent.is_inside && !agent.is_shut_in &&
        distance(agent.position, agent.exit) <=
            tolerance::contact * (std::abs(agent.exit.x) + std::abs(agent.exit.y))) {
      agent.position = agent.exit;
      agent.come_out();
      scene_.reports.push_back({scene_.time, CrowdEvent::let_out, id, none});
    }
    arrive(agent);
    note_progress(id, agent);
    if (agent.has_left && agent.way != none) {
      --scene_.ways[agent.way].users;
      agent.way = none;
    }
  }
  std::erase_if(scene_.present, [&](AgentId id) { return scene_.agents[id].has_left; });
}

}  // namespace clearway
