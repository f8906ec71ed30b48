#include "clearway/query/narrowest.hpp"

#include "clearance/clearance.hpp"
#include "clearway/query/queries.hpp"
#include "query/departures.hpp"

namespace clearway {
namespace {

// Of the way over the sides `in` and `out` of one triangle.
Strait strait_between(const World& world, Index in, Index out) {
  const Mesh& mesh = world.mesh();
  const Index base = Mesh::next(in) == out ? Mesh::next(out) : Mesh::next(in);
  Strait least = strait_of_door(world, in);
  const auto add = [&](const Strait& s) {
    if (s.width < least.width) least = s;
  };
  add(strait_of_door(world, out));
  if (mesh.constrained(base) && world.height(base) < least.width)
    add(strait_of_height(world, base));
  if (!world.clearance().is_on()) return least;
  const double around = world.clearance().around(Mesh::prev(base));
  if (!(around < least.width)) return least;
  // A gate elsewhere in its sleeve is charged to this turn.
  least.width = around;
  world.clearance().for_gates_at(Mesh::triangle_of(in), [&](Index corner, double) {
    const auto gate = world.sleeve(corner);
    if (gate && gate->width == around) least = strait_of_gate(mesh, *gate);
  });
  return least;
}

}  // namespace

Narrowest narrowest(const World& world, Index first, std::span<const Index> doors,
                    const Point& start, const Point& goal) {
  const Mesh& mesh = world.mesh();
  Strait least{};
  const auto add = [&](const Strait& s) {
    if (s.width < least.width) least = s;
  };
  if (doors.empty()) {
    least = capsule(world, first, start, goal);
  } else {
    least = departure(world, first, start, mesh.twin(doors[0]));
    for (std::size_t i = 1; i < doors.size(); ++i)
      add(strait_between(world, doors[i - 1], mesh.twin(doors[i])));
    add(departure(world, Mesh::triangle_of(doors.back()), goal, doors.back()));
  }
  Narrowest out{clearance(world, start), start};
  if (const double r = clearance(world, goal); r < out.radius) out = {r, goal};
  if (0.5 * least.width < out.radius) out = {0.5 * least.width, least.at};
  return out;
}

bool doors_between(const Mesh& mesh, std::span<const Index> triangles, std::vector<Index>& doors) {
  doors.clear();
  for (std::size_t i = 1; i < triangles.size(); ++i) {
    const Index door = mesh.door(triangles[i - 1], triangles[i]);
    if (door == none) return false;
    doors.push_back(door);
  }
  return true;
}

}  // namespace clearway
