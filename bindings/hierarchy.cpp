// Planner "thpa*": hierarchies, plans and legs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <optional>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/planners/grow_partition.hpp"
#include "clearway/session/hierarchy_paths.hpp"
#include "exploration.hpp"
#include "hierarchy_state.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Numbers = Vector<std::int32_t>;
using Journey = SharedHierarchy::Journey;
using Region = SharedHierarchy::Region;
using Quality = std::tuple<std::size_t, std::size_t, double>;

PathBatch find_hierarchy_paths(const std::vector<const BoundHierarchy*>& levels,
                               const Numbers& level_of, const Points& starts, const Points& goals,
                               const Vector<double>& planned_radii, const Vector<double>& radii,
                               std::size_t threads, std::optional<double> snap) {
  std::vector<const SharedHierarchy*> held;
  for (const BoundHierarchy* level : levels) held.push_back(level->held.get());
  auto snapping = snapping_of(snap);
  return without_gil([&] {
    Answers found = find_paths(held, view(level_of), view(starts), view(goals), view(planned_radii),
                               view(radii), threads, pointer(snapping));
    return PathBatch(std::move(found), std::move(snapping));
  });
}

std::optional<PathBatch> find_hierarchy_path(const BoundHierarchy& h, double x0, double y0,
                                             double x1, double y1, double radius, bool refreshed) {
  const Call call;
  std::optional<Answer> found = h->find_path({x0, y0}, {x1, y1}, radius, refreshed);
  if (!found) return std::nullopt;
  return PathBatch(std::move(*found));
}

std::pair<PathBatch, std::optional<std::size_t>> leg(const BoundHierarchy& h, Journey& plan,
                                                     std::size_t index, double x, double y,
                                                     double radius) {
  const Call call;
  SharedHierarchy::Leg found = h->leg(plan, index, {x, y}, radius);
  std::pair<PathBatch, std::optional<std::size_t>> out{PathBatch(), found.next};
  if (found.answer) out.first = PathBatch(std::move(*found.answer));
  out.first.version = found.version;
  return out;
}

auto explored_by_hierarchy(const BoundHierarchy& h, const Points& start, const Points& goal,
                           double planned_radius, double radius) {
  const Ends ends = two_ends(start, goal);
  return exploration_out(
      without_gil([&] { return h->explore(ends.start, ends.goal, planned_radius, radius); }));
}

HierarchyQuality quality_of(const Quality& quality) {
  return {std::get<0>(quality), std::get<1>(quality), std::get<2>(quality)};
}

auto cover_radii(const std::vector<std::tuple<double, double, double>>& ranges,
                 const Vector<double>& radii) {
  std::vector<RadiusRange> held;
  for (const auto& [least, most, step] : ranges) held.push_back({least, most, step});
  std::vector<std::int32_t> numbers;
  std::vector<double> covering;
  for (const CoveringRadius& found : cover(held, view(radii))) {
    numbers.push_back(found.range);
    covering.push_back(found.radius);
  }
  return std::make_tuple(vector_out(std::move(numbers)), vector_out(std::move(covering)));
}

Dict hierarchy_stats(const BoundHierarchy& h) {
  const HierarchyStats s = without_gil([&] { return h->stats(); });
  return dict_of("clusters", s.clusters, "triangles", s.triangles, "nodes", s.nodes, "edges",
                 s.edges, "cached_paths", s.cached_paths, "cut", s.cut, "balance", s.balance,
                 "decay", s.decay, "repaired", s.repaired, "recuts", s.recuts, "bytes", s.bytes);
}

auto edges_of(const BoundHierarchy& h, double radius) {
  std::vector<Point> from, to;
  std::vector<double> length;
  for (const SharedHierarchy::Edge& e : without_gil([&] { return h->edges(radius); })) {
    from.push_back(e.from);
    to.push_back(e.to);
    length.push_back(e.length);
  }
  return std::make_tuple(points_out(std::move(from)), points_out(std::move(to)),
                         vector_out(std::move(length)));
}

// Calls a method of the hierarchy that takes no arguments.
template <auto method>
auto ask(const BoundHierarchy& h) {
  return without_gil([&] { return (h.held.get()->*method)(); });
}

template <class T>
std::vector<T> copied(std::span<const T> items) {
  return {items.begin(), items.end()};
}

void add_plan(nb::module_& m) {
  nb::class_<Region>(m, "DegradedRegion", "Triangles to be cut into clusters again, as a graph.")
      .def_prop_ro("parts", [](const Region& r) { return r.parts(); })
      .def(
          "graph",
          [](const Region& r) {
            return std::make_tuple(vector_out(copied(r.starts())),
                                   vector_out(copied(r.neighbours())));
          },
          "The neighbours of vertex i are neighbours[starts[i]:starts[i + 1]].");
  nb::class_<Journey>(m, "Plan", "The nodes that a journey passes, before its legs are computed.")
      .def_prop_ro("status", [](const Journey& p) { return static_cast<int>(p.status()); })
      .def_prop_ro("length", [](const Journey& p) { return p.length(); })
      .def_prop_ro("version", [](const Journey& p) { return p.version(); })
      .def_prop_ro("expanded", [](const Journey& p) { return p.stats().expanded; })
      .def_prop_ro("seconds", [](const Journey& p) { return p.stats().seconds; })
      .def(
          "positions",
          [](const Journey& p) { return points_out(std::vector<Point>(p.node_positions())); },
          "The positions of the nodes.");
}

}  // namespace

void add_hierarchy(nb::module_& m, WorldClass& world) {
  using B = BoundHierarchy;
  add_plan(m);
  nb::class_<B> hierarchy(m, "Hierarchy",
                          "Clusters, nodes and cached paths for one radius or a range.");
  hierarchy
      .def(
          "partition",
          [](B& h, const Numbers& ids, const Numbers& clusters, std::uint64_t version) {
            const Call call;
            return h->partition(view(ids), view(clusters), version);
          },
          "ids"_a, "clusters"_a, "version"_a,
          "The clusters (-1: none) of triangles, by id; False: the world has another version.")
      .def(
          "compute",
          [](B& h, std::size_t max_count, std::size_t threads) {
            const Call call;
            return h->compute(max_count, threads);
          },
          "max_count"_a, "threads"_a, "Computes some pending edges; returns how many are left.")
      .def_prop_ro("pending", &ask<&SharedHierarchy::pending>)
      .def_prop_ro("is_stale", &ask<&SharedHierarchy::is_stale>,
                   "Edits have been made since degraded_regions() and compute(), or is_lost.")
      .def_prop_ro("is_lost", &ask<&SharedHierarchy::is_lost>,
                   "A change was interrupted: empty until the next partition().")
      .def(
          "quality",
          [](const B& h) {
            const HierarchyQuality q = without_gil([&] { return h->quality(); });
            return Quality(q.clusters, q.triangles, q.decay);
          },
          "Number of clusters and of free triangles; growth of the cut since partition().")
      .def("degraded_regions", &ask<&SharedHierarchy::degraded_regions>,
           "Regions that edits have degraded, since the last call.")
      .def(
          "recut",
          [](B& h, const Region& region, const Numbers& parts) {
            const Call call;
            return h->recut(region, view(parts));
          },
          "region"_a, "parts"_a,
          "Cuts a region into these parts, one for each triangle; False: the world has another "
          "version.")
      .def(
          "clusters",
          [](const B& h) { return vector_out(without_gil([&] { return h->clusters(); })); },
          "The cluster of each row of mesh(); -1: none.")
      .def("validate", &ask<&SharedHierarchy::validate>,
           "Raises InternalError when an invariant is broken.")
      .def("edges", &edges_of, "radius"_a, "Both ends and the length of every cached path.")
      .def("stats", &hierarchy_stats)
      .def("find_path", &find_hierarchy_path, "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a,
           "refreshed"_a, "As find_hierarchy_paths, for one. None: is_stale, and not `refreshed`.")
      .def("explored", &explored_by_hierarchy, "start"_a, "goal"_a, "planned_radius"_a, "radius"_a,
           "Rows of mesh() that exact searches expand; x, y of the predecessor, then of a node that"
           " the search for a plan expands.")
      .def(
          "plan",
          [](const B& h, double x0, double y0, double x1, double y1, double radius,
             bool refreshed) {
            const Call call;
            return h->plan({x0, y0}, {x1, y1}, radius, refreshed);
          },
          "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a, "refreshed"_a,
          "None: is_stale, and not `refreshed`.")
      .def("leg", &leg, "plan"_a, "index"_a, "x"_a, "y"_a, "radius"_a,
           "The leg from a position, with its index in the channel of the plan (0 at the start), "
           "and "
           "the index of its end; None: at the goal. Empty: the plan is no longer valid.");
  add_hierarchy_state(hierarchy);
  m.def("find_hierarchy_paths", &find_hierarchy_paths, "levels"_a, "level_of"_a, "starts"_a,
        "goals"_a, "planned_radii"_a, "radii"_a, "threads"_a, "snap"_a = nb::none(),
        "One path per row, planned by the level and for the radius of the row; an exact search "
        "where a disc larger than radii has no path.");
  m.def("cover_radii", &cover_radii, "ranges"_a, "radii"_a,
        "For each radius the range (least, most, step; 0: any) with the smallest one not below it, "
        "and that one; -1 and infinity: none.");
  m.def(
      "grow_partition",
      [](const Vector<std::int64_t>& starts, const Numbers& neighbours, Index parts) {
        return vector_out(
            without_gil([&] { return grow_partition(view(starts), view(neighbours), parts); }));
      },
      "starts"_a, "neighbours"_a, "parts"_a,
      "The part of each vertex of a graph; the neighbours of i are "
      "neighbours[starts[i]:starts[i + 1]].");
  m.def("intended_clusters", &intended_clusters, "triangles"_a, "wanted"_a.none(),
        "The number of clusters to cut so many free triangles into.");
  m.def(
      "needs_partition",
      [](const Quality& now, const Quality& before, std::optional<std::size_t> wanted) {
        return needs_partition(quality_of(now), quality_of(before), wanted);
      },
      "now"_a, "before"_a, "wanted"_a.none(),
      "Whether edits have degraded a partition, by quality() now and after it was made.");
  world.def(
      "hierarchy",
      [](SharedWorld& w, double least, double most, double step, Index per_border,
         double tolerance) {
        const Call call;
        return B{SharedHierarchy::make(w, {least, most, step}, per_border, tolerance)};
      },
      "least"_a, "most"_a, "step"_a, "per_border"_a, "tolerance"_a, nb::keep_alive<0, 1>(),
      "An empty hierarchy that observes every edit.");
}

}  // namespace clearway::bindings
