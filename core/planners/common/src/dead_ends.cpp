#include "planners/common/dead_ends.hpp"

#include <algorithm>
#include <utility>

namespace clearway {

void DeadEnds::open(const Goals& goals, bool all, TriangleId start) {
  unbar_top();
  are_all_open_ = all || goals.are_everywhere() || !are_known();
  if (are_all_open_) return;
  if (opened_.size() < mesh_.triangles.size()) opened_.resize(mesh_.triangles.size(), 0);
  query_ += 2;
  if (query_ < 2) {
    std::fill(opened_.begin(), opened_.end(), 0);
    query_ = 2;
  }
  const std::uint32_t seen_from_start = query_ - 1;
  if (goals.only_triangle() != none)
    for (TriangleId t = start; t != none; t = parent_[t]) opened_[t] = seen_from_start;
  goals.for_each_triangle([&](TriangleId t) {
    while (t != none && opened_[t] != query_) {
      const bool is_top = opened_[t] == seen_from_start;
      opened_[t] = query_;
      if (is_top) {
        bar_above(t);
        return;
      }
      t = parent_[t];
    }
  });
}

std::vector<TriangleId> DeadEnds::take_out(const Edit& edit) {
  unbar_top();
  const std::size_t size = mesh_.triangles.size();
  parent_.resize(size, none);
  bars_.resize(size, 0);
  marks_.resize(size, untouched);
  std::vector<TriangleId> out;
  const auto take = [&](TriangleId t, Mark mark) {
    if (marks_[t] == untouched) out.push_back(t);
    marks_[t] = mark;
    bars_[t] = 0;
    return std::exchange(parent_[t], none);
  };
  for (const std::vector<TriangleId>* list : {&edit.removed, &edit.added}) {
    for (const TriangleId t : *list) {
      TriangleId up = take(t, touched);
      while (up != none) up = take(up, marks_[up] == touched ? touched : above);
    }
  }
  return out;
}

void DeadEnds::bar_above(TriangleId top) {
  if (parent_[top] == none) return;
  top_ = top;
  top_bars_ = bars_[top];
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(top, i);
    if (!mesh_.constrained(e) && Mesh::triangle_of(mesh_.twin(e)) == parent_[top])
      bars_[top] |= static_cast<std::uint8_t>(1 << i);
  }
}

}  // namespace clearway
