// Motion in time: reserved motions, and searches among them.
#include "clearway/session/motion.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/motion/conflict.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Rows begin, end, and the segment as in SegmentRows.
constexpr std::size_t columns = 10;
using MotionRows = nb::ndarray<const double, nb::shape<-1, columns>, nb::c_contig, nb::device::cpu>;

std::vector<Motion> motions_in(const MotionRows& rows) {
  std::vector<Motion> out;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* r = rows.data() + columns * i;
    const int turn = (r[9] > 0) - (r[9] < 0);
    out.push_back({r[0], r[1], {{r[2], r[3]}, {r[4], r[5]}, {r[6], r[7]}, r[8], turn}});
  }
  return out;
}

auto motions_out(const std::vector<Motion>& motions) {
  std::vector<double> out;
  for (const auto& [begin, end, s] : motions) {
    const double row[columns] = {begin,   end,        s.start.x,  s.start.y, s.end.x,
                                 s.end.y, s.center.x, s.center.y, s.radius,  double(s.turn)};
    out.insert(out.end(), row, row + columns);
  }
  return rows_out<columns>(std::move(out));
}

auto times_out(const std::vector<TimeInterval>& times) {
  std::vector<double> out;
  for (const TimeInterval& t : times) out.insert(out.end(), {t.begin, t.end});
  return rows_out<2>(std::move(out));
}

Roadmap graph_in(const Points& nodes, const Vector<std::int64_t>& edge_starts,
                 const Vector<std::int32_t>& targets, const Vector<std::int64_t>& segment_starts,
                 const SegmentRows& segments) {
  const auto list = [](auto values) { return std::vector(values.begin(), values.end()); };
  return {list(view(nodes)), list(view(edge_starts)), list(view(targets)),
          list(view(segment_starts)), segments_in(segments)};
}

template <class Paths>  // SharedField, SharedWorld
auto find(const Reservations& reservations, const Paths& paths, const Roadmap& graph,
          std::int32_t start, std::int32_t goal, double radius, double speed, double depart,
          double latest, bool leaves, std::uint64_t max_expansions) {
  const MotionQuery query{start, goal, radius, speed, depart, latest, leaves, max_expansions};
  const MotionAnswer answer =
      without_gil([&] { return find_motion(paths, reservations, graph, query); });
  return std::make_tuple(static_cast<int>(answer.status), answer.is_complete,
                         motions_out(answer.motions), answer.stats.expanded,
                         answer.stats.generated);
}

std::optional<std::pair<double, std::int64_t>> conflict(const Reservations& reservations,
                                                        const MotionRows& rows, double radius) {
  const std::vector<Motion> motions = motions_in(rows);
  const auto found = without_gil([&] { return reservations.first_conflict(motions, radius); });
  if (!found) return std::nullopt;
  return std::pair(found->time, found->with);
}

}  // namespace

void add_motion(nb::module_& m) {
  nb::class_<Roadmap>(m, "Roadmap", "A graph for searches in time.")
      .def(
          "__init__",
          [](Roadmap* self, const Points& nodes, const Vector<std::int64_t>& edge_starts,
             const Vector<std::int32_t>& targets, const Vector<std::int64_t>& segment_starts,
             const SegmentRows& segments) {
            new (self) Roadmap(graph_in(nodes, edge_starts, targets, segment_starts, segments));
          },
          "nodes"_a, "edge_starts"_a, "targets"_a, "segment_starts"_a, "segments"_a);
  nb::class_<Reservations>(m, "Reservations", "Motions of discs, and when others can pass.")
      .def(nb::init<double>(), "cell"_a)
      .def(
          "add",
          [](Reservations& r, const MotionRows& rows, double radius) {
            return r.add(motions_in(rows), radius);
          },
          "motions"_a, "radius"_a, "Reserves motions; returns their id.")
      .def("remove", &Reservations::remove, "id"_a)
      .def("ids", [](const Reservations& r) { return vector_out(r.ids()); })
      .def("first_conflict", &conflict, "motions"_a, "radius"_a,
           "The time of the first conflict and the id of the other; None: no conflict.")
      .def(
          "blocked_times",
          [](const Reservations& r, double x, double y, double radius) {
            return times_out(r.blocked_times({x, y}, radius));
          },
          "x"_a, "y"_a, "radius"_a, "When a disc at this place would be in conflict: N x 2.")
      .def(
          "blocked_departures",
          [](const Reservations& r, const MotionRows& rows, double radius, double from,
             double until) {
            const std::vector<Motion> motions = motions_in(rows);
            return times_out(
                without_gil([&] { return r.blocked_departures(motions, radius, from, until); }));
          },
          "motions"_a, "radius"_a, "begin"_a, "end"_a,
          "By how much these motions must not be shifted in time: N x 2.")
      .def("find", &find<SharedField>, "field"_a, "graph"_a, "start"_a, "goal"_a, "radius"_a,
           "speed"_a, "depart"_a, "latest"_a, "leaves"_a, "max_expansions"_a,
           "Status, whether the search was complete, motions, expanded, generated.")
      .def("find_near", &find<SharedWorld>, "world"_a, "graph"_a, "start"_a, "goal"_a, "radius"_a,
           "speed"_a, "depart"_a, "latest"_a, "leaves"_a, "max_expansions"_a,
           "The same without a field.");
  m.def(
      "first_conflict",
      [](const MotionRows& a, const MotionRows& b, double apart) {
        const std::vector<Motion> one = motions_in(a), other = motions_in(b);
        return without_gil([&] { return first_conflict(one, other, apart); });
      },
      "a"_a, "b"_a, "apart"_a, "The first time at which two discs meet; infinity: never.");
  m.def(
      "walk",
      [](const SegmentRows& rows, double speed, double depart) {
        return motions_out(walk(segments_in(rows), speed, depart));
      },
      "segments"_a, "speed"_a, "depart"_a, "The motions of a disc that walks along a path.");
}

}  // namespace clearway::bindings
