// Compares an abstraction repaired after each edit with a fresh one, field by field: they are equal
// except for the numbers of structures and components and the direction of corridors.
#include <cmath>
#include <map>
#include <string>

#include "check.hpp"
#include "query/free.hpp"
#include "terrain/abstraction.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// A one-to-one mapping between numbers of two abstractions.
class Pairing {
 public:
  bool fits(Index a, Index b) {
    if (a == none || b == none) return a == b;
    return to_.emplace(a, b).first->second == b && from_.emplace(b, a).first->second == a;
  }

 private:
  std::map<Index, Index> to_, from_;
};

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * (1 + std::abs(b)); }

bool same(const Link& a, const Link& b) {
  return a.adjacent == b.adjacent && a.gate == b.gate && is_near(a.choke, b.choke) &&
         is_near(a.angle, b.angle) && is_near(a.length, b.length) && is_near(a.corner, b.corner);
}

// The sides of the triangles of a structure, in order.
std::vector<Index> steps(const Abstraction& a, Index first, Index count, bool is_reversed) {
  std::vector<Index> out;
  for (Index k = 0; k < count; ++k) {
    const Step& s = a.path()[first + (is_reversed ? count - 1 - k : k)];
    out.insert(out.end(), {s.triangle.number(), (is_reversed ? s.ahead : s.back).number(),
                           (is_reversed ? s.back : s.ahead).number()});
  }
  return out;
}

std::string difference(const World& w, const Abstraction& a, const Abstraction& b) {
  const Mesh& mesh = w.mesh();
  Pairing components, corridors, dead_ends;
  std::size_t decisions = 0;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (a.level(t) != b.level(t)) return "level";
    if (a.level(t) == Abstraction::blocked) {
      if (a.component(t) != none) return "component of a blocked triangle";
      continue;
    }
    if (!components.fits(a.component(t).number(), b.component(t).number())) return "component";
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (!same(a.link(e), b.link(e))) return "link";
      Pairing& structures = a.level(t) == 1 ? dead_ends : corridors;
      if (!structures.fits(a.structure(e).number(), b.structure(e).number())) return "structure";
    }
    if (a.level(t) == 3) {
      ++decisions;
      if (a.decisions()[a.position(t)] != t) return "position of a decision node";
      for (Index i = 0; i < 3; ++i) {
        const Corridor& c = a.corridors()[a.structure(Mesh::half_edge(t, i))];
        const Corridor& d = b.corridors()[b.structure(Mesh::half_edge(t, i))];
        if (!c.is_live) return "dead corridor";
        const bool is_reversed = c.end[0] != d.end[0];
        if (c.end[is_reversed] != d.end[0] || c.end[!is_reversed] != d.end[1]) return "ends";
        if (steps(a, c.first, c.count, is_reversed) != steps(b, d.first, d.count, false))
          return "steps";
        if (c.width != d.width || !is_near(c.angle, d.angle) || !is_near(c.length, d.length))
          return "corridor";
        const bool is_there = c.narrow == d.narrow ||
                              (!mesh.constrained(c.narrow) && mesh.twin(c.narrow) == d.narrow);
        if (!is_there || c.is_gate != d.is_gate) return "narrowest place";
      }
    } else if (a.level(t) > 0) {
      if (a.position(t) != b.position(t) && a.level(t) == 1) return "position";
      if (a.level(t) == 1 && a.back(t) != b.back(t)) return "back";
      if (a.level(t) == 2) {
        const Corridor& c = a.corridors()[a.structure(Mesh::half_edge(t, 0))];
        const Corridor& d = b.corridors()[b.structure(Mesh::half_edge(t, 0))];
        if (!c.is_live || c.is_ring() != d.is_ring() || c.count != d.count) return "kind";
        if (a.path()[c.first + a.position(t)].triangle != t) return "position in a corridor";
        if (a.path()[c.first + a.position(t)].back != a.back(t)) return "sides";
        if (c.is_ring() && steps(a, c.first, c.count, false) != steps(b, d.first, d.count, false))
          return "ring";
        if (c.width != d.width) return "width";
        if (a.onward(a.back(t)) != (a.back(t) == b.back(t) ? b.onward(b.back(t)) : b.back(t)))
          return "onward";
      } else {
        const DeadEnd& c = a.dead_ends()[a.structure(Mesh::half_edge(t, 0))];
        const DeadEnd& d = b.dead_ends()[b.structure(Mesh::half_edge(t, 0))];
        if (!c.is_live || c.root != d.root || c.portal != d.portal || c.count != d.count)
          return "dead end";
        if (c.width != d.width || c.narrow != d.narrow || c.is_gate != d.is_gate)
          return "entrance of a dead end";
        if (a.path()[c.first + a.position(t)].triangle != t) return "position in a dead end";
      }
    }
  }
  if (a.components() != b.components()) return "number of components";
  if (a.decisions().size() != decisions) return "number of decision nodes";
  std::size_t live[2] = {0, 0};
  for (const Corridor& c : a.corridors()) live[0] += c.is_live;
  for (const DeadEnd& d : a.dead_ends()) live[1] += d.is_live;
  if (live[0] != b.corridors().size() || live[1] != b.dead_ends().size()) return "structures left";
  return {};
}

// Edits of all kinds, on a lattice or not: obstacles touch, overlap, enclose, split components.
struct Editor {
  worlds::Random random;
  double size;
  bool is_lattice;
  Handle next = 0;
  std::vector<Handle> present;

  double coordinate() {
    const double x = random.real(-0.1 * size, 1.1 * size);
    return is_lattice ? std::floor(x) : x;
  }
  void add(Obstacles& o) {
    const double x = coordinate(), y = coordinate();
    const double w = is_lattice ? 1 + random.below(3) : random.real(0.1, 0.2 * size);
    const double h = is_lattice ? 1 + random.below(3) : random.real(0.1, 0.2 * size);
    switch (random.below(5)) {
      case 0:
        worlds::add(o, next, Role::post, {{x, y}});
        break;
      case 1:
        worlds::add(o, next, Role::wall, {{x, y}, {x + w, y}, {x + w, y + h}});
        break;
      case 2:  // a room enclosed by a wall
        worlds::add(o, next, Role::wall, {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}, {x, y}});
        break;
      case 3:  // from side to side
        if (random.below(4) == 0) {
          worlds::add(o, next, Role::wall, {{x, -1.0}, {x, size + 1}});
          break;
        }
        [[fallthrough]];
      default:
        worlds::add(o, next, Role::shell, worlds::box(x, y, x + w, y + h));
    }
    present.push_back(next++);
  }
  void edit(World& w) {
    std::vector<Handle> removed;
    Obstacles added;
    const int removals = random.below(3), additions = random.below(present.size() > 25 ? 2 : 3);
    for (int k = 0; k < removals && !present.empty(); ++k) {
      const auto at = present.begin() + random.below(static_cast<int>(present.size()));
      removed.push_back(*at);
      present.erase(at);
    }
    for (int k = 0; k < additions; ++k) add(added);
    w.apply(removed, added);
  }
};

std::string campaign(std::uint64_t seed, int edits, int every) {
  Editor editor{worlds::Random{seed}, seed % 2 ? 8.0 : 20.0, seed % 2 == 1, 0, {}};
  const double size = editor.size;
  World w(worlds::ground(worlds::box(0, 0, size, size)));
  Abstraction a(w);
  std::vector<TriangleId> touched;
  for (int k = 0; k < edits; ++k) {
    editor.edit(w);
    for (const auto* list : {&w.last_edit().removed, &w.last_edit().added, &w.last_edit().measured})
      touched.insert(touched.end(), list->begin(), list->end());
    if (k % every) continue;
    a.update(touched);
    touched.clear();
    const std::string found = difference(w, a, Abstraction(w));
    if (!found.empty())
      return found + ", seed " + std::to_string(seed) + ", edit " + std::to_string(k);
  }
  return {};
}

}  // namespace

TEST(a_repaired_abstraction_is_a_fresh_one) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed)
    if (const std::string found = campaign(seed, 150, seed % 3 == 0 ? 3 : 1); !found.empty())
      check::fail(__FILE__, __LINE__, found.c_str());
}

}  // namespace CLEARWAY_TEST_FILE
