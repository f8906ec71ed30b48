#include "clearway/planners/ways.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/construction.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/query/narrowest.hpp"
#include "mesh/triangles_at.hpp"
#include "query/departures.hpp"

namespace clearway {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int halvings = 6;  // to find where a way has grown too long

// Where a way is good for its own radius only, by rounding or because another shortest path
// takes over at once, the next begins so much farther on: shares of it and of the largest.
constexpr double leap = 0x1p-5, least_leap = 0x1p-10;

// Larger discs than those whose way is so many times as long as the smallest one's get none:
// other edges serve them better, and proving that there is no way takes longest.
constexpr double detour = 2;

}  // namespace

// Least + k steps, which rounding may put beside the named end.
double RadiusRange::at(double k) const {
  const double r = least + k * step;
  return std::abs(r - most) <= tolerance::few_operations * most ? most : r;
}

double RadiusRange::floor(double r) const {
  if (step <= 0 || !(r < infinity)) return std::min(r, most);
  double k = std::max(0.0, std::floor((std::min(r, most) - least) / step));
  if (at(k + 1) <= std::min(r, most)) ++k;
  if (at(k) > r) --k;
  return at(std::max(0.0, k));
}

double RadiusRange::after(double r) const {
  if (step <= 0) return std::nextafter(r, infinity);
  double k = std::floor((r - least) / step) + 1;
  if (!(at(k) > r)) ++k;
  // A step below the rounding of r leads nowhere: on by the least there is.
  return std::max(at(k), std::nextafter(r, infinity));
}

double Way::length(double radius) const {
  if (!(most > least)) return shortest;
  const double t = std::clamp((radius - least) / (most - least), 0.0, 1.0);
  return shortest + t * (longest - shortest);
}

std::vector<Way> ways_between(const World& world, DiscFunnel& funnel, const ExactSearch& exact,
                              const Point& a, const Point& b, const RadiusRange& radii,
                              double tolerance) {
  std::vector<Way> out;
  std::vector<HalfEdgeId> portals;
  const double farther = least_leap * (radii.most - radii.least);
  double r = radii.least;
  while (r <= radii.most) {
    check_interrupt(16);
    Path path = exact(a, b, r);
    if (path.status != Status::found) break;
    Way way{r, r, path.length, path.length, std::move(path.channel), std::move(path.segments), {}};
    if (radii.most > r && !way.channel.empty() &&
        portals_between(world.mesh(), way.channel, portals)) {
      const auto follows = [&](double radius, std::vector<Segment>& segments, double& length) {
        if (!funnel.pull(way.channel.front(), portals, a, b, radius, segments)) return false;
        length = length_of(segments);
        return length <= (1 + tolerance) * way.shortest;
      };
      const double passes = narrowest(world, way.channel.front(), portals, a, b).radius;
      double low = r, high = radii.floor(std::max(r, passes));
      std::vector<Segment> segments;
      double length = 0;
      for (int i = 0; i <= halvings && low < high; ++i) {
        const double at = i == 0 ? high : radii.floor(low + (high - low) / 2);
        if (at > low && follows(at, segments, length)) {
          low = way.most = at;
          way.longest = std::max(length, way.shortest);
          way.wide.swap(segments);
        } else {
          high = at;
        }
      }
    }
    const double leaped = way.most > r ? way.most : way.most * (1 + leap) + farther;
    r = radii.after(leaped);
    if (way.least < radii.most) r = std::min(r, std::max(radii.most, radii.after(way.most)));
    out.push_back(std::move(way));
    if (out.back().longest > detour * out.front().shortest) break;
  }
  return out;
}

bool refit(const World& world, DiscFunnel& funnel, const Point& a, const Point& b, Way& way) {
  std::vector<HalfEdgeId> portals;
  if (way.channel.empty() || !portals_between(world.mesh(), way.channel, portals)) return false;
  if (way.most > 0 && way.most > world.max_radius()) return false;
  const auto begins_at = [&](const Point& p, TriangleId triangle) {
    const Location at = world.locate(p);
    bool found = false;
    for_each_triangle_at(world.mesh(), at, [&](TriangleId t) { found = found || t == triangle; });
    return found && world.mesh().is_free(triangle) && is_local(world, {p, at}, 2 * way.most);
  };
  const TriangleId first = way.channel.front();
  if (!begins_at(a, first) || !begins_at(b, way.channel.back())) return false;
  if (way.most > 0 && narrowest(world, first, portals, a, b).radius < way.most) return false;
  const auto is = [](double length, double kept) {
    return std::abs(length - kept) <= tolerance::length * length;
  };
  if (!funnel.pull(first, portals, a, b, way.least, way.segments)) return false;
  if (!is(length_of(way.segments), way.shortest)) return false;
  if (way.most == way.least) return way.longest == way.shortest;
  return funnel.pull(first, portals, a, b, way.most, way.wide) &&
         is(std::max(length_of(way.wide), way.shortest), way.longest);
}

}  // namespace clearway
