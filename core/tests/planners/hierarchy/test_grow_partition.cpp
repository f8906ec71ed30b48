// Partitions of graphs without another library.
#include <algorithm>
#include <map>
#include <set>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/grow_partition.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

struct Graph {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> neighbours;
  void add(const std::vector<std::int32_t>& near) {
    neighbours.insert(neighbours.end(), near.begin(), near.end());
    starts.push_back(static_cast<std::int64_t>(neighbours.size()));
  }
};

// A lattice of this many columns and rows, without the vertices that `leaves_out` names.
template <class F>
Graph lattice(int columns, int rows, F leaves_out) {
  std::vector<std::int32_t> number(static_cast<std::size_t>(columns * rows), -1);
  std::int32_t count = 0;
  for (int i = 0; i < columns * rows; ++i)
    if (!leaves_out(i % columns, i / columns)) number[i] = count++;
  Graph out;
  for (int i = 0; i < columns * rows; ++i) {
    if (number[i] < 0) continue;
    std::vector<std::int32_t> near;
    const int x = i % columns, y = i / columns;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      const int u = x + dx, v = y + dy;
      if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
      if (number[v * columns + u] >= 0) near.push_back(number[v * columns + u]);
    }
    out.add(near);
  }
  return out;
}

// Whether the vertices of each part are connected.
bool are_connected(const Graph& graph, const std::vector<std::int32_t>& parts) {
  std::map<std::int32_t, std::vector<std::int32_t>> members;
  for (std::size_t v = 0; v < parts.size(); ++v)
    members[parts[v]].push_back(static_cast<std::int32_t>(v));
  for (const auto& [part, vertices] : members) {
    std::set<std::int32_t> seen{vertices[0]};
    std::vector<std::int32_t> open{vertices[0]};
    while (!open.empty()) {
      const std::int32_t v = open.back();
      open.pop_back();
      for (std::int64_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k)
        if (parts[graph.neighbours[k]] == part && seen.insert(graph.neighbours[k]).second)
          open.push_back(graph.neighbours[k]);
    }
    if (seen.size() != vertices.size()) return false;
  }
  return true;
}

}  // namespace

TEST(grown_parts_are_connected_and_similar) {
  for (const int hole : {0, 3, 5}) {
    const Graph graph =
        lattice(30, 20, [&](int x, int y) { return hole > 0 && x % hole == 1 && y % hole == 1; });
    for (const Index wanted : {2u, 7u, 24u}) {
      const auto parts = grow_partition(graph.starts, graph.neighbours, wanted);
      CHECK(are_connected(graph, parts));
      std::map<std::int32_t, std::size_t> sizes;
      for (const std::int32_t part : parts) ++sizes[part];
      const double mean = static_cast<double>(parts.size()) / wanted;
      for (const auto& [part, size] : sizes) CHECK(size > 0.2 * mean && size < 2.5 * mean);
      CHECK(sizes.size() >= wanted / 2 && sizes.size() <= 2 * wanted);
      CHECK(sizes.begin()->first == 0 && sizes.rbegin()->first + 1 == std::ssize(sizes));
    }
  }
}

TEST(small_components_share_parts) {
  // Columns of 10 without edges between them.
  const Graph graph = lattice(39, 10, [](int x, int) { return x % 2 == 1; });
  const auto parts = grow_partition(graph.starts, graph.neighbours, 4);
  CHECK(*std::max_element(parts.begin(), parts.end()) <= 4);
  for (std::int32_t v = 0; v < std::ssize(parts); ++v)
    for (std::int64_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k)
      CHECK(parts[v] == parts[graph.neighbours[k]]);
}

TEST(a_graph_that_falls_into_tiny_pieces_stays_whole) {
  // A vertex with 40 neighbours, each of which has no other.
  Graph star;
  std::vector<std::int32_t> leaves(40);
  for (std::int32_t i = 0; i < 40; ++i) leaves[i] = i + 1;
  star.add(leaves);
  for (int i = 0; i < 40; ++i) star.add({0});
  const auto parts = grow_partition(star.starts, star.neighbours, 4);
  CHECK(*std::max_element(parts.begin(), parts.end()) == 0);
}

TEST(malformed_graphs_are_not_partitioned) {
  CHECK(grow_partition({}, {}, 3).empty());
  const auto is_refused = [](std::vector<std::int64_t> starts,
                             std::vector<std::int32_t> neighbours) {
    try {
      grow_partition(starts, neighbours, 2);
    } catch (const InvalidInput&) {
      return true;
    }
    return false;
  };
  CHECK(is_refused({0, 1, 2}, {1, 2}) && is_refused({0, 1, 2}, {1, -1}));
  CHECK(is_refused({0, 2, 1}, {1}) && is_refused({0, 1, 3}, {1, 0}) && is_refused({1, 2}, {0, 0}));
  CHECK(!is_refused({0, 1, 2}, {1, 0}));
}

}  // namespace CLEARWAY_TEST_FILE
