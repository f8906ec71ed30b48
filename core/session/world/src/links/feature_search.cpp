#include "feature_search.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "door_hops.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"
#include "paths/query_share.hpp"
#include "registry/planner_runs.hpp"
#include "search.hpp"

namespace clearway {

namespace {

// How many pieces on each side of a door are replaced at most, and how often all are tried.
constexpr std::size_t widest_window = 3;
constexpr int most_passes = 3;

double cost_or_infinity(const Path& path) {
  return path.status == Status::found ? cost_of(path) : infinity;
}

Path no_path() {
  Path out;
  out.length = infinity;
  return out;
}

// With straight lines from `start` to its beginning and from its end to `goal`.
void extend(Path& path, const Point& start, const Point& from, const Point& to, const Point& goal) {
  if (start != from) path.segments.insert(path.segments.begin(), {start, from, {}, 0.0, 0});
  if (to != goal) path.segments.push_back({to, goal, {}, 0.0, 0});
  path.length += distance(start, from) + distance(to, goal);
  if (start != from || to != goal) path.channel.clear();
}

std::unique_ptr<PlannerRun> run_of(const PlannerSpec& planner, const WorldReading& reading) {
  if (!planner.start)
    throw InvalidInput("planner " + std::string(planner.name) + " needs preparation");
  return planner.start(reading);
}

}  // namespace

double cost_of(const Path& path) {
  double out = path.length;
  for (const Segment& s : path.segments)
    if (s.is_link()) out += s.center.y;
  return out;
}

FeatureSearch::FeatureSearch(const WorldReading& reading, const RelaxedReading& relaxed)
    : reading_(reading), readings_(relaxed), relaxed_(relaxed.get()), own_(reading) {
  if (!relaxed_) return;
  open_.emplace(*relaxed_);
  walks_.emplace(reading, relaxed);
}

LinkTables& FeatureSearch::hops(double radius) {
  if (!hops_ || hops_radius_ != radius) {
    hops_.emplace(reading_.features(), door_hops(reading_, *relaxed_, radius));
    hops_radius_ = radius;
  }
  return *hops_;
}

PlannerRun& FeatureSearch::own_run() {
  if (!own_run_) own_run_ = start_optimal(reading_);
  return *own_run_;
}

PlannerRun& FeatureSearch::open_run() {
  if (!open_run_) open_run_ = start_optimal(*relaxed_);
  return *open_run_;
}

bool FeatureSearch::is_legal(const Path& open) const {
  return open.status != Status::partial && passes_surely(reading_, open.segments);
}

Path FeatureSearch::directed(const Point& start, const WeightedGoal& goal, double radius,
                             const SearchOptions& options, const Path& open, Index& part) {
  Path direct = goal.place ? walks_->find_place(start, *goal.place, radius, options, part)
                           : walks_->find(start, *goal.point, radius, options);
  Path out;
  if (reading_.features().links.empty()) {
    out = std::move(direct);
    out.lower_bound = std::max(out.lower_bound, std::min(open.lower_bound, cost_or_infinity(out)));
  } else {
    if (!links_) links_.emplace(reading_.features());
    const HopEnd end = goal.place ? HopEnd{} : hop_end(*goal.point, *goal.point);
    LinkSearch search(*links_, *walks_);
    out = search.find(start, goal.place ? *goal.place : end.place, radius, options,
                      std::move(direct), {}, part);
    if (out.status == Status::found)
      out.lower_bound = std::max(out.lower_bound, std::min(open.lower_bound, cost_of(out)));
  }
  out.channel.clear();
  return out;
}

bool FeatureSearch::is_doubtful(const Path& directed, double radius, const SearchOptions& options) {
  if (directed.status != Status::found)
    return radius > 0 || options.partial || directed.lower_bound < infinity;
  return !directed.optimal;
}

void FeatureSearch::take_better(Path& path, Path other) {
  if (path.status != Status::found && other.status == Status::partial) path = other;
  if (!(cost_or_infinity(other) < cost_or_infinity(path))) return;
  const double lower = path.lower_bound;
  path = std::move(other);
  path.optimal = false;
  path.lower_bound = std::min(lower, cost_of(path));
}

void FeatureSearch::tighten(Path& path, double radius) {
  std::vector<Segment>& pieces = path.segments;
  bool is_tighter = true;
  for (int pass = 0; pass < most_passes && is_tighter; ++pass) {
    is_tighter = false;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      if (pieces[k].is_link() || !meets_one_way_door(reading_, pieces[k])) continue;
      for (std::size_t width = widest_window; width > 0; --width) {
        std::size_t first = k, last = k;
        while (k - first < width && first > 0 && !pieces[first - 1].is_link()) --first;
        while (last - k < width && last + 1 < pieces.size() && !pieces[last + 1].is_link()) ++last;
        const std::span<const Segment> before(pieces.data() + first, last - first + 1);
        const double length = length_of(before);
        Path tight = open_->optimal().find(pieces[first].start, pieces[last].end, radius, {});
        if (tight.status != Status::found || !(tight.length < length * (1 - tolerance::joint)) ||
            passes_wrong_way(reading_, tight.segments))
          continue;
        path.length += tight.length - length;
        path.channel.clear();
        const auto at = static_cast<std::ptrdiff_t>(first);
        pieces.erase(pieces.begin() + at, pieces.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        pieces.insert(pieces.begin() + at, tight.segments.begin(), tight.segments.end());
        k = first + tight.segments.size();
        is_tighter = true;
        break;
      }
    }
  }
}

Path FeatureSearch::around(PlannerRun& run, bool is_optimal, const Point& start, const Point& goal,
                           double radius, const SearchOptions& options) {
  Path best = no_path();
  const std::vector<Point> ends = stand_ins(reading_, *relaxed_, goal, radius, false);
  for (const Point& from : stand_ins(reading_, *relaxed_, start, radius, true))
    for (const Point& to : ends) {
      Path path = own_.find(run, is_optimal, from, to, radius, options, &hops(radius));
      if (path.status == Status::partial && best.status != Status::found) best = path;
      if (path.status != Status::found) continue;
      extend(path, start, from, to, goal);
      tighten(path, radius);
      if (cost_of(path) < cost_or_infinity(best)) best = std::move(path);
    }
  return best;
}

Path FeatureSearch::find(PlannerRun& own, PlannerRun* open, bool is_optimal, const Point& start,
                         const Point& goal, double radius, const SearchOptions& options) {
  if (!relaxed_) return own_.find(own, is_optimal, start, goal, radius, options);
  const bool is_open_optimal = is_optimal || !open;
  Path relaxed =
      open_->find(open ? *open : open_run(), is_open_optimal, start, goal, radius, options);
  relaxed.channel.clear();  // of another mesh
  if (is_legal(relaxed)) return relaxed;
  Index part = none;
  Path out = directed(start, {&goal, nullptr}, radius, options, relaxed, part);
  if (is_doubtful(out, radius, options))
    take_better(out, around(own, is_optimal, start, goal, radius, options));
  return out;
}

Path FeatureSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  return find(own_run(), nullptr, true, start, goal, radius, options);
}

Path FeatureSearch::part_around(const Point& start, const PlacePart& part, double radius,
                                const SearchOptions& options) {
  if (part.lines.size() == 1 && part.lines[0].size() == 1) {
    const Point& goal = part.lines[0][0];
    Path open = open_->find(open_run(), true, start, goal, radius, options);
    open.channel.clear();
    return is_legal(open) ? open : around(own_run(), true, start, goal, radius, options);
  }
  const Place place{{part}};
  Index of = none;
  Path open = open_->find_place(start, place, radius, options, of);
  open.channel.clear();
  if (is_legal(open)) return open;
  Path best = no_path();
  for (const Point& from : stand_ins(reading_, *relaxed_, start, radius, true)) {
    Path path = own_.find_place(from, place, radius, options, of, &hops(radius));
    if (path.status != Status::found) continue;
    const Point end = path.segments.empty() ? from : path.segments.back().end;
    extend(path, start, from, end, end);
    tighten(path, radius);
    if (cost_of(path) < cost_or_infinity(best)) best = std::move(path);
  }
  return best;
}

Path FeatureSearch::place_around(const Point& start, const Place& place, double radius,
                                 const SearchOptions& options, Index& part) {
  Path best = no_path();
  part = none;
  for (std::size_t i = 0; i < place.parts.size(); ++i) {
    check_interrupt();
    Path path = part_around(start, place.parts[i], radius, options);
    if (path.status != Status::found || cost_of(path) >= cost_or_infinity(best)) continue;
    best = std::move(path);
    part = static_cast<Index>(i);
  }
  return best;
}

Path FeatureSearch::find_place(const Point& start, const Place& place, double radius,
                               const SearchOptions& options, Index& part) {
  if (!relaxed_) return own_.find_place(start, place, radius, options, part);
  Path open = open_->find_place(start, place, radius, options, part);
  open.channel.clear();
  if (is_legal(open)) return open;
  part = none;
  Path out = directed(start, {nullptr, &place}, radius, options, open, part);
  if (!is_doubtful(out, radius, options)) return out;
  Index other = none;
  Path path = place_around(start, place, radius, options, other);
  if (cost_or_infinity(path) < cost_or_infinity(out)) part = other;
  take_better(out, std::move(path));
  return out;
}

bool FeatureSearch::reaches(const Point& start, const Place& place, double radius) {
  Index part = none;
  // For discs overlays cost more than a few searches.
  if (relaxed_ && radius > 0 &&
      place_around(start, place, radius, {}, part).status == Status::found)
    return true;
  return find_place(start, place, radius, {}, part).status == Status::found;
}

Path FeatureSearch::find_nearest(const Point& start, std::span<const Point> goals, double radius,
                                 Index& nearest) {
  if (!relaxed_) return own_.find_nearest(start, goals, radius, nearest);
  Path open = open_->find_nearest(start, goals, radius, nearest);
  open.channel.clear();
  if (is_legal(open)) return open;
  Place place;
  for (const Point& goal : goals) place.parts.push_back({{{goal}}, false});
  return find_place(start, place, radius, {}, nearest);
}

std::vector<double> FeatureSearch::distances(const Point& start, std::span<const Point> goals,
                                             double radius) {
  std::vector<double> out = own_.distances(start, goals, radius);
  if (!relaxed_) return out;
  const std::vector<double> least = open_->distances(start, goals, radius);
  for (std::size_t i = 0; i < goals.size(); ++i)
    if (least[i] < out[i] * (1 - tolerance::joint))
      out[i] = cost_or_infinity(find(start, goals[i], radius, {}));
  return out;
}

FeatureRun::FeatureRun(const PlannerSpec& planner, const WorldReading& reading,
                       const RelaxedReading& relaxed)
    : search_(reading, relaxed),
      own_(run_of(planner, reading)),
      open_(relaxed.get() ? run_of(planner, *relaxed.get()) : nullptr),
      is_optimal_(planner.start == start_optimal) {}

FeatureRun::FeatureRun(std::unique_ptr<PlannerRun> run, const WorldReading& reading,
                       const RelaxedReading& relaxed)
    : search_(reading, relaxed), own_(std::move(run)), is_optimal_(false) {}

void FeatureRun::find_all(QueryShare& share) {
  share.answer([&](const Point& start, const Point& goal, double radius,
                   const SearchOptions& options) { return find(start, goal, radius, options); });
}

Path FeatureRun::find(const Point& start, const Point& goal, double radius,
                      const SearchOptions& options) {
  return search_.find(*own_, open_.get(), is_optimal_, start, goal, radius, options);
}

}  // namespace clearway
