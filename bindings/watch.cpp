// Watched paths, and the triangles that a moving disc touches.
#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/session/queries.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

auto watch_reports(SharedWorld& w) {
  const Watches::Reports reports = without_gil([&] { return w.reports(); });
  std::vector<std::int64_t> ids;
  std::vector<std::uint8_t> reasons;
  std::vector<Point> positions, free;
  for (const Watches::Report& r : reports.list) {
    ids.push_back(r.id);
    reasons.push_back(static_cast<std::uint8_t>(r.reason));
    positions.push_back(r.position);
    free.push_back(r.free);
  }
  return std::make_tuple(reports.serial, vector_out(std::move(ids)), vector_out(std::move(reasons)),
                         points_out(std::move(positions)), points_out(std::move(free)));
}

}  // namespace

void add_watch(WorldClass& world) {
  world
      .def(
          "watch",
          [](SharedWorld& w, const SegmentRows& rows, double x, double y, double radius,
             bool shorter, std::uint64_t version, std::int64_t continues) {
            std::vector<Segment> path = segments_in(rows);
            const Call call;
            return w.watch(std::move(path), {x, y}, radius, shorter, version, continues);
          },
          "segments"_a, "x"_a, "y"_a, "radius"_a, "shorter"_a, "version"_a, "continues"_a = -1)
      .def("unwatch", &SharedWorld::unwatch, "id"_a, nb::call_guard<Call>())
      .def("advance", &SharedWorld::advance, "id"_a, "distance"_a, nb::call_guard<Call>())
      .def("reports", &watch_reports,
           "Serial number; id, reason, position, nearest free point, since the last acceptance.")
      .def("accept_reports", &SharedWorld::accept_reports, "serial"_a, nb::call_guard<Call>(),
           "Marks the reports as received; False: outdated, request them again.")
      .def("is_watched", &SharedWorld::is_watched, "id"_a, nb::call_guard<Call>())
      .def(
          "swept",
          [](const SharedWorld& w, const SegmentRows& rows, double radius) {
            const std::vector<Segment> path = segments_in(rows);
            return vector_out(without_gil([&] { return swept_rows(w, path, radius); }));
          },
          "segments"_a, "radius"_a, "The rows of the triangles that a moving disc touches.");
}

}  // namespace clearway::bindings
