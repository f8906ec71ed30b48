// What a World owns. Private to the mesh module.
#pragma once

#include "clearway/mesh/chains.hpp"
#include "clearway/mesh/clearance.hpp"
#include "clearway/mesh/location.hpp"
#include "clearway/mesh/triangulation.hpp"
#include "clearway/mesh/world.hpp"
#include "cover.hpp"

namespace clearway {

struct World::State {
  State(const Obstacles& ground, double max_radius);
  State(const State&) = delete;

  Chains chains;
  Triangulation triangulation{chains};
  CoverFinder cover{triangulation, chains};
  Clearance clearance;
  Sectors sectors;
  Obstacles ground;
  Point low, high;  // box of the ground
  std::uint64_t version = 0;
  Edit last_edit;

  void check(std::span<const Handle> removed, const Obstacles& added) const;
  void edit(std::span<const Handle> removed, Obstacles added);

 private:
  void take_out(std::span<const Handle> handles);
  void put_in(Obstacles added);
  void change_cover(Index obstacle, int by);
  void finish();
};

}  // namespace clearway
