// Measurements of tangents between two corners. They stay valid while world and radius stay the
// same.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/mesh.hpp"

namespace clearway {

class TangentCache {
 public:
  enum Answer : std::uint8_t { unknown, yes, no };
  struct Tangent {
    std::uint64_t key = 0;   // 0: an empty slot
    double reach = 0.0;      // how far the disc can roll from the contact
    HalfEdgeId near = none;  // a half-edge of the triangle that contains it; none: not measured
    Answer is_legal = unknown;
  };

  void forget();
  // The entry for the tangent, created if needed. Valid until the next call.
  Tangent& between(VertexId from, int from_side, VertexId to, int to_side);

 private:
  static constexpr std::size_t most = std::size_t{1} << 20;  // slots: 24 MB
  std::size_t slot(std::uint64_t key) const;
  void grow();
  std::vector<Tangent> slots_;  // a power of two, at most half full
  std::size_t count_ = 0;
};

}  // namespace clearway
