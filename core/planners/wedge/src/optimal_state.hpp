// What the optimal search keeps between queries, and what its parts share.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "clearway/funnel/disc_funnel.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/query/queries.hpp"
#include "disc/search_cache.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/reach_filter.hpp"
#include "point/point_wedge_search.hpp"

namespace clearway {

inline constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// The time since it was made.
class Clock {
 public:
  void stop(SearchStats& stats) const {
    const auto taken = std::chrono::steady_clock::now() - began_;
    stats.seconds = std::chrono::duration<double>(taken).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

// A search that has gone on for this long may have no goal to find: that is worth a look at
// the mesh's own cost, once.
inline std::uint64_t patience(const Mesh& mesh) { return mesh.triangles.size() / 4 + 1024; }

inline double size_of(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

inline std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return a > no_limit - b ? no_limit : a + b;
}

// Appends the triangles that a disc's path crosses.
void add_channel(const Mesh& mesh, const Location& from, Path& path);

struct OptimalSearch::State {
  explicit State(const World& world)
      : world(world), connected(world), points(world), discs(world), funnel(world.mesh()) {}

  // The greatest coordinate.
  double extent() {
    if (version != world.version()) {
      version = world.version();
      known_extent = 0.0;
      for (const Point& p : world.ground().points)
        known_extent = std::max(known_extent, size_of(p));
    }
    return known_extent;
  }
  bool is_narrow(double radius) {
    return radius > 0 && radius < DiscWedgeSearch::least_ratio * extent();
  }
  // For radii that are not narrow.
  WedgeSearch& search(double radius, const SearchOptions& options = {}) {
    if (radius == 0) return points;
    return disc_search(radius, extent(), std::numeric_limits<double>::infinity(), options);
  }
  DiscWedgeSearch& disc_search(double radius, double scale, double most,
                               const SearchOptions& options) {
    DiscWedgeSearch& out = discs.of(radius);
    out.confine(scale, most);
    out.set_dominance_from(options.dominance_from);
    return out;
  }
  WedgeSearch& narrow() {
    if (!narrow_points) narrow_points.emplace(world);
    return *narrow_points;
  }

  const World& world;
  std::uint64_t version = ~std::uint64_t{0};
  double known_extent = 0.0;
  Goals goals;
  ReachFilter connected;
  PointWedgeSearch points;
  DiscSearchCache discs;
  std::optional<PointWedgeSearch> narrow_points;
  DiscFunnel funnel;
};

}  // namespace clearway
