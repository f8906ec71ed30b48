// Paths under watch, and the triangles a disc passes over.
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "module.hpp"
#include "query/swept_triangles.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

auto reports(BoundWorld& w) {
  Watches::Reports reports;
  {
    const Changing changing(w.lock);
    reports = w.watches.reports(w.world);
  }
  std::vector<std::int64_t> ids;
  std::vector<std::uint8_t> reasons;
  std::vector<Point> places, free;
  for (const Watches::Report& r : reports.list) {
    ids.push_back(r.id);
    reasons.push_back(static_cast<std::uint8_t>(r.reason));
    places.push_back(r.place);
    free.push_back(r.free);
  }
  return std::make_tuple(reports.serial, vector_out(std::move(ids)), vector_out(std::move(reasons)),
                         points_out(std::move(places)), points_out(std::move(free)));
}

}  // namespace

void add_watch(WorldClass& world) {
  world
      .def(
          "watch",
          [](BoundWorld& w, const SegmentRows& rows, double x, double y, double radius,
             bool shorter, std::uint64_t version, std::int64_t heir_of) {
            std::vector<Segment> path = segments_in(rows);
            const Changing changing(w.lock);
            return w.watches.add(w.world, std::move(path), {x, y}, radius, shorter, version,
                                 heir_of);
          },
          "segments"_a, "x"_a, "y"_a, "radius"_a, "shorter"_a, "version"_a, "heir_of"_a = -1)
      .def(
          "unwatch",
          [](BoundWorld& w, std::int64_t id) {
            const Changing changing(w.lock);
            w.watches.remove(id);
          },
          "id"_a)
      .def(
          "advance",
          [](BoundWorld& w, std::int64_t id, double distance) {
            const Changing changing(w.lock);
            w.watches.advance(id, distance);
          },
          "id"_a, "distance"_a)
      .def("reports", &reports,
           "Serial number; id, reason, place, nearest free place: since reports were accepted.")
      .def(
          "accept_reports",
          [](BoundWorld& w, std::uint64_t serial) {
            const Changing changing(w.lock);
            return w.watches.accept(serial);
          },
          "serial"_a, "Marks them as received; False: outdated, to be asked for again.")
      .def(
          "is_watched",
          [](const BoundWorld& w, std::int64_t id) {
            const Reading reading(w.lock);
            return w.watches.contains(id);
          },
          "id"_a)
      .def(
          "swept",
          [](const BoundWorld& w, const SegmentRows& rows, double radius) {
            const std::vector<Segment> path = segments_in(rows);
            std::vector<std::int32_t> out;
            {
              const Reading reading(w.lock);
              const Rows& rows = w.settled_rows();
              for (const TriangleId t : swept_triangles(w.world, path, radius))
                out.push_back(rows.row(t));
            }
            return vector_out(std::move(out));
          },
          "segments"_a, "radius"_a, "Rows of the triangles a disc passes over.");
}

}  // namespace clearway::bindings
