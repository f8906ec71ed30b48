// What the parts of the search for points share. They read it through one reference, in loops that
// visit a triangle in a few dozen instructions.
#pragma once

#include "corners.hpp"
#include "disc_portals.hpp"
#include "dominance.hpp"
#include "records.hpp"
#include "sides.hpp"
#include "steps.hpp"
#include "tree.hpp"

namespace clearway {

struct PointState {
  explicit PointState(const World& world)
      : mesh(world.mesh()),
        steps(world),
        portals(world),
        corners(mesh, steps),
        dominance(steps, corners) {}
  PointState(const PointState&) = delete;  // its parts refer to each other

  const Mesh& mesh;
  Goals* goals = nullptr;
  SearchStats* stats = nullptr;
  PointSteps steps;
  DiscPortals portals;
  PointSides sides;
  PointCorners corners;
  PointDominance dominance;
  PointTree tree;
  PointRecords* records = nullptr;  // of a search to everywhere
  std::vector<TriangleId>* explored = nullptr;
  void note(TriangleId t) const {
    if (explored) [[unlikely]]
      explored->push_back(t);
  }
};

}  // namespace clearway
