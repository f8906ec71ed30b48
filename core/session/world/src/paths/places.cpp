#include "clearway/session/places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "links/reach.hpp"
#include "place_batch.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "query/free_parts.hpp"
#include "query_checks.hpp"
#include "snap_ends.hpp"
#include "state/world_state.hpp"

namespace clearway {

namespace {

// One point of each stretch of the place where the disc fits. From the others of a stretch it gets
// there by moving along the place. `exactly`: without those where it fits up to rounding only.
std::vector<Point> free_points(const World& world, const Place& place, double radius,
                               bool exactly) {
  std::vector<Point> out;
  for (const PlacePart& part : place.parts) {
    part.for_each_segment([&](const Point& a, const Point& b) {
      check_interrupt();
      if (exactly && a == b && !fits(world, a, radius)) return;
      bool is_known = false;  // whether the stretch has its point
      for (const FreePart& free : free_parts(world, a, b, radius)) {
        is_known = is_known && free.continues;
        // Where only a single point of a line is left, it may fit by rounding.
        if (is_known || (exactly && radius > 0 && a != b && free.a == free.b)) continue;
        const Point middle{free.a.x + 0.5 * (free.b.x - free.a.x),
                           free.a.y + 0.5 * (free.b.y - free.a.y)};
        is_known = !exactly || fits(world, middle, radius);
        if (is_known) out.push_back(middle);
      }
    });
  }
  return out;
}

class PlaceReach {
 public:
  explicit PlaceReach(const WorldReading& reading)
      : reading_(reading),
        world_(reading.world()),
        bottlenecks_(WorldState::of(reading).updated_bottlenecks()),
        tables_(WorldState::of(reading).updated_links()) {}

  bool reachable(const Place& from, const Place& to, double radius) {
    if (!tables_) return reachable(from, to, radius, false);
    return reach_by_links(*tables_, from, to, radius, [&](const Place& a, const Place& b) {
      return reachable(a, b, radius, false);
    });
  }
  // NaN: not even a point can.
  double max_radius(const Place& from, const Place& to) {
    if (!tables_) return max_radius_without_links(from, to);
    const double out = widest_by_links(*tables_, from, to, [&](const Place& a, const Place& b) {
      const double radius = is_point(a) && is_point(b)
                                ? bottlenecks_.max_radius(point_of(a), point_of(b))
                                : max_radius_without_links(a, b);
      return radius >= 0 ? radius : -1.0;
    });
    return out >= 0 ? out : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  static bool is_point(const Place& place) {
    return place.parts.size() == 1 && place.parts[0].lines.size() == 1 &&
           place.parts[0].lines[0].size() == 1;
  }
  static const Point& point_of(const Place& place) { return place.parts[0].lines[0][0]; }

  // `exactly`: the disc fits at both ends exactly, and the mesh decides also above its max_radius.
  bool reachable(const Place& from, const Place& to, double radius, bool exactly) {
    const std::vector<Point> starts = free_points(world_, from, radius, exactly),
                             ends = free_points(world_, to, radius, exactly);
    // An area reaches what it contains.
    const auto is_in = [](const std::vector<Point>& points, const Place& place) {
      return std::any_of(points.begin(), points.end(),
                         [&](const Point& p) { return part_at(place, p) != none; });
    };
    if (is_in(starts, to) || is_in(ends, from)) return true;
    for (const Point& start : starts)
      for (const Point& end : ends) {
        check_interrupt();
        if (is_reached(start, end, radius, exactly)) return true;
      }
    return false;
  }

  double max_radius_without_links(const Place& from, const Place& to) {
    if (!reachable(from, to, 0.0, false)) return std::numeric_limits<double>::quiet_NaN();
    double open = 0.0, closed = 0.0;
    for (const Point& p : world_.bounds().points)
      for (const Point& q : world_.bounds().points)
        closed = std::max({closed, std::abs(p.x - q.x), std::abs(p.y - q.y)});
    // Up to units in the last place; the first halvings find the magnitude.
    while (closed - open > std::numeric_limits<double>::epsilon() * closed) {
      const double middle = open + 0.5 * (closed - open);
      if (middle <= open || middle >= closed) break;
      (reachable(from, to, middle, true) ? open : closed) = middle;
    }
    return open;
  }

  bool is_reached(const Point& start, const Point& end, double radius, bool exactly) {
    if (exactly || radius <= world_.max_radius()) return bottlenecks_.reachable(start, end, radius);
    const SearchLoan searches(WorldState::of(reading_));
    return searches->optimal.find(start, end, radius).status == Status::found;
  }

  const WorldReading& reading_;
  const World& world_;
  const Bottlenecks& bottlenecks_;
  const std::shared_ptr<LinkTables> tables_;  // null: no links
};

// As PlaceReach, with doors that are open to one side: reachable is what a search reaches.
class DirectedReach {
 public:
  // `relaxed` has a reading.
  DirectedReach(const WorldReading& reading, const RelaxedReading& relaxed)
      : reading_(reading),
        relaxed_(*relaxed.get()),
        closed_(reading),
        open_(relaxed_),
        search_(reading, relaxed) {}

  bool reachable(const Place& from, const Place& to, double radius) {
    if (closed_.reachable(from, to, radius)) return true;
    if (!open_.reachable(from, to, radius)) return false;
    // Stretches of the start end at doors.
    std::vector<Point> starts = free_points(reading_.world(), from, radius, false);
    for (const Point& p : free_points(relaxed_.world(), from, radius, false)) starts.push_back(p);
    return std::any_of(starts.begin(), starts.end(), [&](const Point& start) {
      check_interrupt();
      return search_.reaches(start, to, radius);
    });
  }
  // Between the radius with the doors closed and that with the doors open.
  double max_radius(const Place& from, const Place& to) {
    double open = closed_.max_radius(from, to), closed = open_.max_radius(from, to);
    if (!(closed >= 0)) return closed;
    if (open == closed || reachable(from, to, closed)) return closed;
    if (!(open >= 0)) {
      if (!reachable(from, to, 0.0)) return std::numeric_limits<double>::quiet_NaN();
      open = 0.0;
    }
    while (closed - open > std::numeric_limits<double>::epsilon() * closed) {
      const double middle = open + 0.5 * (closed - open);
      if (middle <= open || middle >= closed) break;
      (reachable(from, to, middle) ? open : closed) = middle;
    }
    return open;
  }

 private:
  const WorldReading &reading_, &relaxed_;
  PlaceReach closed_, open_;
  FeatureSearch search_;
};

// Calls use(reach): with doors that are open to one side, or without.
template <class Use>
void with_reach(const WorldReading& reading, Use use) {
  const RelaxedReading relaxed(reading);
  if (relaxed.get())
    use(DirectedReach(reading, relaxed));
  else
    use(PlaceReach(reading));
}

}  // namespace

PlaceAnswers find_place_paths(const SharedWorld& shared, std::span<const Point> starts,
                              std::span<const Place> places, std::span<const std::int64_t> place_of,
                              std::span<const double> radii, std::size_t threads,
                              const SearchOptions& options, Snapping* snapping) {
  check_place_queries(starts, places, place_of, radii);
  if (snapping && snapping->moves_places &&
      (places.size() != 1 ||
       std::any_of(radii.begin(), radii.end(), [&](double radius) { return radius != radii[0]; })))
    throw InvalidInput("points of several places, or for several radii, cannot be moved");
  const WorldReading reading(shared);
  const RelaxedReading relaxed(reading);
  relaxed.prepare(radii);
  snap_starts(relaxed.world(), starts, radii, snapping);
  Place snapped;
  if (snapping && snapping->moves_places && !radii.empty()) {
    snapped = places[0];
    snap_points_of(relaxed.world(), snapped, radii[0], *snapping);
    places = {&snapped, 1};
  }
  return answer_places(reading, starts.size(), threads, options, [&]() -> FindPlacePath {
    const auto searches = std::make_shared<FeatureSearch>(reading, relaxed);
    return [&, searches](std::size_t i, const SearchOptions& own, Index& part) {
      return searches->find_place(starts[i], places[static_cast<std::size_t>(place_of[i])],
                                  radii[i], own, part);
    };
  });
}

std::vector<std::uint8_t> reachable(const SharedWorld& shared, std::span<const Place> starts,
                                    std::span<const Place> ends, std::span<const double> radii) {
  if (starts.size() != ends.size() || starts.size() != radii.size())
    throw InvalidInput("starts, ends and radii differ in number");
  check_places(starts);
  check_places(ends);
  check_radii(radii);
  const WorldReading reading(shared);
  std::vector<std::uint8_t> out;
  with_reach(reading, [&](auto&& reach) {
    for (std::size_t i = 0; i < starts.size(); ++i)
      out.push_back(reach.reachable(starts[i], ends[i], radii[i]));
  });
  return out;
}

std::vector<double> max_radii(const SharedWorld& shared, std::span<const Place> starts,
                              std::span<const Place> ends) {
  if (starts.size() != ends.size()) throw InvalidInput("starts and ends differ in number");
  check_places(starts);
  check_places(ends);
  const WorldReading reading(shared);
  std::vector<double> out;
  with_reach(reading, [&](auto&& reach) {
    for (std::size_t i = 0; i < starts.size(); ++i)
      out.push_back(reach.max_radius(starts[i], ends[i]));
  });
  return out;
}

}  // namespace clearway
