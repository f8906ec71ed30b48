// The narrowest place of a corridor: its width, and where it is (Corridor::width and narrow).
#pragma once

#include <utility>
#include <vector>

#include "clearway/world/world.hpp"
#include "terrain/structures.hpp"

namespace clearway {

class NarrowestFinder {
 public:
  explicit NarrowestFinder(const World& world) : world_(world) {}

  // The corridor begins with a portal of this width; not called for a ring.
  void begin(Corridor& c, HalfEdgeId portal);
  // Adds the turn from side `in` of a triangle to side `out`. Returns its turn width.
  double add(Corridor& c, HalfEdgeId in, HalfEdgeId out);
  // After the last turn: finds where the corridor is narrowest.
  void locate(Corridor& c);
  // Then: the gates charged to both turns into the corridor at one of its ends. Not for a ring.
  void add_closing_gates(Corridor& c) const;

 private:
  std::pair<HalfEdgeId, bool> narrow_place(const Step& step, double width) const;

  const World& world_;
  HalfEdgeId portal_ = none;  // the first one, of a corridor
  double portal_width_ = 0.0;
  std::vector<Step> turns_;  // as narrow as the narrowest
};

}  // namespace clearway
