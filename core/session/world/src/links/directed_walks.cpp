#include "directed_walks.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "planners/common/rounded_ends.hpp"
#include "planners/weighted/weighted_search.hpp"

namespace clearway {

namespace {

constexpr int most_passes_of_walk = 3;
// For discs, whose path is not proved shortest anyway, a search ends after so many expansions.
constexpr std::uint64_t most_for_walk = 1 << 16;
// In overlays with thin triangles, where intervals are searched instead of beams, the search proves
// this much at most, and ends after so many expansions.
constexpr double thin_tolerance = 0x1p-7;
constexpr std::uint64_t most_among_thin = 1 << 14;

SearchOptions limits_of(const SearchOptions& options) {
  SearchOptions out;
  out.limit = options.limit;
  out.deadline = options.deadline;
  return out;
}

Point middle_of(const Segment& s) {
  return {s.start.x + 0.5 * (s.end.x - s.start.x), s.start.y + 0.5 * (s.end.y - s.start.y)};
}

Path walk_through(const std::vector<Point>& points) {
  Path out;
  out.status = Status::found;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i - 1] != points[i]) out.segments.push_back({points[i - 1], points[i], {}, 0.0, 0});
  out.length = length_of(out.segments);
  return out;
}

}  // namespace

DirectedWalks::DirectedWalks(const WorldReading& reading, const RelaxedReading& relaxed)
    : reading_(reading), relaxed_(relaxed), open_(WorldState::of(*relaxed.get())) {}

Path DirectedWalks::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  Index part = none;
  return shortest(start, {&goal, nullptr}, radius, options, part);
}

Path DirectedWalks::find_place(const Point& start, const Place& place, double radius,
                               const SearchOptions& options, Index& part) {
  return shortest(start, {nullptr, &place}, radius, options, part);
}

Path DirectedWalks::shortest(const Point& start, const WeightedGoal& goal, double radius,
                             const SearchOptions& options, Index& part) {
  const SearchOptions limits = limits_of(options);
  Path open = goal.place ? open_->optimal.find_place(start, *goal.place, radius, limits, part)
                         : open_->optimal.find(start, *goal.point, radius, limits);
  open.channel.clear();  // of another mesh
  if (open.status != Status::found || passes_surely(reading_, open.segments)) return open;
  part = none;
  Path out = through_doors(start, goal, radius, limits, open.lower_bound, part);
  out.stats.expanded += open.stats.expanded;
  out.stats.generated += open.stats.generated;
  return out;
}

Path DirectedWalks::through_doors(const Point& start, const WeightedGoal& goal, double radius,
                                  const SearchOptions& options, double lower, Index& part) {
  Path out;
  out.length = infinity;
  out.lower_bound = lower;
  const OverlayPair* overlays = relaxed_.overlays(radius);
  if (!overlays) return out;
  const auto rounded =
      RoundedEnds::find(relaxed_.world(), start, goal.place ? start : *goal.point, radius);
  const Point from = rounded ? rounded->start : start;
  const auto search = [&](const OverlayReading& overlay) {
    const WeightedSearch search_in(overlay.regions(), {});
    const KnownCost known{infinity, lower};
    double within = tolerance::proved_walk;
    SearchOptions limits = options;
    if (radius > 0) limits.limit = std::min(limits.limit, most_for_walk);
    if (overlay.regions().has_thin_triangles()) {
      within = thin_tolerance;
      limits.limit = std::min(limits.limit, most_among_thin);
    }
    return goal.place
               ? search_in.find(from, *goal.place, known, within, limits)
               : search_in.find(from, rounded ? rounded->goal : *goal.point, known, within, limits);
  };
  const WeightedAnswer inner = search(*overlays->inner);
  WeightedAnswer own;
  if (overlays->outer) own = search(*overlays->outer);
  const WeightedAnswer& found = overlays->outer ? own : inner;
  const SearchStats stats{inner.stats.expanded + own.stats.expanded,
                          inner.stats.generated + own.stats.generated, 0};
  if (found.points.empty()) {
    out.lower_bound = std::max(lower, inner.lower_bound);
  } else {
    out = walk_through(found.points);
    part = found.part;
    if (rounded) extend_to_ends(start, goal.place ? found.points.back() : *goal.point, out);
    if (radius > 0) pull_tight(out, radius);
    out.optimal = out.length <= (1 + tolerance::proved_walk) * (inner.lower_bound + inner.rounding);
    out.lower_bound =
        out.optimal ? out.length : std::min(out.length, std::max(lower, inner.lower_bound));
  }
  out.stats = stats;
  return out;
}

void DirectedWalks::pull_tight(Path& path, double radius) {
  // The path as legs between stops. A leg is replaced by the shortest path between its ends; two
  // are joined where that is legal; what is left between two legs is cut off from their middles.
  using Leg = std::vector<Segment>;
  std::vector<Leg> legs;
  for (const Segment& s : path.segments) legs.push_back({s});
  const auto shorten = [&](const Point& a, const Point& b, double most, Leg& out) {
    check_interrupt();
    Path tight = open_->optimal.find(a, b, radius, {});
    if (tight.status != Status::found || !(tight.length < most * (1 - tolerance::joint)) ||
        !passes_surely(reading_, tight.segments))
      return false;
    out = std::move(tight.segments);
    return true;
  };
  const auto ends_line = [](const Leg& leg, bool first) {
    return first ? leg.front().turn == 0 : leg.back().turn == 0;
  };
  bool is_shorter = true;
  for (int pass = 0; pass < most_passes_of_walk && is_shorter; ++pass) {
    is_shorter = false;
    for (std::size_t k = 0; k + 1 < legs.size();) {
      Leg tight;
      const double most = length_of(legs[k]) + length_of(legs[k + 1]);
      if (shorten(legs[k].front().start, legs[k + 1].back().end, most, tight)) {
        legs[k] = std::move(tight);
        legs.erase(legs.begin() + static_cast<std::ptrdiff_t>(k) + 1);
        is_shorter = true;
        continue;
      }
      // From the middle of the line before the stop to the middle of the one behind it.
      if (ends_line(legs[k], false) && ends_line(legs[k + 1], true)) {
        Segment &before = legs[k].back(), &behind = legs[k + 1].front();
        const Point a = middle_of(before), b = middle_of(behind);
        const double around = distance(a, before.end) + distance(behind.start, b);
        if (shorten(a, b, around, tight)) {
          before.end = a;
          behind.start = b;
          legs.insert(legs.begin() + static_cast<std::ptrdiff_t>(k) + 1, std::move(tight));
          is_shorter = true;
          ++k;
        }
      }
      ++k;
    }
  }
  path.segments.clear();
  for (const Leg& leg : legs) path.segments.insert(path.segments.end(), leg.begin(), leg.end());
  path.length = length_of(path.segments);
}

}  // namespace clearway
