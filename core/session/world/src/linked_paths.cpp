#include "linked_paths.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "clearway/base/error.hpp"
#include "geometry/tolerances.hpp"
#include "planner_runs.hpp"
#include "planners/common/stopwatch.hpp"
#include "query_share.hpp"

namespace clearway {

Path LinkedSearch::find(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal,
                        double radius, const SearchOptions& options,
                        const std::vector<Hop>* door_hops) {
  Path own = run.find(start, goal, radius, options);
  std::optional<LinkTables> with_doors;
  if (door_hops) with_doors.emplace(reading_.features(), *door_hops);
  LinkTables* const tables = with_doors ? &*with_doors : tables_.get();
  if (!tables || tables->hops().empty()) return own;
  const Stopwatch watch;
  const double before = own.stats.seconds;
  const HopEnd end = hop_end(goal, goal);
  Index part = none;
  LinkSearch::FindLeg find_leg;
  if (!is_optimal)
    find_leg = [&](const Point& a, const Point& b) { return run.find(a, b, radius, options); };
  SearchOptions exact;
  exact.limit = options.limit;
  exact.deadline = options.deadline;
  Path direct = is_optimal ? own : searches_->optimal.find(start, goal, radius, exact);
  LinkSearch search(*tables, searches_->optimal);
  Path out = search.find(start, end.place, radius, options, std::move(direct), find_leg, part);
  if (!is_optimal && part == none) out = std::move(own);  // no link pays
  out.stats.seconds = before + watch.seconds();
  return out;
}

Path LinkedSearch::find_place(const Point& start, const Place& place, double radius,
                              const SearchOptions& options, Index& part) {
  Path direct = searches_->optimal.find_place(start, place, radius, options, part);
  if (!tables_) return direct;
  LinkSearch search(*tables_, searches_->optimal);
  return search.find(start, place, radius, options, std::move(direct), {}, part);
}

Path LinkedSearch::find_nearest(const Point& start, std::span<const Point> goals, double radius,
                                Index& nearest) {
  Path direct = searches_->optimal.find_nearest(start, goals, radius, nearest);
  if (!tables_ || goals.empty()) return direct;
  Place place;
  for (const Point& goal : goals) place.parts.push_back({{{goal}}, false});
  LinkSearch search(*tables_, searches_->optimal);
  return search.find(start, place, radius, {}, std::move(direct), {}, nearest);
}

std::vector<double> LinkedSearch::distances(const Point& start, std::span<const Point> goals,
                                            double radius) {
  std::vector<double> out = searches_->optimal.distances(start, goals, radius);
  if (tables_) LinkSearch(*tables_, searches_->optimal).improve(start, goals, radius, out);
  return out;
}

FeatureRun::Side FeatureRun::side(const PlannerSpec& planner, const WorldReading& reading) {
  if (!planner.start)
    throw InvalidInput("planner " + std::string(planner.name) + " needs preparation");
  return {planner.start(reading), std::make_unique<LinkedSearch>(reading)};
}

FeatureRun::FeatureRun(const PlannerSpec& planner, const WorldReading& reading,
                       const WorldReading* relaxed)
    : reading_(reading),
      relaxed_(relaxed),
      is_optimal_(planner.start == start_optimal),
      own_(side(planner, reading)) {
  if (relaxed) open_ = side(planner, *relaxed);
}

void FeatureRun::find_all(QueryShare& share) {
  share.answer([&](const Point& start, const Point& goal, double radius,
                   const SearchOptions& options) { return find(start, goal, radius, options); });
}

Path FeatureRun::find(const Point& start, const Point& goal, double radius,
                      const SearchOptions& options) {
  if (!relaxed_) return own_.search->find(*own_.run, is_optimal_, start, goal, radius, options);
  Path open = open_.search->find(*open_.run, is_optimal_, start, goal, radius, options);
  open.channel.clear();  // of another mesh
  if (open.status != Status::partial && !passes_wrong_way(reading_, open.segments)) return open;
  const std::vector<Hop> hops = door_hops(reading_, *relaxed_, radius);
  Path out = own_.search->find(*own_.run, is_optimal_, start, goal, radius, options, &hops);
  if (out.status != Status::found) {
    out.lower_bound = std::min(out.lower_bound, open.lower_bound);
    return out;
  }
  const double cost = out.lower_bound;  // if it is optimal among the paths of this search
  out.optimal = out.optimal && cost <= open.lower_bound * (1 + tolerance::joint);
  out.lower_bound = std::min(open.lower_bound, cost);
  return out;
}

}  // namespace clearway
