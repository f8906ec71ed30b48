// Planner "optimal" for points: an exact any-angle search over the triangulation in the
// manner of Polyanya (Cui, Harabor and Grastien 2017), with every side decided exactly.
//
// A node is an edge of the mesh and the wedge in which a root sees it; the path to the
// root is known and bends at obstacle corners only. The first way to the goal that leaves
// the queue is a shortest path.
#pragma once

#include <cstdint>
#include <memory>

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

class OptimalSearch {
 public:
  // Keeps scratch arrays between queries; one object a thread. The world must outlive it.
  explicit OptimalSearch(const World& world);
  ~OptimalSearch();
  // Proved shortest unless `limit` expansions were not enough: then the best path so far
  // (perhaps none: no_path with a finite lower_bound) and an honest lower_bound.
  Path find(const Point& start, const Point& goal, std::uint64_t limit = ~std::uint64_t{0});

 private:
  struct Scratch;
  class Run;
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
