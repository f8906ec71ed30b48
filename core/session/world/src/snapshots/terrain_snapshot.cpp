#include "clearway/session/terrain_snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "clearance/sleeve.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "geometry/construction.hpp"
#include "query/bottleneck_forest.hpp"
#include "query/gates.hpp"
#include "state/world_state.hpp"
#include "terrain/abstraction.hpp"
#include "world/access.hpp"
#include "world/rows.hpp"

namespace clearway {

namespace {

// Numbers structures without gaps, skipping free slots.
template <class T>
std::vector<std::int32_t> numbers_of(const std::vector<T>& list) {
  std::vector<std::int32_t> out;
  std::int32_t count = 0;
  for (const T& structure : list) out.push_back(structure.is_live ? count++ : -1);
  return out;
}

void add_triangles(TerrainSnapshot& out, const World& world, const Abstraction& a,
                   const Rows& rows) {
  const Mesh& mesh = world.mesh();
  const auto row = [&](TriangleId t) { return t == none ? -1 : rows.row(t); };
  const auto number = [](const std::vector<std::int32_t>& numbers, Index i) {
    return i == none ? -1 : numbers[i];
  };
  const std::vector<std::int32_t> corridors = numbers_of(a.corridors()),
                                  dead_ends = numbers_of(a.dead_ends());
  IdVector<ComponentId, std::int32_t> labels;  // numbers, in the order of first occurrence
  std::int32_t met = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
    out.levels.push_back(a.level(t));
    const ComponentId c = a.component(t);
    if (c != none && labels.end_id() <= c) labels.resize(position(c) + 1, -1);
    if (c != none && labels[c] < 0) labels[c] = met++;
    out.component.push_back(c == none ? -1 : labels[c]);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      const Link& link = a.link(e);
      out.adjacent.push_back(row(link.adjacent));
      out.chokes.push_back(link.choke);
      out.angles.push_back(link.angle);
      out.lengths.push_back(link.length);
      out.structures.push_back(
          number(a.level(t) == 1 ? dead_ends : corridors, a.structure(e).number()));
    }
  }
  for (const TriangleId t : a.decisions()) out.decisions.push_back(rows.row(t));
}

// The two ends of the narrowest gate of a structure.
void add_passage(const World& world, HalfEdgeId narrow, bool is_gate, std::vector<double>& out) {
  const Mesh& mesh = world.mesh();
  const Point from = mesh.point(mesh.origin(narrow)), to = mesh.point(mesh.target(narrow));
  const Point apex = mesh.point(mesh.apex(narrow));
  const bool is_height = mesh.constrained(narrow);
  const auto gate = is_gate ? find_sleeve(world, narrow) : std::nullopt;
  const Point one = !gate && is_height ? apex : from;
  const Point other = gate ? gate->foot : is_height ? nearest_on_segment(from, to, apex) : to;
  out.insert(out.end(), {one.x, one.y, other.x, other.y});
}

void add_structures(TerrainSnapshot& out, const World& world, const Abstraction& a,
                    const Rows& rows) {
  const auto trail = [&](Index first, Index count, std::vector<std::int32_t>& path,
                         std::vector<std::int32_t>& starts) {
    for (Index i = first; i < first + count; ++i) path.push_back(rows.row(a.path()[i].triangle));
    starts.push_back(static_cast<std::int32_t>(path.size()));
  };
  out.corridor_starts.push_back(0);
  out.dead_end_starts.push_back(0);
  for (const Corridor& c : a.corridors()) {
    check_interrupt();
    if (!c.is_live) continue;
    for (const HalfEdgeId end : c.end) {
      out.ends.push_back(end == none ? -1 : rows.row(Mesh::triangle_of(end)));
      out.end_sides.push_back(end == none ? -1 : static_cast<std::int32_t>(Mesh::side_of(end)));
    }
    add_passage(world, c.narrow, c.is_gate, out.gates);
    const double* const ends = &out.gates[out.gates.size() - 4];
    const Point middle{0.5 * (ends[0] + ends[2]), 0.5 * (ends[1] + ends[3])};
    out.corridors.insert(out.corridors.end(),
                         {c.width, 2 * clearance(world, middle), c.angle, c.length});
    trail(c.first, c.count, out.corridor_path, out.corridor_starts);
  }
  for (const DeadEnd& d : a.dead_ends()) {
    check_interrupt();
    if (!d.is_live) continue;
    out.roots.push_back(d.root == none ? -1 : rows.row(d.root));
    out.root_sides.push_back(d.root == none ? -1
                                            : static_cast<std::int32_t>(Mesh::side_of(d.portal)));
    trail(d.first, d.count, out.dead_end_path, out.dead_end_starts);
    out.dead_end_widths.push_back(d.width);
    if (d.narrow != none)
      add_passage(world, d.narrow, d.is_gate, out.dead_end_gates);
    else
      out.dead_end_gates.insert(out.dead_end_gates.end(), 4, std::nan(""));
  }
}

// Every gate with the structure that it narrows. A portal of a dead end or corridor belongs to it.
void add_chokes(TerrainSnapshot& out, const World& world, const Abstraction& a) {
  const Mesh& mesh = world.mesh();
  const std::vector<std::int32_t> corridors = numbers_of(a.corridors()),
                                  dead_ends = numbers_of(a.dead_ends());
  for (const Gate& gate : gates(world)) {
    check_interrupt();
    HalfEdgeId side = gate.portal != none ? gate.portal : Mesh::half_edge(gate.triangle, 0);
    if (gate.portal != none &&
        a.level(Mesh::triangle_of(mesh.twin(side))) < a.level(Mesh::triangle_of(side)))
      side = mesh.twin(side);
    const std::int8_t level = a.level(Mesh::triangle_of(side));
    const bool is_corridor = level == 2 || (level == 3 && gate.portal != none);
    const std::int32_t number =
        is_corridor  ? corridors[a.structure(side).number()]
        : level == 1 ? dead_ends[a.structure(side).number()]
                     : static_cast<std::int32_t>(a.position(Mesh::triangle_of(side)));
    out.choke_widths.push_back(gate.width);
    const double ends[] = {gate.from.x, gate.from.y, gate.to.x, gate.to.y};
    out.choke_gates.insert(out.choke_gates.end(), std::begin(ends), std::end(ends));
    out.choke_places.insert(out.choke_places.end(), {is_corridor ? 2 : level, number});
    if (level != 1) continue;
    const auto i = static_cast<std::size_t>(number);
    if (gate.width >= out.dead_end_widths[i]) continue;
    out.dead_end_widths[i] = gate.width;
    std::copy(std::begin(ends), std::end(ends), &out.dead_end_gates[4 * i]);
  }
}

// The data that decides, for every radius, which structures are connected.
void add_reach(TerrainSnapshot& out, const World& world, const Abstraction& a,
               const BottleneckForest& reach) {
  const auto number_of = [](PortalId portal) { return static_cast<std::int32_t>(portal.number()); };
  for (const PortalId i : reach.portals()) {
    check_interrupt();
    const bool is_root = reach.parent(i) == none;
    out.reach_parents.push_back(number_of(is_root ? i : reach.parent(i)));
    out.reach_widths.push_back(is_root ? -1.0 : reach.width(i));
  }
  const auto node = [&](HalfEdgeId side) { return number_of(reach.node(side)); };
  for (const TriangleId t : a.decisions())
    for (Index i = 0; i < 3; ++i) out.decision_nodes.push_back(node(Mesh::half_edge(t, i)));
  std::vector<BottleneckForest::Probe> places;
  std::size_t number = 0;
  for (const Corridor& c : a.corridors()) {
    check_interrupt(8);
    if (!c.is_live) continue;
    const double* const gate = &out.gates[4 * number];
    const Point middle{0.5 * (gate[0] + gate[2]), 0.5 * (gate[1] + gate[3])};
    const double room = std::min(out.corridors[4 * number + 1], 2 * world.max_radius());
    const BottleneckForest::Exit exit = reach.exit(middle, room);
    out.corridor_nodes.push_back(node(c.is_ring() ? a.path()[c.first].ahead : c.end[0]));
    out.corridor_nodes.push_back(exit.node == none ? -1 : number_of(exit.node));
    out.exits.push_back(exit.width);
    places.push_back({middle, room, exit.width});
    ++number;
  }
  for (const BottleneckForest::ConnectedPair& pair : reach.near(places)) {
    out.near_pairs.push_back(static_cast<std::int32_t>(pair.a));
    out.near_pairs.push_back(static_cast<std::int32_t>(pair.b));
    out.near_widths.push_back(pair.width);
  }
}

}  // namespace

TerrainSnapshot terrain_snapshot(const SharedWorld& shared) {
  const WorldReading reading(shared);
  const World& world = reading.world();
  const std::shared_ptr<const Abstraction> a = WorldState::of(reading).updated_abstraction();
  TerrainSnapshot out;
  out.version = world.version();
  out.components = a->components();
  add_triangles(out, world, *a, WorldState::of(reading).updated_rows());
  add_structures(out, world, *a, WorldState::of(reading).updated_rows());
  add_chokes(out, world, *a);
  add_reach(out, world, *a, BottleneckForest(world));
  return out;
}

}  // namespace clearway
