// Planner "labels" on a shared world: shortest paths for points from hub labels, prepared for one
// version of the world (docs/explanation/labels.md). For any other version, and while nothing is
// prepared, planner "optimal" answers. Any thread may call anything at any time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "clearway/session/paths.hpp"

namespace clearway {

class SharedLabels {
 public:
  // Nothing is prepared. The world must outlive it.
  explicit SharedLabels(const SharedWorld& world);
  ~SharedLabels();

  // Begins a preparation for the present version of the world; edits wait until it returns. Ends
  // one that is under way. `memory`: bytes that may be kept. `hubs`: what hubs() returned for an
  // equal world, so that it need not be chosen again, or empty; InvalidInput unless it names every
  // corner of this world once. `threads` take part.
  void begin(std::size_t memory, std::span<const Point> hubs, std::size_t threads);
  // Continues the preparation by up to `max_count` corners; returns how many are left, 0 at its
  // end. An exception ends it with nothing prepared.
  std::size_t compute(std::size_t max_count);

  // Whether labels answer queries to the present version.
  bool is_ready() const;

  // Of the last preparation.
  struct Stats {
    std::size_t corners = 0, edges = 0;  // of the pruned visibility graph
    std::size_t labels = 0, sights = 0;  // distances to hubs; corners seen, summed over triangles
    std::size_t bytes = 0;               // kept for queries
    double seconds = 0;
    bool is_over_budget = false;  // it ended because `memory` did not suffice
  };
  Stats stats() const;

  // The corners in the order in which they became hubs; empty unless is_ready(). And the version of
  // the world.
  struct Hubs {
    std::uint64_t version;
    std::vector<Point> corners;
  };
  Hubs hubs() const;

  // As in session/paths.hpp: InvalidInput for a radius above 0.
  Answer find_path(const Point& start, const Point& goal, double radius) const;
  Answers find_paths(std::span<const Point> starts, std::span<const Point> goals,
                     std::span<const double> radii, std::size_t threads,
                     Snapping* snapping = nullptr) const;

  // The corners whose labels a query reads, each with the end that sees it. Where "optimal"
  // answers: the triangles that it expands. If neither, the triangles that the path crosses.
  Exploration explore(const Point& start, const Point& goal) const;

 private:
  struct Parts;
  const SharedWorld& world_;
  const std::unique_ptr<Parts> parts_;
};

}  // namespace clearway
