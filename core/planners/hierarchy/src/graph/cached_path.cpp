#include "planners/hierarchy/cached_path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"
#include "query/free.hpp"
#include "query/narrowest.hpp"

namespace clearway {
namespace {

// Bisection steps for the radius at which a path has become too long.
constexpr int bisections = 6;

// Where a path serves a single radius only, by rounding or because another shortest path takes over
// at once, the next one begins farther on: by these shares of the radius and of the whole range.
constexpr double skip = 0x1p-5, least_skip = 0x1p-10;

// Once a path is this many times as long as that of the smallest disc, larger discs get none: other
// edges serve them better, and proving that there is no path takes longest.
constexpr double max_ratio_of_lengths = 2;

// Extends a path to larger radii, as far as its channel lets them pass within the tolerance.
void extend_to_larger_radii(const World& world, DiscFunnel& funnel, const Point& a, const Point& b,
                            const RadiusRange& radii, double tolerance, CachedPath& path) {
  std::vector<HalfEdgeId> portals;
  if (path.channel.empty() || !portals_between(world.mesh(), path.channel, portals)) return;
  const TriangleId first = path.channel.front();
  const double passes = narrowest(world, first, portals, a, b).radius;
  double low = path.least, high = radii.floor(std::max(low, passes));
  std::vector<Segment> segments;
  for (int i = 0; i <= bisections && low < high; ++i) {
    const double r = i == 0 ? high : radii.floor(low + (high - low) / 2);
    double length = 0;
    const auto fits = [&] {
      if (!funnel.pull(first, portals, a, b, r, segments)) return false;
      length = length_of(segments);
      return length <= (1 + tolerance) * path.shortest;
    };
    if (r > low && fits()) {
      low = path.most = r;
      path.longest = std::max(length, path.shortest);
      path.wide_segments.swap(segments);
    } else {
      high = r;
    }
  }
}

}  // namespace

double CachedPath::length(double radius) const {
  if (!(most > least)) return shortest;
  const double t = std::clamp((radius - least) / (most - least), 0.0, 1.0);
  return shortest + t * (longest - shortest);
}

std::vector<CachedPath> compute_cached_paths(const World& world, DiscFunnel& funnel,
                                             const ExactSearch& exact, const Point& a,
                                             const Point& b, const RadiusRange& radii,
                                             double tolerance) {
  std::vector<CachedPath> out;
  const double range_skip = least_skip * (radii.most - radii.least);
  double r = radii.least;
  while (r <= radii.most) {
    check_interrupt(16);
    Path found = exact(a, b, r);
    if (found.status != Status::found) break;
    CachedPath path{
        r, r, found.length, found.length, std::move(found.channel), std::move(found.segments), {}};
    if (radii.most > r) extend_to_larger_radii(world, funnel, a, b, radii, tolerance, path);
    const double from = path.most > r ? path.most : path.most * (1 + skip) + range_skip;
    r = radii.after(from);
    if (path.least < radii.most) r = std::min(r, std::max(radii.most, radii.after(path.most)));
    out.push_back(std::move(path));
    if (out.back().longest > max_ratio_of_lengths * out.front().shortest) break;
  }
  return out;
}

bool refit(const World& world, DiscFunnel& funnel, const Point& a, const Point& b,
           CachedPath& path) {
  std::vector<HalfEdgeId> portals;
  if (path.channel.empty() || !portals_between(world.mesh(), path.channel, portals)) return false;
  if (path.most > 0 && path.most > world.max_radius()) return false;
  const auto is_end = [&](const Point& p, TriangleId triangle) {
    const Location at = world.locate(p);
    bool found = false;
    for_each_triangle_at(world.mesh(), at, [&](TriangleId t) { found = found || t == triangle; });
    return found && world.mesh().is_free(triangle) && is_local(world, {p, at}, 2 * path.most);
  };
  const TriangleId first = path.channel.front();
  if (!is_end(a, first) || !is_end(b, path.channel.back())) return false;
  if (path.most > 0 && narrowest(world, first, portals, a, b).radius < path.most) return false;
  const auto agrees = [](double length, double stored) {
    return std::abs(length - stored) <= tolerance::length * length;
  };
  if (!funnel.pull(first, portals, a, b, path.least, path.segments)) return false;
  if (!agrees(length_of(path.segments), path.shortest)) return false;
  if (path.most == path.least) return path.longest == path.shortest;
  return funnel.pull(first, portals, a, b, path.most, path.wide_segments) &&
         agrees(std::max(length_of(path.wide_segments), path.shortest), path.longest);
}

}  // namespace clearway
