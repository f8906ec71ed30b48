#include "clearway/grid/hpa.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "smooth.hpp"

namespace clearway {

namespace {

using Weight = ClusterGraph::Weight;

Weight weight_of(const BoxSearch& search, const Cell& to) {
  if (!search.reached(to)) return {};
  const Steps s = search.steps(to);
  return {static_cast<std::uint16_t>(s.straight), static_cast<std::uint16_t>(s.diagonal)};
}

Steps operator+(const Steps& a, const Weight& b) {
  return {a.straight + b.straight, a.diagonal + b.diagonal};
}

constexpr double per_step = 256.0, most_over = 4294967295.0;

}  // namespace

ClusterGraph::ClusterGraph(const Grid& grid, std::int32_t size)
    : grid_(grid), size_(size), search_(grid) {
  if (size < min_cluster || size > max_cluster)
    throw InvalidInput("cluster is " + std::to_string(size) + ": between 2 and 255");
  columns_ = (grid.width() + size - 1) / size;
  rows_ = (grid.height() + size - 1) / size;
  clusters_.resize(static_cast<std::size_t>(columns_) * rows_);
  is_dirty_.resize(clusters_.size(), 0);
  touch({0, 0, grid.width(), grid.height()});
  repair();
}

CellBox ClusterGraph::box(std::uint32_t number) const {
  const std::int32_t x = static_cast<std::int32_t>(number) % columns_ * size_;
  const std::int32_t y = static_cast<std::int32_t>(number) / columns_ * size_;
  return {x, y, std::min(x + size_, grid_.width()), std::min(y + size_, grid_.height())};
}

void ClusterGraph::touch(const CellBox& changed) {
  if (changed.empty()) return;
  for (std::int32_t r = changed.y0 / size_; r <= (changed.y1 - 1) / size_; ++r) {
    for (std::int32_t c = changed.x0 / size_; c <= (changed.x1 - 1) / size_; ++c) {
      const auto k = static_cast<std::uint32_t>(r * columns_ + c);
      if (is_dirty_[k]) continue;
      is_dirty_[k] = 1;
      dirty_.push_back(k);
    }
  }
}

// The marked cells of a cluster: of its entrances over all four borders. Both sides of a
// border see the same entrances, so partners are always marked in pairs.
void ClusterGraph::mark(std::uint32_t number, Cluster& out) const {
  const CellBox b = box(number);
  std::vector<std::pair<std::uint32_t, std::uint8_t>> marked;
  const auto border = [&](Cell first, std::uint32_t length, unsigned along, unsigned across) {
    const std::uint32_t step = grid_.offset(along), over = grid_.offset(across);
    const std::uint32_t begin = grid_.index(first);
    for (std::uint32_t k = 0; k < length;) {
      std::uint32_t n = 0;
      while (k + n < length && grid_.is_free(begin + (k + n) * step) &&
             grid_.is_free(begin + (k + n) * step + over))
        ++n;
      const auto add = [&](std::uint32_t at) {
        marked.emplace_back(begin + at * step, static_cast<std::uint8_t>(1u << across));
      };
      if (n > static_cast<std::uint32_t>(widest_single_entrance)) {
        add(k);
        add(k + n - 1);
      } else if (n > 0) {
        add(k + n / 2);
      }
      k += n + 1;
    }
  };
  const auto width = static_cast<std::uint32_t>(b.x1 - b.x0);
  const auto height = static_cast<std::uint32_t>(b.y1 - b.y0);
  border({b.x0, b.y0}, width, east, north);
  border({b.x0, b.y1 - 1}, width, east, south);
  border({b.x0, b.y0}, height, south, west);
  border({b.x1 - 1, b.y0}, height, south, east);
  std::sort(marked.begin(), marked.end());
  out = {};
  for (const auto& [cell, link] : marked) {
    if (!out.cells.empty() && out.cells.back() == cell) {
      out.links.back() |= link;
    } else {
      out.cells.push_back(cell);
      out.links.push_back(link);
    }
  }
}

void ClusterGraph::measure(std::uint32_t number) {
  Cluster& c = clusters_[number];
  const std::size_t n = c.cells.size();
  c.weights.assign(n * n, {});
  for (std::size_t i = 0; i < n; ++i) {
    search_.all(box(number), grid_.cell(c.cells[i]));
    for (std::size_t j = 0; j < n; ++j)
      c.weights[i * n + j] = weight_of(search_, grid_.cell(c.cells[j]));
  }
}

// A change inside a cluster moves its ways and the entrances over its borders; a neighbour is
// measured again only where its marked cells are others than before.
void ClusterGraph::repair() {
  repaired_ = 0;
  const std::size_t changed = dirty_.size();
  for (std::size_t k = 0; k < changed; ++k) {
    const auto c = static_cast<std::int32_t>(dirty_[k]) % columns_;
    const auto r = static_cast<std::int32_t>(dirty_[k]) / columns_;
    for (const unsigned d : {east, south, west, north}) {
      const std::int32_t x = c + direction_x[d], y = r + direction_y[d];
      if (x < 0 || y < 0 || x >= columns_ || y >= rows_) continue;
      const auto near = static_cast<std::uint32_t>(y * columns_ + x);
      if (is_dirty_[near]) continue;
      is_dirty_[near] = 1;
      dirty_.push_back(near);
    }
  }
  Cluster fresh;
  for (std::size_t k = 0; k < dirty_.size(); ++k) {
    check_interrupt(64);
    const std::uint32_t number = dirty_[k];
    is_dirty_[number] = 0;
    mark(number, fresh);
    Cluster& old = clusters_[number];
    if (k >= changed && fresh.cells == old.cells) {
      old.links = fresh.links;
      continue;
    }
    old = fresh;
    measure(number);
    ++repaired_;
  }
  dirty_.clear();
}

std::size_t ClusterGraph::bytes() const {
  std::size_t sum = clusters_.capacity() * sizeof(Cluster);
  for (const Cluster& c : clusters_)
    sum += c.cells.capacity() * sizeof(std::uint32_t) + c.links.capacity() +
           c.weights.capacity() * sizeof(Weight);
  return sum;
}

void HierarchicalSearch::reach(std::uint32_t i, const Cell& to, const Steps& steps,
                               std::uint32_t parent, bool is_inside) {
  Node& node = nodes_[i];
  if (node.query == query_ && node.steps.length() <= steps.length()) return;
  node.steps.straight = steps.straight;
  node.steps.diagonal = steps.diagonal;
  node.parent = parent;
  node.query = query_;
  node.is_closed = false;
  node.is_inside = is_inside;
  ++stats_->generated;
  const double over = ((steps + octile(to, goal_)).length() - least_) * per_step;
  const auto key = static_cast<std::uint64_t>(std::clamp(over, 0.0, most_over));
  open_.push_back(key << 32 | i);
  std::push_heap(open_.begin(), open_.end(), std::greater<>());
}

Cell HierarchicalSearch::cell_of(std::uint32_t i) const {
  if (i >= source_) return i == source_ ? start_ : goal_;
  return grid_.cell(graph_.cluster(i / most_).cells[i % most_]);
}

// Weights are those of shortest ways, so two of them one after the other inside a cluster are
// never shorter than one.
void HierarchicalSearch::expand(std::uint32_t i) {
  const Steps g = nodes_[i].steps;
  const bool is_source = i == source_;
  const std::uint32_t number = is_source ? graph_.cluster_of(start_) : i / most_;
  const std::uint32_t k = is_source ? 0 : i - number * most_;
  const ClusterGraph::Cluster& c = graph_.cluster(number);
  if (!is_source) {
    const Cell at = grid_.cell(c.cells[k]);
    for (unsigned links = c.links[k]; links != 0; links &= links - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(links));
      const std::uint32_t near = graph_.beside(number, d);
      const std::vector<std::uint32_t>& cells = graph_.cluster(near).cells;
      const std::uint32_t beyond = c.cells[k] + grid_.offset(d);
      std::uint32_t partner = 0;  // they are few: counted faster than bisected
      for (const std::uint32_t cell : cells) partner += cell < beyond;
      reach(near * most_ + partner, {at.x + direction_x[d], at.y + direction_y[d]},
            {g.straight + 1, g.diagonal}, i, false);
    }
  }
  if (nodes_[i].is_inside) return;
  const auto n = static_cast<std::uint32_t>(c.cells.size());
  const Weight* row = is_source ? from_start_.data() : c.weights.data() + std::size_t{k} * n;
  std::int32_t y = graph_.box(number).y0;  // cells ascend: their rows are counted, not divided
  std::uint32_t line = grid_.index({0, y});
  for (std::uint32_t j = 0; j < n; ++j) {
    if (row[j].straight == ClusterGraph::apart) continue;
    for (; c.cells[j] - line >= grid_.stride(); line += grid_.stride()) ++y;
    reach(number * most_ + j, {static_cast<std::int32_t>(c.cells[j] - line), y}, g + row[j], i,
          true);
  }
  if (number != graph_.cluster_of(goal_)) return;
  const Weight last = is_source ? direct_ : to_goal_[k];
  if (last.straight != ClusterGraph::apart) reach(target_, goal_, g + last, i, true);
}

bool HierarchicalSearch::search(const Cell& start, const Cell& goal, CellRoute& walk,
                                SearchStats& stats) {
  if (nodes_.empty()) {
    most_ = graph_.most_marked();
    source_ = static_cast<std::uint32_t>(graph_.count()) * most_;
    target_ = source_ + 1;
    nodes_.resize(std::size_t{source_} + 2);
  }
  if (++query_ == 0) {
    std::fill(nodes_.begin(), nodes_.end(), Node{});
    query_ = 1;
  }
  stats_ = &stats;
  start_ = start;
  goal_ = goal;
  open_.clear();
  const std::uint64_t before = box_.expanded();
  box_.log(explored());
  const auto insert = [&](const Cell& end, std::vector<Weight>& ways) {
    const std::uint32_t number = graph_.cluster_of(end);
    box_.all(graph_.box(number), end);
    ways.clear();
    for (const std::uint32_t cell : graph_.cluster(number).cells)
      ways.push_back(weight_of(box_, grid_.cell(cell)));
  };
  insert(goal, to_goal_);
  insert(start, from_start_);
  direct_ = graph_.cluster_of(start) == graph_.cluster_of(goal) ? weight_of(box_, goal) : Weight{};

  least_ = octile(start, goal).length();
  reach(source_, start, {}, source_, false);
  bool is_found = false;
  while (!open_.empty()) {
    check_interrupt(4);
    const std::uint64_t first = open_.front();
    if (is_found &&
        static_cast<double>(first >> 32) / per_step + least_ >= nodes_[target_].steps.length())
      break;
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    open_.pop_back();
    const auto i = static_cast<std::uint32_t>(first);
    if (nodes_[i].is_closed) continue;
    nodes_[i].is_closed = true;
    if (i == target_) {
      is_found = true;
      continue;
    }
    ++stats.expanded;
    if (explored()) note(grid_.index(cell_of(i)));
    expand(i);
  }
  if (is_found) {
    std::vector<std::uint32_t> chain{target_};
    while (chain.back() != source_) chain.push_back(nodes_[chain.back()].parent);
    walk.corners.push_back(start);
    for (std::size_t k = chain.size() - 1; k-- > 0;) {
      const Cell a = cell_of(chain[k + 1]), b = cell_of(chain[k]);
      const std::uint32_t number = graph_.cluster_of(a);
      if (number != graph_.cluster_of(b))
        extend(walk, b);
      else if (!connect(grid_, a, b, walk) && !box_.way(graph_.box(number), a, b, walk))
        throw InternalError("hpa*: a way of the graph is not there");
    }
    if (is_smooth_) smooth(grid_, walk);
  }
  stats.expanded += box_.expanded() - before;
  return is_found;
}

}  // namespace clearway
