#include "clearway/planners/tra_star.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "mesh/half_edge_order.hpp"
#include "query/departures.hpp"

namespace clearway {

namespace {

template <class T>
bool holds(const std::vector<T>& list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

void TRAStarSearch::open() {
  const Abstraction& a = *graph_;
  from_.clear();
  to_.clear();
  from_gates_.clear();
  to_gates_.clear();
  origins_.clear();
  arrivals_.clear();
  std::vector<TriangleId>&from = searched_[0], &to = searched_[1];
  from.clear();
  to.clear();
  for (const TriangleId s : starts_) {
    for (const TriangleId g : goals_) {
      if (a.component(s) != a.component(g) || settle(s, g)) continue;
      if (!holds(from, s)) from.push_back(s);
      if (!holds(to, g)) to.push_back(g);
    }
  }
  const auto note = [&](const std::vector<TriangleId>& ends, std::vector<HalfEdgeId>& gates) {
    for (const TriangleId t : ends)
      if (const TriangleId base = base_of(t); a.level(base) == 2)
        for (const HalfEdgeId end : a.corridors()[a.structure(Mesh::half_edge(base, 0))].end)
          gates.push_back(end);
  };
  note(from, from_gates_);
  note(to, to_gates_);
  for (const TriangleId g : to) add_legs(g, goal_, to_);
  for (const TriangleId s : from) add_legs(s, start_, from_);
  // What goes past the other end comes back to it later, over a longer way; unless it comes to
  // another side of the wall that the end lies on.
  has_one_side_ = starts_.size() == 1 && goals_.size() == 1;
  if (has_one_side_) {
    std::erase_if(from_, [&](const Leg& leg) { return is_between(leg.out, to); });
    std::erase_if(to_, [&](const Leg& leg) { return is_between(leg.out, from); });
  }
  for (const TriangleId s : from)
    if (a.level(s) == 3) open_from(s);
  for (Index i = 0; i < from_.size(); ++i) {
    origins_.resize(states_.size());
    origins_.push_back({from_[i].end, i});
    enter(from_[i].gate, none, from_[i].bound);
  }
}

void TRAStarSearch::open_from(TriangleId t) {
  const HalfEdgeId side = first_side(world_.mesh(), t);
  for (const HalfEdgeId out : {side, Mesh::next(side), Mesh::prev(side)}) {
    if (!leaves(t, start_, out)) continue;
    const std::size_t before = states_.size();
    go_on(out, none, to_portal(start_, out));
    origins_.resize(before);
    origins_.resize(states_.size(), Origin{t, none});
  }
}

TriangleId TRAStarSearch::base_of(TriangleId t) const {
  const Abstraction& a = *graph_;
  return a.level(t) == 1 ? a.dead_ends()[a.structure(Mesh::half_edge(t, 0))].root : t;
}

bool TRAStarSearch::leaves(TriangleId t, const Point& p, HalfEdgeId side) const {
  return departs(world_, t, p, side, diameter_);
}

// Whether the disc gets from p out of side `out` of its base.
bool TRAStarSearch::gets_out(TriangleId end, const Point& p, HalfEdgeId out) const {
  const Abstraction& a = *graph_;
  if (a.level(end) == 2) return leaves(end, p, out);
  const HalfEdgeId up = a.back(end);
  const HalfEdgeId portal = a.dead_ends()[a.structure(up)].portal;
  return diameter_ <= a.link(up).choke && diameter_ <= around(portal, out) && leaves(end, p, up);
}

void TRAStarSearch::add_legs(TriangleId end, const Point& p, std::vector<Leg>& legs) const {
  const Abstraction& a = *graph_;
  const TriangleId base = base_of(end);
  if (a.level(base) != 2) return;
  const auto bound = [&](const Link& link) { return std::max(link.length, radius_ * link.angle); };
  const HalfEdgeId back = a.back(base);
  std::array<HalfEdgeId, 2> sides{back, a.onward(back)};
  if (lies_before(world_.mesh(), sides[1], sides[0])) std::swap(sides[0], sides[1]);
  for (const HalfEdgeId out : sides) {
    if (a.link(out).choke < diameter_ || !gets_out(end, p, out)) continue;
    double least = bound(a.link(out));
    if (base == end) {
      least += to_portal(p, out);
    } else {
      const HalfEdgeId up = a.back(end);
      const HalfEdgeId portal = a.dead_ends()[a.structure(up)].portal;
      least += to_portal(p, up) + bound(a.link(up)) + radius_ * turn(portal, out);
    }
    legs.push_back({end, out, a.link(out).gate, least});
  }
}

// Whether the base of one of these ends lies ahead on the corridor, out of this side.
bool TRAStarSearch::is_between(HalfEdgeId side, const std::vector<TriangleId>& ends) const {
  const Abstraction& a = *graph_;
  const TriangleId t = Mesh::triangle_of(side);
  return std::any_of(ends.begin(), ends.end(), [&](TriangleId end) {
    const TriangleId base = base_of(end);
    if (base == t || a.level(base) != 2 ||
        a.structure(Mesh::half_edge(base, 0)) != a.structure(side))
      return false;
    return (a.position(base) < a.position(t)) == (a.back(t) == side);
  });
}

bool TRAStarSearch::settle(TriangleId from, TriangleId to) {
  const Abstraction& a = *graph_;
  const auto structure = [&](TriangleId t) { return a.structure(Mesh::half_edge(t, 0)); };
  if (from == to && crosses(world_, from, start_, goal_, diameter_)) {
    push_channel(from, {});
    if (radius_ == 0) return true;
  }
  if (a.level(from) == 0) return true;
  if (a.level(from) == 1 && a.level(to) == 1 && structure(from) == structure(to)) {
    if (from != to) offer_tree(from, to);
    return true;
  }
  const TriangleId here = base_of(from), there = base_of(to);
  if (here == there && from != to) {  // one of them is the root
    offer_tree(from, to);
    return true;
  }
  if (a.level(here) != 2 || a.level(there) != 2 || structure(here) != structure(there))
    return false;
  const HalfEdgeId back = a.back(here);
  if (a.corridors()[structure(here)].is_ring()) {
    std::array<HalfEdgeId, 2> sides{back, a.onward(back)};
    if (lies_before(world_.mesh(), sides[1], sides[0])) std::swap(sides[0], sides[1]);
    for (const HalfEdgeId out : sides) offer_along(from, out, to);
    return true;
  }
  if (here != there)
    offer_along(from, a.position(there) < a.position(here) ? back : a.onward(back), to);
  return false;
}

// --- channels ----------------------------------------------------------------------

void TRAStarSearch::climb(TriangleId end, std::vector<HalfEdgeId>& portals) const {
  const Mesh& mesh = world_.mesh();
  for (TriangleId t = end; graph_->level(t) == 1; t = Mesh::triangle_of(portals.back()))
    portals.push_back(mesh.twin(graph_->back(t)));
}

void TRAStarSearch::descend(TriangleId end, std::vector<HalfEdgeId>& portals) const {
  const Mesh& mesh = world_.mesh();
  const auto first = static_cast<std::ptrdiff_t>(portals.size());
  for (TriangleId t = end; graph_->level(t) == 1; t = Mesh::triangle_of(mesh.twin(portals.back())))
    portals.push_back(graph_->back(t));
  std::reverse(portals.begin() + first, portals.end());
}

// Along a corridor from a side of a triangle to the next decision point, or to `until`.
void TRAStarSearch::walk(HalfEdgeId out, TriangleId until, std::vector<HalfEdgeId>& portals) const {
  const Abstraction& a = *graph_;
  const Corridor& c = a.corridors()[a.structure(out)];
  if (c.is_ring()) {
    const Mesh& mesh = world_.mesh();
    for (HalfEdgeId in = mesh.twin(out);; in = mesh.twin(a.onward(in))) {
      check_interrupt();
      portals.push_back(in);
      if (Mesh::triangle_of(in) == until) return;
    }
  }
  const Step* const steps = a.path().data() + c.first;
  const TriangleId t = Mesh::triangle_of(out);
  const bool stops = until != none && a.level(until) == 2 &&
                     a.structure(Mesh::half_edge(until, 0)) == a.structure(out);
  if (a.level(t) == 3 ? out == c.end[0] : a.back(t) != out) {
    const Index last = stops ? a.position(until) + 1 : c.count;
    for (Index k = a.level(t) == 3 ? 0 : a.position(t) + 1; k < last; ++k)
      portals.push_back(steps[k].back);
    if (!stops) portals.push_back(c.end[1]);
  } else {
    const Index last = stops ? a.position(until) : 0;
    for (Index k = a.level(t) == 3 ? c.count : a.position(t); k > last; --k)
      portals.push_back(steps[k - 1].ahead);
    if (!stops) portals.push_back(c.end[0]);
  }
}

// Whether the disc gets from the start in triangle `first` through portals_ to the goal.
bool TRAStarSearch::passes(TriangleId first) const {
  const Mesh& mesh = world_.mesh();
  if (!leaves(first, start_, mesh.twin(portals_.front())) ||
      !leaves(Mesh::triangle_of(portals_.back()), goal_, portals_.back()))
    return false;
  for (std::size_t i = 1; i < portals_.size(); ++i)
    if (around(portals_[i - 1], mesh.twin(portals_[i])) < diameter_) return false;
  return true;
}

// The only channel between two triangles of a tree, its root included.
void TRAStarSearch::offer_tree(TriangleId from, TriangleId to) {
  const Mesh& mesh = world_.mesh();
  const Abstraction& a = *graph_;
  portals_.clear();
  chain_.clear();
  const auto depth = [&](TriangleId t) { return a.level(t) == 1 ? a.position(t) + 1 : 0; };
  TriangleId s = from, g = to;
  while (s != g) {
    // The one that is later in the tree is no ancestor of the other.
    if (depth(s) > depth(g)) {
      portals_.push_back(mesh.twin(a.back(s)));
      s = Mesh::triangle_of(portals_.back());
    } else {
      chain_.push_back(a.back(g));
      g = Mesh::triangle_of(mesh.twin(chain_.back()));
    }
  }
  portals_.insert(portals_.end(), chain_.rbegin(), chain_.rend());
  if (passes(from)) push_channel(from, portals_);
}

void TRAStarSearch::offer_along(TriangleId from, HalfEdgeId out, TriangleId to) {
  portals_.clear();
  climb(from, portals_);
  walk(out, base_of(to), portals_);
  descend(to, portals_);
  if (passes(from)) push_channel(from, portals_);
}

// --- the search on the graph ------------------------------------------------------------

void TRAStarSearch::enter(HalfEdgeId gate, Index parent, double least) {
  const TriangleId t = Mesh::triangle_of(gate);
  if (holds(goals_, t)) {
    if (!leaves(t, goal_, gate)) return;
    arrivals_.push_back({gate, none});
    push_portal(gate, parent, least, static_cast<Index>(arrivals_.size() - 1), true);
  } else if (!holds(starts_, t)) {
    push_portal(gate, parent, least, gate.number(), false);
  }
}

// Out of a side of a decision point, which is reached by at least that way.
void TRAStarSearch::go_on(HalfEdgeId out, Index parent, double least) {
  const Abstraction& a = *graph_;
  if (holds(to_gates_, out)) {
    const double rest = to_portal(goal_, out);
    for (Index i = 0; i < to_.size(); ++i) {
      if (to_[i].gate != out) continue;
      arrivals_.push_back({out, i});
      push(static_cast<Index>(arrivals_.size() - 1), parent, least,
           least + std::max(rest, to_[i].bound), true);
    }
    if (has_one_side_) return;
  }
  const Link& link = a.link(out);
  if (link.choke < diameter_ || link.adjacent == Mesh::triangle_of(out)) return;
  if (has_one_side_ && holds(from_gates_, out)) return;
  enter(link.gate, parent, least + std::max(link.length, radius_ * link.angle));
}

void TRAStarSearch::expand(Index state) {
  const HalfEdgeId in = states_[state].entry();
  const double g = states_[state].g;
  for (const HalfEdgeId out : {Mesh::next(in), Mesh::prev(in)}) {
    if (around(in, out) < diameter_) continue;
    const HalfEdgeId corner = out == Mesh::next(in) ? out : in;  // starts where they meet
    go_on(out, state, g + radius_ * graph_->link(corner).corner);
  }
}

TriangleId TRAStarSearch::trail(Index state, std::vector<HalfEdgeId>& portals) {
  const Arrival arrival = arrivals_[states_[state].item & ~arrived];
  chain_.clear();
  Index first = state;
  for (Index s = states_[state].parent; s != none; s = states_[s].parent) {
    check_interrupt();
    chain_.push_back(states_[s].entry());
    first = s;
  }
  std::reverse(chain_.begin(), chain_.end());
  if (arrival.leg == none) chain_.push_back(arrival.gate);
  const Origin origin = origins_[first];
  std::size_t next = 0;
  if (origin.leg != none) {
    climb(origin.triangle, portals);
    walk(from_[origin.leg].out, none, portals);
    next = 1;
  }
  for (; next < chain_.size(); ++next) walk(graph_->link(chain_[next]).gate, none, portals);
  if (arrival.leg != none) {
    const Leg& leg = to_[arrival.leg];
    walk(leg.gate, base_of(leg.end), portals);
    descend(leg.end, portals);
  }
  return origin.triangle;
}

}  // namespace clearway
