#include "grid/jps.hpp"

#include <algorithm>
#include <bit>

#include "base/grow.hpp"
#include "clearway/base/interrupt.hpp"
#include "grid/cell_route.hpp"

namespace clearway {

namespace {

constexpr std::uint8_t bit(unsigned direction) {
  return static_cast<std::uint8_t>(1u << (direction & 7));
}

// Directions from a jump point after a straight run: straight ahead, and around the corner on each
// side that has one. A path that cuts the corner turns before it, half a turn only.
constexpr std::uint8_t onward(unsigned direction, bool right, bool left, bool is_cutting) {
  unsigned out = bit(direction);
  if (right) out |= bit(direction + 1) | (is_cutting ? 0 : bit(direction + 2));
  if (left) out |= bit(direction + 7) | (is_cutting ? 0 : bit(direction + 6));
  return static_cast<std::uint8_t>(out);
}

struct Stop {
  std::uint32_t steps;
  bool blocked, above, below;  // a blocked cell; or a corner in the line before, after
};

// From bit i upwards: the first blocked cell or jump point. A jump point is the cell after a
// corner, or with corner cutting the cell before it, if the run can go on. The first bit is the
// start, and with corner cutting the last valid one only tells about the one before it.
template <bool is_cutting>
Stop scan_up(const Bitmap& map, std::uint32_t i) {
  const std::uint32_t stride = map.stride();
  constexpr std::uint32_t step = Bitmap::window - (is_cutting ? 2 : 1);
  for (std::uint32_t gone = 0;; gone += step, i += step) {
    const std::uint64_t line = map.forward(i), a = map.forward(i - stride),
                        b = map.forward(i + stride);
    const std::uint64_t on = line >> 1;
    const std::uint64_t above = is_cutting ? ~a & a >> 1 & on : a & ~(a << 1);
    const std::uint64_t below = is_cutting ? ~b & b >> 1 & on : b & ~(b << 1);
    constexpr std::uint64_t valid = (std::uint64_t{1} << (step + 1)) - 2;
    const std::uint64_t stop = (~line | above | below) & valid;
    if (stop == 0) continue;
    const int k = std::countr_zero(stop);
    return {gone + k, !(line >> k & 1), (above >> k & 1) != 0, (below >> k & 1) != 0};
  }
}

template <bool is_cutting>
Stop scan_down(const Bitmap& map, std::uint32_t i) {
  const std::uint32_t stride = map.stride();
  constexpr std::uint32_t step = Bitmap::window - (is_cutting ? 2 : 1);
  for (std::uint32_t gone = 0;; gone += step, i -= step) {
    const std::uint64_t line = map.backward(i), a = map.backward(i - stride),
                        b = map.backward(i + stride);
    const std::uint64_t on = line << 1;
    const std::uint64_t above = is_cutting ? ~a & a << 1 & on : a & ~(a >> 1);
    const std::uint64_t below = is_cutting ? ~b & b << 1 & on : b & ~(b >> 1);
    constexpr std::uint64_t valid = ((std::uint64_t{1} << step) - 1) << (63 - step);
    const std::uint64_t stop = (~line | above | below) & valid;
    if (stop == 0) continue;
    const int k = std::countl_zero(stop);
    return {gone + k, !(line << k >> 63), (above << k >> 63) != 0, (below << k >> 63) != 0};
  }
}

}  // namespace

template <unsigned direction, bool is_cutting>
JumpPointSearch::Jump JumpPointSearch::straight(const Cell& from, std::uint32_t i) const {
  constexpr bool is_row = direction == east || direction == west;
  constexpr bool is_up = direction == east || direction == south;
  const Bitmap& map = is_row ? grid_.rows() : grid_.columns();
  const Stop stop = is_up ? scan_up<is_cutting>(map, i) : scan_down<is_cutting>(map, i);
  check_interrupt(1 + stop.steps / 4096);
  // How far the goal is on this line, if it is ahead.
  if (is_row ? from.y == goal_.y : from.x == goal_.x) {
    const std::int32_t ahead = (is_row ? goal_.x - from.x : goal_.y - from.y) * (is_up ? 1 : -1);
    if (ahead > 0 && (static_cast<std::uint32_t>(ahead) < stop.steps + !stop.blocked))
      return {static_cast<std::uint32_t>(ahead), bit(direction)};
  }
  if (stop.blocked) return {};
  // "After" is to the right of east and of north, to the left of west and of south.
  constexpr bool after_is_right = direction == east || direction == north;
  return {stop.steps, onward(direction, after_is_right ? stop.below : stop.above,
                             after_is_right ? stop.above : stop.below, is_cutting)};
}

void JumpPointSearch::reach(const Cell& to, const Steps& steps, std::uint32_t parent,
                            std::uint8_t directions) {
  const std::uint32_t i = grid_.index(to);
  Node& node = nodes_[i];
  if (node.query != query_) {
    node = {steps, parent, query_, directions, 0};
  } else if (node.steps == steps) {
    // Another way as short: what it may not leave out must not be left out.
    directions &= static_cast<std::uint8_t>(~(node.todo | node.done));
    if (directions == 0) return;
    const bool is_open = node.todo != 0;
    node.todo |= directions;
    if (is_open) return;
  } else if (steps.length() < node.steps.length()) {
    node = {steps, parent, query_, directions, 0};
  } else {
    return;
  }
  ++stats_->generated;
  const Steps left = octile(to, goal_);
  open_.push_back({(steps + left).length(), i, left.straight + left.diagonal});
  std::push_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) {
    return a.estimate > b.estimate || (a.estimate == b.estimate && a.left > b.left);
  });
}

// Scans from a cell, which is `steps` from the start by way of the node with index `parent`.
template <unsigned direction, bool is_cutting>
void JumpPointSearch::scan(const Cell& from, std::uint32_t i, const Steps& steps,
                           std::uint32_t parent) {
  const Jump jump = straight<direction, is_cutting>(from, i);
  if (jump.steps == 0) return;
  const auto n = static_cast<std::int32_t>(jump.steps);
  reach({from.x + n * direction_x[direction], from.y + n * direction_y[direction]},
        {steps.straight + jump.steps, steps.diagonal}, parent, jump.directions);
}

template <unsigned direction, bool is_cutting>
void JumpPointSearch::diagonal(const Cell& from, std::uint32_t i, const Steps& steps) {
  // Of the two straight directions beside it, one is by rows and one by columns.
  constexpr unsigned before = (direction + 7) & 7, after = (direction + 1) & 7;
  constexpr unsigned row = before == east || before == west ? before : after;
  constexpr unsigned column = row == before ? after : before;
  const std::uint32_t offset = grid_.offset(direction);
  const Bitmap& columns = grid_.columns();
  const std::uint32_t across =
      static_cast<std::uint32_t>(direction_x[direction]) * columns.stride() +
      static_cast<std::uint32_t>(direction_y[direction]);
  Cell c = from;
  std::uint32_t j = i, k = columns.index(from.y, from.x);
  for (Steps here = steps; grid_.exits(j) >> direction & 1;) {
    j += offset;
    k += across;
    ++here.diagonal;
    c = {c.x + direction_x[direction], c.y + direction_y[direction]};
    if (c == goal_) {
      reach(c, here, i, bit(direction));
      return;
    }
    if constexpr (is_cutting) {
      // Around a blocked cell beside the step just made: back on that side, a full turn.
      const unsigned exits = grid_.exits(j);
      unsigned around = exits & (bit(direction + 2) | bit(direction + 6));
      if (exits & bit(direction + 3)) around &= ~unsigned{bit(direction + 2)};
      if (exits & bit(direction + 5)) around &= ~unsigned{bit(direction + 6)};
      if (around != 0) reach(c, here, i, static_cast<std::uint8_t>(around));
    }
    scan<row, is_cutting>(c, j, here, i);
    scan<column, is_cutting>(c, k, here, i);
  }
}

template <bool is_cutting>
void JumpPointSearch::expand(unsigned direction, const Cell& from, std::uint32_t i,
                             const Steps& steps) {
  const auto by_column = [&] { return grid_.columns().index(from.y, from.x); };
  switch (direction) {
    case east:
      return scan<east, is_cutting>(from, i, steps, i);
    case south_east:
      return diagonal<south_east, is_cutting>(from, i, steps);
    case south:
      return scan<south, is_cutting>(from, by_column(), steps, i);
    case south_west:
      return diagonal<south_west, is_cutting>(from, i, steps);
    case west:
      return scan<west, is_cutting>(from, i, steps, i);
    case north_west:
      return diagonal<north_west, is_cutting>(from, i, steps);
    case north:
      return scan<north, is_cutting>(from, by_column(), steps, i);
    default:
      return diagonal<north_east, is_cutting>(from, i, steps);
  }
}

bool JumpPointSearch::search(const Cell& start, const Cell& goal, CellRoute& route,
                             SearchStats& stats) {
  grow_to(nodes_, grid_.size());
  if (++query_ == 0) {
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    query_ = 1;
  }
  goal_ = goal;
  stats_ = &stats;
  open_.clear();
  const std::uint32_t source = grid_.index(start), target = grid_.index(goal);
  reach(start, {}, source, 0xff);
  while (!open_.empty()) {
    check_interrupt(4);
    std::pop_heap(open_.begin(), open_.end(), [](const Open& a, const Open& b) {
      return a.estimate > b.estimate || (a.estimate == b.estimate && a.left > b.left);
    });
    const std::uint32_t i = open_.back().cell;
    open_.pop_back();
    if (i == target) break;
    const unsigned todo = nodes_[i].todo;
    if (todo == 0) continue;
    nodes_[i].done |= static_cast<std::uint8_t>(todo);
    nodes_[i].todo = 0;
    ++stats.expanded;
    note(i);
    const Cell c = grid_.cell(i);
    const Steps g = nodes_[i].steps;
    for (unsigned left = todo; left != 0; left &= left - 1)
      grid_.corner_cutting()
          ? expand<true>(static_cast<unsigned>(std::countr_zero(left)), c, i, g)
          : expand<false>(static_cast<unsigned>(std::countr_zero(left)), c, i, g);
  }
  if (nodes_[target].query != query_) return false;
  std::vector<std::uint32_t> chain{target};
  while (chain.back() != source) chain.push_back(nodes_[chain.back()].parent);
  route.corners.push_back(start);
  for (std::size_t k = chain.size() - 1; k-- > 0;) extend_bent(route, grid_.cell(chain[k]));
  return true;
}

}  // namespace clearway
