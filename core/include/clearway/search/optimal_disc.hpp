// Planner "optimal" for discs: the shortest path among the obstacles grown by the radius,
// exact lines and arcs.
//
// The path is a chain of roots: circles around corners, each with a side, joined by common
// tangents. From a root a wedge of directions spreads over the mesh as in OptimalSearch;
// every corner a wedge meets is a candidate for the next root, and a candidate is looked
// at, when its turn comes, against every obstacle near its tangent and near the arc before
// it. So a path found is legal by construction, and the first to leave the queue at the
// goal is shortest among all that wedges can see.
//
// A wedge keeps a direction as long as its line crosses each door at least the radius from
// both ends: a condition that every legal line meets. A corner may be touched while sides
// of triangles lie between it and the disc's center: such corners are looked for behind
// each door. A root is dropped when another one rolls to its point of contact at less cost.
#pragma once

#include <cstdint>
#include <memory>

#include "clearway/mesh/world.hpp"
#include "clearway/path/path.hpp"

namespace clearway {

class OptimalDiscSearch {
 public:
  // Keeps scratch arrays between queries; one object a thread. The world must outlive it.
  explicit OptimalDiscSearch(const World& world);
  ~OptimalDiscSearch();
  // Needs radius > 0. As OptimalSearch::find.
  Path find(const Point& start, const Point& goal, double radius,
            std::uint64_t limit = ~std::uint64_t{0});

 private:
  struct Scratch;
  class Run;
  const World& world_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace clearway
