// The chains of input points behind the constraints: rings, walls and posts, in pools.
//
// Point i is the start of segment i, which leads to the next point (from the last point of a ring
// back to its first; the last point of a wall, and a post, start no segment). The points of one
// chain are consecutive.
#pragma once

#include <vector>

#include "base/hash.hpp"
#include "base/journaled_table.hpp"
#include "clearway/base/detail/journaled.hpp"
#include "clearway/obstacles/obstacles.hpp"
#include "triangulation/edge_owners.hpp"

namespace clearway {

struct Chain {
  ChainPointId first;
  Index count;          // points
  ObstacleId obstacle;  // slot in Chains::obstacles
  Role role;
  bool is_ring() const { return role <= Role::hole; }
  Index segment_count() const { return is_ring() ? (count > 1 ? count : 0) : count - 1; }
  SegmentId first_segment() const { return SegmentId(first.number()); }
  IdRange<SegmentId> segments() const {
    return {first_segment(), first_segment() + segment_count()};
  }
};

struct ObstacleRecord {
  Handle handle;  // -1: the bounds
  ChainId first;
  Index count;  // chains; 0: a free slot
};

class Chains {
 public:
  JournaledArray<Chain, ChainId> chains;
  JournaledArray<ObstacleRecord, ObstacleId> obstacles;
  JournaledArray<VertexId, ChainPointId> point_vertex;
  JournaledArray<ChainId, ChainPointId> point_chain;  // none: the point is unused

  ChainId chain_of(SegmentId s) const { return point_chain[start_point(s)]; }
  VertexId start_of(SegmentId s) const { return point_vertex[start_point(s)]; }
  VertexId end_of(SegmentId s) const {
    const Chain& c = chains[chain_of(s)];
    const ChainPointId next = start_point(s) + 1;
    return point_vertex[next == c.first + c.count ? c.first : next];
  }

  // Allocates an obstacle with `chain_count` chains. The caller allocates each chain and fills in
  // its vertices.
  ObstacleId allocate(Handle handle, std::size_t chain_count);
  void allocate_chain(ChainId chain, ObstacleId obstacle, Role role, std::size_t points);
  void release(ObstacleId obstacle);

  ObstacleId find(Handle handle) const;  // slot or none
  std::size_t size() const { return live_; }
  std::size_t bytes() const;
  void reserve(std::size_t obstacles, std::size_t chains, std::size_t points);

  template <class F>
  void for_journaled(F f) {
    f(chains), f(obstacles), f(point_vertex), f(point_chain);
    f(free_chains_), f(free_points_), f(free_obstacles_), f(by_handle_), f(live_);
  }

 private:
  static ChainPointId start_point(SegmentId s) { return ChainPointId(s.number()); }

  // Freed blocks of a pool, by length, so that an obstacle that moves gets its own block back. The
  // free blocks of one length form a linked list: the first element of each holds the start of the
  // next one (in Chain::first or point_vertex).
  struct FreeStretches {
    std::uint64_t key = ~std::uint64_t{0};  // length
    Index head = none;
  };
  void rehash(std::size_t slots);
  static std::size_t home(Handle h, std::size_t slots) {
    return mixed(static_cast<std::uint64_t>(h)) & (slots - 1);
  }

  JournaledTable<FreeStretches> free_chains_, free_points_;
  JournaledArray<ObstacleId> free_obstacles_;
  JournaledArray<ObstacleId> by_handle_;  // open addressing over obstacles[].handle
  Journaled<std::size_t> live_{0};
};

}  // namespace clearway
