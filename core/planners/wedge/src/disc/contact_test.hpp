// Decides whether a contact, where a tangent reaches the circle around a corner, becomes a root:
// the disc must fit at the contact, the tangent must be legal, and the root must be needed. The
// cheap tests come first; measuring the tangent costs most.
#pragma once

#include <cstdint>
#include <optional>

#include "disc_collision.hpp"
#include "disc_corners.hpp"
#include "disc_roots.hpp"
#include "tangent_cache.hpp"

namespace clearway {

class DiscContactTest {
 public:
  DiscContactTest(const World& world, DiscCorners& corners, const DiscRoots& roots)
      : mesh_(world.mesh()), world_(world), corners_(corners), roots_(roots) {}

  // Forgets all measurements: after an edit, or with another radius or scale.
  void begin(double radius, double scale);
  const DiscCollision& collision() const { return *collision_; }

  // A contact on the circle around the vertex, reached from a root in this direction. `cost` is
  // that of the path to it; `end_distance`: no end of the path is nearer to the vertex.
  struct Contact {
    VertexId vertex;
    int side;
    Index root;
    Vector direction;
    double cost, end_distance;
  };
  // Returns whether the contact, which is not dominated, becomes a root; if so, writes the root.
  bool make_root(const Contact& contact, DiscRoot& root);

 private:
  const Mesh& mesh_;
  const World& world_;
  DiscCorners& corners_;
  const DiscRoots& roots_;
  double r_ = 0.0;
  std::optional<DiscCollision> collision_;
  TangentCache tangents_;
  std::uint64_t illegal_ = 0;  // tangents that proved illegal
};

}  // namespace clearway
