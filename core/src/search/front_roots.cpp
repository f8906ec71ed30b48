#include "front_roots.hpp"

#include "front_rules.hpp"

namespace clearway {

namespace {

// The angle from u to v in the direction of the side's turn, in [0, 2 pi).
double turned(int side, const Vector& u, const Vector& v) {
  return positive(side * std::atan2(cross(u, v), dot(u, v)));
}

}  // namespace

void FrontRoots::begin(std::size_t vertices, double radius) {
  radius_ = radius;
  roots_.assign(1, {none, 0, 0.0, {}, {}, {}});
  next_.assign(1, none);
  is_dead_.assign(1, 0);
  at_vertex_.assign(vertices, none);
}

// The lengths of both ways to where b can be left first, if a disc that came to a can roll there.
bool FrontRoots::rolls(const Root& a, const Root& b, double& by_a, double& by_b) const {
  const auto from = [&](const Vector& u, const Vector& v) { return turned(b.side, u, v); };
  const double on_a = from(a.in, b.leave), on_b = from(b.in, b.leave);
  if (on_a > on_b && from(a.in, b.in) > from(a.in, a.reach)) return false;
  by_a = a.g + radius_ * on_a;
  by_b = b.g + radius_ * on_b;
  return true;
}

bool FrontRoots::kills(const Root& a, const Root& b) const {
  double by_a, by_b;
  return a.side == b.side && rolls(a, b, by_a, by_b) && is_longer(by_b, by_a);
}

bool FrontRoots::is_no_longer(Index a, Index b) const {
  if (a == b) return true;
  const Root &p = roots_[a], &q = roots_[b];
  double by_p, by_q;
  return p.vertex == q.vertex && p.side == q.side && p.side != 0 && rolls(p, q, by_p, by_q) &&
         !is_longer(by_p, by_q);
}

// The way to it is not pulled tight yet and may touch the corner elsewhere: so the other one must
// be known to roll all the way.
bool FrontRoots::is_hopeless(const Root& root) const {
  for (Index k = at_vertex_[root.vertex]; k != none; k = next_[k]) {
    const Root& other = roots_[k];
    if (other.side == root.side &&
        turned(root.side, other.in, root.leave) <= turned(root.side, other.in, other.reach) &&
        kills(other, root))
      return true;
  }
  return false;
}

Index FrontRoots::add(const Root& root) {
  for (Index k = at_vertex_[root.vertex]; k != none; k = next_[k]) {
    if (kills(roots_[k], root)) return none;
    if (kills(root, roots_[k])) is_dead_[k] = 1;
  }
  roots_.push_back(root);
  is_dead_.push_back(0);
  next_.push_back(at_vertex_[root.vertex]);
  return at_vertex_[root.vertex] = static_cast<Index>(roots_.size() - 1);
}

}  // namespace clearway
