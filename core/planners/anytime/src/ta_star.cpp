#include "clearway/planners/ta_star.hpp"

#include "anytime_loop.hpp"
#include "clearance/clearance.hpp"
#include "mesh/corners.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

class TAStarExpansion final : public ChannelExpansion {
 public:
  explicit TAStarExpansion(AnytimeParts& parts) : p_(parts), mesh_(parts.query.world.mesh()) {}

  void open() override {
    for (const TriangleId t : p_.query.starts) {
      if (p_.query.is_goal(t) && p_.query.crosses_inside(t)) p_.queue.push_channel(t, {});
      p_.query.for_each_departure(t, [&](HalfEdgeId out) { enter(mesh_.twin(out), none, 0.0); });
    }
  }

  void expand(ChannelStateId state) override {
    const HalfEdgeId in = p_.tree[state].entry();
    const double g = p_.tree[state].g, radius = p_.query.radius;
    const Clearance& clearance = clearance_of(p_.query.world);
    for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)}) {
      if (mesh_.constrained(out) ||
          clearance.turn_width(corner_between(in, out)) < p_.query.diameter)
        continue;
      enter(mesh_.twin(out), state, radius > 0 ? g + radius * angle_between(mesh_, in, out) : g);
    }
  }

  TriangleId collect_portals(ChannelStateId state, std::vector<HalfEdgeId>& portals) override {
    return p_.tree.collect_portals(state, portals);
  }

 private:
  // `least`: a lower bound on the length to the portal.
  void enter(HalfEdgeId portal, ChannelStateId parent, double least) {
    const TriangleId t = Mesh::triangle_of(portal);
    const bool is_last = p_.query.is_goal(t) && p_.query.departs_from(t, p_.query.goal, portal);
    if (!is_last) {
      if (mesh_.constrained(Mesh::next(portal)) && mesh_.constrained(Mesh::prev(portal))) return;
      if (p_.query.radius == 0 && p_.query.is_start(t)) return;
    }
    p_.queue.push_portal(portal, parent, least, portal.number(), is_last);
  }

  AnytimeParts& p_;
  const Mesh& mesh_;
};

}  // namespace

TAStarSearch::TAStarSearch(const World& world)
    : AnytimeSearch(AnytimeLoop::make<TAStarExpansion>(world)) {}

}  // namespace clearway
