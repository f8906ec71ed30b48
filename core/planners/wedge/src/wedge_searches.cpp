#include "wedge_searches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearway {

void WedgeSearches::measure_extent() {
  version_ = world_.version();
  extent_ = 0.0;
  for (const Point& p : world_.bounds().points)
    extent_ = std::max({extent_, std::abs(p.x), std::abs(p.y)});
}

WedgeSearch& WedgeSearches::exact(double radius, const SearchOptions& options) {
  if (radius == 0) return points_;
  return disc(radius, options);
}

DiscWedgeSearch& WedgeSearches::disc(double radius, const SearchOptions& options) {
  return disc(radius, extent(), std::numeric_limits<double>::infinity(), options);
}

DiscWedgeSearch& WedgeSearches::disc(double radius, double scale, double max_length,
                                     const SearchOptions& options) {
  DiscWedgeSearch& search = discs_.search_for(radius);
  search.confine(scale, max_length);
  search.set_dominance_from(options.dominance_from);
  return search;
}

PointWedgeSearch& WedgeSearches::restricted_point() {
  if (!restricted_) restricted_.emplace(world_);
  return *restricted_;
}

}  // namespace clearway
