// The queries of a shared hierarchy.
#include <algorithm>
#include <cmath>

#include "clearway/base/error.hpp"
#include "clearway/geometry/tolerances.hpp"
#include "clearway/session/parallel.hpp"
#include "hierarchy_scratch.hpp"

namespace clearway {

namespace {

Answer answer_of(const WorldReading& reading, Path path) {
  Answers one;
  one.add(reading, std::move(path));
  return {reading.world().version(), std::move(one.paths[0]), std::move(one.rows)};
}

// Turns the path of a larger disc into one of a smaller disc. Its only lower bound is the straight
// distance.
Path for_smaller(Path path, const Point& start, const Point& goal) {
  const double straight = std::min(std::hypot(goal.x - start.x, goal.y - start.y), path.length);
  path.optimal =
      path.status == Status::found && path.length <= straight * (1 + tolerance::few_operations);
  path.lower_bound = straight;
  return path;
}

}  // namespace

HierarchyQuality SharedHierarchy::quality() const {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::shared);
  return hierarchy_.quality();
}

void SharedHierarchy::validate() const {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::shared);
  hierarchy_.validate(reading.world());
}

HierarchyStats SharedHierarchy::stats() const {
  const Asking asking(*this);
  return hierarchy_.stats();
}

std::vector<std::int32_t> SharedHierarchy::clusters() const {
  const Asking asking(*this);
  return clusters(asking.reading.world().mesh());
}

std::vector<std::int32_t> SharedHierarchy::clusters(const Mesh& mesh) const {
  std::vector<std::int32_t> out;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
    const ClusterId c = hierarchy_.cluster_of(t);
    out.push_back(c == none ? -1 : static_cast<std::int32_t>(c.number()));
  }
  return out;
}

std::vector<SharedHierarchy::Edge> SharedHierarchy::edges(double radius) const {
  const Asking asking(*this);
  std::vector<Edge> out;
  for (const auto& [u, v] : hierarchy_.live_edges(radius))
    out.push_back({hierarchy_.node(u), hierarchy_.node(v), hierarchy_.length(u, v, radius)});
  return out;
}

SharedHierarchy::State SharedHierarchy::state() const {
  const Asking asking(*this);
  const World& world = asking.reading.world();
  State out{world.version(), clusters(world.mesh()), hierarchy_.state(), {}};
  const Rows& rows = asking.reading.rows();
  for (const std::vector<Way>& ways : out.state.ways)
    for (const Way& way : ways)
      for (const TriangleId slot : way.channel) out.rows.push_back(rows.row(slot));
  return out;
}

std::optional<Answer> SharedHierarchy::find_path(const Point& start, const Point& goal,
                                                 double radius, bool refreshed) const {
  if (!refreshed && is_stale()) return std::nullopt;
  const Asking asking(*this);
  QueryLoan query(asking.reading, *this);
  return answer_of(asking.reading, query->path(query->plan(start, goal, radius), start, goal));
}

std::optional<SharedHierarchy::Journey> SharedHierarchy::plan(const Point& start, const Point& goal,
                                                              double radius, bool refreshed) const {
  if (!refreshed && is_stale()) return std::nullopt;
  const Asking asking(*this);
  QueryLoan query(asking.reading, *this);
  return Journey{query->plan(start, goal, radius), start, goal, asking.reading.world().version()};
}

SharedHierarchy::Leg SharedHierarchy::leg(Journey& journey, std::size_t number, const Point& at,
                                          double radius) const {
  const Asking asking(*this);
  Plan& plan = journey.plan;
  Leg out{asking.reading.world().version(), std::nullopt, std::nullopt};
  if (plan.nodes.empty() && out.version != journey.version) return out;
  QueryLoan query(asking.reading, *this);
  Stand stand{at, number};
  if (!query->stands(plan, stand)) return out;
  bool arrived = true;
  Path path = plan.nodes.empty() ? query->path(plan, journey.start, journey.goal)
                                 : query->leg(plan, stand, arrived, journey.goal);
  if (!arrived) out.next = stand.number;
  const Point end = arrived ? journey.goal : path.segments.empty() ? at : path.segments.back().end;
  if (plan.radius > radius) path = for_smaller(std::move(path), at, end);
  if (path.status == Status::found) out.answer = answer_of(asking.reading, std::move(path));
  return out;
}

Answers find_paths(std::span<const SharedHierarchy* const> levels,
                   std::span<const std::int32_t> level_of, std::span<const Point> starts,
                   std::span<const Point> goals, std::span<const double> asked,
                   std::span<const double> radii, std::size_t threads) {
  if (starts.size() != goals.size() || starts.size() != radii.size() ||
      starts.size() != asked.size() || starts.size() != level_of.size())
    throw InvalidInput("starts, goals and radii differ in number");
  if (levels.empty()) throw InvalidInput("no level");
  for (const SharedHierarchy* level : levels)
    if (&level->world_ != &levels[0]->world_) throw InvalidInput("levels of different worlds");
  for (const std::int32_t i : level_of)
    if (i < 0 || static_cast<std::size_t>(i) >= levels.size())
      throw InvalidInput("a level is out of range");
  std::vector<const SharedHierarchy*> used;
  for (const std::int32_t i : level_of) used.push_back(levels[static_cast<std::size_t>(i)]);
  const SharedHierarchy::Asking asking(levels[0]->world_, std::move(used));
  const WorldReading& reading = asking.reading;
  std::vector<Path> paths(starts.size());
  for_each_parallel(starts.size(), threads, [&]() -> Worker {
    using Loans = std::vector<std::unique_ptr<SharedHierarchy::QueryLoan>>;
    auto loans = std::make_shared<Loans>(levels.size());
    return [&, loans](std::size_t i) {
      const auto level = static_cast<std::size_t>(level_of[i]);
      auto& query = (*loans)[level];
      if (!query) query = std::make_unique<SharedHierarchy::QueryLoan>(reading, *levels[level]);
      Path path =
          (*query)->path((*query)->plan(starts[i], goals[i], asked[i]), starts[i], goals[i]);
      if (asked[i] > radii[i]) path = for_smaller(std::move(path), starts[i], goals[i]);
      if (asked[i] > radii[i] && path.status != Status::found)
        path = query->optimal().find(starts[i], goals[i], radii[i]);
      paths[i] = std::move(path);
    };
  });
  Answers out;
  out.version = reading.world().version();
  out.paths.reserve(paths.size());
  for (Path& path : paths) out.add(reading, std::move(path));
  return out;
}

}  // namespace clearway
