// Shortest paths that stay inside a box of cells.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/grid.hpp"
#include "grid/cell_route.hpp"
#include "grid/step_buckets.hpp"

namespace clearway {

class BoxSearch {
 public:
  // Keeps scratch; one object per thread.
  explicit BoxSearch(const Grid& grid) : grid_(grid) {}

  // From a free cell of the box to every cell of it.
  void find_all(const CellBox& box, const Cell& source);
  // From a free cell of the box to another; whether there is a path. Appends it to `route`, which
  // ends at the source.
  bool find(const CellBox& box, const Cell& source, const Cell& target, CellRoute& route);

  // After find_all(): whether the cell was reached, and by which steps.
  bool reached(const Cell& c) const { return node(c).query == query_; }
  Steps steps(const Cell& c) const { return node(c).steps; }
  // Cells expanded by all searches of this object so far.
  std::uint64_t expanded() const { return expanded_; }
  // From now on, `explored` receives the indices of expanded cells; null: they are not reported.
  void log(std::vector<std::uint32_t>* explored) { explored_ = explored; }

 private:
  struct Node {
    Steps steps;
    std::uint32_t query = 0;
    std::uint8_t direction = 0;  // of the step that led here
    bool is_closed = false;
  };

  template <bool has_target>
  bool run(const CellBox& box, const Cell& source, const Cell& target);
  std::size_t number(const Cell& c) const {
    return static_cast<std::size_t>(c.y - box_.y0) * (box_.x1 - box_.x0) + (c.x - box_.x0);
  }
  const Node& node(const Cell& c) const { return nodes_[number(c)]; }

  const Grid& grid_;
  CellBox box_;
  std::vector<Node> nodes_;
  StepBuckets open_;
  std::vector<Cell> back_;
  std::uint32_t query_ = 0;
  std::uint64_t expanded_ = 0;
  std::vector<std::uint32_t>* explored_ = nullptr;
};

}  // namespace clearway
