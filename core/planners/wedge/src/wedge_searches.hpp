// The wedge searches that a thread keeps between queries, and which of them serves a radius.
//
// A tangent is off by units in the last place of the coordinates. A radius is *small* if it is
// below DiscWedgeSearch::least_ratio of the largest coordinate of the world: tangents to circles of
// that radius cannot be distinguished from lines through the corners (small_radius.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "clearway/planners/options.hpp"
#include "disc/search_cache.hpp"
#include "point/wedge_search.hpp"

namespace clearway {

class WedgeSearches {
 public:
  explicit WedgeSearches(const World& world) : world_(world), points_(world), discs_(world) {}

  // The largest magnitude of a coordinate in the world. Linear once per version of the world.
  double extent() {
    if (version_ != world_.version()) measure_extent();
    return extent_;
  }
  bool is_small(double radius) {
    return radius > 0 && radius < DiscWedgeSearch::least_ratio * extent();
  }

  // The search for a radius that is not small; for radius 0; for a radius that is neither.
  WedgeSearch& exact(double radius, const SearchOptions& options = {});
  PointWedgeSearch& point() { return points_; }
  DiscWedgeSearch& disc(double radius, const SearchOptions& options);
  // The search for discs, confined to paths shorter than `max_length` whose coordinates are at most
  // `scale` in magnitude.
  DiscWedgeSearch& disc(double radius, double scale, double max_length,
                        const SearchOptions& options);
  // The search for a point that uses only what a disc can pass. Kept apart from the search for
  // points, which would have to forget what it knows whenever the width changes.
  PointWedgeSearch& restricted_point();

 private:
  void measure_extent();

  const World& world_;
  std::uint64_t version_ = ~std::uint64_t{0};
  double extent_ = 0.0;
  PointWedgeSearch points_;
  DiscSearchCache discs_;
  std::optional<PointWedgeSearch> restricted_;
};

}  // namespace clearway
