#include "planners/weighted/weighted_search.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"
#include "beams/search.hpp"
#include "crossing_points.hpp"
#include "geometry/tolerances.hpp"
#include "intervals/rounds.hpp"
#include "obstacles/relative.hpp"
#include "planners/common/stopwatch.hpp"
#include "route_end.hpp"

namespace clearway {

namespace {

constexpr int most_rounds = 16;
// Routes of a round whose cheapest paths are computed.
constexpr int most_routes = 3;
// Lines may be below the cost by the tolerance divided by so many crossings of borders; the lines
// of the next round by this much less.
constexpr double expected_crossings = 8, finer = 0.125;

// The rounds of one query.
class BeamRounds {
 public:
  BeamRounds(const WeightedMesh& mesh, const RouteEnd& start, const RouteEnd& goal,
             const KnownCost& known, double tolerance, const SearchOptions& options)
      : mesh_(mesh),
        start_(start),
        goal_(goal),
        budget_{options},
        tolerance_(tolerance),
        rounding_(tolerance::lost_bound * mesh.scale * mesh.most_weight),
        upper_(known.upper),
        lower_(known.lower) {}

  WeightedAnswer run() {
    double share = 1.0 / expected_crossings;
    for (int round = 0; round < most_rounds && !is_proved_; ++round, share *= finer) {
      BeamSearch search(mesh_, start_, goal_, share * tolerance_ * upper_, budget_);
      if (!drain(search)) break;
    }
    const double bound = std::min(lower_, upper_) * (1 - tolerance::bound_of_labels);
    const double lower = std::max(0.0, bound - rounding_);
    is_proved_ = upper_ < infinity && upper_ <= (1 + tolerance_) * lower;
    return {std::move(points_),
            cost_,
            lower,
            is_proved_,
            part_,
            {budget_.expanded, budget_.generated, 0},
            bound < infinity ? bound - lower : 0.0};
  }

 private:
  // Slightly more than needed, for what rounding takes from the bound.
  double prune() const {
    return upper_ / (1 + tolerance_) * (1 + 2 * tolerance::bound_of_labels) + 2 * rounding_;
  }

  // One round; false if it was stopped.
  bool drain(BeamSearch& search) {
    for (int routes = 0; routes < most_routes && !is_proved_; ++routes) {
      // The first search looks for any cheaper route, even if the known path is near enough: the
      // cheapest path along it obeys Snell's law.
      const double most = points_.empty() ? upper_ : prune();
      const BeamSearch::Outcome outcome = search.run(most);
      if (outcome == BeamSearch::Outcome::exhausted) {
        // Everything left costs at least this; so do the routes before, if there were any.
        if (routes == 0) raise(most);
        return true;
      }
      if (routes == 0) raise(search.bound());
      if (outcome == BeamSearch::Outcome::stopped) return false;
      follow(search);
    }
    return true;
  }

  void raise(double bound) {
    lower_ = std::max(lower_, bound);
    is_proved_ = lower_ >= prune();
  }

  void follow(const BeamSearch& search) {
    TriangleId first = none;
    const std::vector<RouteCrossing> route = search.route(first);
    const RouteEnd::Part& goal = search.goal_part();
    WeightedPolyline found = CrossingPoints(mesh_, start_.point(), goal, first, route).solve();
    if (found.cost >= std::min(cost_, upper_)) return;
    points_ = std::move(found.points);
    part_ = goal.of;
    cost_ = upper_ = found.cost;
    is_proved_ = lower_ >= prune();
  }

  const WeightedMesh& mesh_;
  const RouteEnd &start_, &goal_;
  Budget budget_;
  const double tolerance_, rounding_;
  double upper_, lower_, cost_ = infinity;
  std::vector<Point> points_;
  Index part_ = none;
  bool is_proved_ = false;
};

}  // namespace

WeightedSearch::WeightedSearch(const WeightedRegions& regions, AreaFactors factors)
    : regions_(regions), factors_(std::move(factors)) {}

WeightedAnswer WeightedSearch::find(const Point& start, const Point& goal, const KnownCost& known,
                                    double tolerance, const SearchOptions& options) const {
  return find(end_at(start), end_at(goal), known, tolerance, options);
}

WeightedAnswer WeightedSearch::find(const Point& start, const Place& goal, const KnownCost& known,
                                    double tolerance, const SearchOptions& options) const {
  Place place = goal;
  if (regions_.origin() != Point{})
    for (PlacePart& part : place.parts)
      for (std::vector<Point>& line : part.lines)
        for (Point& p : line) p = relative(p, regions_.origin());
  return find(end_at(start), RouteEnd(regions_, place), known, tolerance, options);
}

RouteEnd WeightedSearch::end_at(const Point& p) const {
  return {regions_, relative(p, regions_.origin())};
}

WeightedAnswer WeightedSearch::find(const RouteEnd& start, const RouteEnd& goal,
                                    const KnownCost& known, double tolerance,
                                    const SearchOptions& options) const {
  const Stopwatch watch;
  if (start.empty() || goal.empty()) return {{}, infinity, infinity, false, none, {}};
  const WeightedMesh mesh(regions_, factors_);
  WeightedAnswer out = regions_.has_thin_triangles()
                           ? find_by_intervals(mesh, start, goal, known, tolerance, options)
                           : BeamRounds(mesh, start, goal, known, tolerance, options).run();
  for (Point& p : out.points) p = {p.x + regions_.origin().x, p.y + regions_.origin().y};
  out.stats.seconds = watch.seconds();
  return out;
}

}  // namespace clearway
