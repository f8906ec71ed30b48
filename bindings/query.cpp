// Questions about places, in batches.
#include <nanobind/stl/tuple.h>

#include <limits>

#include "arrays.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/query/bottleneck_forest.hpp"
#include "clearway/query/narrowest.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/verify/verify.hpp"
#include "module.hpp"
#include "path/trace.hpp"
#include "world/input_side.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// answer(world, point) for each point, in order.
template <class T, class F>
std::vector<T> each(const BoundWorld& w, const Points& points, F&& answer) {
  const auto xy = view(points);
  std::vector<T> out;
  const Reading reading(w.lock);
  out.reserve(xy.size());
  for (const Point& p : xy) {
    check_interrupt();
    out.push_back(answer(w.world, p));
  }
  return out;
}

auto locate(const BoundWorld& w, const Points& points) {
  const auto xy = view(points);
  std::vector<std::int32_t> row, steps;
  {
    const Reading reading(w.lock);
    const Rows& rows = w.settled_rows();
    row.reserve(xy.size());
    steps.reserve(xy.size());
    for (const Point& p : xy) {
      check_interrupt();
      const Location l = locate_in_mesh(w.world, p);
      row.push_back(rows.row(Mesh::triangle_of(l.half_edge)));
      steps.push_back(static_cast<std::int32_t>(l.steps));
    }
  }
  return std::make_tuple(vector_out(std::move(row)), vector_out(std::move(steps)));
}

auto cast_rays(const BoundWorld& w, const Points& starts, const Points& ends, double radius) {
  const auto a = view(starts);
  const auto b = view(ends);
  if (a.size() != b.size()) throw InvalidInput("starts and ends differ in number");
  std::vector<std::uint8_t> hit;
  std::vector<Point> point;
  std::vector<double> distance;
  std::vector<std::int64_t> obstacle;
  {
    const Reading reading(w.lock);
    for (std::size_t i = 0; i < a.size(); ++i) {
      check_interrupt();
      const auto h = raycast(w.world, a[i], b[i], radius);
      hit.push_back(h.has_value());
      point.push_back(h ? h->point : b[i]);
      distance.push_back(h ? h->distance : nan);
      obstacle.push_back(h ? h->obstacle : -1);
    }
  }
  return std::make_tuple(flags_out(std::move(hit)), points_out(std::move(point)),
                         vector_out(std::move(distance)), vector_out(std::move(obstacle)));
}

// answer(reach, i) for each pair of places.
template <class T, class F>
std::vector<T> each_pair(const BoundWorld& w, const Points& starts, const Points& ends,
                         F&& answer) {
  const std::size_t n = view(starts).size();
  if (n != view(ends).size()) throw InvalidInput("starts and ends differ in number");
  std::vector<T> out;
  const Reading reading(w.lock);
  const BottleneckForest& reach = reach_of(w);
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    check_interrupt();
    out.push_back(answer(reach, i));
  }
  return out;
}

auto reachable(const BoundWorld& w, const Points& starts, const Points& ends,
               const Vector<double>& radii) {
  const auto a = view(starts), b = view(ends);
  const auto r = view(radii);
  if (r.size() != a.size()) throw InvalidInput("starts and radii differ in number");
  return flags_out(
      each_pair<std::uint8_t>(w, starts, ends, [&](const BottleneckForest& reach, std::size_t i) {
        return reach.reachable(a[i], b[i], r[i]);
      }));
}

auto max_radius(const BoundWorld& w, const Points& starts, const Points& ends) {
  const auto a = view(starts), b = view(ends);
  return vector_out(
      each_pair<double>(w, starts, ends, [&](const BottleneckForest& reach, std::size_t i) {
        const double r = reach.max_radius(a[i], b[i]);
        return r < 0 ? nan : r;
      }));
}

RowsOut<double, 2> random_points(const BoundWorld& w, std::size_t count, double radius,
                                 std::uint64_t seed) {
  std::vector<Point> out;
  {
    const Reading reading(w.lock);
    FreeSampler sampler(w.world, radius, seed);
    while (out.size() < count) {
      check_interrupt();
      const auto p = sampler.next();
      if (!p) break;
      out.push_back(*p);
    }
  }
  return points_out(std::move(out));
}

// Of the channel (slots of triangles) or, without one, of the way that the segments take.
nb::typed<nb::tuple, double, double, double> narrowest_of(const BoundWorld& w, const Points& ends,
                                                          const SegmentRows& rows,
                                                          const Vector<std::int32_t>& channel) {
  const auto places = view(ends);
  if (places.size() != 2) throw InvalidInput("a path has two ends");
  const std::vector<Segment> path = segments_in(rows);
  std::vector<TriangleId> triangles;
  for (const std::int32_t t : view(channel)) triangles.push_back(static_cast<TriangleId>(t));
  Narrowest out{nan, {nan, nan}};
  {
    const Reading reading(w.lock);
    const Mesh& mesh = w.world.mesh();
    const Location at = w.world.locate(places[0]);
    std::vector<HalfEdgeId> portals;
    bool is_way = is_free(w.world, places[0], 0.0) && is_free(w.world, places[1], 0.0);
    for (const TriangleId t : triangles)
      is_way = is_way && t < mesh.triangles.end_id() && mesh.is_live(t);
    if (is_way)
      is_way = triangles.empty() ? trace(mesh, at.half_edge, path, portals)
                                 : portals_between(mesh, triangles, portals);
    if (is_way)
      out = narrowest(w.world, triangles.empty() ? Mesh::triangle_of(at.half_edge) : triangles[0],
                      portals, places[0], places[1]);
  }
  return nb::make_tuple(out.radius, out.at.x, out.at.y);
}

nb::typed<nb::dict, nb::str, nb::any> verify_rows(const BoundWorld& w, const SegmentRows& rows) {
  const std::vector<Segment> path = segments_in(rows);
  Verdict v;
  {
    const Reading reading(w.lock);
    v = verify(w.world.ground(), w.world.obstacles(w.world.handles()), path);
  }
  nb::typed<nb::dict, nb::str, nb::any> out;
  out["clearance"] = v.clearance;
  out["nearest"] = v.nearest;
  out["gap"] = v.gap;
  out["inside"] = v.inside;
  out["crosses"] = v.crosses;
  return out;
}

}  // namespace

void add_query(WorldClass& world) {
  world
      .def(
          "is_free",
          [](const BoundWorld& w, const Points& points, double radius) {
            return flags_out(each<std::uint8_t>(
                w, points,
                [radius](const World& x, const Point& p) { return is_free(x, p, radius); }));
          },
          "points"_a, "radius"_a)
      .def(
          "clearance",
          [](const BoundWorld& w, const Points& points) {
            return vector_out(each<double>(
                w, points, [](const World& x, const Point& p) { return clearance(x, p); }));
          },
          "points"_a)
      .def("locate", &locate, "points"_a,
           "Row of a triangle that holds each point, -1 outside, and the steps walked.")
      .def(
          "snap",
          [](const BoundWorld& w, const Points& points, double radius) {
            return points_out(each<Point>(w, points, [radius](const World& x, const Point& p) {
              return snap(x, p, radius).value_or(Point{nan, nan});
            }));
          },
          "points"_a, "radius"_a)
      .def("raycast", &cast_rays, "starts"_a, "ends"_a, "radius"_a)
      .def("reachable", &reachable, "starts"_a, "ends"_a, "radii"_a,
           "Whether a disc gets from each start to its end.")
      .def("max_radius", &max_radius, "starts"_a, "ends"_a,
           "The largest disc that does; NaN where not even a point does.")
      .def("random_points", &random_points, "count"_a, "radius"_a, "seed"_a)
      .def("verify", &verify_rows, "segments"_a)
      .def("narrowest", &narrowest_of, "ends"_a, "segments"_a, "channel"_a,
           "Largest radius and narrowest place (radius, x, y) of the channel, slots of triangles, "
           "or of the way of the segments where it is empty; NaN where there is none.");
}

}  // namespace clearway::bindings
