#include "front_roots.hpp"

#include "base/infinity.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

// The angle from u to v in the direction of the side's turn, in [0, 2 pi).
double turned(int side, const Vector& u, const Vector& v) {
  return positive(side * std::atan2(cross(u, v), dot(u, v)));
}

}  // namespace

void FrontRoots::begin(std::size_t vertices, double radius, double extent) {
  radius_ = radius;
  margin_.of_contacts = tolerance::contact * extent;
  roots_.assign(1, {none, 0, 0.0, {}, 0.0, 0.0});
  next_.assign(1, none);
  is_dominated_.assign(1, 0);
  at_vertex_.assign(vertices, none);
}

double FrontRoots::roll(const FrontRoot& a, const FrontRoot& b) {
  if (a.vertex != b.vertex || a.side != b.side || a.side == 0) return infinity;
  const double from_a = turned(a.side, a.in, b.in), from_b = turned(a.side, b.in, a.in);
  if (from_b <= b.must_roll) return b.must_roll - from_b;  // a arrives where b rolls
  return from_a <= a.can_roll ? from_a + b.must_roll : infinity;
}

bool FrontRoots::dominates(const FrontRoot& a, const FrontRoot& b) const {
  return margin_.is_longer(b.g + radius_ * b.must_roll, a.g + radius_ * roll(a, b));
}

bool FrontRoots::is_no_longer(FrontRootId a, FrontRootId b) const {
  const FrontRoot &p = roots_[a], &q = roots_[b];
  const double by = roll(p, q);
  return a == b ||
         (by < infinity && !margin_.is_longer(p.g + radius_ * by, q.g + radius_ * q.must_roll));
}

// The path to this root is not pulled tight yet and may touch the corner elsewhere. So the other
// root must be known to be able to roll all the way.
bool FrontRoots::is_surely_dominated(const FrontRoot& root) const {
  for (FrontRootId k = at_vertex_[root.vertex]; k != none; k = next_[k])
    if (roll(roots_[k], root) <= roots_[k].can_roll && dominates(roots_[k], root)) return true;
  return false;
}

FrontRootId FrontRoots::add(const FrontRoot& root) {
  for (FrontRootId k = at_vertex_[root.vertex]; k != none; k = next_[k]) {
    if (dominates(roots_[k], root)) return none;
    if (dominates(root, roots_[k])) is_dominated_[k] = 1;
  }
  const FrontRootId added = roots_.end_id();
  roots_.push_back(root);
  is_dominated_.push_back(0);
  next_.push_back(at_vertex_[root.vertex]);
  return at_vertex_[root.vertex] = added;
}

}  // namespace clearway
