// Visibility: regions, corners, graphs, and the preparations of their planners.
#include "clearway/session/visibility.hpp"

#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"
#include "casters.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/queries.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

SightMethod method_named(const std::string& name) {
  if (name == "triangles") return SightMethod::triangles;
  if (name == "bsp") return SightMethod::bsp;
  throw InvalidInput("no method " + name);
}

auto lists_out(PointLists&& lists) {
  return std::make_tuple(points_out(std::move(lists.points)), vector_out(std::move(lists.starts)));
}

auto visible(const SharedWorld& w, const Points& starts, const Points& ends) {
  const auto a = view(starts), b = view(ends);
  if (a.size() != b.size()) throw InvalidInput("starts and ends differ in number");
  std::vector<std::uint8_t> out(a.size());
  without_gil([&] {
    w.read([&](const World& world) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        check_interrupt();
        out[i] = !raycast(world, a[i], b[i], 0.0);
      }
    });
  });
  return flags_out(std::move(out));
}

}  // namespace

void add_visibility(WorldClass& world) {
  world.def("visible", &visible, "starts"_a, "ends"_a, "Whether each start sees its end.")
      .def(
          "visible_regions",
          [](const SharedWorld& w, const Points& points, const std::string& method) {
            const SightMethod by = method_named(method);
            return lists_out(without_gil([&] { return visible_regions(w, view(points), by); }));
          },
          "points"_a, "method"_a, "Rings in one array, and where each starts.")
      .def(
          "visible_corners",
          [](const SharedWorld& w, const Points& points, const std::string& method) {
            const SightMethod by = method_named(method);
            return lists_out(without_gil([&] { return visible_corners(w, view(points), by); }));
          },
          "points"_a, "method"_a,
          "Corners seen from each point in one array, and where each list starts.")
      .def(
          "prepare_bsp",
          [](const SharedWorld& w) {
            const BspCost c = without_gil([&] { return prepare_bsp(w); });
            return dict_of("segments", c.segments, "fragments", c.fragments, "nodes", c.nodes,
                           "depth", c.depth, "seconds", c.seconds, "bytes", c.bytes);
          },
          "Builds the BSP of this version; returns its cost.")
      .def(
          "bsp",
          [](const SharedWorld& w) {
            BspData data = without_gil([&] { return bsp_data(w); });
            return std::make_tuple(points_out(std::move(data.points)),
                                   rows_out<2>(std::move(data.children)));
          },
          "The lines of the nodes of the BSP, two points each, and the children of the nodes.")
      .def(
          "prepare_graph",
          [](const SharedWorld& w, bool pruned, std::size_t threads) {
            const GraphCost c = without_gil([&] { return prepare_graph(w, pruned, threads); });
            return dict_of("corners", c.corners, "edges", c.edges, "seconds", c.seconds, "bytes",
                           c.bytes);
          },
          "pruned"_a, "threads"_a, "Builds the visibility graph of this version; returns its cost.")
      .def(
          "visibility_graph",
          [](const SharedWorld& w, bool pruned) {
            GraphData g = without_gil([&] { return visibility_graph(w, pruned); });
            return std::make_tuple(points_out(std::move(g.corners)),
                                   rows_out<2>(std::move(g.edges)));
          },
          "pruned"_a, "The corners, and the pairs of them that are joined by an edge.");
}

}  // namespace clearway::bindings
