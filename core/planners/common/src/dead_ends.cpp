#include "planners/common/dead_ends.hpp"

#include <algorithm>
#include <utility>

namespace clearway {

// A bit: the side of one triangle beyond which the other lies.
unsigned DeadEnds::side_towards(TriangleId from, TriangleId to) const {
  const Index* twins = mesh_.triangles[from].twin;
  unsigned out = 0;
  for (Index i = 0; i < 3; ++i) {
    // No triangle has the number of a half-edge with the bit `constrained_bit`.
    const bool is_there = Mesh::triangle_of(HalfEdgeId(twins[i])) == to;
    out |= static_cast<unsigned>(is_there) << i;
  }
  return out;
}

void DeadEnds::undo_open() {
  for (std::size_t i = opened_.size(); i-- > 0;) bars_[opened_[i].triangle] = opened_[i].bars;
  opened_.clear();
  trees_.clear();
}

void DeadEnds::adopt(const DeadEnds& others) {
  forget();
  bars_ = others.bars_;
  opened_ = others.opened_;
  undo_open();
  parent_ = others.parent_;  // last: from here on they are known
}

void DeadEnds::open(const Goals& goals, bool all, TriangleId start) {
  undo_open();
  are_all_open_ = all || goals.are_everywhere() || !are_known();
  if (are_all_open_) return;
  // The bar of the way from `up` down to t; 0 if it is open.
  const auto bar = [&](TriangleId t, TriangleId up) { return bars_[up] & side_towards(up, t); };
  goals.for_each_triangle([&](TriangleId t) {
    for (TriangleId up = above(t); up != none; up = above(t)) {
      const unsigned barred = bar(t, up);
      if (barred == 0) break;
      set_bars(up, bars_[up] & ~barred);
      t = up;
    }
    if (parent_[t] == t) trees_.push_back(t);
  });
  const TriangleId goal = goals.only_triangle();
  if (start == none || goal == none) return;
  for (TriangleId t = start, up = above(t); up != none; t = up, up = above(t)) {
    if (t != goal && bar(t, up) != 0) continue;
    set_bars(t, bars_[t] | side_towards(t, up));
    return;
  }
}

void DeadEnds::bar_ways_from(const Goals& goals) {
  if (are_all_open_) return;
  for (TriangleId t : trees_) {
    while (!goals.are_in(t)) {
      TriangleId below = none;
      int ways = 0;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (mesh_.constrained(e) || (bars_[t] >> i & 1) != 0) continue;
        const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
        if (parent_[other] != t) continue;
        below = other;
        ++ways;
      }
      if (ways != 1) break;
      set_bars(below, bars_[below] | side_towards(below, t));
      t = below;
    }
  }
}

std::vector<TriangleId> DeadEnds::take_out(const Edit& edit) {
  const std::size_t size = mesh_.triangles.size();
  parent_.resize(size, none);
  bars_.resize(size, 0);
  marks_.resize(size, untouched);
  std::vector<TriangleId> out;
  const auto take = [&](TriangleId t, Mark mark) {
    if (marks_[t] == untouched) out.push_back(t);
    marks_[t] = mark;
    bars_[t] = 0;
    const TriangleId up = above(t);
    parent_[t] = none;
    return up;
  };
  for (const std::vector<TriangleId>* list : {&edit.removed, &edit.added}) {
    for (const TriangleId t : *list) {
      TriangleId up = take(t, touched);
      while (up != none) up = take(up, marks_[up] == touched ? touched : is_above);
    }
  }
  return out;
}

}  // namespace clearway
