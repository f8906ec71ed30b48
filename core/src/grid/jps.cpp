#include "clearway/grid/jps.hpp"

#include <algorithm>
#include <bit>

namespace clearway {

namespace {

constexpr std::uint8_t bit(unsigned direction) {
  return static_cast<std::uint8_t>(1u << (direction & 7));
}

// Directions from a jump point after a straight run: on, and around the corner on each side
// that has one.
constexpr std::uint8_t onward(unsigned direction, bool right, bool left) {
  unsigned out = bit(direction);
  if (right) out |= bit(direction + 1) | bit(direction + 2);
  if (left) out |= bit(direction + 7) | bit(direction + 6);
  return static_cast<std::uint8_t>(out);
}

struct Stop {
  std::uint32_t steps;
  bool blocked, above, below;  // a blocked cell; or a corner in the line before, after
};

// From bit i upwards: the first blocked cell or jump point.
Stop scan_up(const Bitmap& map, std::uint32_t i) {
  const std::uint32_t stride = map.stride();
  for (std::uint32_t gone = 0;; gone += Bitmap::window - 1, i += Bitmap::window - 1) {
    const std::uint64_t line = map.forward(i), a = map.forward(i - stride),
                        b = map.forward(i + stride);
    const std::uint64_t above = a & ~(a << 1), below = b & ~(b << 1);
    constexpr std::uint64_t valid = (std::uint64_t{1} << Bitmap::window) - 2;
    const std::uint64_t stop = (~line | above | below) & valid;
    if (stop == 0) continue;
    const int k = std::countr_zero(stop);
    return {gone + k, !(line >> k & 1), (above >> k & 1) != 0, (below >> k & 1) != 0};
  }
}

Stop scan_down(const Bitmap& map, std::uint32_t i) {
  const std::uint32_t stride = map.stride();
  for (std::uint32_t gone = 0;; gone += Bitmap::window - 1, i -= Bitmap::window - 1) {
    const std::uint64_t line = map.backward(i), a = map.backward(i - stride),
                        b = map.backward(i + stride);
    const std::uint64_t above = a & ~(a >> 1), below = b & ~(b >> 1);
    constexpr std::uint64_t valid = ((std::uint64_t{1} << (Bitmap::window - 1)) - 1)
                                    << (64 - Bitmap::window);
    const std::uint64_t stop = (~line | above | below) & valid;
    if (stop == 0) continue;
    const int k = std::countl_zero(stop);
    return {gone + k, !(line << k >> 63), (above << k >> 63) != 0, (below << k >> 63) != 0};
  }
}

}  // namespace

JumpPointSearch::Jump JumpPointSearch::straight(unsigned direction, const Cell& from) const {
  const bool is_row = direction == east || direction == west;
  const Bitmap& map = is_row ? grid_.rows() : grid_.columns();
  const std::uint32_t i = is_row ? map.index(from.x, from.y) : map.index(from.y, from.x);
  const bool is_up = direction == east || direction == south;
  const Stop stop = is_up ? scan_up(map, i) : scan_down(map, i);
  // How far the goal is on this line, if it is ahead.
  if (is_row ? from.y == goal_.y : from.x == goal_.x) {
    const std::int32_t ahead = (is_row ? goal_.x - from.x : goal_.y - from.y) * (is_up ? 1 : -1);
    if (ahead > 0 && (static_cast<std::uint32_t>(ahead) < stop.steps + !stop.blocked))
      return {static_cast<std::uint32_t>(ahead), bit(direction)};
  }
  if (stop.blocked) return {};
  // "After" is to the right of east and of north, to the left of west and of south.
  const bool after_is_right = direction == east || direction == north;
  return {stop.steps, onward(direction, after_is_right ? stop.below : stop.above,
                             after_is_right ? stop.above : stop.below)};
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

void JumpPointSearch::diagonal(unsigned direction, const Cell& from, std::uint32_t i) {
  const Steps base = nodes_[i].steps;
  const unsigned sides[2] = {(direction + 7) & 7, (direction + 1) & 7};
  const std::uint32_t offset = grid_.offset(direction);
  Cell c = from;
  std::uint32_t j = i;
  for (std::uint32_t k = 1; grid_.exits(j) >> direction & 1; ++k) {
    j += offset;
    c = {c.x + direction_x[direction], c.y + direction_y[direction]};
    const Steps here{base.straight, base.diagonal + k};
    if (c == goal_) {
      reach(c, here, i, bit(direction));
      return;
    }
    for (const unsigned side : sides) {
      const Jump jump = straight(side, c);
      if (jump.steps == 0) continue;
      const auto n = static_cast<std::int32_t>(jump.steps);
      reach({c.x + n * direction_x[side], c.y + n * direction_y[side]},
            {here.straight + jump.steps, here.diagonal}, i, jump.directions);
    }
  }
}

bool JumpPointSearch::search(const Cell& start, const Cell& goal, Walk& walk, SearchStats& stats) {
  if (nodes_.empty()) nodes_.resize(grid_.size());
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
    for (unsigned left = todo; left != 0; left &= left - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(left));
      if (d & 1) {
        diagonal(d, c, i);
        continue;
      }
      const Jump jump = straight(d, c);
      if (jump.steps == 0) continue;
      const auto n = static_cast<std::int32_t>(jump.steps);
      reach({c.x + n * direction_x[d], c.y + n * direction_y[d]},
            {g.straight + jump.steps, g.diagonal}, i, jump.directions);
    }
  }
  if (nodes_[target].query != query_) return false;
  std::vector<std::uint32_t> chain{target};
  while (chain.back() != source) chain.push_back(nodes_[chain.back()].parent);
  walk.corners.push_back(start);
  for (std::size_t k = chain.size() - 1; k-- > 0;) extend_bent(walk, grid_.cell(chain[k]));
  return true;
}

}  // namespace clearway
