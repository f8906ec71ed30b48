#include "clearway/query/queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "clearway/planners/channel.hpp"
#include "clearway/planners/fronts.hpp"
#include "clearway/planners/ta_star.hpp"
#include "clearway/verify/verify.hpp"
#include "geometry/construction.hpp"
#include "planners/anytime/tra_star.hpp"
#include "planners/visibility/visibility_search.hpp"
#include "query/bottlenecks.hpp"
#include "session.hpp"

namespace fuzz {

using namespace clearway;

namespace {

constexpr double rounding = 0x1p-40;  // of the coordinates
constexpr double same = 1e-9;         // of lengths

bool is_equal(double a, double b, double size) {
  return a == b || std::abs(a - b) <= same * std::max(a, b) + rounding * size;
}

}  // namespace

double Session::radius() {
  constexpr double shares[] = {0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 1e-3, 0.3};
  return shares[bytes_.below(8)] * places_.unit();
}

void Session::check_path(const Path& path, const Point& start, const Point& goal, double radius,
                         const char* what) const {
  const auto holds = [&](bool is, const char* rule) {
    if (!is) throw Broken(std::string(what) + ": " + rule);
  };
  if (path.status != Status::found) {
    holds(path.status == Status::no_path ? path.length == std::numeric_limits<double>::infinity()
                                         : path.segments.empty(),
          "no path has no length");
    return;
  }
  if (path.segments.empty()) return holds(start == goal, "a path between two places has segments");
  double size = radius;
  for (const Segment& s : path.segments)
    size = std::max(
        {size, std::abs(s.start.x), std::abs(s.start.y), std::abs(s.end.x), std::abs(s.end.y)});
  const Verdict verdict =
      verify(world_.bounds(), world_.obstacles(world_.handles()), path.segments);
  if (places_.has_slivers()) return;
  holds(verdict.inside && !verdict.crosses, "the path is inside an obstacle or crosses one");
  holds(verdict.clearance >= radius - rounding * size, "the path is too near to an obstacle");
  holds(verdict.gap <= rounding * size, "the path has gaps");
  holds(distance(path.segments.front().start, start) <= rounding * size &&
            distance(path.segments.back().end, goal) <= rounding * size,
        "the path has other ends");
  holds(is_equal(path.length, length_of(path.segments), size), "the path has another length");
}

void Session::ask_places() {
  const Point p = places_.next(), q = places_.next();
  const double r = radius();
  asked_ = {p, q, r};
  const bool fits = is_free(world_, p, r);
  const double size =
      std::max({std::abs(places_.low()), std::abs(places_.high()), std::abs(p.x), std::abs(p.y)});
  const double room = clearance(world_, p);
  demand(!fits || room >= r - rounding * size, "a disc fits where there is clearance");
  demand(fits || room <= r + rounding * size, "where there is clearance a disc fits");
  if (const auto free = snap(world_, p, r)) {
    demand(is_free(world_, *free, r), "snap gives a free place");
    demand(!fits || *free == p, "snap leaves a free place as it is");
  } else {
    demand(!fits, "snap finds a place that is free");
  }
  const auto hit = raycast(world_, p, q, r);
  if (hit)
    demand(hit->distance >= 0 && hit->distance <= distance(p, q) + rounding * size, "raycast");
  if (!hit && fits && r == 0) {
    // What a ray reaches is reached by a straight path.
    const Path path = optimal_.find(p, q, 0);
    demand(path.status == Status::found || !is_free(world_, q, 0), "a ray is a path");
  }
  const Watches::Reports reports = watches_.reports(world_);
  for (const Watches::Report& report : reports.list)
    demand(report.reason == Watches::Reason::shorter || std::isnan(report.free.x) ||
               is_free(world_, report.free, 0),
           "a report names a free place");
  demand(watches_.accept(reports.serial), "reports are accepted");
}

void Session::ask_paths() {
  const Point a = places_.next(), b = places_.next();
  const double r = radius();
  const double size = std::max(std::abs(places_.low()), std::abs(places_.high()));
  asked_ = {a, b, r};
  const Path best = optimal_.find(a, b, r);
  check_path(best, a, b, r, "optimal");
  const Path back = optimal_.find(b, a, r);
  const bool found = best.status == Status::found;
  demand(found == (back.status == Status::found), "there and back");
  demand(!found || is_equal(best.length, back.length, size), "as long there as back");
  if (r <= world_.max_radius())  // Bottlenecks knows no wider discs
    demand(Bottlenecks(world_).reachable(a, b, r) == found, "reachable");
  const std::vector<Point> goals{b, a};
  demand(!found || is_equal(optimal_.distances(a, goals, r)[0], best.length, size), "distances");

  const auto agree = [&](const Path& path, bool is_exact, const char* what) {
    if (path.status != best.status) throw Broken(std::string(what) + ": another status");
    check_path(path, a, b, r, what);
    if (!found) return;
    if (path.length < best.length * (1 - same) - rounding * size)
      throw Broken(std::string(what) + ": shorter than optimal");
    if (is_exact && !is_equal(path.length, best.length, size))
      throw Broken(std::string(what) + ": not the shortest");
  };
  agree(ChannelSearch(world_).find(a, b, r), false, "channel");
  SearchOptions options;
  agree(TAStarSearch(world_).find(a, b, r, options), true, "ta*");
  if (abstraction_) {
    TRAStarSearch search(world_);
    search.use(*abstraction_);
    agree(search.find(a, b, r, options), true, "tra*");
  }
  agree(FrontSearch(world_).find(a, b, r, options), true, "fronts");
  options.partial = true;
  const Path partial = optimal_.find(a, b, r, options);
  demand((partial.status == Status::found) == found, "partial finds what there is");
  options.limit = bytes_.next();
  const Path hasty = optimal_.find(a, b, r, options);
  if (hasty.status == Status::found) check_path(hasty, a, b, r, "limit");
  if (r == 0) check_points_planners(a, b, best);
  if (hierarchy_ && hierarchy_->radii().least <= r && r <= hierarchy_->radii().most) {
    recut();
    compute();
    HierarchyQuery query(world_, *hierarchy_, [&](const Point& p, const Point& q, double radius) {
      return optimal_.find(p, q, radius);
    });
    agree(query.path(query.plan(a, b, r), a, b), false, "thpa*");
  }
  watch(best, a, r);
}

void Session::check_points_planners(const Point& a, const Point& b, const Path& best) const {
  const Corners corners(world_.mesh());
  const double size = std::max(std::abs(places_.low()), std::abs(places_.high()));
  const auto agree = [&](const Path& path, const char* what) {
    if (path.status != best.status) throw Broken(std::string(what) + ": another status");
    check_path(path, a, b, 0, what);
    if (best.status == Status::found && !is_equal(path.length, best.length, size))
      throw Broken(std::string(what) + ": not the shortest");
  };
  for (const bool pruned : {false, true}) {
    const VisibilityGraph graph(world_, corners, pruned);
    agree(VisibilitySearch(world_, corners, graph).find(a, b, pruned), pruned ? "vgo" : "vg");
  }
  const Bsp bsp(world_);
  agree(VisibilitySearch(world_, corners, bsp).find(a, b), "bsp*");
}

// A plan, and its legs one after the other.
void Session::ask_journey() {
  const double r = hierarchy_->radii().least;
  const Point a = places_.next(), b = places_.next();
  asked_ = {a, b, r};
  recut();
  compute();
  HierarchyQuery query(world_, *hierarchy_, [&](const Point& p, const Point& q, double radius) {
    return optimal_.find(p, q, radius);
  });
  Plan plan = query.plan(a, b, r);
  if (plan.status != Status::found || plan.nodes.empty()) return;
  PlanPosition position{a, 0};
  bool arrived = false;
  for (int legs = 0; !arrived; ++legs) {
    demand(legs < 1000, "a journey ends");
    const Point from = position.point;
    demand(query.is_valid(plan, position), "a plan is valid while nothing changes");
    const Path leg = query.leg(plan, position, arrived, b);
    if (leg.status != Status::found) return;  // by rounding; the caller plans again
    check_path(leg, from, arrived ? b : position.point, r, "leg");
  }
}

void Session::run() {
  for (int step = 0; step < most_steps && !bytes_.empty(); ++step) {
    switch (bytes_.below(12)) {
      case 0:
        edit_badly();
        break;
      case 1:
        partition();
        break;
      case 2:
        if (hierarchy_) restore();
        break;
      case 3:
        ask_places();
        break;
      case 4:
      case 5:
        if (hierarchy_)
          ask_journey();
        else
          ask_paths();
        break;
      case 6:
      case 7:
        ask_paths();
        break;
      default:
        edit();
    }
  }
}

}  // namespace fuzz
