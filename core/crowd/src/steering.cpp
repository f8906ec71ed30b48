#include "steering.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/hash.hpp"
#include "geometry/construction.hpp"
#include "query/raycast.hpp"

namespace clearway {
namespace {

// Seconds of waiting after which an agent that nobody is near follows a path of its own.
constexpr double seconds_alone = 0.5;
// An agent that makes less than this share of its way for so many steps asks for another path.
constexpr double share_held = 0.1;
constexpr std::uint32_t steps_held = 1;
// An arrived agent that has been pushed away farther than this, in radii, walks back.
constexpr double off_post = 0.125;
// Walls are looked for this many steps and radii farther away than the next step needs.
constexpr double steps_of_walls = 8, radii_of_walls = 1;
// Shares of the avoidance: of one that goes before the other on the same way, of one with a higher
// priority. The others take the rest; below a higher priority they take all.
constexpr double share_ahead = 0.25, share_above = 0.125;
// An agent that meets others straight ahead steers to the right by this angle, in radians:
// otherwise two that meet head-on would wait for each other.
constexpr double right_turn = 0.1;
// One that makes less than this share of its way turns at random, by up to so many radians, and
// keeps the direction for so many seconds.
constexpr double slow = 0.5, most_turn = 1.2, seconds_of_turn = 0.5;
// ORCA keeps this multiple of the radii between agents, so that they seldom touch.
constexpr double space = 1.02;
// An agent that follows another one asks for a new path to it after so many steps.
constexpr std::uint32_t steps_to_leader = 8;

}  // namespace

Steering::Steering(Scene& scene)
    : scene_(scene), guidance_(scene.world, scene.ways), finder_(scene.world) {
  // So much that they hardly ever grow.
  const std::size_t neighbours = std::min<std::size_t>(scene.options.neighbours, 64);
  const std::size_t planes = 2 * neighbours + 4 * NearWalls::most;
  neighbours_.reserve(neighbours);
  planes_.reserve(planes);
  claimed_.reserve(planes);
  program_.reserve(planes);
}

// Towards a point, and not beyond it in this step.
Vector Steering::towards(Agent& agent, const Point& goal, double remaining) const {
  const Vector way = goal - agent.position;
  const double size = length(way);
  if (size == 0) return {0.0, 0.0};
  return (std::min(agent.speed, remaining / scene_.seconds) / size) * way;
}

void Steering::keep_to_path(Agent& agent, double step) {
  Guide& guide = agent.guide;
  guidance_.pass_corners(agent, step);
  if (!Guidance::is_stale(agent, step)) return;
  // Pushed off its line: the next corner may still be in sight.
  const auto blocked = raycast_from_free(scene_.world, scene_.world.located(agent.position),
                                         guide.target, agent.radius);
  if (blocked) return;
  guide.from = agent.position;
  guide.age = 0;
}

void Steering::guide_to_leader(Agent& agent) {
  const Agent& leader = scene_.agents[agent.leader];
  Guide& guide = agent.guide;
  if (leader.has_left) {
    guide.is_known = guide.is_lost = true;
    guide.age = 0;
    return;
  }
  // In sight: straight to it. Otherwise by a path to where it was some steps ago.
  if (guide.is_known && !guide.is_lost && guide.corners.size() == 1 &&
      guide.age < steps_to_leader) {
    guide.target = guide.corners.back() = leader.position;
    guide.from = agent.position;
    return;
  }
  keep_to_path(agent, agent.speed * scene_.seconds);
  if (guide.age >= steps_to_leader || Guidance::is_stale(agent, agent.speed * scene_.seconds))
    guidance_.ask_for(agent, leader.position);
}

// Whether walls stop an agent on its own path, though nobody is near: where there is hardly room
// for it, the corners around an arc lie too far outside.
bool Steering::is_held(const Agent& agent) {
  return !agent.is_crowded && agent.guide.is_known && !agent.guide.corners.empty() &&
         agent.guide.age > steps_held && length(agent.velocity) < share_held * agent.speed;
}

// By a path of its own.
void Steering::guide_to(Agent& agent, const Point& goal) {
  Guide& guide = agent.guide;
  const double step = agent.speed * scene_.seconds;
  if (guide.is_known) ++guide.age;
  if (guide.is_known && !guide.is_lost && guide.corners.size() <= 1 && guide.target == goal &&
      distance(agent.position, goal) <= step) {
    guide.from = agent.position;  // there, or in the next step
    return;
  }
  if (guide.is_known && !guide.is_lost && !guide.corners.empty()) keep_to_path(agent, step);
  const bool is_new = !guide.corners.empty() && guide.corners.front() != goal;
  if (is_new || is_held(agent) || Guidance::is_stale(agent, step)) guidance_.ask_for(agent, goal);
}

void Steering::guide(Agent& agent) {
  if (agent.has_refuge()) return guide_to(agent, agent.refuge);
  Guide& guide = agent.guide;
  const double step = agent.speed * scene_.seconds;
  if (guide.is_known) ++guide.age;
  if (agent.leader != none) {
    guide_to_leader(agent);
  } else {
    if (guide.is_known && !guide.is_lost && !guide.corners.empty()) keep_to_path(agent, step);
    // One that is slow though nobody is near has to pass exactly where the path leads.
    const bool is_alone = agent.waited > seconds_alone && !agent.is_crowded;
    if (is_held(agent) || Guidance::is_stale(agent, step) || (is_alone && guide.corners.empty()))
      guidance_.ask(agent, is_alone);
  }
}

// The velocity of an arrived agent that has made room for others.
Vector Steering::return_to_post(Agent& agent) {
  if (agent.speed == 0) return {0.0, 0.0};
  guide_to(agent, agent.post);
  const Guide& g = agent.guide;
  if (g.is_lost) return {0.0, 0.0};
  return towards(agent, g.target,
                 g.beyond > 0 ? agent.speed * scene_.seconds : distance(agent.position, g.target));
}

Vector Steering::wanted_velocity(Agent& agent) {
  if (agent.is_stopped) return {0.0, 0.0};
  if (agent.has_arrived && agent.leader == none && !agent.has_refuge()) {
    const double off = distance(agent.position, agent.post);
    if (off <= off_post * agent.radius) return {0.0, 0.0};
    if (off <= agent.radius) return towards(agent, agent.post, off);
    return return_to_post(agent);
  }
  if ((!agent.has_goal() && !agent.has_refuge()) || agent.speed == 0) return {0.0, 0.0};
  guide(agent);
  const Guide& g = agent.guide;
  if (g.is_lost) {
    // If its refuge is cut off, there may be a way to its goal.
    if (!agent.has_refuge()) agent.remaining = std::numeric_limits<double>::infinity();
    return {0.0, 0.0};
  }
  const double left = distance(agent.position, g.target);
  agent.remaining = left + g.beyond;
  if (agent.leader != none && !agent.has_refuge()) {
    agent.remaining -= agent.beside(scene_.agents[agent.leader]);
    if (agent.remaining <= 0) return {0.0, 0.0};
  }
  if (left == 0) return agent.speed * g.direction;
  // Not beyond a corner of its own path, nor beyond the goal.
  if (!g.corners.empty() && !agent.is_crowded)
    return towards(agent, g.target, std::min(left, agent.remaining));
  return towards(agent, g.target, g.beyond > 0 ? agent.speed * scene_.seconds : agent.remaining);
}

double Steering::share_of(AgentId id, AgentId other) const {
  const Agent &mine = scene_.agents[id], &theirs = scene_.agents[other];
  if (theirs.is_stopped || !theirs.avoids || theirs.is_inside) return 1.0;
  const int own = scene_.priority_of(id), their = scene_.priority_of(other);
  if (own != their) return own > their ? share_above : 1.0;
  const bool same_goal = mine.way != none && theirs.way != none &&
                         scene_.ways[mine.way].goal == scene_.ways[theirs.way].goal;
  if (mine.is_walking() != theirs.is_walking() || same_goal)
    return scene_.goes_before(id, other) ? share_ahead : 1 - share_ahead;
  return 0.5;
}

// The share of the gap to the other that an agent may use up in a step: who avoids less gets more.
double Steering::gap_share_of(AgentId id, AgentId other) const {
  const Agent& theirs = scene_.agents[other];
  if (theirs.is_stopped || theirs.speed == 0) return 1.0;
  return std::max(share_above, 1 - share_of(id, other));
}

void Steering::find_neighbours(AgentId id, const Agent& agent) {
  const AgentGrid& grid = scene_.grid;
  const Point p = agent.position;
  const double horizon = scene_.options.horizon, cell = grid.cell();
  const double farthest = agent.radius + (agent.speed + scene_.largest_speed) * horizon;
  const double reach = farthest + grid.largest_radius();
  const std::size_t most = scene_.options.neighbours;
  neighbours_.clear();
  if (most == 0) return;
  const double inner_x = p.x / cell - std::floor(p.x / cell),
               inner_y = p.y / cell - std::floor(p.y / cell);
  const double border =
      cell * std::min({inner_x, 1 - inner_x, inner_y, 1 - inner_y});  // of its own cell
  const auto consider = [&](const AgentGrid::Entry& entry) {
    if (entry.agent == id) return;
    const double gap = distance(p, entry.position) - entry.radius;
    if (gap > farthest) return;
    if (neighbours_.size() == most) {
      if (gap >= neighbours_.back().gap) return;
      neighbours_.pop_back();
    }
    auto at = neighbours_.end();
    while (at != neighbours_.begin() && gap < (at - 1)->gap) --at;
    neighbours_.insert(at, {gap, &entry, false});
  };
  grid.for_each_large(consider);
  if (grid.is_wide(reach)) return grid.for_each_in_cells(consider);
  for (std::int32_t ring = 0;; ++ring) {
    const double nearest = ring == 0 ? 0.0 : (ring - 1) * cell + border;  // of this ring
    if (nearest > reach) break;
    if (neighbours_.size() == most && nearest - grid.largest_radius() > neighbours_.back().gap)
      break;
    grid.for_each_in_ring(p, ring, consider);
  }
}

void Steering::find_walls(Agent& agent) {
  const double step = agent.speed * scene_.seconds, needed = agent.radius + 2 * step;
  NearWalls& near = agent.near;
  if (near.reach >= 0 && distance(agent.position, near.from) + needed <= near.reach)
    near_walls_ = finder_.kept(near);
  else
    near_walls_ =
        finder_.find(agent.position, needed,
                     needed + steps_of_walls * step + radii_of_walls * agent.radius, near);
}

// Turns what an agent wants a little to the right if it meets others, and at random, more the
// longer it waits: so symmetric encounters and arches do not last.
Vector Steering::without_symmetry(AgentId id, const Agent& agent, const Vector& wanted) const {
  if (neighbours_.empty() || (wanted.x == 0 && wanted.y == 0)) return wanted;
  double angle = 0.0;
  for (const Neighbour& neighbour : neighbours_) {
    const Vector offset = neighbour.entry->position - agent.position;
    if (rounded_ahead(offset, wanted) > 0 &&
        scene_.priority_of(neighbour.entry->agent) >= scene_.priority_of(id))
      angle = -right_turn;
  }
  if (agent.progress < slow && agent.is_walking()) {
    const auto moment = static_cast<std::uint64_t>(scene_.time / seconds_of_turn);
    const std::uint64_t random = mixed(id.number() * 0x9e3779b97f4a7c15u + moment);
    const double sign = static_cast<double>(random >> 11) * 0x1p-53 * 2 - 1;
    angle += sign * (1 - agent.progress / slow) * most_turn;
  }
  return turn(wanted, angle);
}

// Walls and touching discs are hard constraints, of one step; the rest is ORCA. Agents that go
// before this one count with what they claim: they need not push to be let through.
void Steering::add_planes(AgentId id, const Agent& agent) {
  const double seconds = scene_.seconds;
  planes_.clear();
  add_wall_planes(near_walls_, agent.position, agent.radius, agent.speed, seconds, planes_);
  const auto encounter = [&](const AgentGrid::Entry& other, const Vector& velocity) {
    return Encounter{other.position - agent.position, agent.velocity - velocity,
                     agent.radius + other.radius, scene_.options.horizon, seconds};
  };
  for (Neighbour& neighbour : neighbours_)
    neighbour.goes_before = scene_.goes_before(neighbour.entry->agent, id);
  // Those that go before come last among the contacts, and first among the others: so the planes
  // that they cause are next to each other.
  walls_ = planes_.size();
  for (const bool goes_before : {false, true}) {
    if (goes_before) later_ = planes_.size();
    for (const Neighbour& neighbour : neighbours_) {
      const AgentGrid::Entry& other = *neighbour.entry;
      if (neighbour.gap - agent.radius > (agent.speed + scene_.largest_speed) * seconds) break;
      if (neighbour.goes_before != goes_before || neighbour.gap + other.radius == 0) continue;
      planes_.push_back(beside(encounter(other, other.velocity), gap_share_of(id, other.agent),
                               goes_before ? other.velocity : Vector{0.0, 0.0}));
    }
  }
  hard_ = planes_.size();
  for (const bool goes_before : {true, false}) {
    if (!goes_before) before_ = planes_.size();
    for (const Neighbour& neighbour : neighbours_) {
      const AgentGrid::Entry& other = *neighbour.entry;
      if (neighbour.goes_before != goes_before || agent.radius + other.radius == 0) continue;
      // Where the centres coincide, two agents take opposite directions.
      const auto angle = static_cast<double>(std::min(id, other.agent).number());
      const Vector fallback = turn({id < other.agent ? 1.0 : -1.0, 0.0}, angle);
      Encounter met = encounter(other, goes_before ? other.claim : other.velocity);
      met.radius *= space;
      planes_.push_back(avoiding(met, agent.velocity, share_of(id, other.agent), fallback));
    }
  }
}

// What an agent would do if those after it gave way: they see it in the next step, and do.
Vector Steering::claim(const Agent& agent, const Vector& wanted) {
  claimed_.assign(planes_.begin(), planes_.begin() + static_cast<std::ptrdiff_t>(walls_));
  claimed_.insert(claimed_.end(), planes_.begin() + static_cast<std::ptrdiff_t>(later_),
                  planes_.begin() + static_cast<std::ptrdiff_t>(before_));
  bool is_feasible;
  return program_.solve(claimed_, walls_ + hard_ - later_, agent.speed, wanted, is_feasible);
}

void Steering::steer(AgentId id) {
  Agent& agent = scene_.agents[id];
  const double seconds = scene_.seconds;
  agent.is_crowded = false;
  agent.move = agent.wish = {0.0, 0.0};
  find_neighbours(id, agent);
  const double steps = (agent.speed + scene_.largest_speed) * seconds;
  // Neighbours are those within the horizon; in longer steps agents beyond it can be met.
  const bool sees_all = scene_.options.neighbours > 0 && seconds <= scene_.options.horizon;
  agent.is_crowded =
      !sees_all || (!neighbours_.empty() && neighbours_.front().gap - agent.radius <= steps);
  if (agent.is_inside) {
    agent.move = seconds * towards(agent, agent.exit, distance(agent.position, agent.exit));
    return;
  }
  Vector wanted = wanted_velocity(agent);
  if (agent.is_stopped || agent.speed == 0) return;
  Vector velocity = wanted;
  find_walls(agent);
  const auto clear_move = [&](const Vector& v) {
    return clear_of_walls(scene_.world, near_walls_, agent.position, seconds * v, agent.radius);
  };
  ClearMove clear{};
  if (!agent.avoids) {
    clear = clear_move(velocity);
  } else {
    agent.wish = wanted;
    wanted = without_symmetry(id, agent, wanted);
    add_planes(id, agent);
    velocity = wanted;
    // An agent that meets nobody keeps to its line: it may pass a gap that is exactly as wide as
    // it is, where half-planes leave no room.
    const bool is_alone =
        std::all_of(planes_.begin() + static_cast<std::ptrdiff_t>(walls_), planes_.end(),
                    [&](const HalfPlane& plane) {
                      return rounded_side(plane.direction, velocity - plane.point) >= 0;
                    });
    clear = clear_move(velocity);
    if (!is_alone || !clear.is_whole) {
      bool is_feasible;
      velocity = program_.solve(planes_, hard_, agent.speed, wanted, is_feasible);
      if (!is_feasible) {
        // In a throng the least evil is to stand still. The less way an agent makes, the more it
        // pushes on: avoids only those that go before it. Both velocities keep to the hard
        // constraints, so their mean does.
        const double share = agent.is_walking() ? 1 - agent.progress : 0.0;
        const std::span<const HalfPlane> some{planes_.data(), before_};
        const Vector on = program_.solve(some, hard_, agent.speed, wanted, is_feasible);
        velocity = (1 - share) * velocity + share * on;
        agent.wish = claim(agent, wanted);
      }
      clear = clear_move(velocity);
    }
  }
  shortened_ += !clear.is_whole;
  agent.move = clear.move;
}

}  // namespace clearway
