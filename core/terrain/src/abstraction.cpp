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
double portal_gap(const Mesh& mesh, Index a, Index b) {
  const Index from = mesh.origin(a), to = mesh.target(a), low = mesh.origin(b),
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
bool lies_before(const Mesh& mesh, Index a, Index b) {
  const auto ends = [&](Index e) {
    const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
    return before(q, p) ? std::pair(q, p) : std::pair(p, q);
  };
  const auto [p, q] = ends(a);
  const auto [u, v] = ends(b);
  return p != u ? before(p, u) : before(q, v);
}

double squared_length(const Mesh& mesh, Index e) {
  const Point p = mesh.point(mesh.origin(e)), q = mesh.point(mesh.target(e));
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

// A lower bound on a way through portals in order: the sum of distances between some of them,
// chosen in one pass. A portal becomes the next one to measure from when the way turns back.
class PortalSum {
 public:
  explicit PortalSum(const Mesh& mesh) : mesh_(mesh) {}
  void add(Index portal) {
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
  double gap(Index a, Index b) const { return portal_gap(mesh_, a, b); }
  const Mesh& mesh_;
  Index from_ = none, last_ = none;
  double base_ = 0.0, sum_ = 0.0;
};

}  // namespace

Abstraction::Abstraction(const World& world) : world_(&world) {
  fit();
  peel();
  const Index n = static_cast<Index>(level_.size());
  for (Index t = 0; t < n; ++t)
    if (level_[t] == 3 && component_[t] == none) component_of_decisions(t);
  for (Index t = 0; t < n; ++t)
    if (level_[t] == 2 && structure_[3 * t] == none) ring(t);
  for (Index t = 0; t < n; ++t) {
    check_interrupt();
    if (level_[t] == 0) component_[t] = new_label();
    if (level_[t] == 1 && structure_[3 * t] == none) tree(none, none, t);
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

Index Abstraction::component(Index t) const {
  if (level_[t] == 1) {
    const DeadEnd& d = dead_ends_[structure_[3 * t]];
    if (d.root == none) return d.label;
    t = d.root;
  }
  if (level_[t] == 2) {
    const Corridor& c = corridors_[structure_[3 * t]];
    if (c.is_ring()) return c.label;
    t = c.end[0] >> 2;
  }
  return component_[t];
}

// A triangle with at most one way on is taken away, and so on; what is left has two or three.
void Abstraction::peel() {
  const Mesh& mesh = world_->mesh();
  std::vector<Index> leaves;
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
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
    const Index t = leaves.back();
    leaves.pop_back();
    level_[t] = 1;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (mesh.constrained(e)) continue;
      const Index next = Mesh::triangle_of(mesh.twin(e));
      if (level_[next] > 1 && --level_[next] == 1) leaves.push_back(next);
    }
  }
}

// The side by which a level-2 triangle entered by `in` goes on.
Index Abstraction::find_onward(Index in) const {
  const Mesh& mesh = world_->mesh();
  const Index e = Mesh::next(in);
  return !mesh.constrained(e) && level_[mesh.twin(e) >> 2] > 1 ? e : Mesh::prev(in);
}

// Interior angle between two sides of one triangle.
double Abstraction::turn(Index in, Index out) const {
  const Mesh& mesh = world_->mesh();
  const Index e = out == Mesh::next(in) ? out : in;  // starts at their corner
  const Point c = mesh.point(mesh.origin(e)), a = mesh.point(mesh.target(e)),
              b = mesh.point(mesh.origin(Mesh::prev(e)));
  const double ux = a.x - c.x, uy = a.y - c.y, vx = b.x - c.x, vy = b.y - c.y;
  return std::atan2(std::abs(ux * vy - uy * vx), ux * vx + uy * vy);
}

double Abstraction::around(Index in, Index out) const {
  return world_->clearance().around(out == Mesh::next(in) ? out : in);
}

void Abstraction::decision(Index t) {
  position_[t] = static_cast<Index>(decisions_.size());
  decisions_.push_back(t);
}

void Abstraction::component_of_decisions(Index first) {
  const Index component = new_label();
  std::vector<Index> open{first};
  component_[first] = component;
  while (!open.empty()) {
    check_interrupt();
    const Index t = open.back();
    open.pop_back();
    decision(t);
    for (Index i = 0; i < 3; ++i) {
      const Index side = Mesh::half_edge(t, i);
      if (structure(side) == none) corridor(side);
      const Index other = link(side).adjacent;
      if (component_[other] != none) continue;
      component_[other] = component;
      open.push_back(other);
    }
  }
}

// Takes the way from one side of a triangle to another into the least width of c.
double Abstraction::narrow(Corridor& c, Index in, Index out) {
  const double width = around(in, out);
  if (c.narrow == none || width <= c.width) {
    if (c.narrow == none || width < c.width) narrow_.clear();
    c.width = width;
    c.narrow = in;
    narrow_.push_back({in >> 2, in, out});
  }
  return width;
}

// Where a triangle is as narrow as it is from one side to another.
std::pair<Index, bool> Abstraction::strait(const Step& step, double width) const {
  const Mesh& mesh = world_->mesh();
  const Index in = step.back, out = step.ahead;
  // As long as the width but for rounding, which does not matter to where it is.
  const double longest = width * width * (1 + tolerance::product_filter);
  const double long_in = squared_length(mesh, in), long_out = squared_length(mesh, out);
  if (std::min(long_in, long_out) <= longest) {
    const bool is_out = long_out < long_in || (long_out == long_in && lies_before(mesh, out, in));
    return {is_out ? out : in, false};
  }
  const Index base = out == Mesh::next(in) ? Mesh::prev(in) : Mesh::next(in);
  if (mesh.constrained(base) && world_->height(base) <= width) return {base, false};
  // A gate elsewhere in its sleeve is charged to this turn: the one of that width.
  Index found = none;
  world_->clearance().for_gates_at(step.triangle, [&](Index corner, double) {
    const auto gate = world_->sleeve(corner);
    if (!gate || gate->width != width || (found != none && !lies_before(mesh, corner, found)))
      return;
    found = corner;
  });
  return found == none ? std::pair(in, false) : std::pair(found, true);
}

// Of the places as narrow as the narrowest, the first.
void Abstraction::settle_narrow(Corridor& c, Index portal) {
  c.narrow = none;
  const auto offer = [&](Index place, bool is_gate) {
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
  for (const Index end : c.end) {
    const auto [width, corner] = world_->clearance().shut(end);
    if (width > c.width) continue;
    if (width == c.width && !lies_before(world_->mesh(), corner, c.narrow)) continue;
    c.width = width;
    c.narrow = corner;
    c.is_gate = true;
  }
}

// Puts the triangles from path_[c.first] on into the corridor.
void Abstraction::chain(Corridor& c, Index index) {
  c.count = static_cast<Index>(path_.size()) - c.first;
  for (Index k = 0; k < c.count; ++k) {
    const Step& step = path_[c.first + k];
    const Index t = step.triangle;
    position_[t] = k;
    structure_[3 * t] = structure_[3 * t + 1] = structure_[3 * t + 2] = index;
    back_[t] = step.back;
    ahead_[t] = step.ahead;
  }
}

namespace {

// A place in a list: a free one, or a new one at its end.
template <class T>
Index take_place(std::vector<T>& list, std::vector<Index>& free) {
  if (free.empty()) {
    list.emplace_back();
    return static_cast<Index>(list.size() - 1);
  }
  const Index index = free.back();
  free.pop_back();
  return index;
}

}  // namespace

// Walks from a side of a decision point to the next one, then fills in both directions.
Index Abstraction::corridor(Index side) {
  const Mesh& mesh = world_->mesh();
  const Index index = take_place(corridors_, free_corridors_);
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
  Index in = mesh.twin(side);
  PortalSum sum(mesh);
  sum.add(side);
  Link back{side >> 2, side, c.width};
  while (level_[in >> 2] == 2) {
    check_interrupt();
    const Index out = find_onward(in);
    path_.push_back({in >> 2, in, out});
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
  structure_[3 * (side >> 2) + (side & 3)] = index;
  structure_[3 * (in >> 2) + (in & 3)] = index;

  PortalSum returning(mesh);
  returning.add(in);
  Link there{in >> 2, in, c.count ? world_->width(in) : own_width};
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
  for (const Index end : c.end) at(end).corner = turn(Mesh::prev(end), end);
  corridors_[index] = c;
  for (Index k = 0; k < c.count; ++k)
    side_tree(path_[c.first + k].triangle, mesh.twin(portals_[k]), portals_[k + 1]);
  return index;
}

void Abstraction::ring(Index first) {
  const Mesh& mesh = world_->mesh();
  const Index index = take_place(corridors_, free_corridors_);
  Corridor c;
  c.first = static_cast<Index>(path_.size());
  c.label = new_label();
  Index in = Mesh::half_edge(first, 0);
  while (mesh.constrained(in) || level_[mesh.twin(in) >> 2] != 2) in = Mesh::next(in);
  do {
    const Index out = find_onward(in);
    path_.push_back({in >> 2, in, out});
    narrow(c, in, out);
    in = mesh.twin(out);
  } while (in >> 2 != first);
  chain(c, index);
  settle_narrow(c, none);
  corridors_[index] = c;
  for (Index k = 0; k < c.count; ++k) {
    const Step step = path_[c.first + k];
    side_tree(step.triangle, step.back, step.ahead);
  }
}

// The tree that hangs on a level-2 triangle beside its two ways, if any.
void Abstraction::side_tree(Index t, Index in, Index out) {
  const Mesh& mesh = world_->mesh();
  const Index portal = Mesh::half_edge(t, 3 - Mesh::side_of(in) - Mesh::side_of(out));
  if (mesh.constrained(portal)) return;
  const Index first = mesh.twin(portal) >> 2;
  if (structure_[3 * first] == none) tree(t, portal, first);
}

void Abstraction::tree(Index root, Index portal, Index first) {
  const Mesh& mesh = world_->mesh();
  const Index index = take_place(dead_ends_, free_dead_ends_);
  DeadEnd d;
  d.root = root;
  d.portal = portal;
  d.first = static_cast<Index>(path_.size());
  if (root == none) d.label = new_label();
  // path_ serves as the queue: a triangle is in it once it is known from where.
  const auto enter = [&](Index t, Index by) {
    back_[t] = by;
    position_[t] = static_cast<Index>(path_.size()) - d.first;
    structure_[3 * t] = structure_[3 * t + 1] = structure_[3 * t + 2] = index;
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
    const Index t = path_[i].triangle, home = back_[t];
    for (Index k = 0; k < 3; ++k) {
      const Index out = Mesh::half_edge(t, k);
      if (out == home || mesh.constrained(out)) continue;
      const Index next = mesh.twin(out);
      enter(next >> 2, next);
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
