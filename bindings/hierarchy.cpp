// Planner "thpa*": hierarchies, plans and legs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_hierarchy.hpp"
#include "module.hpp"
#include "path_batch.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Numbers = Vector<std::int32_t>;
using Journey = SharedHierarchy::Journey;
using Region = SharedHierarchy::Region;

// nanobind can return a std::shared_ptr itself, but only with an allocation whose failure
// terminates the process.
struct BoundHierarchy {
  std::shared_ptr<SharedHierarchy> held;
  SharedHierarchy* operator->() const { return held.get(); }
};

PathBatch find_many(const std::vector<const BoundHierarchy*>& levels, const Numbers& level_of,
                    const Points& starts, const Points& goals, const Vector<double>& asked,
                    const Vector<double>& radii, std::size_t threads) {
  std::vector<const SharedHierarchy*> held;
  for (const BoundHierarchy* level : levels) held.push_back(level->held.get());
  return without_gil([&] {
    return PathBatch(find_paths(held, view(level_of), view(starts), view(goals), view(asked),
                                view(radii), threads));
  });
}

std::optional<PathBatch> find_one(const BoundHierarchy& h, double x0, double y0, double x1,
                                  double y1, double radius, bool refreshed) {
  const Call call;
  std::optional<Answer> found = h->find_path({x0, y0}, {x1, y1}, radius, refreshed);
  if (!found) return std::nullopt;
  return PathBatch(std::move(*found));
}

std::pair<PathBatch, std::optional<std::size_t>> leg(const BoundHierarchy& h, Journey& plan,
                                                     std::size_t number, double x, double y,
                                                     double radius) {
  const Call call;
  SharedHierarchy::Leg found = h->leg(plan, number, {x, y}, radius);
  std::pair<PathBatch, std::optional<std::size_t>> out{PathBatch(), found.next};
  if (found.answer) out.first = PathBatch(std::move(*found.answer));
  out.first.version = found.version;
  return out;
}

Dict stats_of(const BoundHierarchy& h) {
  const HierarchyStats s = without_gil([&] { return h->stats(); });
  return dict_of("clusters", s.clusters, "triangles", s.triangles, "nodes", s.nodes, "edges",
                 s.edges, "ways", s.ways, "cut", s.cut, "balance", s.balance, "decay", s.decay,
                 "repaired", s.repaired, "recuts", s.recuts, "bytes", s.bytes);
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

template <class I>
std::vector<std::int32_t> flat(const std::vector<std::pair<I, I>>& pairs) {
  std::vector<std::int32_t> out;
  for (const auto& [a, b] : pairs) {
    out.push_back(static_cast<std::int32_t>(position(a)));
    out.push_back(static_cast<std::int32_t>(position(b)));
  }
  return out;
}

// The version; the cluster of each row of mesh(); for nodes: position, clusters; for edges: nodes,
// number of cached paths; for cached paths: radii and lengths, number of triangles, triangles as
// rows of mesh().
auto state_of(const BoundHierarchy& h) {
  SharedHierarchy::State kept = without_gil([&] { return h->state(); });
  HierarchyState& state = kept.state;
  std::vector<std::int32_t> counts, triangles;
  std::vector<double> ways;
  for (const std::vector<Way>& of_edge : state.ways) {
    counts.push_back(static_cast<std::int32_t>(of_edge.size()));
    for (const Way& way : of_edge) {
      ways.insert(ways.end(), {way.least, way.most, way.shortest, way.longest});
      triangles.push_back(static_cast<std::int32_t>(way.channel.size()));
    }
  }
  return std::make_tuple(kept.version, vector_out(std::move(kept.clusters)),
                         points_out(std::move(state.places)), vector_out(flat(state.borders)),
                         vector_out(flat(state.edges)), vector_out(std::move(counts)),
                         vector_out(std::move(ways)), vector_out(std::move(triangles)),
                         vector_out(std::move(kept.rows)));
}

template <class I>
std::vector<std::pair<I, I>> pairs_in(std::span<const std::int32_t> flat) {
  if (flat.size() % 2) throw InvalidInput("an array of pairs of a hierarchy has an odd length");
  std::vector<std::pair<I, I>> out;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (flat[i] < 0 || flat[i + 1] < 0)
      throw InvalidInput("a number of a hierarchy is negative", static_cast<std::int64_t>(i));
    out.push_back({static_cast<I>(flat[i]), static_cast<I>(flat[i + 1])});
  }
  return out;
}

// Checks that the counts are not negative and add up to `sum`.
void check_counts(std::span<const std::int32_t> counts, std::size_t sum) {
  std::size_t left = sum;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0 || static_cast<std::size_t>(counts[i]) > left)
      throw InvalidInput("a count of a hierarchy is out of range", static_cast<std::int64_t>(i));
    left -= static_cast<std::size_t>(counts[i]);
  }
  if (left) throw InvalidInput("the counts of a hierarchy do not add up");
}

// Hierarchy::restore checks the meaning of the numbers; here they only have to fit the arrays.
bool restore(BoundHierarchy& h, const Numbers& ids, const Numbers& clusters, const Points& places,
             const Numbers& borders, const Numbers& edges, const Numbers& way_counts,
             const Vector<double>& ways, const Numbers& channel_counts, const Numbers& channel,
             std::uint64_t version) {
  const auto slots = view(ids), labels = view(clusters), in_edge = view(way_counts),
             in_channel = view(channel_counts), steps = view(channel);
  const auto at = view(places);
  const auto span = view(ways);
  HierarchyState state;
  state.places.assign(at.begin(), at.end());
  state.borders = pairs_in<ClusterId>(view(borders));
  state.edges = pairs_in<Index>(view(edges));
  const std::size_t count = in_channel.size();
  if (labels.size() != slots.size() || in_edge.size() != state.edges.size() ||
      span.size() != 4 * count)
    throw InvalidInput("the arrays of a hierarchy differ in length");
  check_counts(in_edge, count);
  check_counts(in_channel, steps.size());
  std::size_t w = 0, c = 0;
  for (const std::int32_t ways_here : in_edge) {
    std::vector<Way>& of_edge = state.ways.emplace_back();
    for (std::int32_t k = 0; k < ways_here; ++k, ++w) {
      Way& way = of_edge.emplace_back();
      way.least = span[4 * w], way.most = span[4 * w + 1];
      way.shortest = span[4 * w + 2], way.longest = span[4 * w + 3];
      for (std::int32_t i = 0; i < in_channel[w]; ++i, ++c) {
        if (steps[c] < 0 || static_cast<std::size_t>(steps[c]) >= slots.size())
          throw InvalidInput("a triangle of a hierarchy is out of range",
                             static_cast<std::int64_t>(c));
        way.channel.push_back(static_cast<TriangleId>(slots[static_cast<std::size_t>(steps[c])]));
      }
    }
  }
  const Call call;
  return h->restore(slots, labels, std::move(state), version);
}

// Calls a method of the hierarchy that takes no arguments.
template <auto method>
auto ask(const BoundHierarchy& h) {
  return without_gil([&] { return (h.held.get()->*method)(); });
}

void add_plan(nb::module_& m) {
  nb::class_<Region>(m, "WornRegion", "Triangles to be partitioned again, as a graph.")
      .def_prop_ro("parts", [](const Region& r) { return r.region.parts; })
      .def(
          "graph",
          [](const Region& r) {
            return std::make_tuple(vector_out(std::vector<std::int64_t>(r.region.starts)),
                                   vector_out(std::vector<std::int32_t>(r.region.neighbours)));
          },
          "The neighbours of vertex i are neighbours[starts[i]:starts[i + 1]].");
  nb::class_<Journey>(m, "Plan", "The nodes that a journey visits, before its legs are computed.")
      .def_prop_ro("status", [](const Journey& p) { return static_cast<int>(p.plan.status); })
      .def_prop_ro("length", [](const Journey& p) { return p.plan.length; })
      .def_prop_ro("version", [](const Journey& p) { return p.version; })
      .def_prop_ro("expanded", [](const Journey& p) { return p.plan.stats.expanded; })
      .def_prop_ro("seconds", [](const Journey& p) { return p.plan.stats.seconds; })
      .def(
          "places", [](const Journey& p) { return points_out(std::vector<Point>(p.plan.places)); },
          "The positions of the nodes.");
}

}  // namespace

void add_hierarchy(nb::module_& m, WorldClass& world) {
  using B = BoundHierarchy;
  add_plan(m);
  nb::class_<B>(m, "Hierarchy", "Clusters, nodes and cached paths for one radius or a range.")
      .def(
          "partition",
          [](B& h, const Numbers& ids, const Numbers& clusters, std::uint64_t version) {
            const Call call;
            return h->partition(view(ids), view(clusters), version);
          },
          "ids"_a, "clusters"_a, "version"_a,
          "Sets the clusters (-1: none) of triangles by id; False: the world has changed.")
      .def(
          "compute",
          [](B& h, std::size_t most, std::size_t threads) {
            const Call call;
            return h->compute(most, threads);
          },
          "most"_a, "threads"_a, "Computes some pending edges; returns how many are left.")
      .def_prop_ro("pending", &ask<&SharedHierarchy::pending>)
      .def_prop_ro("is_stale", &ask<&SharedHierarchy::is_stale>,
                   "Whether the world was edited since worn() and compute(), or is_lost.")
      .def_prop_ro("is_lost", &ask<&SharedHierarchy::is_lost>,
                   "A change was interrupted: empty until the next partition().")
      .def(
          "quality",
          [](const B& h) {
            const HierarchyQuality q = without_gil([&] { return h->quality(); });
            return std::make_tuple(q.clusters, q.triangles, q.decay);
          },
          "Clusters, free triangles, growth of the cut since partition().")
      .def("worn", &ask<&SharedHierarchy::worn>,
           "Regions whose partition edits have degraded since the last call.")
      .def(
          "recut",
          [](B& h, const Region& region, const Numbers& parts) {
            const Call call;
            return h->recut(region, view(parts));
          },
          "region"_a, "parts"_a,
          "Sets new clusters in a region, one part per triangle; False: the world has changed.")
      .def(
          "clusters",
          [](const B& h) { return vector_out(without_gil([&] { return h->clusters(); })); },
          "The cluster of each row of mesh(); -1: none.")
      .def("state", &state_of,
           "Version, clusters(); nodes: positions, clusters; edges: nodes, path counts; cached "
           "paths: radii and lengths, triangle counts, triangles.")
      .def("restore", &restore, "ids"_a, "clusters"_a, "places"_a, "borders"_a, "edges"_a,
           "way_counts"_a, "ways"_a, "channel_counts"_a, "channel"_a, "version"_a,
           "Restores what state() returned, on an equal mesh; False: the world has changed.")
      .def("validate", &ask<&SharedHierarchy::validate>,
           "Raises InternalError when an invariant is broken.")
      .def("edges", &edges_of, "radius"_a, "From, to, length of every cached path.")
      .def("stats", &stats_of)
      .def("find_path", &find_one, "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a, "refreshed"_a,
           "Like find_hierarchy_paths, for one. None: is_stale and not `refreshed`.")
      .def(
          "plan",
          [](const B& h, double x0, double y0, double x1, double y1, double radius,
             bool refreshed) {
            const Call call;
            return h->plan({x0, y0}, {x1, y1}, radius, refreshed);
          },
          "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a, "refreshed"_a,
          "None: is_stale and not `refreshed`.")
      .def("leg", &leg, "plan"_a, "number"_a, "x"_a, "y"_a, "radius"_a,
           "The leg from the place with this number on the plan (0: the start), and the number of "
           "the place where it ends; None: the goal. Empty: the plan is no longer valid.");
  m.def("find_hierarchy_paths", &find_many, "levels"_a, "level_of"_a, "starts"_a, "goals"_a,
        "asked"_a, "radii"_a, "threads"_a,
        "One path per row, by the hierarchy and for the radius of the row; an exact search if a "
        "disc larger than radii has no path.");
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
