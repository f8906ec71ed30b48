#include "query/narrowest.hpp"

#include "clearance/clearance.hpp"
#include "clearance/sleeve.hpp"
#include "query/clearance.hpp"
#include "query/departures.hpp"
#include "world/access.hpp"

namespace clearway {
namespace {

// The narrowest passage between the portals `in` and `out` of one triangle.
Passage passage_between(const World& world, HalfEdgeId in, HalfEdgeId out) {
  const Mesh& mesh = world.mesh();
  const HalfEdgeId base = Mesh::next(in) == out ? Mesh::next(out) : Mesh::next(in);
  Passage least = passage_of_portal(world, in);
  const auto add = [&](const Passage& s) {
    if (s.width < least.width) least = s;
  };
  add(passage_of_portal(world, out));
  if (mesh.constrained(base) && world.height(base) < least.width)
    add(passage_of_height(world, base));
  if (!clearance_of(world).is_on()) return least;
  const double width = clearance_of(world).turn_width(Mesh::prev(base));
  if (!(width < least.width)) return least;
  // The turn is limited by a gate whose sleeve passes through this triangle.
  least.width = width;
  clearance_of(world).for_gates_at(Mesh::triangle_of(in), [&](HalfEdgeId corner, double) {
    const auto gate = find_sleeve(world, corner);
    if (gate && gate->width == width) least = passage_of_gate(mesh, *gate);
  });
  return least;
}

}  // namespace

Narrowest narrowest(const World& world, TriangleId first, std::span<const HalfEdgeId> portals,
                    const Point& start, const Point& goal) {
  const Mesh& mesh = world.mesh();
  Passage least{};
  const auto add = [&](const Passage& s) {
    if (s.width < least.width) least = s;
  };
  if (portals.empty()) {
    least = capsule(world, first, start, goal);
  } else {
    least = departure(world, first, start, mesh.twin(portals[0]));
    for (std::size_t i = 1; i < portals.size(); ++i)
      add(passage_between(world, portals[i - 1], mesh.twin(portals[i])));
    add(departure(world, Mesh::triangle_of(portals.back()), goal, portals.back()));
  }
  Narrowest out{clearance(world, start), start};
  if (const double r = clearance(world, goal); r < out.radius) out = {r, goal};
  if (0.5 * least.width < out.radius) out = {0.5 * least.width, least.at};
  return out;
}

bool portals_between(const Mesh& mesh, std::span<const TriangleId> triangles,
                     std::vector<HalfEdgeId>& portals) {
  portals.clear();
  for (std::size_t i = 1; i < triangles.size(); ++i) {
    const HalfEdgeId portal = mesh.portal(triangles[i - 1], triangles[i]);
    if (portal == none) return false;
    portals.push_back(portal);
  }
  return true;
}

}  // namespace clearway
