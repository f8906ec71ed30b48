#include "clearway/crowd/crowd.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "locks.hpp"
#include "moving.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "scene.hpp"
#include "steering.hpp"

namespace clearway {
namespace {

// Neighbours in the order of adding that one part of the work takes together: they are often near
// each other. Parts take blocks in turn, so that they have about equally much to do.
constexpr std::size_t block = 64;
// The side of a cell of the grid: enough for neighbours to lie in a few rings.
constexpr double radii_per_cell = 2.5, rings_of_cells = 4;

}  // namespace

struct Crowd::Parts {
  Parts(const World& world, const Options& options)
      : scene{world, options, {}, {}, {}, {}, 0.0, 0.0, 0.0, 0, {}}, moving(scene), locks(scene) {}

  Scene scene;
  Moving moving;
  Locks locks;
  std::vector<std::unique_ptr<Steering>> steering;  // by part of the work
  bool is_edited = false;

  void build_grid();
  void release(Agent& agent);
  void place(AgentId id);
  void end_ways_out();
  void report_overlaps(AgentId first);
  void follow_edit();
  void steer_part(std::size_t part, std::size_t parts);
  void steer_all(std::size_t parts, const CrowdLoop& loop);
};

Crowd::Crowd(const World& world, const Options& options)
    : parts_(std::make_unique<Parts>(world, options)) {}
Crowd::~Crowd() = default;

void Crowd::Parts::build_grid() {
  double radii = 0.0;
  scene.largest_speed = 0.0;
  for (const AgentId id : scene.present) {
    Agent& agent = scene.agents[id];
    agent.remaining_before = agent.remaining;
    radii += agent.radius;
    // An agent inside an obstacle walks out of it even if it is stopped.
    if (!agent.is_stopped || agent.is_inside)
      scene.largest_speed = std::max(scene.largest_speed, agent.speed);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, scene.present.size()));
  const double reach = scene.largest_speed * scene.options.horizon + radii / count;
  const double cell = std::max(radii_per_cell * radii / count, 2 * reach / rings_of_cells);
  scene.grid.build(scene.agents, scene.present, cell > 0 ? cell : 1.0);
}

// Takes the agent off its way.
void Crowd::Parts::release(Agent& agent) {
  if (agent.way != none) {
    --scene.ways[agent.way].users;
    if (agent.has_arrived && !agent.has_left) scene.ways.remove_arrived(agent.way, agent.radius);
  }
  agent.way = none;
  agent.leader = agent.yields_to = agent.evades = none;
  agent.has_arrived = agent.is_waiting = agent.is_reported = agent.is_returning = false;
  agent.guide.is_known = agent.guide.is_lost = false;
  agent.guide.corners.clear();
  agent.remaining = std::numeric_limits<double>::quiet_NaN();
  agent.progress = 1.0;
  agent.waited = agent.stalled = agent.late = agent.away = agent.backed_out = 0.0;
  agent.nearest = std::numeric_limits<double>::infinity();
  agent.farthest = -agent.nearest;
  agent.is_stuck = agent.is_edited = false;
  agent.ticket = 0;
}

// Reports an agent that does not fit where it is, and finds its way out.
void Crowd::Parts::place(AgentId id) {
  Agent& agent = scene.agents[id];
  if (const auto end = free_end(scene.world, agent.position, agent.radius)) {
    // What is blocked by rounding counts as free: at most that far it is moved.
    if (end->radius == agent.radius) agent.position = end->point;
    if (agent.is_inside) agent.come_out();
    agent.is_shut_in = false;
    return;
  }
  const bool was_inside = agent.is_inside;
  const auto exit = snap(scene.world, agent.position, agent.radius);
  agent.is_inside = true;
  agent.exit = exit.value_or(agent.position);
  if (!was_inside) agent.is_stuck = false;
  const bool was_shut_in = agent.is_shut_in;
  agent.is_shut_in = !exit;
  if (!exit && was_shut_in) return;
  if (!exit)
    scene.reports.push_back({scene.time, CrowdEvent::shut_in, id, none});
  else if (!was_inside)
    scene.reports.push_back({scene.time, CrowdEvent::inside, id, none});
}

// The way to another exit than the nearest can lead through free space: there it ends, because from
// there on the agent must not overlap an obstacle.
void Crowd::Parts::end_ways_out() {
  for (const AgentId id : scene.present) {
    Agent& agent = scene.agents[id];
    if (!agent.is_inside || !fits(scene.world, agent.position, agent.radius)) continue;
    scene.reports.push_back({scene.time, CrowdEvent::let_out, id, none});
    agent.come_out();
  }
}

void Crowd::Parts::report_overlaps(AgentId first) {
  build_grid();
  for (const AgentId id : scene.present) {
    if (id < first) continue;
    const Agent& agent = scene.agents[id];
    scene.grid.for_each_near(agent.position, agent.radius, [&](const AgentGrid::Entry& other) {
      if (other.agent >= id) return;
      const double radii = agent.radius + other.radius;
      if (distance(agent.position, other.position) < radii * (1 - tolerance::end_radius))
        scene.reports.push_back({scene.time, CrowdEvent::overlap, id, other.agent});
    });
  }
}

AgentId Crowd::add(std::span<const AgentSpec> specs, std::span<const AgentGoal> goals) {
  Scene& scene = parts_->scene;
  const AgentId first = scene.agents.end_id();
  const std::size_t before = scene.present.size(), reported = scene.reports.size();
  try {
    std::vector<AgentId> added;
    // Half as much again, not twice: agents are large.
    const std::size_t needed = scene.agents.size() + specs.size(), room = scene.agents.capacity();
    if (needed > room) scene.agents.reserve(std::max(needed, room + room / 2));
    for (const AgentSpec& spec : specs) {
      Agent agent;
      agent.position = spec.position;
      agent.radius = spec.radius;
      agent.speed = spec.speed;
      agent.priority = spec.priority;
      agent.avoids = spec.avoids;
      added.push_back(scene.agents.end_id());
      scene.present.push_back(added.back());
      scene.agents.push_back(std::move(agent));
      parts_->place(added.back());
    }
    parts_->report_overlaps(first);
    if (!goals.empty()) send(added, goals);
  } catch (...) {
    scene.agents.resize(first.number());
    scene.present.resize(before);
    scene.reports.resize(reported);
    throw;
  }
  return first;
}

void Crowd::remove(std::span<const AgentId> agents) {
  Scene& scene = parts_->scene;
  for (const AgentId id : agents) {
    Agent& agent = scene.agents[id];
    if (agent.has_left) continue;
    const bool had_arrived = agent.has_arrived && !scene.is_away(agent);
    parts_->release(agent);
    agent.has_arrived = had_arrived;
    agent.has_left = true;
    agent.near = {};
  }
  std::erase_if(scene.present, [&](AgentId id) { return scene.agents[id].has_left; });
}

void Crowd::send(std::span<const AgentId> agents, std::span<const AgentGoal> goals) {
  Scene& scene = parts_->scene;
  const auto goal_of = [&](std::size_t i) -> const AgentGoal& {
    return goals[goals.size() == 1 ? 0 : i];
  };
  // What may run out of memory comes first.
  std::vector<WayId> ways;
  ways.reserve(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const Place& place = goal_of(i).place;
    ways.push_back(place.parts.empty() ? WayId(none)
                                       : scene.ways.find(place, scene.agents[agents[i]].radius));
  }
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Agent& agent = scene.agents[agents[i]];
    if (agent.has_left) continue;
    parts_->release(agent);
    agent.way = ways[i];
    agent.leader = goal_of(i).agent;
    agent.leaves = goal_of(i).leaves;
    if (agent.way != none) ++scene.ways[agent.way].users;
  }
}

void Crowd::stop(std::span<const AgentId> agents, bool is_stopped) {
  for (const AgentId id : agents) {
    Agent& agent = parts_->scene.agents[id];
    agent.is_stopped = is_stopped;
    agent.velocity = {0.0, 0.0};
    agent.guide.is_known = false;
  }
}

void Crowd::set_speed(std::span<const AgentId> agents, double speed) {
  for (const AgentId id : agents) parts_->scene.agents[id].speed = speed;
}

void Crowd::set_priority(std::span<const AgentId> agents, int priority) {
  for (const AgentId id : agents) parts_->scene.agents[id].priority = priority;
}

void Crowd::edited() noexcept {
  parts_->is_edited = true;
  parts_->scene.ways.discard(parts_->scene.world);
}

void Crowd::Parts::follow_edit() {
  for (const AgentId id : scene.present) {
    Agent& agent = scene.agents[id];
    place(id);
    agent.near.reach = -1.0;
    agent.guide.is_known = false;
    agent.is_edited = true;
    // What remains for one that backs out is the way to its refuge.
    agent.remaining_unedited = agent.has_refuge() ? agent.farthest : agent.remaining;
  }
  is_edited = false;
}

// Which part steers whom depends on the number of parts alone, not on the threads: so the scratch
// of a part has its size after a few steps. The moves do not depend on the parts.
void Crowd::Parts::steer_part(std::size_t part, std::size_t parts) {
  Steering& own = *steering[part];
  own.prepare();
  for (std::size_t begin = part * block; begin < scene.present.size(); begin += parts * block) {
    const std::size_t end = std::min(scene.present.size(), begin + block);
    for (std::size_t k = begin; k < end; ++k) own.steer(scene.present[k]);
  }
}

void Crowd::Parts::steer_all(std::size_t parts, const CrowdLoop& loop) {
  const std::size_t blocks = (scene.present.size() + block - 1) / block;
  parts = loop ? std::clamp<std::size_t>(parts, 1, std::max<std::size_t>(1, blocks)) : 1;
  while (steering.size() < parts) steering.push_back(std::make_unique<Steering>(scene));
  if (parts < 2) {
    steer_part(0, 1);
    return;
  }
  // A function that holds no more than two words needs no memory of its own.
  loop(parts, [this, parts](std::size_t part) { steer_part(part, parts); });
}

void Crowd::step(double seconds, std::size_t parts, const CrowdLoop& loop) {
  Scene& scene = parts_->scene;
  if (parts_->is_edited) parts_->follow_edit();
  parts_->end_ways_out();
  scene.ways.build(scene.world);
  scene.seconds = seconds;
  parts_->build_grid();
  parts_->locks.run();
  parts_->moving.prepare();  // after everything else that reports
  parts_->steer_all(parts, loop);
  parts_->moving.shorten_all();
  parts_->moving.make_all();
}

double Crowd::time() const { return parts_->scene.time; }
std::size_t Crowd::size() const { return parts_->scene.agents.size(); }

Crowd::State Crowd::state(AgentId id) const {
  const Agent& a = parts_->scene.agents[id];
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  State out{};
  out.position = a.has_left ? Point{nothing, nothing} : a.position;
  out.velocity = a.has_left ? Point{nothing, nothing} : Point{a.velocity.x, a.velocity.y};
  out.radius = a.radius;
  out.speed = a.speed;
  out.remaining = a.remaining;
  out.priority = a.priority;
  out.has_left = a.has_left;
  out.has_arrived = a.has_arrived && !parts_->scene.is_away(a);
  out.is_waiting = a.is_waiting && !a.has_left;
  out.is_inside = a.is_inside && !a.has_left;
  out.is_stopped = a.is_stopped;
  out.is_sent_to_place = a.way != none;
  return out;
}

std::span<const CrowdReport> Crowd::reports() const { return parts_->scene.reports; }

void Crowd::forget_reports(std::size_t count) {
  // The memory stays, for the next steps.
  std::vector<CrowdReport>& reports = parts_->scene.reports;
  reports.erase(reports.begin(), reports.begin() + std::min(count, reports.size()));
}

Crowd::Stats Crowd::stats() const {
  const Scene& scene = parts_->scene;
  Stats out{};
  out.fields = scene.ways.fields();
  out.field_builds = scene.ways.builds();
  for (const auto& steering : parts_->steering) {
    out.asked += steering->guidance().asked();
    out.paths += steering->guidance().paths();
    out.shortened_by_walls += steering->shortened();
  }
  out.locks = parts_->locks.found();
  out.shortened_by_agents = parts_->moving.shortened();
  out.bytes = scene.ways.bytes() + scene.agents.capacity() * sizeof(Agent);
  for (const Agent& agent : scene.agents)
    out.bytes += agent.guide.corners.capacity() * sizeof(Point);
  return out;
}

}  // namespace clearway
