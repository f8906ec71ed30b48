#include "clearway/terrain/abstraction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/tolerances.hpp"

namespace clearway {

namespace {

// Distance between two portals, which do not cross.
double portal_gap(const Mesh& mesh, HalfEdgeId a, HalfEdgeId b) {
  const VertexId from = mesh.origin(a), to = mesh.target(a), low = mesh.origin(b),
                 high = mesh.target(b);
  if (from == low || from == high || to == low || to == high) return 0.0;
  const auto squared = [](const Point& p, const Point& c, const Point& d) {
    const double dx = d.x - c.x, dy = d.y - c.y, x = p.x - c.x, y = p.y - c.y;
    const double along = x * dx + y * dy, size = dx * dx + dy * dy;
    if (along <= 0) return x * x + y * y;
    if (along >= size) return (p.x - d.x) * (p.x - d.x) + (p.y - d.y) * (p.y - d.y);
    const double across = x * dy - y * dx;
    return across * across / size;
  };
  const Point p = mesh.point(from), q = mesh.point(to), u = mesh.point(low), v = mesh.point(high);
  return std::sqrt(
      std::min({squared(p, u, v), squared(q, u, v), squared(u, p, q), squared(v, p, q)}));
}

// Of two sides of triangles, by coordinates of their ends.
bool lies_before(const Mesh& mesh, HalfEdgeId a, HalfEdgeId b) {
  const auto ends = [&](HalfEdgeId e) {
    const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
    return before(q, p) ? std::pair(q, p) : std::pair(p, q);
  };
  const auto [p, q] = ends(a);
  const auto [u, v] = ends(b);
  return p != u ? before(p, u) : before(q, v);
}

double squared_length(const Mesh& mesh, HalfEdgeId e) {
  const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

// A lower bound on a way through portals in order: the sum of distances between some of them,
// chosen in one pass. A portal becomes the next one to measure from when the way turns back.
class PortalSum {
 public:
  explicit PortalSum(const Mesh& mesh) : mesh_(mesh) {}
  void add(HalfEdgeId portal) {
    if (from_ == none) {
      from_ = last_ = portal;
      return;
    }
    const double straight = base_ + gap(from_, portal);
    if (straight < sum_) {
      base_ = sum_;
      from_ = last_;
      sum_ = std::max(sum_, base_ + gap(from_, portal));
    } else {
      sum_ = straight;
    }
    last_ = portal;
  }
  double sum() const { return sum_; }

 private:
  double gap(HalfEdgeId a, HalfEdgeId b) const { return portal_gap(mesh_, a, b); }
  const Mesh& mesh_;
  HalfEdgeId from_ = none, last_ = none;
  double base_ = 0.0, sum_ = 0.0;
};

}  // namespace

Abstraction::Abstraction(const World& world) : world_(&world) {
  fit();
  peel();
  const TriangleId n = static_cast<TriangleId>(level_.size());
  for (TriangleId t{0}; t < n; ++t)
    if (level_[t] == 3 && component_[t] == none) component_of_decisions(t);
  for (TriangleId t{0}; t < n; ++t)
    if (level_[t] == 2 && structure(Mesh::half_edge(t, 0)) == none) ring(t);
  for (TriangleId t{0}; t < n; ++t) {
    check_interrupt();
    if (level_[t] == 0) component_[t] = new_label();
    if (level_[t] == 1 && structure(Mesh::half_edge(t, 0)) == none) tree(none, none, t);
  }
}

void Abstraction::fit() {
  const std::size_t n = world_->mesh().triangles.size();
  level_.resize(n, blocked);
  component_.resize(n, none);
  position_.resize(n, none);
  back_.resize(n, none);
  ahead_.resize(n, none);
  structure_.resize(3 * n, none);
  links_.resize(3 * n);
}

Index Abstraction::new_label() {
  ++components_;
  if (free_labels_.empty()) return labels_++;
  const Index label = free_labels_.back();
  free_labels_.pop_back();
  return label;
}

void Abstraction::free_label(Index label) {
  --components_;
  free_labels_.push_back(label);
}

Index Abstraction::component(TriangleId t) const {
  if (level_[t] == 1) {
    const DeadEnd& d = dead_ends_[structure(Mesh::half_edge(t, 0))];
    if (d.root == none) return d.label;
    t = d.root;
  }
  if (level_[t] == 2) {
    const Corridor& c = corridors_[structure(Mesh::half_edge(t, 0))];
    if (c.is_ring()) return c.label;
    t = Mesh::triangle_of(c.end[0]);
  }
  return component_[t];
}

// A triangle with at most one way on is taken away, and so on; what is left has two or three.
void Abstraction::peel() {
  const Mesh& mesh = world_->mesh();
  std::vector<TriangleId> leaves;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    std::int8_t portals = 0;
    for (Index i = 0; i < 3; ++i) portals += !mesh.constrained(Mesh::half_edge(t, i));
    level_[t] = portals;
    if (portals == 1) leaves.push_back(t);
  }
  // While this runs, a level above 1 counts the ways on that are left.
  while (!leaves.empty()) {
    check_interrupt();
    const TriangleId t = leaves.back();
    leaves.pop_back();
    level_[t] = 1;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      if (mesh.constrained(e)) continue;
      const TriangleId next = Mesh::triangle_of(mesh.twin(e));
      if (level_[next] > 1 && --level_[next] == 1) leaves.push_back(next);
    }
  }
}

// The side by which a level-2 triangle entered by `in` goes on.
HalfEdgeId Abstraction::find_onward(HalfEdgeId in) const {
  const Mesh& mesh = world_->mesh();
  const HalfEdgeId e = Mesh::next(in);
  return !mesh.constrained(e) && level_[Mesh::triangle_of(mesh.twin(e))] > 1 ? e : Mesh::prev(in);
}

// Interior angle between two sides of one triangle.
double Abstraction::turn(HalfEdgeId in, HalfEdgeId out) const {
  const Mesh& mesh = world_->mesh();
  const HalfEdgeId e = out == Mesh::next(in) ? out : in;  // starts at their corner
  const Point c = mesh.point(mesh.origin(e)), a = mesh.point(mesh.target(e)),
              b = mesh.point(mesh.origin(Mesh::prev(e)));
  const double ux = a.x - c.x, uy = a.y - c.y, vx = b.x - c.x, vy = b.y - c.y;
  return std::atan2(std::abs(ux * vy - uy * vx), ux * vx + uy * vy);
}

double Abstraction::around(HalfEdgeId in, HalfEdgeId out) const {
  return world_->clearance().around(out == Mesh::next(in) ? out : in);
}

void Abstraction::decision(TriangleId t) {
  position_[t] = static_cast<Index>(decisions_.size());
  decisions_.push_back(t);
}

void Abstraction::component_of_decisions(TriangleId first) {
  const Index component = new_label();
  std::vector<TriangleId> open{first};
  component_[first] = component;
  while (!open.empty()) {
    check_interrupt();
    const TriangleId t = open.back();
    open.pop_back();
    decision(t);
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId side = Mesh::half_edge(t, i);
      if (structure(side) == none) corridor(side);
      const TriangleId other = link(side).adjacent;
      if (component_[other] != none) continue;
      component_[other] = component;
      open.push_back(other);
    }
  }
}

// Takes the way from one side of a triangle to another into the least width of c.
double Abstraction::narrow(Corridor& c, HalfEdgeId in, HalfEdgeId out) {
  const double width = around(in, out);
  if (c.narrow == none || width <= c.width) {
    if (c.narrow == none || width < c.width) narrow_.clear();
    c.width = width;
    c.narrow = in;
    narrow_.push_back({Mesh::triangle_of(in), in, out});
  }
  return width;
}

// Where a triangle is as narrow as it is from one side to another.
std::pair<HalfEdgeId, bool> Abstraction::strait(const Step& step, double width) const {
  const Mesh& mesh = world_->mesh();
  const HalfEdgeId in = step.back, out = step.ahead;
  // As long as the width but for rounding, which does not matter to where it is.
  const double longest = width * width * (1 + tolerance::product_filter);
  const double long_in = squared_length(mesh, in), long_out = squared_length(mesh, out);
  if (std::min(long_in, long_out) <= longest) {
    const bool is_out = long_out < long_in || (long_out == long_in && lies_before(mesh, out, in));
    return {is_out ? out : in, false};
  }
  const HalfEdgeId base = out == Mesh::next(in) ? Mesh::prev(in) : Mesh::next(in);
  if (mesh.constrained(base) && world_->height(base) <= width) return {base, false};
  // A gate elsewhere in its sleeve is charged to this turn: the one of that width.
  HalfEdgeId found = none;
  world_->clearance().for_gates_at(step.triangle, [&](HalfEdgeId corner, double) {
    const auto gate = world_->sleeve(corner);
    if (!gate || gate->width != width || (found != none && !lies_before(mesh, corner, found)))
      return;
    found = corner;
  });
  return found == none ? std::pair(in, false) : std::pair(found, true);
}

// Of the places as narrow as the narrowest, the first.
void Abstraction::settle_narrow(Corridor& c, HalfEdgeId portal) {
  c.narrow = none;
  const auto offer = [&](HalfEdgeId place, bool is_gate) {
    if (c.narrow != none && !lies_before(world_->mesh(), place, c.narrow)) return;
    c.narrow = place;
    c.is_gate = is_gate;
  };
  if (portal != none) offer(portal, false);
  for (const Step& step : narrow_) {
    const auto [place, is_gate] = strait(step, c.width);
    offer(place, is_gate);
  }
}

// Gates charged to both turns into it at one of its ends.
void Abstraction::shut_in(Corridor& c) {
  for (const HalfEdgeId end : c.end) {
    const auto [width, corner] = world_->clearance().shut(end);
    if (width > c.width) continue;
    if (width == c.width && !lies_before(world_->mesh(), corner, c.narrow)) continue;
    c.width = width;
    c.narrow = corner;
    c.is_gate = true;
  }
}

// Puts the triangles from path_[c.first] on into the corridor.
void Abstraction::chain(Corridor& c, StructureId index) {
  c.count = static_cast<Index>(path_.size()) - c.first;
  for (Index k = 0; k < c.count; ++k) {
    const Step& step = path_[c.first + k];
    const TriangleId t = step.triangle;
    position_[t] = k;
    structure_[Mesh::side_index(Mesh::half_edge(t, 0))] =
        structure_[Mesh::side_index(Mesh::half_edge(t, 1))] =
            structure_[Mesh::side_index(Mesh::half_edge(t, 2))] = index;
    back_[t] = step.back;
    ahead_[t] = step.ahead;
  }
}

namespace {

// A place in a list: a free one, or a new one at its end.
template <class T>
StructureId take_place(IdVector<StructureId, T>& list, std::vector<StructureId>& free) {
  if (free.empty()) {
    const StructureId index = list.end_id();
    list.emplace_back();
    return index;
  }
  const StructureId index = free.back();
  free.pop_back();
  return index;
}

}  // namespace

// Walks from a side of a decision point to the next one, then fills in both directions.
StructureId Abstraction::corridor(HalfEdgeId side) {
  const Mesh& mesh = world_->mesh();
  const StructureId index = take_place(corridors_, free_corridors_);
  Corridor c;
  c.end[0] = side;
  c.first = static_cast<Index>(path_.size());
  c.width = world_->width(side);
  c.narrow = side;
  narrow_.clear();
  const double first_width = c.width;
  portals_.assign(1, side);  // as they are left, from end[0] on
  turns_.clear();
  arounds_.clear();
  HalfEdgeId in = mesh.twin(side);
  PortalSum sum(mesh);
  sum.add(side);
  Link back{Mesh::triangle_of(side), side, c.width};
  while (level_[Mesh::triangle_of(in)] == 2) {
    check_interrupt();
    const HalfEdgeId out = find_onward(in);
    path_.push_back({Mesh::triangle_of(in), in, out});
    at(in) = back;
    arounds_.push_back(narrow(c, in, out));
    back.choke = c.width;
    turns_.push_back(turn(in, out));
    back.angle += turns_.back();
    sum.add(out);
    back.length = sum.sum();
    portals_.push_back(out);
    in = mesh.twin(out);
  }
  chain(c, index);
  settle_narrow(c, c.width == first_width ? side : none);
  c.end[1] = in;
  const double own_width = c.width;
  shut_in(c);
  c.angle = back.angle;
  c.length = back.length;
  at(in) = back;
  structure_[Mesh::side_index(side)] = index;
  structure_[Mesh::side_index(in)] = index;

  PortalSum returning(mesh);
  returning.add(in);
  Link there{Mesh::triangle_of(in), in, c.count ? world_->width(in) : own_width};
  for (Index k = c.count; k > 0; --k) {
    check_interrupt();
    at(portals_[k]) = there;
    there.choke = std::min(there.choke, arounds_[k - 1]);
    there.angle += turns_[k - 1];
    returning.add(portals_[k - 1]);
    there.length = returning.sum();
  }
  there.length = c.length = back.length = std::max(there.length, back.length);
  there.angle = c.angle;
  at(side) = there;
  at(in).length = c.length;
  for (const HalfEdgeId end : c.end) at(end).corner = turn(Mesh::prev(end), end);
  corridors_[index] = c;
  for (Index k = 0; k < c.count; ++k)
    side_tree(path_[c.first + k].triangle, mesh.twin(portals_[k]), portals_[k + 1]);
  return index;
}

void Abstraction::ring(TriangleId first) {
  const Mesh& mesh = world_->mesh();
  const StructureId index = take_place(corridors_, free_corridors_);
  Corridor c;
  c.first = static_cast<Index>(path_.size());
  c.label = new_label();
  HalfEdgeId in = Mesh::half_edge(first, 0);
  while (mesh.constrained(in) || level_[Mesh::triangle_of(mesh.twin(in))] != 2) in = Mesh::next(in);
  do {
    const HalfEdgeId out = find_onward(in);
    path_.push_back({Mesh::triangle_of(in), in, out});
    narrow(c, in, out);
    in = mesh.twin(out);
  } while (Mesh::triangle_of(in) != first);
  chain(c, index);
  settle_narrow(c, none);
  corridors_[index] = c;
  for (Index k = 0; k < c.count; ++k) {
    const Step step = path_[c.first + k];
    side_tree(step.triangle, step.back, step.ahead);
  }
}

// The tree that hangs on a level-2 triangle beside its two ways, if any.
void Abstraction::side_tree(TriangleId t, HalfEdgeId in, HalfEdgeId out) {
  const Mesh& mesh = world_->mesh();
  const HalfEdgeId portal = Mesh::half_edge(t, 3 - Mesh::side_of(in) - Mesh::side_of(out));
  if (mesh.constrained(portal)) return;
  const TriangleId first = Mesh::triangle_of(mesh.twin(portal));
  if (structure(Mesh::half_edge(first, 0)) == none) tree(t, portal, first);
}

void Abstraction::tree(TriangleId root, HalfEdgeId portal, TriangleId first) {
  const Mesh& mesh = world_->mesh();
  const StructureId index = take_place(dead_ends_, free_dead_ends_);
  DeadEnd d;
  d.root = root;
  d.portal = portal;
  d.first = static_cast<Index>(path_.size());
  if (root == none) d.label = new_label();
  // path_ serves as the queue: a triangle is in it once it is known from where.
  const auto enter = [&](TriangleId t, HalfEdgeId by) {
    back_[t] = by;
    position_[t] = static_cast<Index>(path_.size()) - d.first;
    structure_[Mesh::side_index(Mesh::half_edge(t, 0))] =
        structure_[Mesh::side_index(Mesh::half_edge(t, 1))] =
            structure_[Mesh::side_index(Mesh::half_edge(t, 2))] = index;
    path_.push_back({t, by, none});
  };
  if (root != none) {
    d.width = world_->width(portal);
    d.narrow = portal;
    if (const auto [width, corner] = world_->clearance().shut(portal); width < d.width) {
      d.width = width;
      d.narrow = corner;
      d.is_gate = true;
    }
  }
  enter(first, root == none ? none : mesh.twin(portal));
  if (root != none) at(mesh.twin(portal)) = {root, portal, world_->width(portal)};
  for (std::size_t i = d.first; i < path_.size(); ++i) {
    check_interrupt();
    const TriangleId t = path_[i].triangle;
    const HalfEdgeId home = back_[t];
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId out = Mesh::half_edge(t, k);
      if (out == home || mesh.constrained(out)) continue;
      const HalfEdgeId next = mesh.twin(out);
      enter(Mesh::triangle_of(next), next);
      if (root == none) continue;
      const Link& back = link(home);
      at(next) = {root, portal, std::min(back.choke, around(home, out)),
                  back.angle + turn(home, out),
                  std::max(back.length, portal_gap(mesh, out, portal))};
    }
  }
  d.count = static_cast<Index>(path_.size()) - d.first;
  dead_ends_[index] = d;
}

std::size_t Abstraction::memory() const {
  return level_.capacity() + links_.capacity() * sizeof(Link) +
         corridors_.capacity() * sizeof(Corridor) + dead_ends_.capacity() * sizeof(DeadEnd) +
         path_.capacity() * sizeof(Step) +
         (component_.capacity() + structure_.capacity() + position_.capacity() + back_.capacity() +
          ahead_.capacity() + decisions_.capacity()) *
             sizeof(Index);
}

}  // namespace clearway
