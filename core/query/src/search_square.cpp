#include "query/search_square.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "geometry/domain.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {
namespace {

// Covers the rounding of the few operations between a square and its bounds.
constexpr double upward = 1 + tolerance::square_bounds;

}  // namespace

double SearchSquare::radius() const { return half * std::numbers::sqrt2 * upward; }

SearchSquare square_around(const World& world) {
  const auto& points = world.bounds().points;
  Point low = points.front(), high = low;
  for (const Point& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double half = std::max(high.x - low.x, high.y - low.y) / 2;
  const double largest =
      std::max({std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
  // The centre is rounded by half a unit of the largest coordinate.
  return {in_domain({low.x / 2 + high.x / 2, low.y / 2 + high.y / 2}),
          half * upward + largest * std::numeric_limits<double>::epsilon()};
}

bool may_fit(const World& world, const SearchSquare& square, double radius) {
  const double reach = square.radius();
  if (radius > reach) {
    const double least = radius - reach;
    return fits(world, square.centre, least < min_coordinate ? 0.0 : least / upward);
  }
  const Location at = world.locate(square.centre);
  if (touches_free(world.mesh(), at)) return true;
  const double limit = (reach - radius) * upward + min_coordinate;
  return nearest_free_side(world, square.centre, at, limit, true).index != none;
}

bool is_finest(const SearchSquare& square, double radius) {
  const double largest = std::max(std::abs(square.centre.x), std::abs(square.centre.y));
  return square.half <=
         std::max(radius * tolerance::finest_cell, largest * tolerance::finest_square);
}

void split(const SearchSquare& square, std::vector<SearchSquare>& quarters) {
  const double h = square.half / 2;
  const double largest = std::max(std::abs(square.centre.x), std::abs(square.centre.y)) + h;
  const double rounding = largest * std::numeric_limits<double>::epsilon();
  for (const double dx : {-h, h})
    for (const double dy : {-h, h})
      quarters.push_back({in_domain({square.centre.x + dx, square.centre.y + dy}), h + rounding});
}

}  // namespace clearway
