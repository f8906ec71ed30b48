#include "grid/cluster_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

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

// Finds the entrances over all four borders of a cluster. Both sides of a border have the same
// entrances, so partners are always marked in pairs.
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
    search_.find_all(box(number), grid_.cell(c.cells[i]));
    for (std::size_t j = 0; j < n; ++j)
      c.weights[i * n + j] = weight_of(search_, grid_.cell(c.cells[j]));
  }
}

// A change inside a cluster changes its distances and the entrances over its borders. A neighbour
// is measured again only if its marked cells have changed.
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

ClusterGraph::Weight ClusterGraph::weight_of(const BoxSearch& search, const Cell& to) {
  if (!search.reached(to)) return {};
  const Steps s = search.steps(to);
  return {static_cast<std::uint16_t>(s.straight), static_cast<std::uint16_t>(s.diagonal)};
}

std::size_t ClusterGraph::bytes() const {
  std::size_t sum = clusters_.capacity() * sizeof(Cluster);
  for (const Cluster& c : clusters_)
    sum += c.cells.capacity() * sizeof(std::uint32_t) + c.links.capacity() +
           c.weights.capacity() * sizeof(Weight);
  return sum;
}

}  // namespace clearway
