#include "guidance.hpp"

#include <algorithm>
#include <cmath>

#include "corners.hpp"
#include "geometry/construction.hpp"
#include "half_planes.hpp"
#include "passing.hpp"
#include "query/raycast.hpp"

namespace clearway {
namespace {

constexpr std::uint32_t most_steps = 32;       // after which an agent asks again
constexpr std::uint32_t steps_when_lost = 64;  // the same for one without a path
constexpr double off_line = 0.25;  // of the radius: an agent farther from its line asks again

// Makes an agent at p walk to the first of its corners.
void set_corners(const Point& p, Guide& guide) {
  guide.from = p;
  guide.target = guide.corners.back();
  guide.age = 0;
  guide.beyond = 0.0;
  for (std::size_t i = 1; i < guide.corners.size(); ++i)
    guide.beyond += distance(guide.corners[i - 1], guide.corners[i]);
}

}  // namespace

bool Guidance::is_stale(const Agent& agent, double step) {
  const Guide& guide = agent.guide;
  if (!guide.is_known || guide.age >= (guide.is_lost ? steps_when_lost : most_steps)) return true;
  if (guide.is_lost) return false;
  const Vector left = guide.target - agent.position;
  const double size = length(left);
  if (guide.beyond > 0 && size <= step && guide.corners.empty()) return true;
  const Vector line = guide.target - guide.from;
  const double all = length(line);
  if (all == 0) return true;
  return std::abs(cross(line, left)) > all * std::max(off_line * agent.radius, step);
}

void Guidance::pass_corners(Agent& agent, double step) {
  Guide& guide = agent.guide;
  const Point p = agent.position;
  while (guide.corners.size() > 1 && distance(p, guide.corners.back()) <= step) {
    const Point next = guide.corners[guide.corners.size() - 2];
    // Among others it cannot get there exactly, and the walls lead it around the corner.
    if (p != guide.corners.back() && !agent.is_crowded &&
        raycast_from_free(world_, world_.located(p), next, agent.radius))
      break;
    guide.corners.pop_back();
    guide.beyond = std::max(0.0, guide.beyond - distance(guide.target, next));
    guide.from = p;
    guide.target = next;
    guide.age = 0;
    if (guide.corners.size() == 1) guide.beyond = 0.0;
  }
  if (!agent.is_crowded && guide.corners.size() > 1 && distance(p, guide.corners.back()) < step &&
      pass_in_step(world_, p, agent.radius, step, guide.corners))
    set_corners(p, guide);
}

void Guidance::prepare() {
  if (prepared_ == ways_.builds()) return;
  if (kept_.size() < ways_.size()) kept_.resize(ways_.size());
  for (const WayId id : kept_.ids()) {
    const Way& way = ways_[id];
    Kept& kept = kept_[id];
    if (!way.field || (kept.queries && kept.built == way.built)) continue;
    kept.queries = std::make_unique<FieldQueries>(*way.field);
    kept.built = way.built;
  }
  prepared_ = ways_.builds();
}

void Guidance::ask(Agent& agent, bool exactly) {
  const Way& way = ways_[agent.way];
  ++asked_;
  if (!way.field || exactly) {
    ++paths_;
    Index part = none;
    if (way.is_point())
      search_.find(agent.position, way.place.parts[0].lines[0][0], agent.radius, {}, path_);
    else
      path_ = search_.find_place(agent.position, way.place, agent.radius, {}, part);
    follow(path_, agent, agent.guide);
    return;
  }
  const FieldValue value = kept_[agent.way].queries->at(agent.position);
  Guide& guide = agent.guide;
  guide.corners.clear();
  guide.age = 0;
  guide.is_known = true;
  guide.from = agent.position;
  guide.is_lost = !(value.distance < std::numeric_limits<double>::infinity());
  guide.target = value.next;
  guide.direction = {value.direction.x, value.direction.y};
  guide.beyond =
      guide.is_lost ? 0.0 : std::max(0.0, value.distance - distance(agent.position, value.next));
  // At a corner the line has no length: the direction serves for this step.
  if (!guide.is_lost && guide.beyond > 0 && value.next == agent.position) guide.age = most_steps;
}

bool Guidance::ask_for(Agent& agent, const Point& goal) {
  ++asked_;
  ++paths_;
  search_.find(agent.position, goal, agent.radius, {}, path_);
  follow(path_, agent, agent.guide);
  return !agent.guide.is_lost;
}

void Guidance::follow(const Path& path, const Agent& agent, Guide& guide) {
  guide.corners.clear();
  guide.age = 0;
  guide.is_known = true;
  guide.from = agent.position;
  guide.beyond = 0.0;
  guide.is_lost = path.status != Status::found;
  guide.target = agent.position;
  guide.direction = {0.0, 0.0};
  if (guide.is_lost || path.segments.empty()) return;
  append_corners_reversed(path, guide.corners);
  set_corners(agent.position, guide);
}

}  // namespace clearway
