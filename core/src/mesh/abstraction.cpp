#include "clearway/mesh/abstraction.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/construction.hpp"
#include "clearway/mesh/clearance.hpp"

namespace clearway {

namespace {

// A lower bound on a way through doors in order: the sum of distances between some of them,
// chosen in one pass. A door becomes the next one to measure from when the way turns back.
class DoorSum {
 public:
  explicit DoorSum(const Mesh& mesh) : mesh_(mesh) {}
  void add(Index door) {
    if (from_ == none) {
      from_ = last_ = door;
      return;
    }
    const double straight = base_ + gap(from_, door);
    if (straight < sum_) {
      base_ = sum_;
      from_ = last_;
      sum_ = std::max(sum_, base_ + gap(from_, door));
    } else {
      sum_ = straight;
    }
    last_ = door;
  }
  double sum() const { return sum_; }

 private:
  double gap(Index a, Index b) const {
    return distance(mesh_.point(mesh_.origin(a)), mesh_.point(mesh_.target(a)),
                    mesh_.point(mesh_.origin(b)), mesh_.point(mesh_.target(b)));
  }
  const Mesh& mesh_;
  Index from_ = none, last_ = none;
  double base_ = 0.0, sum_ = 0.0;
};

}  // namespace

Abstraction::Abstraction(const World& world) : world_(&world) {
  const std::size_t n = world.mesh().triangles.size();
  level_.assign(n, blocked);
  component_.assign(n, none);
  position_.assign(n, none);
  back_.assign(n, none);
  ahead_.assign(n, none);
  structure_.assign(3 * n, none);
  links_.resize(3 * n);
  peel();
  for (Index t = 0; t < n; ++t)
    if (level_[t] == 3 && component_[t] == none) component_of_decisions(t);
  for (Index t = 0; t < n; ++t)
    if (level_[t] == 2 && component_[t] == none) ring(t);
  for (Index t = 0; t < n; ++t) {
    if (level_[t] > 1 || level_[t] == blocked || component_[t] != none) continue;
    component_[t] = components_++;
    if (level_[t] == 1) tree(none, none, t);
  }
}

// A triangle with at most one way on is taken away, and so on; what is left has two or three.
void Abstraction::peel() {
  const Mesh& mesh = world_->mesh();
  std::vector<Index> leaves;
  for (Index t = 0; t < mesh.triangles.size(); ++t) {
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    std::int8_t doors = 0;
    for (Index i = 0; i < 3; ++i) doors += !mesh.constrained(Mesh::half_edge(t, i));
    level_[t] = doors;
    if (doors == 1) leaves.push_back(t);
  }
  // While this runs, a level above 1 counts the ways on that are left.
  while (!leaves.empty()) {
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

void Abstraction::component_of_decisions(Index first) {
  const Index component = components_++;
  std::vector<Index> open{first};
  component_[first] = component;
  while (!open.empty()) {
    const Index t = open.back();
    open.pop_back();
    decisions_.push_back(t);
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
void Abstraction::narrow(Corridor& c, Index in, Index out) {
  const double width = around(in, out);
  if (width >= c.width && c.narrow != none) return;
  const Mesh& mesh = world_->mesh();
  c.width = width;
  const Index base = out == Mesh::next(in) ? Mesh::prev(in) : Mesh::next(in);
  c.is_gate = false;
  if (mesh.constrained(base) && world_->height(base) <= width)
    c.narrow = base;
  else
    c.narrow = world_->width(in) <= world_->width(out) ? in : out;
  if (width >= world_->width(in) || width >= world_->width(out) || c.narrow == base) return;
  // A gate elsewhere in its sleeve is charged to this turn: the one of that width.
  world_->clearance().for_gates_at(Mesh::triangle_of(in), [&](Index corner) {
    const auto gate = world_->sleeve(corner);
    if (!gate || gate->width != width) return;
    c.narrow = corner;
    c.is_gate = true;
  });
}

// Walks from a side of a decision point to the next one, then fills in both directions.
void Abstraction::corridor(Index side) {
  const Mesh& mesh = world_->mesh();
  const Index index = static_cast<Index>(corridors_.size());
  const Index component = component_[side >> 2];
  Corridor c;
  c.end[0] = side;
  c.first = static_cast<Index>(path_.size());
  c.width = world_->width(side);
  c.narrow = side;
  doors_.assign(1, side);  // as they are left, from end[0] on
  Index in = mesh.twin(side);
  DoorSum sum(mesh);
  sum.add(side);
  Link back{side >> 2, c.width, 0.0, 0.0};
  while (level_[in >> 2] == 2) {
    const Index t = in >> 2, out = find_onward(in);
    component_[t] = component;
    position_[t] = static_cast<Index>(path_.size()) - c.first;
    structure_[3 * t] = structure_[3 * t + 1] = structure_[3 * t + 2] = index;
    path_.push_back(t);
    back_[t] = in;
    ahead_[t] = out;
    at(in) = back;
    narrow(c, in, out);
    back.choke = c.width;
    back.angle += turn(in, out);
    sum.add(out);
    back.length = sum.sum();
    doors_.push_back(out);
    in = mesh.twin(out);
  }
  c.count = static_cast<Index>(path_.size()) - c.first;
  c.end[1] = in;
  c.angle = back.angle;
  c.length = back.length;
  at(in) = back;
  structure_[3 * (side >> 2) + (side & 3)] = index;
  structure_[3 * (in >> 2) + (in & 3)] = index;

  DoorSum returning(mesh);
  returning.add(in);
  Link there{in >> 2, c.count ? world_->width(in) : c.width, 0.0, 0.0};
  for (Index k = c.count; k > 0; --k) {
    const Index out = doors_[k], into = mesh.twin(doors_[k - 1]);
    at(out) = there;
    there.choke = std::min(there.choke, around(into, out));
    there.angle += turn(into, out);
    returning.add(doors_[k - 1]);
    there.length = returning.sum();
  }
  there.length = c.length = back.length = std::max(there.length, back.length);
  there.angle = c.angle;
  at(side) = there;
  at(in).length = c.length;
  corridors_.push_back(c);
  for (Index k = 0; k < c.count; ++k)
    side_tree(path_[c.first + k], mesh.twin(doors_[k]), doors_[k + 1]);
}

void Abstraction::ring(Index first) {
  const Mesh& mesh = world_->mesh();
  const Index index = static_cast<Index>(corridors_.size());
  Corridor c;
  c.first = static_cast<Index>(path_.size());
  const Index component = components_++;
  Index in = Mesh::half_edge(first, 0);
  while (mesh.constrained(in) || level_[mesh.twin(in) >> 2] != 2) in = Mesh::next(in);
  doors_.assign(1, mesh.twin(in));
  do {
    const Index t = in >> 2, out = find_onward(in);
    component_[t] = component;
    position_[t] = static_cast<Index>(path_.size()) - c.first;
    structure_[3 * t] = structure_[3 * t + 1] = structure_[3 * t + 2] = index;
    path_.push_back(t);
    back_[t] = in;
    ahead_[t] = out;
    narrow(c, in, out);
    doors_.push_back(out);
    in = mesh.twin(out);
  } while (in >> 2 != first);
  c.count = static_cast<Index>(path_.size()) - c.first;
  corridors_.push_back(c);
  for (Index k = 0; k < c.count; ++k)
    side_tree(path_[c.first + k], mesh.twin(doors_[k]), doors_[k + 1]);
}

// The tree that hangs on a level-2 triangle beside its two ways, if any.
void Abstraction::side_tree(Index t, Index in, Index out) {
  const Mesh& mesh = world_->mesh();
  const Index door = Mesh::half_edge(t, 3 - Mesh::side_of(in) - Mesh::side_of(out));
  if (!mesh.constrained(door)) tree(t, door, mesh.twin(door) >> 2);
}

void Abstraction::tree(Index root, Index door, Index first) {
  const Mesh& mesh = world_->mesh();
  const Index index = static_cast<Index>(dead_ends_.size());
  DeadEnd d{root, door, static_cast<Index>(path_.size()), 0};
  const Index component = root == none ? component_[first] : component_[root];
  // path_ serves as the queue: a triangle is in it once it is known from where.
  const auto enter = [&](Index t, Index by) {
    component_[t] = component;
    back_[t] = by;
    position_[t] = static_cast<Index>(path_.size()) - d.first;
    structure_[3 * t] = structure_[3 * t + 1] = structure_[3 * t + 2] = index;
    path_.push_back(t);
  };
  enter(first, root == none ? none : mesh.twin(door));
  if (root != none) at(mesh.twin(door)) = {root, world_->width(door), 0.0, 0.0};
  for (std::size_t i = d.first; i < path_.size(); ++i) {
    const Index t = path_[i], home = back_[t];
    for (Index k = 0; k < 3; ++k) {
      const Index out = Mesh::half_edge(t, k);
      if (out == home || mesh.constrained(out)) continue;
      const Index next = mesh.twin(out);
      enter(next >> 2, next);
      if (root == none) continue;
      const Link& back = link(home);
      const double gap = distance(mesh.point(mesh.origin(out)), mesh.point(mesh.target(out)),
                                  mesh.point(mesh.origin(door)), mesh.point(mesh.target(door)));
      at(next) = {root, std::min(back.choke, around(home, out)), back.angle + turn(home, out),
                  std::max(back.length, gap)};
    }
  }
  d.count = static_cast<Index>(path_.size()) - d.first;
  dead_ends_.push_back(d);
}

std::size_t Abstraction::memory() const {
  return level_.capacity() + links_.capacity() * sizeof(Link) +
         corridors_.capacity() * sizeof(Corridor) + dead_ends_.capacity() * sizeof(DeadEnd) +
         (component_.capacity() + structure_.capacity() + position_.capacity() + back_.capacity() +
          ahead_.capacity() + decisions_.capacity() + path_.capacity()) *
             sizeof(Index);
}

}  // namespace clearway
