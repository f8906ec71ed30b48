// Visibility: regions, corners, graphs, and the planners that stand on them.
#include "visibility.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/visibility/sight.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

std::shared_ptr<VisibilityCache> visibility_of(const BoundWorld& w) {
  const Hold building(w.building, Hold::exclusive);
  if (!w.visibility) w.visibility = std::make_shared<VisibilityCache>(w.world);
  return w.visibility;
}

bool is_visibility_planner(const std::string& planner) {
  return planner == "vg" || planner == "vgo" || planner == "bsp*";
}

namespace {

const VisibilityGraph& graph_of(const BoundWorld& w, VisibilityCache& v, bool pruned,
                                std::size_t threads) {
  const Hold building(w.building, Hold::exclusive);
  auto& graph = v.graphs[pruned];
  if (!graph) graph = std::make_unique<VisibilityGraph>(w.world, v.corners, pruned, threads);
  return *graph;
}

const Bsp& bsp_of(const BoundWorld& w, VisibilityCache& v) {
  const Hold building(w.building, Hold::exclusive);
  if (!v.bsp) v.bsp = std::make_unique<Bsp>(w.world, default_bsp_seed);
  return *v.bsp;
}

}  // namespace

std::function<Answerer()> visibility_answers(const BoundWorld& w, const std::string& planner,
                                             std::span<const Point> starts,
                                             std::span<const Point> goals,
                                             const SearchOptions& options) {
  auto v = visibility_of(w);
  const bool two = options.prune_successors;
  if (planner == "bsp*") {
    const Bsp& bsp = bsp_of(w, *v);
    return [=, &w, &bsp]() -> Answerer {
      auto search = std::make_shared<Loan<BspSearch>>(
          v->idle_bsp, [&] { return std::make_unique<BspSearch>(w.world, v->corners, bsp); });
      return [=](std::size_t i) { return (*search)->find(starts[i], goals[i], two); };
    };
  }
  const bool pruned = planner == "vgo";
  const VisibilityGraph& graph = graph_of(w, *v, pruned, 1);
  return [=, &w, &graph]() -> Answerer {
    auto search = std::make_shared<Loan<GraphSearch>>(
        v->idle[pruned], [&] { return std::make_unique<GraphSearch>(w.world, v->corners, graph); });
    return [=](std::size_t i) { return (*search)->find(starts[i], goals[i], two); };
  };
}

namespace {

using Stats = nb::typed<nb::dict, nb::str, nb::any>;

Stats prepare(const BoundWorld& w, const std::string& planner, std::size_t threads) {
  if (!is_visibility_planner(planner)) throw InvalidInput("no visibility planner " + planner);
  Stats out;
  if (planner == "bsp*") {
    Bsp::Stats s;
    {
      const Reading reading(w.lock);
      const auto v = visibility_of(w);
      s = bsp_of(w, *v).stats();
    }
    out["segments"] = s.segments;
    out["fragments"] = s.fragments;
    out["nodes"] = s.nodes;
    out["depth"] = s.depth;
    out["seconds"] = s.seconds;
    out["bytes"] = s.bytes;
    return out;
  }
  std::size_t corners, edges, bytes;
  double seconds;
  {
    const Reading reading(w.lock);
    const auto v = visibility_of(w);
    const VisibilityGraph& g = graph_of(w, *v, planner == "vgo", threads);
    corners = g.corner_count();
    edges = g.edge_count();
    bytes = g.memory() + v->corners.memory();
    seconds = g.seconds();
  }
  out["corners"] = corners;
  out["edges"] = edges;
  out["seconds"] = seconds;
  out["bytes"] = bytes;
  return out;
}

auto graph(const BoundWorld& w, const std::string& planner) {
  std::vector<Point> corners;
  std::vector<std::int32_t> edges;
  {
    const Reading reading(w.lock);
    const auto v = visibility_of(w);
    for (const Corner& c : v->corners.all()) corners.push_back(c.at);
    for (const Index i : graph_of(w, *v, planner == "vgo", 1).edges())
      edges.push_back(static_cast<std::int32_t>(i));
  }
  const std::size_t n = edges.size() / 2;
  auto [data, owner] = release(std::move(edges));
  return std::make_tuple(points_out(std::move(corners)),
                         RowsOut<std::int32_t, 2>(data, {n, 2}, owner));
}

auto visible(const BoundWorld& w, const Points& starts, const Points& ends) {
  const auto a = view(starts), b = view(ends);
  if (a.size() != b.size()) throw InvalidInput("starts and ends differ in number");
  std::vector<std::uint8_t> out(a.size());
  {
    const Reading reading(w.lock);
    for (std::size_t i = 0; i < a.size(); ++i) {
      check_interrupt();
      out[i] = !raycast(w.world, a[i], b[i], 0.0);
    }
  }
  return flags_out(std::move(out));
}

// answer(viewer, point, list) for each point; the lists in one array, and where each starts.
template <class F>
auto lists(const BoundWorld& w, const Points& points, const std::string& method, F&& answer) {
  const auto xy = view(points);
  std::vector<Point> out, one;
  std::vector<std::int64_t> starts{0};
  if (method != "triangles" && method != "bsp") throw InvalidInput("no method " + method);
  {
    const Reading reading(w.lock);
    const auto v = visibility_of(w);
    Sight sight(w.world, v->corners);
    std::unique_ptr<BspView> view;
    if (method == "bsp") view = std::make_unique<BspView>(w.world, v->corners, bsp_of(w, *v));
    for (const Point& p : xy) {
      check_interrupt();
      one.clear();
      answer(*v, sight, view.get(), p, one);
      out.insert(out.end(), one.begin(), one.end());
      starts.push_back(static_cast<std::int64_t>(out.size()));
    }
  }
  return std::make_tuple(points_out(std::move(out)), vector_out(std::move(starts)));
}

auto visible_regions(const BoundWorld& w, const Points& points, const std::string& method) {
  return lists(
      w, points, method,
      [](VisibilityCache&, Sight& sight, BspView* view, const Point& p, std::vector<Point>& ring) {
        if (view)
          view->region_from(p, ring);
        else
          sight.region_from(p, ring);
      });
}

auto visible_corners(const BoundWorld& w, const Points& points, const std::string& method) {
  std::vector<Index> seen;
  return lists(w, points, method,
               [&seen](VisibilityCache& v, Sight& sight, BspView* view, const Point& p,
                       std::vector<Point>& out) {
                 if (view)
                   view->corners_from(p, false, seen);
                 else
                   sight.corners_from(p, false, seen);
                 for (const Index c : seen) out.push_back(v.corners[c].at);
               });
}

}  // namespace

void add_visibility(WorldClass& world) {
  world.def("visible", &visible, "starts"_a, "ends"_a, "Whether each end is seen from its start.")
      .def("visible_regions", &visible_regions, "points"_a, "method"_a,
           "Rings in one array, and where each starts.")
      .def("visible_corners", &visible_corners, "points"_a, "method"_a,
           "Corners seen from each point in one array, and where each list starts.")
      .def("prepare", &prepare, "planner"_a, "threads"_a,
           "Makes what a visibility planner needs in this version; what it cost.")
      .def("visibility_graph", &graph, "planner"_a, "Corners, and pairs of them that are joined.");
}

}  // namespace clearway::bindings
