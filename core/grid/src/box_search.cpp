#include "grid/box_search.hpp"

#include <algorithm>
#include <bit>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

// As CellSearch::run, but inside the box; entries of the queue are numbers of its cells.
template <bool has_target>
bool BoxSearch::run(const CellBox& box, const Cell& source, const Cell& target) {
  box_ = box;
  const auto width = static_cast<std::uint32_t>(box.x1 - box.x0);
  const std::size_t count = static_cast<std::size_t>(width) * (box.y1 - box.y0);
  if (nodes_.size() < count) nodes_.resize(count);
  if (++query_ == 0) {
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    query_ = 1;
  }
  const auto estimate = [&](const Cell& c, const Steps& g) {
    return has_target ? (g + octile(c, target)).length() : g.length();
  };
  open_.clear(estimate(source, {}));
  nodes_[number(source)] = {{}, query_, 0, false};
  open_.push(static_cast<std::uint32_t>(number(source)), estimate(source, {}));
  double best = infinity;
  while (!open_.empty() && open_.advance() < best) {
    check_interrupt();
    const std::uint32_t i = open_.pop();
    if (nodes_[i].is_closed) continue;
    nodes_[i].is_closed = true;
    const Steps g = nodes_[i].steps;
    const Cell c{box.x0 + static_cast<std::int32_t>(i % width),
                 box.y0 + static_cast<std::int32_t>(i / width)};
    ++expanded_;
    if (explored_) explored_->push_back(grid_.index(c));
    for (unsigned exits = grid_.exits(grid_.index(c)); exits != 0; exits &= exits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(exits));
      const Cell to{c.x + direction_x[d], c.y + direction_y[d]};
      if (to.x < box.x0 || to.y < box.y0 || to.x >= box.x1 || to.y >= box.y1) continue;
      const auto j = static_cast<std::uint32_t>(number(to));
      Node& node = nodes_[j];
      const Steps steps{g.straight + !(d & 1), g.diagonal + (d & 1)};
      if (node.query == query_ && node.steps.length() <= steps.length()) continue;
      node = {steps, query_, static_cast<std::uint8_t>(d), false};
      if (has_target && to == target)
        best = std::min(best, steps.length());
      else
        open_.push(j, estimate(to, steps));
    }
  }
  return best < infinity;
}

void BoxSearch::find_all(const CellBox& box, const Cell& source) {
  run<false>(box, source, source);
}

bool BoxSearch::find(const CellBox& box, const Cell& source, const Cell& target, CellRoute& route) {
  if (source == target) return true;
  if (!run<true>(box, source, target)) return false;
  back_.clear();
  for (Cell c = target; !(c == source);) {
    back_.push_back(c);
    const unsigned d = node(c).direction;
    c = {c.x - direction_x[d], c.y - direction_y[d]};
  }
  for (std::size_t k = back_.size(); k-- > 0;) extend(route, back_[k]);
  return true;
}

}  // namespace clearway
