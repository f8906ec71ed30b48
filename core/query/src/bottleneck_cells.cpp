#include "query/bottleneck_cells.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"
#include "bottleneck_cell.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

// Triangles in a leaf: smaller ones have more exits for their size, larger ones cost an edit more.
constexpr std::size_t leaf_size = 64;
// A leaf that edits have filled is cut when it is this many times as large.
constexpr std::size_t fullest = 4;
// Halving a square more often leads below the rounding of its coordinates.
constexpr int deepest = 48;
// Cells that edits have emptied stay; all are built anew once there are this many times as many
// cells as at the last time, and some more.
constexpr std::size_t most_growth = 4, spare_cells = 256;

int quadrant_of(const Point& p, const Point& center) {
  return (p.x >= center.x ? 1 : 0) + (p.y >= center.y ? 2 : 0);
}

}  // namespace

struct BottleneckCells::Cell {
  CellId parent = none;
  CellId parts[4] = {none, none, none, none};  // of a cell that is no leaf
  Point center{0, 0};
  double half = 0;  // of its side
  int depth = 0;
  bool is_leaf = true;
  std::vector<TriangleId> triangles;  // of a leaf
  BottleneckCell portals;
};

// A portal, and the width at which it is reached from where the climb began.
struct BottleneckCells::Climb {
  CellId cell;
  BottleneckCell::Reached at;
};

BottleneckCells::BottleneckCells(const World& world) : world_(world) { start(); }
BottleneckCells::~BottleneckCells() = default;
std::size_t BottleneckCells::cell_count() const { return cells_.size(); }

void BottleneckCells::start() {
  const Mesh& mesh = world_.mesh();
  cells_.clear();
  leaf_of_.assign(mesh.triangles.size(), none);
  std::vector<Placed> triangles;
  Point low{infinity, infinity}, high{-infinity, -infinity};
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    triangles.push_back(placed(t));
    const Point p = triangles.back().middle;
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  live_ = live_at_start_ = triangles.size();
  cells_.emplace_back();
  if (!triangles.empty()) {
    Cell& root = cells_.back();
    root.center = {low.x + 0.5 * (high.x - low.x), low.y + 0.5 * (high.y - low.y)};
    root.half = 0.5 * std::max(high.x - low.x, high.y - low.y);
  }
  build(CellId(0), triangles);
  cells_at_start_ = cells_.size();
}

BottleneckCells::Placed BottleneckCells::placed(TriangleId t) const {
  const Mesh& mesh = world_.mesh();
  const auto& corner = mesh.triangles[t].vertex;
  const Point a = mesh.point(corner[0]), b = mesh.point(corner[1]), c = mesh.point(corner[2]);
  return {{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3}, t};
}

BottleneckCells::CellId BottleneckCells::add_cell(CellId parent, int quadrant) {
  const CellId id = cells_.end_id();
  cells_.emplace_back();
  Cell &cell = cells_.back(), &above = cells_[parent];
  above.parts[quadrant] = id;
  cell.parent = parent;
  cell.half = 0.5 * above.half;
  cell.center = {above.center.x + (quadrant & 1 ? cell.half : -cell.half),
                 above.center.y + (quadrant & 2 ? cell.half : -cell.half)};
  cell.depth = above.depth + 1;
  return id;
}

// Reorders the triangles.
void BottleneckCells::build(CellId id, std::span<Placed> triangles) {
  if (triangles.size() <= leaf_size || cells_[id].depth == deepest) {
    cells_[id].triangles.reserve(triangles.size());
    for (const Placed& p : triangles) {
      leaf_of_[p.triangle] = id;
      cells_[id].triangles.push_back(p.triangle);
    }
    build_leaf(id);
    return;
  }
  cells_[id].is_leaf = false;
  const Point center = cells_[id].center;
  auto begin = triangles.begin();
  for (int i = 0; i < 4; ++i) {
    const auto end = std::partition(begin, triangles.end(), [&](const Placed& p) {
      return quadrant_of(p.middle, center) == i;
    });
    if (begin != end) build(add_cell(id, i), {begin, end});
    begin = end;
  }
  join_parts(id);
}

HalfEdgeId BottleneckCells::portal_of(HalfEdgeId e) const {
  return std::min(e, world_.mesh().twin(e));
}

void BottleneckCells::build_leaf(CellId id) {
  const Mesh& mesh = world_.mesh();
  Cell& cell = cells_[id];
  std::vector<BottleneckCell::Side> sides;
  std::vector<Index> ranks(3 * cell.triangles.size(), none);  // three for each triangle
  sides.reserve(ranks.size());
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const HalfEdgeId e = Mesh::half_edge(cell.triangles[k / 3], static_cast<Index>(k % 3));
    if (!mesh.constrained(e)) sides.push_back({portal_of(e), static_cast<Index>(k)});
  }
  check_interrupt(static_cast<std::uint32_t>(1 + sides.size() / 4));
  cell.portals.begin_leaf(sides, ranks);
  std::vector<BottleneckCell::Link> links;
  links.reserve(sides.size());
  for (std::size_t k = 0; k < ranks.size(); k += 3) {
    const std::size_t before = links.size();
    for (Index i = 0; i < 3; ++i) {
      const double width = world_.turn_width(Mesh::half_edge(cell.triangles[k / 3], i));
      if (width >= 0) links.push_back({width, ranks[k + i], ranks[k + (i + 2) % 3]});
    }
    // Three portals are joined by the two wider connections.
    if (links.size() == before + 3) {
      auto least = links.end() - 1;
      for (auto link = links.end() - 3; link != links.end(); ++link)
        if (link->width < least->width) least = link;
      std::swap(*least, links.back());
      links.pop_back();
    }
  }
  cell.portals.finish_leaf(links);
}

void BottleneckCells::join_parts(CellId id) {
  const BottleneckCell* parts[4];
  std::size_t count = 0;
  for (const CellId part : cells_[id].parts)
    if (part != none) parts[count++] = &cells_[part].portals;
  check_interrupt(16);
  cells_[id].portals.join({parts, count});
}

BottleneckCells::CellId BottleneckCells::leaf_at(const Point& p) {
  CellId id(0);
  while (!cells_[id].is_leaf) {
    const int i = quadrant_of(p, cells_[id].center);
    const CellId part = cells_[id].parts[i];
    id = part == none ? add_cell(id, i) : part;
  }
  return id;
}

void BottleneckCells::update(std::span<const TriangleId> touched) {
  const Mesh& mesh = world_.mesh();
  leaf_of_.resize(mesh.triangles.size(), none);
  std::vector<CellId> changed;
  for (const TriangleId t : touched) {
    const CellId leaf = std::exchange(leaf_of_[t], none);
    if (leaf == none) continue;
    std::erase(cells_[leaf].triangles, t);
    --live_;
    changed.push_back(leaf);
  }
  for (const TriangleId t : touched) {
    if (!mesh.is_live(t) || !mesh.is_free(t) || leaf_of_[t] != none) continue;
    const CellId leaf = leaf_at(placed(t).middle);
    leaf_of_[t] = leaf;
    cells_[leaf].triangles.push_back(t);
    ++live_;
    changed.push_back(leaf);
  }
  if (2 * live_ < live_at_start_ || live_ > 4 * (live_at_start_ + leaf_size) ||
      cells_.size() > most_growth * cells_at_start_ + spare_cells)
    return start();
  // The triangles beside them have portals with other half-edges on the far side.
  for (const TriangleId t : touched) {
    if (leaf_of_[t] == none) continue;
    for (HalfEdgeId e = Mesh::half_edge(t, 0); e < Mesh::half_edge(t, 3); ++e)
      if (!mesh.constrained(e)) changed.push_back(leaf_of_[Mesh::triangle_of(mesh.twin(e))]);
  }
  const auto by_depth = [&](CellId a, CellId b) {
    const int x = cells_[a].depth, y = cells_[b].depth;
    return x != y ? x > y : a < b;
  };
  // Deepest first; the cells above join the next round.
  std::sort(changed.begin(), changed.end(), by_depth);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  std::vector<CellId> above;
  const auto rise = [&](CellId id) {
    if (cells_[id].parent != none) above.push_back(cells_[id].parent);
  };
  for (const CellId id : changed) {
    if (cells_[id].triangles.size() > fullest * leaf_size) {
      std::vector<Placed> triangles;
      for (const TriangleId t : std::exchange(cells_[id].triangles, {}))
        triangles.push_back(placed(t));
      build(id, triangles);
    } else {
      build_leaf(id);
    }
    rise(id);
  }
  while (!above.empty()) {
    // Of the deepest level, all at once: no cell is joined before its parts.
    int depth = 0;
    for (const CellId id : above) depth = std::max(depth, cells_[id].depth);
    std::sort(above.begin(), above.end(), by_depth);
    above.erase(std::unique(above.begin(), above.end()), above.end());
    const auto end = std::find_if(above.begin(), above.end(),
                                  [&](CellId id) { return cells_[id].depth < depth; });
    const std::vector<CellId> level(above.begin(), end);
    above.erase(above.begin(), end);
    for (const CellId id : level) {
      join_parts(id);
      rise(id);
    }
  }
}

double BottleneckCells::joined(HalfEdgeId a, HalfEdgeId b) const {
  Climb x{leaf_of_[Mesh::triangle_of(a)], {portal_of(a), infinity}},
      y{leaf_of_[Mesh::triangle_of(b)], {portal_of(b), infinity}};
  double best = -1.0;
  // To the exit of its cell, a member of the cell above.
  const auto rise = [&](Climb& climb) {
    const BottleneckCell::Reached exit = cells_[climb.cell].portals.exit(climb.at.portal);
    climb = {cells_[climb.cell].parent, {exit.portal, std::min(climb.at.width, exit.width)}};
  };
  while (std::min(x.at.width, y.at.width) > best) {
    if (x.cell != y.cell) {
      rise(cells_[x.cell].depth >= cells_[y.cell].depth ? x : y);
      continue;
    }
    const double inside = cells_[x.cell].portals.joined(x.at.portal, y.at.portal);
    best = std::max(best, std::min({x.at.width, y.at.width, inside}));
    if (cells_[x.cell].parent == none) break;
    rise(x);
    rise(y);
  }
  return best;
}

}  // namespace clearway
