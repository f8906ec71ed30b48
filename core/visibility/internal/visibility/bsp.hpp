// A binary space partition of the boundary of free space (Vinther 2015, 4.4.3), for planner "bsp*".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "clearway/world/world.hpp"

namespace clearway {

inline constexpr std::uint64_t default_bsp_seed = 1;

struct BspTree;

class Bsp {
 public:
  // Size linear and depth logarithmic in practice (Vinther 2015, 4.4.3.1 proves expected O(n log n)
  // fragments for splitters along segments). The same seed gives the same tree. Valid until the
  // world's next edit.
  explicit Bsp(const World& world, std::uint64_t seed = default_bsp_seed);
  Bsp(Bsp&&) noexcept;
  Bsp& operator=(Bsp&&) noexcept;
  ~Bsp();

  struct Stats {
    std::size_t segments, fragments, nodes, depth, bytes;
    double seconds;  // of preparation
  };
  Stats stats() const;

  // For the core: visibility/bsp_tree.hpp.
  const BspTree& tree() const { return *tree_; }

 private:
  std::unique_ptr<BspTree> tree_;
};

}  // namespace clearway
