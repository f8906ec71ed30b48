// The clusters of a grid and their entrances, for planner "hpa*" (Botea, Mueller and Schaeffer
// 2004): square clusters, marked cells at the entrances between them, and the distances between the
// marked cells of a cluster.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/grid/planner.hpp"
#include "grid/box_search.hpp"

namespace clearway {

// An entrance is a maximal run of pairs of free cells across the border of two clusters. Up to
// widest_single_entrance pairs, its middle pair is marked; in a wider one the first and the last.
class ClusterGraph final : public GridAbstraction {
 public:
  static constexpr std::int32_t widest_single_entrance = 5;
  static constexpr std::int32_t min_cluster = 2, max_cluster = 255;
  static constexpr std::uint16_t disconnected = 0xffff;

  // Steps of a shortest path inside the cluster; straight == disconnected: there is none.
  struct Weight {
    std::uint16_t straight = disconnected, diagonal = 0;
  };
  struct Cluster {
    std::vector<std::uint32_t> cells;  // marked cells, ascending, as indices of the grid
    std::vector<std::uint8_t> links;   // directions in which a marked partner lies, as bits
    std::vector<Weight> weights;       // between cells: rows by columns
  };

  // Builds it. `size`: side of a cluster, min_cluster to max_cluster, else InvalidInput.
  ClusterGraph(const Grid& grid, std::int32_t size);

  void touch(const CellBox& changed) override;
  bool stale() const override { return !dirty_.empty(); }
  void repair() override;
  std::size_t bytes() const override;
  // Clusters measured again by the last repair.
  std::size_t repaired() const { return repaired_; }

  std::uint32_t cluster_of(const Cell& c) const {
    return static_cast<std::uint32_t>(c.y / size_ * columns_ + c.x / size_);
  }
  const Cluster& cluster(std::uint32_t number) const { return clusters_[number]; }
  // The cluster on the other side of a border.
  std::uint32_t beside(std::uint32_t number, unsigned direction) const {
    return number +
           static_cast<std::uint32_t>(direction_y[direction] * columns_ + direction_x[direction]);
  }
  // The most marked cells that a cluster can have: every other cell of its borders.
  std::uint32_t most_marked() const { return 4 * static_cast<std::uint32_t>((size_ + 1) / 2); }
  std::size_t count() const { return clusters_.size(); }
  CellBox box(std::uint32_t number) const;

  // The weight of a path to a cell, after BoxSearch::find_all.
  static Weight weight_of(const BoxSearch& search, const Cell& to);

 private:
  void mark(std::uint32_t number, Cluster& out) const;
  void measure(std::uint32_t number);

  const Grid& grid_;
  std::int32_t size_, columns_, rows_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> dirty_;  // clusters with changed cells
  std::size_t repaired_ = 0;
  BoxSearch search_;
};

}  // namespace clearway
