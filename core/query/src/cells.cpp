#include "query/cells.hpp"

#include <algorithm>
#include <limits>

#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/queries.hpp"
#include "mesh/triangles_at.hpp"
#include "query/features.hpp"

namespace clearway {
namespace {

// Covers the rounding of the few operations between a cell and its bounds.
constexpr double upward = 1 + 8 * std::numeric_limits<double>::epsilon();

}  // namespace

double SearchSquare::radius() const { return half * 1.4142135623730951 * upward; }

SearchSquare root_cell(const World& world) {
  const auto& points = world.ground().points;
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

bool may_fit(const World& world, const SearchSquare& cell, double radius) {
  const double reach = cell.radius();
  if (radius > reach) {
    const double least = radius - reach;
    return is_free(world, cell.centre, least < min_coordinate ? 0.0 : least / upward);
  }
  const Location at = world.locate(cell.centre);
  if (touches_free(world.mesh(), at)) return true;
  const double limit = (reach - radius) * upward + min_coordinate;
  return nearest_free_side(world, cell.centre, at, limit, true).index != none;
}

bool is_finest(const SearchSquare& cell, double radius) {
  const double largest = std::max(std::abs(cell.centre.x), std::abs(cell.centre.y));
  return cell.half <= std::max(radius * tolerance::finest_cell,
                               largest * 16 * std::numeric_limits<double>::epsilon());
}

void split(const SearchSquare& cell, std::vector<SearchSquare>& quarters) {
  const double h = cell.half / 2;
  const double largest = std::max(std::abs(cell.centre.x), std::abs(cell.centre.y)) + h;
  const double rounding = largest * std::numeric_limits<double>::epsilon();
  for (const double dx : {-h, h})
    for (const double dy : {-h, h})
      quarters.push_back({in_domain({cell.centre.x + dx, cell.centre.y + dy}), h + rounding});
}

}  // namespace clearway
