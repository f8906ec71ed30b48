#include "clearway/planners/fronts.hpp"

#include <algorithm>

#include "clearway/geometry/predicates.hpp"
#include "clearway/planners/channel.hpp"
#include "fronts/disc.hpp"
#include "fronts/point.hpp"
#include "mesh/half_edge_order.hpp"
#include "query/departures.hpp"

namespace clearway {

struct FrontSearch::Scratch {
  explicit Scratch(const World& world) : channel(world) {}
  ChannelSearch channel;
  PointFronts points;
  DiscFronts discs;
  std::vector<Index> front;  // by state; none: without a funnel
  std::vector<HalfEdgeId> portals;
  Path pulled;
};

namespace {

// The goal, or its mirror image in the portal if it lies before it: no farther from any place on
// the portal.
Point beyond(const Mesh& mesh, HalfEdgeId portal, const Point& goal) {
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  if (orientation(a, b, goal) >= 0) return goal;
  const Vector along = b - a;
  const double k = 2 * cross(along, goal - a) / dot(along, along);
  return {goal.x + k * along.y, goal.y - k * along.x};
}

}  // namespace

FrontSearch::FrontSearch(const World& world)
    : AnytimeSearch(world), own_(std::make_unique<Scratch>(world)) {}
FrontSearch::~FrontSearch() = default;

bool FrontSearch::is_goal(TriangleId t) const {
  return std::find(goals_.begin(), goals_.end(), t) != goals_.end();
}

void FrontSearch::open() {
  const Mesh& mesh = world_.mesh();
  Path first = own_->channel.find(start_, goal_, radius_, options_);
  const bool is_over = first.status != Status::found || first.optimal;
  adopt(std::move(first));
  if (is_over) return;
  own_->front.clear();
  if (radius_ > 0)
    own_->discs.begin(mesh, start_, goal_, radius_);
  else
    own_->points.begin(mesh, start_);
  for (const TriangleId t : starts_) {
    if (is_goal(t) && crosses(world_, t, start_, goal_, diameter_)) {
      push_channel(t, {});
      own_->front.resize(states_.size(), none);
    }
    const HalfEdgeId side = first_side(mesh, t);
    for (const HalfEdgeId out : {side, Mesh::next(side), Mesh::prev(side)})
      if (!mesh.constrained(out) && departs(world_, t, start_, out, diameter_))
        enter(mesh.twin(out), none);
  }
}

void FrontSearch::expand(Index state) {
  const Mesh& mesh = world_.mesh();
  const Index front = own_->front[state];
  if (front != none && (radius_ > 0 ? own_->discs.is_dead(front) : own_->points.is_dead(front)))
    return;
  const HalfEdgeId in = states_[state].entry();
  for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)})
    if (!mesh.constrained(out) && around(in, out) >= diameter_) enter(mesh.twin(out), state);
}

// A front that cannot die by its funnel: false when it has died. f: a lower bound.
template <class Fronts>
bool FrontSearch::grow(Fronts& fronts, HalfEdgeId portal, Index parent, double& f) {
  const Index before = parent == none ? none : own_->front[parent];
  if (parent != none && before == none) return fronts.lose(), true;
  if (!fronts.extend(before, portal, parent == none ? none : states_[parent].entry())) return true;
  f = std::max(f, fronts.reach(beyond(world_.mesh(), portal, goal_)));
  if (f >= path_.length * slack) return false;
  fronts.settle([&](const Point& place) -> const std::vector<Segment>* {
    if (parent == none) return nullptr;
    own_->portals.clear();
    const TriangleId first = trail(parent, own_->portals);
    return pull(first, own_->portals, place, own_->pulled) ? &own_->pulled.segments : nullptr;
  });
  return !fronts.is_beaten();
}

void FrontSearch::enter(HalfEdgeId portal, Index parent) {
  const Mesh& mesh = world_.mesh();
  const TriangleId t = Mesh::triangle_of(portal);
  const std::size_t count = states_.size();
  if (is_goal(t) && departs(world_, t, goal_, portal, diameter_)) {
    // Pulled next, whatever it costs: a better path makes other fronts die.
    push(portal.number(), parent, 0.0, parent == none ? straight_ : states_[parent].f, true);
    own_->front.resize(states_.size(), none);
    return;
  }
  if (mesh.constrained(Mesh::next(portal)) && mesh.constrained(Mesh::prev(portal))) return;
  if (std::find(starts_.begin(), starts_.end(), t) != starts_.end()) return;
  double f = 0.0;
  if (!(radius_ > 0 ? grow(own_->discs, portal, parent, f) : grow(own_->points, portal, parent, f)))
    return;
  if (radius_ > 0 && !own_->discs.has_funnel()) {
    push_portal(portal, parent, 0.0, portal.number(), false);
    own_->front.resize(states_.size(), none);
    return;
  }
  const double g = radius_ > 0 ? own_->discs.least() : own_->points.least();
  push(portal.number(), parent, g, std::max(f, g + to_portal(goal_, portal)), false);
  if (states_.size() > count)
    own_->front.push_back(radius_ > 0 ? own_->discs.keep() : own_->points.keep());
}

}  // namespace clearway
