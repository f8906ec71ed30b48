#include "linked_paths.hpp"

#include <utility>

#include "planners/common/stopwatch.hpp"

namespace clearway {

Path LinkedSearch::find(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal,
                        double radius, const SearchOptions& options, LinkTables* tables) {
  Path own = run.find(start, goal, radius, options);
  if (!tables) tables = tables_.get();
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
  LinkSearch search(*tables, legs_);
  Path out = search.find(start, end.place, radius, options, std::move(direct), find_leg, part);
  if (!is_optimal && part == none) out = std::move(own);  // no link pays
  out.stats.seconds = before + watch.seconds();
  return out;
}

Path LinkedSearch::find_place(const Point& start, const Place& place, double radius,
                              const SearchOptions& options, Index& part, LinkTables* tables) {
  Path direct = searches_->optimal.find_place(start, place, radius, options, part);
  if (!tables) tables = tables_.get();
  if (!tables) return direct;
  LinkSearch search(*tables, legs_);
  return search.find(start, place, radius, options, std::move(direct), {}, part);
}

Path LinkedSearch::find_nearest(const Point& start, std::span<const Point> goals, double radius,
                                Index& nearest) {
  Path direct = searches_->optimal.find_nearest(start, goals, radius, nearest);
  if (!tables_ || goals.empty()) return direct;
  Place place;
  for (const Point& goal : goals) place.parts.push_back({{{goal}}, false});
  LinkSearch search(*tables_, legs_);
  return search.find(start, place, radius, {}, std::move(direct), {}, nearest);
}

std::vector<double> LinkedSearch::distances(const Point& start, std::span<const Point> goals,
                                            double radius) {
  std::vector<double> out = searches_->optimal.distances(start, goals, radius);
  if (tables_) LinkSearch(*tables_, legs_).improve(start, goals, radius, out);
  return out;
}

}  // namespace clearway
