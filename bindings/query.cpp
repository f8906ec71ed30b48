// Queries about points, in batches.
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/session/one_way_doors.hpp"
#include "clearway/session/queries.hpp"
#include "clearway/verify/verify.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

auto locate(const SharedWorld& w, const Points& points) {
  LocatedRows found = without_gil([&] { return locate_rows(w, view(points)); });
  return std::make_tuple(vector_out(std::move(found.rows)), vector_out(std::move(found.steps)));
}

// A ray without a hit ends at its end.
auto raycast_out(const std::vector<std::optional<Hit>>& hits, std::span<const Point> ends) {
  std::vector<std::uint8_t> hit;
  std::vector<Point> point;
  std::vector<double> distance;
  std::vector<std::int64_t> obstacle;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const auto& h = hits[i];
    hit.push_back(h.has_value());
    point.push_back(h ? h->point : ends[i]);
    distance.push_back(h ? h->distance : nan);
    obstacle.push_back(h ? h->obstacle : -1);
  }
  return std::make_tuple(flags_out(std::move(hit)), points_out(std::move(point)),
                         vector_out(std::move(distance)), vector_out(std::move(obstacle)));
}

nb::typed<nb::tuple, double, double, double> narrowest_of(const SharedWorld& w, const Points& ends,
                                                          const SegmentRows& rows,
                                                          const Vector<std::int32_t>& channel) {
  const auto places = view(ends);
  if (places.size() != 2) throw InvalidInput("a path has two ends");
  const std::vector<Segment> path = segments_in(rows);
  std::vector<TriangleId> slots;
  for (const std::int32_t t : view(channel)) slots.push_back(static_cast<TriangleId>(t));
  const Narrowest found =
      without_gil([&] { return narrowest_on(w, places[0], places[1], path, slots); });
  return nb::make_tuple(found.radius, found.at.x, found.at.y);
}

Dict verify_rows(const SharedWorld& w, const SegmentRows& rows) {
  const std::vector<Segment> path = segments_in(rows);
  const Verdict v = without_gil([&] {
    const WorldReading reading(w);
    const World& world = reading.world();
    std::vector<Handle> handles = world.handles();
    const std::vector<Handle> open = open_one_way_doors(reading);
    std::erase_if(handles,
                  [&](Handle h) { return std::binary_search(open.begin(), open.end(), h); });
    Verdict verdict = verify(world.bounds(), world.obstacles(handles), path);
    verdict.crosses = verdict.crosses || passes_wrong_way(reading, path);
    return verdict;
  });
  return verdict_out(v);
}

}  // namespace

void add_query(WorldClass& world) {
  world
      .def(
          "is_free",
          [](const SharedWorld& w, const Points& points, double radius) {
            return flags_out(without_gil([&] { return are_free(w, view(points), radius); }));
          },
          "points"_a, "radius"_a)
      .def(
          "clearance",
          [](const SharedWorld& w, const Points& points) {
            return vector_out(without_gil([&] { return clearances(w, view(points)); }));
          },
          "points"_a)
      .def("locate", &locate, "points"_a,
           "The row of a triangle that contains each point, -1 outside, and the steps walked.")
      .def(
          "snap",
          [](const SharedWorld& w, const Points& points, double radius) {
            return points_out(without_gil([&] { return snap_points(w, view(points), radius); }));
          },
          "points"_a, "radius"_a)
      .def(
          "raycast",
          [](const SharedWorld& w, const Points& starts, const Points& ends, double radius) {
            return raycast_out(
                without_gil([&] { return cast_rays(w, view(starts), view(ends), radius); }),
                view(ends));
          },
          "starts"_a, "ends"_a, "radius"_a)
      .def(
          "reachable",
          [](const SharedWorld& w, const Points& starts, const Points& ends,
             const Vector<double>& radii) {
            return flags_out(
                without_gil([&] { return reachable(w, view(starts), view(ends), view(radii)); }));
          },
          "starts"_a, "ends"_a, "radii"_a, "Whether a disc can move from each start to its end.")
      .def(
          "max_radius",
          [](const SharedWorld& w, const Points& starts, const Points& ends) {
            return vector_out(without_gil([&] { return max_radii(w, view(starts), view(ends)); }));
          },
          "starts"_a, "ends"_a, "The largest disc that can; NaN where not even a point can.")
      .def(
          "random_points",
          [](const SharedWorld& w, std::size_t count, double radius, std::uint64_t seed) {
            return points_out(without_gil([&] { return random_points(w, count, radius, seed); }));
          },
          "count"_a, "radius"_a, "seed"_a)
      .def("verify", &verify_rows, "segments"_a)
      .def("narrowest", &narrowest_of, "ends"_a, "segments"_a, "channel"_a,
           "The largest radius and the narrowest point (radius, x, y) of the channel (slots of "
           "triangles), or of the segments if the channel is empty; NaN without one.");
}

}  // namespace clearway::bindings
