#include "rounds.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"
#include "crossing_points.hpp"
#include "geometry/tolerances.hpp"
#include "search.hpp"

namespace clearway {

namespace {

constexpr int most_interval_rounds = 64;
// Routes of a round whose cheapest paths are computed.
constexpr int most_interval_routes = 3;
// An interval may be off by this share of the tolerance, divided by the crossings of the route:
// most are off by much less. Measured: 1 and 16 take half as long again.
constexpr double share_of_slack = 4;

// The route in the opposite direction.
std::vector<RouteCrossing> reversed(const Mesh& mesh, const std::vector<RouteCrossing>& route,
                                    TriangleId& first) {
  std::vector<RouteCrossing> out;
  if (route.empty()) return out;
  first = Mesh::triangle_of(route.back().entered);
  for (auto i = route.rbegin(); i != route.rend(); ++i)
    out.push_back({mesh.twin(i->entered), i->guess});
  return out;
}

class IntervalRounds {
 public:
  IntervalRounds(const WeightedMesh& mesh, const RouteEnd& start, const RouteEnd& goal,
                 const KnownCost& known, double tolerance, const SearchOptions& options)
      : mesh_(mesh),
        intervals_(mesh.regions),
        ends_{&start, &goal},
        budget_{options},
        tolerance_(tolerance),
        upper_(known.upper),
        lower_(known.lower) {}

  WeightedAnswer run() {
    for (int round = 0; round < most_interval_rounds && !is_proved_; ++round) {
      IntervalSearch search(mesh_, intervals_, *ends_[round % 2], *ends_[1 - round % 2],
                            round % 2 == 1, budget_);
      const bool goes_on = drain(search, round % 2 == 1);
      if (!goes_on || is_proved_) break;
      const double slack = share_of_slack * tolerance_ * upper_ / static_cast<double>(crossings_);
      if (!search.divide(prune(), slack)) break;
    }
    const double lower = std::min(lower_, upper_) * (1 - tolerance::bound_of_labels);
    is_proved_ = upper_ < infinity && upper_ <= (1 + tolerance_) * lower;
    return {std::move(points_), cost_, lower,
            is_proved_,         part_, {budget_.expanded, budget_.generated, 0}};
  }

 private:
  // Slightly more than needed, for what rounding takes from the bound.
  double prune() const { return upper_ / (1 + tolerance_) * (1 + 2 * tolerance::bound_of_labels); }

  // One round; false if it was stopped.
  bool drain(IntervalSearch& search, bool is_reversed) {
    double first = infinity;
    for (int routes = 0;;) {
      const IntervalSearch::Outcome outcome = search.run(prune());
      if (outcome == IntervalSearch::Outcome::route) {
        first = std::min(first, search.bound());
        if (routes++ < most_interval_routes) follow(search, is_reversed);
        // Everything left costs at least the bound of the first route.
        if (std::max(first, lower_) >= prune()) {
          raise(first);
          return true;
        }
        continue;
      }
      const bool is_stopped = outcome == IntervalSearch::Outcome::stopped;
      raise(std::min({first, prune(), is_stopped ? search.bound() : infinity}));
      return !is_stopped;
    }
  }

  void raise(double bound) {
    lower_ = std::max(lower_, bound);
    is_proved_ = lower_ >= prune();
  }

  void follow(const IntervalSearch& search, bool is_reversed) {
    TriangleId first = none;
    std::vector<RouteCrossing> route = search.route(first);
    if (is_reversed) route = reversed(mesh_.mesh, route, first);
    crossings_ = route.size() + 1;
    const TriangleId last = route.empty() ? first : Mesh::triangle_of(route.back().entered);
    for (const RouteEnd::Part& goal : ends_[1]->in(last)) {
      WeightedPolyline found = CrossingPoints(mesh_, ends_[0]->point(), goal, first, route).solve();
      if (found.cost >= std::min(cost_, upper_)) continue;
      points_ = std::move(found.points);
      part_ = goal.of;
      cost_ = upper_ = found.cost;
    }
  }

  const WeightedMesh& mesh_;
  EdgeIntervals intervals_;
  const RouteEnd* const ends_[2];
  Budget budget_;
  const double tolerance_;
  double upper_, lower_, cost_ = infinity;
  std::vector<Point> points_;
  Index part_ = none;
  std::size_t crossings_ = 1;  // of the last route, and one
  bool is_proved_ = false;
};

}  // namespace

WeightedAnswer find_by_intervals(const WeightedMesh& mesh, const RouteEnd& start,
                                 const RouteEnd& goal, const KnownCost& known, double tolerance,
                                 const SearchOptions& options) {
  return IntervalRounds(mesh, start, goal, known, tolerance, options).run();
}

}  // namespace clearway
