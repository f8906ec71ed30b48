#include "clearway/planners/fronts.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "anytime_loop.hpp"
#include "clearance/clearance.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/planners/channel.hpp"
#include "fronts/disc_fronts.hpp"
#include "fronts/point_fronts.hpp"
#include "mesh/corners.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

// The goal, or its mirror image in the portal if it lies before the portal: the image is as far
// from every point of the portal as the goal is.
Point goal_beyond(const Mesh& mesh, HalfEdgeId portal, const Point& goal) {
  const Point a = mesh.point(mesh.origin(portal)), b = mesh.point(mesh.target(portal));
  if (orientation(a, b, goal) >= 0) return goal;
  const Vector along = b - a;
  const double k = 2 * cross(along, goal - a) / dot(along, along);
  return {goal.x + k * along.y, goal.y - k * along.x};
}

class FrontExpansion final : public ChannelExpansion {
 public:
  explicit FrontExpansion(AnytimeParts& parts)
      : p_(parts), mesh_(parts.query.world.mesh()), channel_(parts.query.world) {}

  std::optional<Path> find_first() override {
    return channel_.find(p_.query.start, p_.query.goal, p_.query.radius, p_.query.options);
  }

  void open() override {
    const AnytimeQuery& query = p_.query;
    front_.clear();
    if (log_) log_->clear();
    taken_ = 0;
    if (query.radius > 0)
      discs_.begin(mesh_, query.start, query.goal, query.radius);
    else
      points_.begin(mesh_, query.start);
    for (const TriangleId t : query.starts) {
      if (query.is_goal(t) && query.crosses_inside(t)) {
        p_.queue.push_channel(t, {});
        front_.resize(p_.tree.size(), none);
      }
      query.for_each_departure(t, [&](HalfEdgeId out) { enter(mesh_.twin(out), none); });
    }
  }

  void expand(ChannelStateId state) override {
    const FrontId front = front_[state];
    if (log_ && front != none) (*log_)[front.number()].taken = taken_;
    ++taken_;
    if (front != none &&
        (p_.query.radius > 0 ? discs_.is_root_dominated(front) : points_.is_root_dominated(front)))
      return;
    const HalfEdgeId in = p_.tree[state].entry();
    const Clearance& clearance = clearance_of(p_.query.world);
    for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)})
      if (!mesh_.constrained(out) &&
          clearance.turn_width(corner_between(in, out)) >= p_.query.diameter)
        enter(mesh_.twin(out), state);
  }

  TriangleId collect_portals(ChannelStateId state, std::vector<HalfEdgeId>& portals) override {
    return p_.tree.collect_portals(state, portals);
  }

  void log(std::vector<ExploredFront>* fronts) { log_ = fronts; }

 private:
  void enter(HalfEdgeId portal, ChannelStateId parent) {
    const AnytimeQuery& query = p_.query;
    const TriangleId t = Mesh::triangle_of(portal);
    if (query.is_goal(t) && query.departs_from(t, query.goal, portal)) {
      // Pulled tight next, whatever its length: a better path discards other fronts.
      p_.queue.push(portal.number(), parent, 0.0,
                    parent == none ? query.straight : p_.tree[parent].f, true);
      front_.resize(p_.tree.size(), none);
      return;
    }
    if (mesh_.constrained(Mesh::next(portal)) && mesh_.constrained(Mesh::prev(portal))) return;
    if (query.is_start(t)) return;
    if (query.radius > 0)
      push_front(discs_, portal, parent);
    else
      push_front(points_, portal, parent);
  }

  template <class Fronts>
  void push_front(Fronts& fronts, HalfEdgeId portal, ChannelStateId parent) {
    double f = 0.0;
    if (!extend(fronts, portal, parent, f)) return;
    const std::size_t count = p_.tree.size();
    if (!fronts.has_funnel()) {
      p_.queue.push_portal(portal, parent, 0.0, portal.number(), false);
      front_.resize(p_.tree.size(), none);
      return;
    }
    const double g = fronts.length_to_portal();
    p_.queue.push(portal.number(), parent, g,
                  std::max(f, g + p_.distances.to(p_.query.goal, portal)), false);
    if (p_.tree.size() == count) return;
    front_.push_back(fronts.store());
    if (log_) [[unlikely]]
      note(fronts, ChannelStateId(count));
  }

  // Fronts are numbered in the order in which they are stored, which is that of the log.
  template <class Fronts>
  void note(const Fronts& fronts, ChannelStateId state) {
    const State& s = p_.tree[state];
    const HalfEdgeId portal = s.entry();
    const FrontId before = s.parent == none ? FrontId(none) : front_[s.parent];
    ExploredFront out{before.number(),
                      Mesh::triangle_of(portal),
                      mesh_.point(mesh_.origin(portal)),
                      mesh_.point(mesh_.target(portal)),
                      {},
                      0.0,
                      s.f,
                      taken_,
                      ExploredFront::never,
                      {},
                      {}};
    fronts.describe(front_[state], out);
    log_->push_back(std::move(out));
  }

  // Loads the funnel of the parent's front and extends it over the portal. False: the front is
  // discarded. A front without a funnel is never discarded here. f: a lower bound.
  template <class Fronts>
  bool extend(Fronts& fronts, HalfEdgeId portal, ChannelStateId parent, double& f) {
    const FrontId before = parent == none ? FrontId(none) : front_[parent];
    if (parent != none && before == none) {
      fronts.drop_funnel();
      return true;
    }
    const HalfEdgeId parent_portal = parent == none ? none : p_.tree[parent].entry();
    if (!fronts.extend(before, portal, parent_portal)) return true;
    f = std::max(f, fronts.length_to(goal_beyond(mesh_, portal, p_.query.goal)));
    if (p_.incumbent.beats(f)) return false;
    fronts.advance_root([&](const Point& target) { return pull_to(parent, target); });
    return !fronts.is_dominated();
  }

  // The shortest path through the channel of a state to a point in its last triangle; null if the
  // state is the start, or if the funnel failed.
  const std::vector<Segment>* pull_to(ChannelStateId state, const Point& target) {
    if (state == none) return nullptr;
    portals_.clear();
    const TriangleId first = p_.tree.collect_portals(state, portals_);
    const bool is_pulled =
        p_.puller.pull(first, portals_, p_.query.start, target, p_.query.radius, pulled_);
    return is_pulled ? &pulled_.segments : nullptr;
  }

  AnytimeParts& p_;
  const Mesh& mesh_;
  ChannelSearch channel_;
  PointFronts points_;
  DiscFronts discs_;
  IdVector<ChannelStateId, FrontId> front_;  // by state; none: without a funnel
  std::vector<HalfEdgeId> portals_;
  Path pulled_;
  std::vector<ExploredFront>* log_ = nullptr;  // null: nothing is reported
  std::uint64_t taken_ = 0;                    // fronts taken from the queue
};

}  // namespace

FrontSearch::FrontSearch(const World& world)
    : AnytimeSearch(AnytimeLoop::make<FrontExpansion>(world)) {}

void FrontSearch::log(std::vector<ExploredFront>* fronts) {
  static_cast<FrontExpansion&>(loop().expansion()).log(fronts);
}

}  // namespace clearway
