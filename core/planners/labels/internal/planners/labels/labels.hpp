// Planner "labels": shortest paths for points from hub labels, prepared for one version of a world
// (docs/explanation/labels.md; Akiba et al. 2013; Du, Shen and Cheema 2023).
//
// Each corner of the pruned visibility graph knows its distances to some hubs, chosen so that every
// pair of corners has a shortest path through a hub that both know. Each triangle knows the corners
// that it sees. A query reads both and searches nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "clearway/world/world.hpp"

namespace clearway {

struct LabelData;

struct LabelStats {
  std::size_t corners = 0, edges = 0;  // of the visibility graph
  std::size_t labels = 0, sights = 0;  // distances to hubs; corners seen, summed over triangles
  std::size_t bytes = 0;               // kept for queries
  double seconds = 0;                  // of preparation so far
};

class Labels {
 public:
  // Begins the preparation for this version of the world: corners, graph, sights.
  // `memory`: bytes that may be kept for queries; the preparation itself needs about three times as
  // much. `threads` build the graph.
  Labels(const World& world, std::size_t memory, std::size_t threads = 1);
  // The same with hubs in the order of earlier labels of the same world (hubs()), which need not be
  // chosen again. Any order gives right labels; a bad one gives many. Throws InvalidInput unless
  // every corner occurs once.
  Labels(const World& world, std::span<const Point> hubs, std::size_t memory,
         std::size_t threads = 1);
  ~Labels();

  // Labels up to `max_count` further hubs; returns how many are left. It ends with 0 as soon as the
  // labels need more than `memory`: then they are dropped, and is_over_budget() holds. An exception
  // ends the preparation.
  std::size_t compute(std::size_t max_count);
  bool is_ready() const { return data_ != nullptr; }
  bool is_over_budget() const { return is_over_budget_; }

  LabelStats stats() const { return stats_; }
  // The corners in the order in which they became hubs. Needs is_ready().
  const std::vector<Point>& hubs() const;

  const LabelData& data() const { return *data_; }  // for LabelSearch; needs is_ready()

 private:
  class Preparation;
  void begin(const World& world, std::size_t memory, std::size_t threads);
  std::unique_ptr<Preparation> preparation_;
  std::unique_ptr<const LabelData> data_;
  bool is_over_budget_ = false;
  LabelStats stats_;
};

}  // namespace clearway
