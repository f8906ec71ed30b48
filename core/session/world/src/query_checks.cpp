#include "query_checks.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/error.hpp"
#include "geometry/domain.hpp"

namespace clearway {

void check_points(std::span<const Point> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    if (!(std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate))
      throw InvalidInput("a coordinate is not finite or beyond 2^100",
                         static_cast<std::int64_t>(i));
  }
}

void check_radii(std::span<const double> radii) {
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!(radii[i] >= 0 && radii[i] <= max_coordinate))
      throw InvalidInput("a radius does not lie between 0 and 2^100", static_cast<std::int64_t>(i));
  }
}

SearchOptions share_of_time(const SearchOptions& options, std::size_t left, std::size_t threads) {
  SearchOptions out = options;
  if (!options.has_deadline()) return out;
  const auto now = std::chrono::steady_clock::now();
  const double share = std::min(1.0, static_cast<double>(threads) / static_cast<double>(left));
  const auto time = std::chrono::duration<double>(options.deadline - now) * share;
  out.deadline = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(time);
  return out;
}

}  // namespace clearway
