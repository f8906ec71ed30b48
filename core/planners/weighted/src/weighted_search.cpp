#include "planners/weighted_search.hpp"

#include <algorithm>
#include <utility>

#include "base/infinity.hpp"
#include "beam_search.hpp"
#include "clearway/geometry/predicates.hpp"
#include "crossing_points.hpp"
#include "geometry/tolerances.hpp"
#include "interval_rounds.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/stopwatch.hpp"

namespace clearway {

namespace {

constexpr int most_rounds = 16;
// Routes of a round whose cheapest paths are computed.
constexpr int most_routes = 3;
// Lines may be below the cost by the tolerance divided by so many crossings of borders; the lines
// of the next round by this much less.
constexpr double expected_crossings = 8, finer = 0.125;

RouteEnd end_at(const WeightedRegions& regions, const Point& p) {
  const World& world = regions.world();
  const Mesh& mesh = world.mesh();
  RouteEnd out{p, {}};
  const auto add = [&](TriangleId t) {
    if (!mesh.is_free(t)) return;
    if (std::find(out.triangles.begin(), out.triangles.end(), t) == out.triangles.end())
      out.triangles.push_back(t);
  };
  for_each_triangle_at(mesh, world.locate(p), add);
  // A search that starts in one triangle of a side expects that it starts in the other, too.
  for (std::size_t i = 0; i < out.triangles.size(); ++i)
    for (Index side = 0; side < 3; ++side) {
      const HalfEdgeId e = Mesh::half_edge(out.triangles[i], side);
      if (regions.is_open(e) &&
          orientation(mesh.point(mesh.origin(e)), mesh.point(mesh.target(e)), p) == 0)
        add(Mesh::triangle_of(mesh.twin(e)));
    }
  return out;
}

// The rounds of one query.
class BeamRounds {
 public:
  BeamRounds(const WeightedMesh& mesh, RouteEnd start, RouteEnd goal, const KnownCost& known,
             double tolerance, const SearchOptions& options)
      : mesh_(mesh),
        ends_{std::move(start), std::move(goal)},
        budget_{options},
        tolerance_(tolerance),
        rounding_(tolerance::lost_bound * mesh.scale * mesh.most_weight),
        upper_(known.upper),
        lower_(known.lower) {}

  WeightedAnswer run() {
    double share = 1.0 / expected_crossings;
    for (int round = 0; round < most_rounds && !is_proved_; ++round, share *= finer) {
      BeamSearch search(mesh_, ends_[0], ends_[1], share * tolerance_ * upper_, budget_);
      if (!drain(search)) break;
    }
    const double lower =
        std::max(0.0, std::min(lower_, upper_) * (1 - tolerance::bound_of_labels) - rounding_);
    is_proved_ = upper_ < infinity && upper_ <= (1 + tolerance_) * lower;
    return {std::move(points_), cost_, lower, is_proved_, {budget_.expanded, budget_.generated, 0}};
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
    WeightedPolyline found =
        CrossingPoints(mesh_, ends_[0].point, ends_[1].point, first, route).solve();
    if (found.cost >= std::min(cost_, upper_)) return;
    points_ = std::move(found.points);
    cost_ = upper_ = found.cost;
    is_proved_ = lower_ >= prune();
  }

  const WeightedMesh& mesh_;
  const RouteEnd ends_[2];
  Budget budget_;
  const double tolerance_, rounding_;
  double upper_, lower_, cost_ = infinity;
  std::vector<Point> points_;
  bool is_proved_ = false;
};

}  // namespace

WeightedSearch::WeightedSearch(const WeightedRegions& regions, AreaFactors factors)
    : regions_(regions), factors_(std::move(factors)) {}

WeightedAnswer WeightedSearch::find(const Point& start, const Point& goal, const KnownCost& known,
                                    double tolerance, const SearchOptions& options) const {
  const Stopwatch watch;
  RouteEnd from = end_at(regions_, start), to = end_at(regions_, goal);
  if (from.triangles.empty() || to.triangles.empty()) return {{}, infinity, infinity, false, {}};
  const WeightedMesh mesh(regions_, factors_);
  WeightedAnswer out =
      regions_.has_thin_triangles()
          ? find_by_intervals(mesh, std::move(from), std::move(to), known, tolerance, options)
          : BeamRounds(mesh, std::move(from), std::move(to), known, tolerance, options).run();
  out.stats.seconds = watch.seconds();
  return out;
}

}  // namespace clearway
