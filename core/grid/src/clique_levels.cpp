#include "grid/clique_levels.hpp"

#include <algorithm>
#include <bit>

#include "base/grow.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

// With more boxes of changed cells than this, all levels are built again.
constexpr std::size_t most_boxes = 1024;
// Repairs may leave single nodes where a fresh build has cliques. When repairs have added more
// levels than this, all levels are built again.
constexpr std::size_t most_added_levels = 4;

void make_set(std::vector<std::uint32_t>& v) {
  std::sort(v.begin(), v.end(), [](std::uint32_t a, std::uint32_t b) {
    check_interrupt();
    return a < b;
  });
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

bool holds(const std::vector<std::uint32_t>& set, std::uint32_t value) {
  return std::binary_search(set.begin(), set.end(), value);
}

}  // namespace

CliqueLevels::CliqueLevels(const Grid& grid) : grid_(grid) { build(); }

template <class F>
void CliqueLevels::each_neighbour(std::size_t k, std::uint32_t node, F&& visit) const {
  if (k == 0) {
    for (unsigned exits = grid_.exits(node); exits != 0; exits &= exits - 1)
      visit(node + grid_.offset(static_cast<unsigned>(std::countr_zero(exits))));
  } else {
    for (const std::uint32_t n : levels_[k - 1].nodes[node].neighbours) visit(n);
  }
}

bool CliqueLevels::adjacent(std::size_t k, std::uint32_t a, std::uint32_t b) const {
  if (k > 0) {
    const std::vector<std::uint32_t>& n = levels_[k - 1].nodes[a].neighbours;
    return std::find(n.begin(), n.end(), b) != n.end();
  }
  for (unsigned exits = grid_.exits(a); exits != 0; exits &= exits - 1)
    if (a + grid_.offset(static_cast<unsigned>(std::countr_zero(exits))) == b) return true;
  return false;
}

void CliqueLevels::build() {
  levels_.clear();
  cells_.clear();
  grow_to(cells_, grid_.size(), none);
  made_ = 0;
  Work work;
  for (std::int32_t y = 0; y < grid_.height(); ++y) {
    for (std::int32_t x = 0; x < grid_.width(); ++x) {
      check_interrupt();
      if (grid_.is_free(grid_.index({x, y}))) work.changed.push_back(grid_.index({x, y}));
    }
  }
  climb(std::move(work));
  built_height_ = levels_.size();
}

void CliqueLevels::touch(const CellBox& changed) {
  if (!changed.empty()) boxes_.push_back(changed);
}

// A changed cell changes the moves of the eight cells around it.
void CliqueLevels::repair() {
  if (boxes_.size() > most_boxes) {
    boxes_.clear();
    build();
    return;
  }
  Work work;
  for (const CellBox& b : boxes_) {
    for (std::int32_t y = std::max(b.y0 - 1, 0); y < std::min(b.y1 + 1, grid_.height()); ++y) {
      check_interrupt();
      for (std::int32_t x = std::max(b.x0 - 1, 0); x < std::min(b.x1 + 1, grid_.width()); ++x) {
        const std::uint32_t i = grid_.index({x, y});
        if (grid_.is_free(i)) {
          work.changed.push_back(i);
        } else if (cells_[i] != none) {
          work.dead_parents.push_back(cells_[i]);
          cells_[i] = none;
        }
      }
    }
  }
  boxes_.clear();
  made_ = 0;
  climb(std::move(work));
  while (!levels_.empty() && levels_.back().nodes.size() == levels_.back().slots.size())
    levels_.pop_back();
  if (levels_.size() > built_height_ + most_added_levels) build();
}

void CliqueLevels::climb(Work work) {
  for (std::size_t k = 0; !work.changed.empty() || !work.dead_parents.empty(); ++k) {
    make_set(work.changed);
    make_set(work.dead_parents);
    work = regroup(k, work);
  }
}

// Groups the changed nodes of level k, and all that shared a clique with a changed or removed one,
// into new cliques; returns what this changes on level k + 1. The cliques that stay have only nodes
// with unchanged neighbours, so the edges between them stay as well.
CliqueLevels::Work CliqueLevels::regroup(std::size_t k, const Work& work) {
  std::vector<std::uint32_t> dissolved = work.dead_parents, loose = work.changed;
  for (const std::uint32_t n : work.changed) {
    check_interrupt();
    if (parent(k, n) != none) dissolved.push_back(parent(k, n));
  }
  make_set(dissolved);
  // A clique is connected. If it lost an edge, both ends of the edge are among the changed nodes,
  // and the rest of the clique is reached from them.
  for (std::size_t i = 0; i < loose.size(); ++i) {
    check_interrupt();
    const std::uint32_t p = parent(k, loose[i]);
    if (p == none) continue;
    parent_of(k, loose[i]) = none;
    each_neighbour(k, loose[i], [&](std::uint32_t n) {
      if (parent(k, n) == p) loose.push_back(n);
    });
  }
  make_set(loose);

  Work above;
  for (const std::uint32_t p : dissolved) {
    check_interrupt();
    Level& level = levels_[k];
    for (const std::uint32_t q : level.nodes[p].neighbours) {
      if (holds(dissolved, q)) continue;
      std::erase(level.nodes[q].neighbours, p);
      above.changed.push_back(q);
    }
    if (level.nodes[p].parent != none) above.dead_parents.push_back(level.nodes[p].parent);
  }
  for (const std::uint32_t p : dissolved) {
    check_interrupt();
    levels_[k].nodes[p] = {};
    levels_[k].slots.push_back(p);
  }
  std::vector<std::uint32_t> groups;
  gather(k, loose, groups);
  for (const std::uint32_t n : loose) {
    check_interrupt();
    const std::uint32_t p = parent(k, n);
    each_neighbour(k, n, [&](std::uint32_t m) {
      const std::uint32_t q = parent(k, m);
      if (q == p) return;
      std::vector<Node>& nodes = levels_[k].nodes;
      const auto link = [&nodes](std::uint32_t a, std::uint32_t b) {
        std::vector<std::uint32_t>& list = nodes[a].neighbours;
        if (std::find(list.begin(), list.end(), b) != list.end()) return false;
        list.push_back(b);
        return true;
      };
      if (link(p, q) | link(q, p)) above.changed.insert(above.changed.end(), {p, q});
    });
  }
  above.changed.insert(above.changed.end(), groups.begin(), groups.end());
  return above;
}

std::uint32_t CliqueLevels::group(std::size_t k, const std::uint32_t* nodes, std::size_t count) {
  if (levels_.size() == k) levels_.emplace_back();
  Level& level = levels_[k];
  std::uint32_t p;
  if (level.slots.empty()) {
    p = static_cast<std::uint32_t>(level.nodes.size());
    make_room(level.nodes);
    level.nodes.emplace_back();
  } else {
    p = level.slots.back();
    level.slots.pop_back();
  }
  Node& node = level.nodes[p];
  for (std::size_t i = 0; i < count; ++i) {
    parent_of(k, nodes[i]) = p;
    if (k == 0) {
      const Cell c = grid_.cell(nodes[i]);
      node.x += static_cast<float>(c.x);
      node.y += static_cast<float>(c.y);
    } else {
      const Node& child = levels_[k - 1].nodes[nodes[i]];
      node.x += child.x;
      node.y += child.y;
    }
  }
  node.x /= static_cast<float>(count);
  node.y /= static_cast<float>(count);
  node.cell = k == 0 ? nodes[0] : levels_[k - 1].nodes[nodes[0]].cell;
  ++made_;
  return p;
}

void CliqueLevels::gather(std::size_t k, const std::vector<std::uint32_t>& loose,
                          std::vector<std::uint32_t>& groups) {
  std::vector<std::uint32_t> near;
  const auto loose_neighbours = [&](std::uint32_t n) {
    near.clear();
    each_neighbour(k, n, [&](std::uint32_t m) {
      if (parent(k, m) == none) near.push_back(m);
    });
    if (k > 0) std::sort(near.begin(), near.end());
  };
  const auto four = [&](std::uint32_t n) {
    for (std::size_t a = 0; a < near.size(); ++a)
      for (std::size_t b = a + 1; b < near.size(); ++b) {
        if (!adjacent(k, near[a], near[b])) continue;
        for (std::size_t c = b + 1; c < near.size(); ++c)
          if (adjacent(k, near[a], near[c]) && adjacent(k, near[b], near[c])) {
            const std::uint32_t nodes[] = {n, near[a], near[b], near[c]};
            groups.push_back(group(k, nodes, 4));
            return;
          }
      }
  };
  const auto three = [&](std::uint32_t n) {
    for (std::size_t a = 0; a < near.size(); ++a)
      for (std::size_t b = a + 1; b < near.size(); ++b)
        if (adjacent(k, near[a], near[b])) {
          const std::uint32_t nodes[] = {n, near[a], near[b]};
          groups.push_back(group(k, nodes, 3));
          return;
        }
  };
  const auto two = [&](std::uint32_t n) {
    // A neighbour with no other neighbour joins later, unless it is the only one.
    std::uint32_t best = none;
    for (const std::uint32_t m : near) {
      std::size_t degree = 0;
      each_neighbour(k, m, [&](std::uint32_t) { ++degree; });
      if (best == none || degree > 1) best = m;
      if (degree > 1) break;
    }
    if (best == none) return;
    const std::uint32_t nodes[] = {n, best};
    groups.push_back(group(k, nodes, 2));
  };
  const auto sweep = [&](auto&& take) {
    for (const std::uint32_t n : loose) {
      check_interrupt();
      if (parent(k, n) != none) continue;
      loose_neighbours(n);
      take(n);
    }
  };
  sweep(four);
  sweep(three);
  sweep(two);
  for (const std::uint32_t n : loose) {
    check_interrupt();
    if (parent(k, n) != none) continue;
    std::size_t degree = 0;
    std::uint32_t only = none;
    each_neighbour(k, n, [&](std::uint32_t m) {
      ++degree;
      only = m;
    });
    if (degree == 1 && parent(k, only) != none)
      parent_of(k, n) = parent(k, only);
    else if (degree > 0)
      groups.push_back(group(k, &n, 1));
  }
}

std::size_t CliqueLevels::bytes() const {
  std::size_t sum = cells_.capacity() * sizeof(std::uint32_t);
  for (const Level& level : levels_) {
    sum += level.nodes.capacity() * sizeof(Node) + level.slots.capacity() * sizeof(std::uint32_t);
    for (const Node& n : level.nodes) sum += n.neighbours.capacity() * sizeof(std::uint32_t);
  }
  return sum;
}

}  // namespace clearway
