// Planner "thpa*": preparing a hierarchy, asking it, plans and legs.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "arrays.hpp"
#include "batch.hpp"
#include "bound_hierarchy.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "lease.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

KeptQuery::KeptQuery(const World& world, const Hierarchy& hierarchy)
    : query(world, hierarchy, [this](const Point& a, const Point& b, double radius) {
        return searches->optimal.find(a, b, radius);
      }) {}

namespace {

// A thread's query, borrowed from the idle ones of a hierarchy.
class QueryLease {
 public:
  explicit QueryLease(const BoundHierarchy& h)
      : search_(h.world),
        query_(h.queries, [&] { return std::make_unique<KeptQuery>(h.world.world, h.hierarchy); }) {
    query_->searches = &*search_;
  }
  Hierarchy::Query* operator->() const { return &query_->query; }

 private:
  Lease search_;
  Loan<KeptQuery> query_;
};

// From so many edges on, what a forest of passages tells in advance is worth its making.
constexpr std::size_t many = 256;

// How far the radii of a range need be followed: no farther than a disc gets through.
void cap(const BoundWorld& w, std::vector<Hierarchy::Question>& asked) {
  const BottleneckForest& reach = reach_of(w);
  for (Hierarchy::Question& q : asked) {
    check_interrupt();
    if (q.radii.least < q.radii.most)
      q.radii.most = std::min(q.radii.most, reach.max_radius(q.from, q.to));
  }
}

// Computes up to `most` pending edges. Call with the world's lock held and h.lock not.
void compute(const BoundHierarchy& bound, std::size_t most, std::size_t threads) {
  BoundHierarchy& h = const_cast<BoundHierarchy&>(bound);
  const Hold hold(h.lock, Hold::exclusive);
  std::vector<Hierarchy::Question> asked = h.hierarchy.pending(most);
  if (!h.hierarchy.radii().is_one() && asked.size() >= many) cap(h.world, asked);
  std::vector<std::vector<Way>> answers(asked.size());
  if (!asked.empty())
    answer_batch(asked.size(), threads, [&]() -> Answerer {
      auto lease = std::make_shared<Lease>(h.world);
      auto funnel = std::make_shared<DiscFunnel>(h.world.world.mesh());
      const ExactSearch exact = [lease](const Point& a, const Point& b, double radius) {
        return (**lease).optimal.find(a, b, radius);
      };
      return [&, funnel, exact](std::size_t i) {
        const Hierarchy::Question& q = asked[i];
        answers[i] = ways_between(h.world.world, *funnel, exact, q.from, q.to, q.radii,
                                  h.hierarchy.tolerance());
        return Path{};
      };
    });
  h.hierarchy.keep(h.world.world, std::move(answers));
  if (h.hierarchy.pending() == 0) h.hierarchy.settle(h.world.world);
}

// The world's lock, and the hierarchy's once it is settled.
class Asking {
 public:
  explicit Asking(const BoundHierarchy& h) : world_(h.world.lock) {
    for (;;) {
      hierarchy_.emplace(h.lock, Hold::shared);
      if (h.hierarchy.is_settled()) return;
      hierarchy_.reset();
      compute(h, ~std::size_t{0}, 1);
    }
  }

 private:
  Reading world_;
  std::optional<Hold> hierarchy_;
};

// Clusters by slot, of triangles by id (-1: none). Ids are those of the mesh as it is.
std::vector<ClusterId> by_slot(const BoundHierarchy& h, std::span<const std::int32_t> ids,
                               std::span<const std::int32_t> clusters) {
  std::vector<ClusterId> out(h.world.world.mesh().triangles.size(), none);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (clusters[i] >= 0)
      out[static_cast<Index>(ids[i])] = ClusterId(static_cast<Index>(clusters[i]));
  return out;
}

PathBatch find_paths(const BoundHierarchy& h, const Points& starts, const Points& goals,
                     const Vector<double>& radii, std::size_t threads) {
  const auto a = view(starts), b = view(goals);
  const auto r = view(radii);
  if (a.size() != b.size() || a.size() != r.size())
    throw InvalidInput("starts, goals and radii differ in number");
  const Asking asking(h);
  const std::vector<Path> paths = answer_batch(a.size(), threads, [&]() -> Answerer {
    auto lease = std::make_shared<QueryLease>(h);
    return [&, lease](std::size_t i) {
      QueryLease& query = *lease;
      return query->path(query->plan(a[i], b[i], r[i]), a[i], b[i]);
    };
  });
  PathBatch out;
  out.version = h.world.world.version();
  for (const Path& path : paths) out.append(path, &h.world.settled_rows());
  return out;
}

// Whether edits are to be looked at before a question: worn(), compute().
bool is_stale(const BoundHierarchy& h) {
  const Reading world(h.world.lock);
  const Hold hold(h.lock, Hold::shared);
  return h.hierarchy.is_lost() || h.hierarchy.is_worn() || !h.hierarchy.is_settled();
}

std::optional<PathBatch> find_path(const BoundHierarchy& h, double x0, double y0, double x1,
                                   double y1, double radius, bool refreshed) {
  if (!refreshed && is_stale(h)) return {};
  const Asking asking(h);
  QueryLease query(h);
  const Point start{x0, y0}, goal{x1, y1};
  std::optional<PathBatch> out(std::in_place);
  out->version = h.world.world.version();
  out->append(query->path(query->plan(start, goal, radius), start, goal), &h.world.settled_rows());
  return out;
}

struct BoundPlan {
  Plan plan;
  Point start, goal;
  std::uint64_t version;  // of the world
};

std::optional<BoundPlan> make_plan(const BoundHierarchy& h, double x0, double y0, double x1,
                                   double y1, double radius, bool refreshed) {
  if (!refreshed && is_stale(h)) return {};
  const Asking asking(h);
  QueryLease query(h);
  return BoundPlan{
      query->plan({x0, y0}, {x1, y1}, radius), {x0, y0}, {x1, y1}, h.world.world.version()};
}

// The next leg from the stand, and the number of the one after it; none: it ends at the goal. An
// empty batch: what the rest of the plan stands on has changed since it was made.
std::pair<PathBatch, std::optional<std::size_t>> leg(const BoundHierarchy& h, BoundPlan& plan,
                                                     std::size_t number, double x, double y) {
  const Asking asking(h);
  std::pair<PathBatch, std::optional<std::size_t>> out;
  out.first.version = h.world.world.version();
  if (plan.plan.nodes.empty() && out.first.version != plan.version) return out;
  QueryLease query(h);
  Stand stand{{x, y}, number};
  if (!query->stands(plan.plan, stand)) return out;
  bool arrived = true;
  const Path path = plan.plan.nodes.empty() ? query->path(plan.plan, plan.start, plan.goal)
                                            : query->leg(plan.plan, stand, arrived, plan.goal);
  if (!arrived) out.second = stand.number;
  if (path.status == Status::found) out.first.append(path, &h.world.settled_rows());
  return out;
}

nb::typed<nb::dict, nb::str, nb::any> stats_of(const BoundHierarchy& h) {
  HierarchyStats s;
  {
    const Asking asking(h);
    s = h.hierarchy.stats();
  }
  nb::typed<nb::dict, nb::str, nb::any> out;
  out["clusters"] = s.clusters;
  out["triangles"] = s.triangles;
  out["nodes"] = s.nodes;
  out["edges"] = s.edges;
  out["ways"] = s.ways;
  out["cut"] = s.cut;
  out["balance"] = s.balance;
  out["decay"] = s.decay;
  out["repaired"] = s.repaired;
  out["recuts"] = s.recuts;
  out["bytes"] = s.bytes;
  return out;
}

auto edges_of(const BoundHierarchy& h, double radius) {
  std::vector<Point> from, to;
  std::vector<double> length;
  {
    const Asking asking(h);
    for (const auto& [u, v] : h.hierarchy.live_edges(radius)) {
      from.push_back(h.hierarchy.node(u));
      to.push_back(h.hierarchy.node(v));
      length.push_back(h.hierarchy.length(u, v, radius));
    }
  }
  return std::make_tuple(points_out(std::move(from)), points_out(std::move(to)),
                         vector_out(std::move(length)));
}

template <class I>
std::vector<std::int32_t> flat(const std::vector<std::pair<I, I>>& pairs) {
  std::vector<std::int32_t> out;
  for (const auto& [a, b] : pairs) {
    out.push_back(static_cast<std::int32_t>(a));
    out.push_back(static_cast<std::int32_t>(b));
  }
  return out;
}

// Places of nodes, clusters of each, nodes of each edge, how many ways each edge has, their
// radii and lengths, their channels (rows of mesh()).
auto state_of(const BoundHierarchy& h) {
  HierarchyState state;
  PathBatch paths;
  std::vector<std::int32_t> counts;
  std::vector<double> ways;
  {
    const Asking asking(h);
    state = h.hierarchy.state();
    paths.version = h.world.world.version();
    for (std::vector<Way>& of_edge : state.ways) {
      counts.push_back(static_cast<std::int32_t>(of_edge.size()));
      for (Way& way : of_edge) {
        ways.insert(ways.end(), {way.least, way.most, way.shortest, way.longest});
        Path path;
        path.channel = std::move(way.channel);
        paths.append(path, &h.world.settled_rows());
      }
    }
  }
  return std::make_tuple(points_out(std::move(state.places)), vector_out(flat(state.borders)),
                         vector_out(flat(state.edges)), vector_out(std::move(counts)),
                         vector_out(std::move(ways)), std::move(paths));
}

using Numbers = Vector<std::int32_t>;

template <class I>
std::vector<std::pair<I, I>> pairs_in(std::span<const std::int32_t> flat) {
  if (flat.size() % 2) throw InvalidInput("pairs of a hierarchy are cut off");
  std::vector<std::pair<I, I>> out;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (flat[i] < 0 || flat[i + 1] < 0)
      throw InvalidInput("a number of a hierarchy is negative", static_cast<std::int64_t>(i));
    out.push_back({static_cast<I>(flat[i]), static_cast<I>(flat[i + 1])});
  }
  return out;
}

// Counts are not negative and add up to so many.
void check_counts(std::span<const std::int32_t> counts, std::size_t sum) {
  std::size_t left = sum;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0 || static_cast<std::size_t>(counts[i]) > left)
      throw InvalidInput("a count of a hierarchy is out of range", static_cast<std::int64_t>(i));
    left -= static_cast<std::size_t>(counts[i]);
  }
  if (left) throw InvalidInput("the counts of a hierarchy do not add up");
}

// Hierarchy::restore checks what the numbers mean; here they only have to fit the arrays.
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
  const Reading world(h.world.lock);
  if (h.world.world.version() != version) return false;
  const Hold hold(h.lock, Hold::exclusive);
  h.hierarchy.restore(h.world.world, by_slot(h, slots, labels), std::move(state));
  return true;
}

// Regions to be cut anew, as a list; their arrays are for METIS.
struct BoundRegion {
  WornRegion region;
  std::uint64_t version;  // of the world
};

std::vector<BoundRegion> worn(BoundHierarchy& h) {
  const Reading world(h.world.lock);
  const Hold hold(h.lock, Hold::exclusive);
  std::vector<BoundRegion> out;
  for (WornRegion& region : h.hierarchy.worn(h.world.world))
    out.push_back({std::move(region), h.world.world.version()});
  return out;
}

bool recut(BoundHierarchy& h, const BoundRegion& worn, const Numbers& part) {
  const auto of = view(part);
  if (of.size() != worn.region.slots.size()) throw InvalidInput("one part for each triangle");
  for (const std::int32_t p : of)
    if (p < 0 || static_cast<Index>(p) >= worn.region.parts)
      throw InvalidInput("a part is out of range");
  const Reading world(h.world.lock);
  if (h.world.world.version() != worn.version) return false;
  const Hold hold(h.lock, Hold::exclusive);
  h.hierarchy.recut(h.world.world, worn.region, of);
  return true;
}

}  // namespace

void add_hierarchy(nb::module_& m) {
  nb::class_<BoundRegion>(m, "WornRegion", "Triangles to be cut anew, as a graph.")
      .def_prop_ro("parts", [](const BoundRegion& r) { return r.region.parts; })
      .def(
          "graph",
          [](const BoundRegion& r) {
            return std::make_tuple(vector_out(std::vector<std::int64_t>(r.region.starts)),
                                   vector_out(std::vector<std::int32_t>(r.region.neighbours)));
          },
          "The neighbours of vertex i are neighbours[starts[i]:starts[i + 1]].");
  nb::class_<BoundPlan>(m, "Plan", "Where a journey goes by, before its legs are computed.")
      .def_prop_ro("status", [](const BoundPlan& p) { return static_cast<int>(p.plan.status); })
      .def_prop_ro("length", [](const BoundPlan& p) { return p.plan.length; })
      .def_prop_ro("version", [](const BoundPlan& p) { return p.version; })
      .def_prop_ro("expanded", [](const BoundPlan& p) { return p.plan.stats.expanded; })
      .def_prop_ro("seconds", [](const BoundPlan& p) { return p.plan.stats.seconds; })
      .def(
          "places",
          [](const BoundPlan& p) { return points_out(std::vector<Point>(p.plan.places)); },
          "Of the nodes.");
  nb::class_<BoundHierarchy>(m, "Hierarchy",
                             "Clusters, nodes and cached paths for one radius or a range.")
      .def(
          "partition",
          [](BoundHierarchy& h, const Vector<std::int32_t>& ids,
             const Vector<std::int32_t>& clusters, std::uint64_t version) {
            const auto slots = view(ids), labels = view(clusters);
            const Reading world(h.world.lock);
            if (h.world.world.version() != version) return false;
            const Hold hold(h.lock, Hold::exclusive);
            h.hierarchy.partition(h.world.world, by_slot(h, slots, labels));
            return true;
          },
          "ids"_a, "clusters"_a, "version"_a,
          "Clusters (-1: none) of triangles by id; False when the world is another by now.")
      .def(
          "compute",
          [](BoundHierarchy& h, std::size_t most, std::size_t threads) {
            const Reading world(h.world.lock);
            compute(h, most, threads);
            const Hold hold(h.lock, Hold::shared);
            return h.hierarchy.pending();
          },
          "most"_a, "threads"_a, "Computes some of the pending edges; how many are left.")
      .def_prop_ro("pending",
                   [](const BoundHierarchy& h) {
                     const Reading world(h.world.lock);
                     const Hold hold(h.lock, Hold::shared);
                     return h.hierarchy.pending();
                   })
      .def_prop_ro(
          "is_stale", [](const BoundHierarchy& h) { return is_stale(h); },
          "Edits have been made since worn() and compute(); or is_lost.")
      .def_prop_ro(
          "is_lost",
          [](const BoundHierarchy& h) {
            const Reading world(h.world.lock);
            const Hold hold(h.lock, Hold::shared);
            return h.hierarchy.is_lost();
          },
          "A change was cut short: empty until the next partition().")
      .def(
          "quality",
          [](const BoundHierarchy& h) {
            const Reading world(h.world.lock);
            const Hold hold(h.lock, Hold::shared);
            const HierarchyQuality q = h.hierarchy.quality();
            return std::make_tuple(q.clusters, q.triangles, q.decay);
          },
          "Clusters, free triangles, growth of the cut since partition().")
      .def("worn", &worn, "Regions that edits have left badly cut, since last asked.")
      .def("recut", &recut, "region"_a, "parts"_a,
           "New clusters in a region, a part for each triangle; False: the world is another.")
      .def(
          "clusters",
          [](const BoundHierarchy& h) {
            std::vector<std::int32_t> out;
            {
              const Asking asking(h);
              const Mesh& mesh = h.world.world.mesh();
              for (const TriangleId t : mesh.triangles.ids()) {
                if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
                const ClusterId c = h.hierarchy.cluster_of(t);
                out.push_back(c == none ? -1 : static_cast<std::int32_t>(c));
              }
            }
            return vector_out(std::move(out));
          },
          "The cluster of each row of mesh(); -1: none.")
      .def("state", &state_of,
           "Nodes: places, clusters; edges: nodes, counts of ways; ways: radii and lengths, paths.")
      .def("restore", &restore, "ids"_a, "clusters"_a, "places"_a, "borders"_a, "edges"_a,
           "way_counts"_a, "ways"_a, "channel_counts"_a, "channel"_a, "version"_a,
           "What state() gave, on an equal mesh; False: the world is another by now.")
      .def(
          "validate",
          [](const BoundHierarchy& h) {
            const Reading world(h.world.lock);
            const Hold hold(h.lock, Hold::shared);
            h.hierarchy.validate(h.world.world);
          },
          "Raises InternalError when an invariant is broken.")
      .def("edges", &edges_of, "radius"_a, "From, to, length of every cached path.")
      .def("stats", &stats_of)
      .def("find_paths", &find_paths, "starts"_a, "goals"_a, "radii"_a, "threads"_a)
      .def("find_path", &find_path, "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a, "refreshed"_a,
           "As find_paths, for one. None: is_stale, and not said to be refreshed.")
      .def("plan", &make_plan, "x0"_a, "y0"_a, "x1"_a, "y1"_a, "radius"_a, "refreshed"_a,
           "None: is_stale, and not said to be refreshed.")
      .def("leg", &leg, "plan"_a, "number"_a, "x"_a, "y"_a,
           "The leg from a place, by its number on the walk of the plan (0 at the start), and the "
           "number where it ends; None: at the goal. Empty: the plan stands no longer.");
}

void add_hierarchy_to(WorldClass& world) {
  world.def(
      "hierarchy",
      [](BoundWorld& w, double least, double most, double step, Index per_border,
         double tolerance) {
        auto made = std::make_shared<SharedHierarchy>(w, RadiusRange{least, most, step}, per_border,
                                                      tolerance);
        const Changing changing(w.lock);
        std::erase_if(w.hierarchies, [](const auto& h) { return h.expired(); });
        w.hierarchies.push_back(made);
        return BoundHierarchy(std::move(made));
      },
      "least"_a, "most"_a, "step"_a, "per_border"_a, "tolerance"_a, nb::keep_alive<0, 1>(),
      "An empty hierarchy that will be told of every edit.");
}

}  // namespace clearway::bindings
