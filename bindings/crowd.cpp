// Crowds: discs that walk to their goals and never overlap.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/session/shared_crowd.hpp"
#include "module.hpp"
#include "places.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Agents = Vector<std::int64_t>;

std::vector<AgentId> agents_in(const Agents& numbers) {
  std::vector<AgentId> out;
  for (const std::int64_t number : view(numbers))
    out.push_back(AgentId(number < 0 || number >= none ? none : number));
  return out;
}

// Goals from columns: which of the places (-1: none), a leader (-1: none), and whether agents
// leave.
std::vector<AgentGoal> goals_in(const PlaceList& places, const Agents& which, const Agents& leaders,
                                const Vector<std::uint8_t>& leaves) {
  const auto at = view(which), leader = view(leaders);
  const auto leave = view(leaves);
  if (leader.size() != at.size() || leave.size() != at.size())
    throw InvalidInput("arrays of different lengths");
  std::vector<AgentGoal> out(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] >= static_cast<std::int64_t>(places.places.size()))
      throw InvalidInput("there is no such place", static_cast<std::int64_t>(i));
    if (at[i] >= 0) out[i].place = places.places[static_cast<std::size_t>(at[i])];
    if (leader[i] >= 0) out[i].agent = AgentId(std::min<std::int64_t>(leader[i], none));
    out[i].leaves = leave[i] != 0;
  }
  return out;
}

std::int64_t add(SharedCrowd& crowd, const Points& positions, const Vector<double>& radii,
                 const Vector<double>& speeds, const Agents& priorities,
                 const Vector<std::uint8_t>& avoid, const PlaceList& places, const Agents& which,
                 const Agents& leaders, const Vector<std::uint8_t>& leaves) {
  const auto at = view(positions);
  const auto r = view(radii), s = view(speeds);
  const auto p = view(priorities);
  const auto a = view(avoid);
  if (r.size() != at.size() || s.size() != at.size() || p.size() != at.size() ||
      a.size() != at.size())
    throw InvalidInput("arrays of different lengths");
  std::vector<AgentSpec> specs;
  for (std::size_t i = 0; i < at.size(); ++i)
    specs.push_back({at[i], r[i], s[i], static_cast<int>(p[i]), a[i] != 0});
  const std::vector<AgentGoal> goals = goals_in(places, which, leaders, leaves);
  return without_gil([&] { return std::int64_t{crowd.add(specs, goals).number()}; });
}

void send(SharedCrowd& crowd, const Agents& agents, const PlaceList& places, const Agents& which,
          const Agents& leaders, const Vector<std::uint8_t>& leaves) {
  const std::vector<AgentGoal> goals = goals_in(places, which, leaders, leaves);
  const std::vector<AgentId> ids = agents_in(agents);
  without_gil([&] {
    crowd.send(ids, goals);
    return 0;
  });
}

// Calls change(agents) without the GIL.
template <class F>
void change_each(const Agents& agents, F change) {
  const std::vector<AgentId> ids = agents_in(agents);
  const Call call;
  change(ids);
}

// What get(state) returns for every agent.
template <class T, class F>
std::vector<T> column(const SharedCrowd& crowd, F get) {
  return without_gil([&] {
    return crowd.read([&](const Crowd& c) {
      std::vector<T> out;
      out.reserve(c.size());
      for (const AgentId id : IdRange<AgentId>(c.size())) out.push_back(get(c.state(id)));
      return out;
    });
  });
}

template <bool Crowd::State::* flag>
auto flags(const SharedCrowd& crowd) {
  return flags_out(
      column<std::uint8_t>(crowd, [](const Crowd::State& s) { return std::uint8_t{s.*flag}; }));
}
template <Point Crowd::State::* member>
auto points(const SharedCrowd& crowd) {
  return points_out(column<Point>(crowd, [](const Crowd::State& s) { return s.*member; }));
}
template <double Crowd::State::* member>
auto numbers(const SharedCrowd& crowd) {
  return vector_out(column<double>(crowd, [](const Crowd::State& s) { return s.*member; }));
}

auto crowd_reports(const SharedCrowd& crowd) {
  std::vector<double> times;
  std::vector<std::int64_t> events, agents, others;
  const SharedCrowd::Reports reports = without_gil([&] { return crowd.reports(); });
  for (const CrowdReport& r : reports.list) {
    times.push_back(r.time);
    events.push_back(static_cast<std::int64_t>(r.event));
    agents.push_back(r.agent.number());
    others.push_back(r.other == none ? -1 : std::int64_t{r.other.number()});
  }
  return std::make_tuple(reports.forgotten, vector_out(std::move(times)),
                         vector_out(std::move(events)), vector_out(std::move(agents)),
                         vector_out(std::move(others)));
}

auto crowd_stats(const SharedCrowd& crowd) {
  const Crowd::Stats s =
      without_gil([&] { return crowd.read([](const Crowd& c) { return c.stats(); }); });
  return dict_of("fields", s.fields, "field_builds", s.field_builds, "paths", s.paths, "asked",
                 s.asked, "shortened_by_walls", s.shortened_by_walls, "shortened_by_agents",
                 s.shortened_by_agents, "locks", s.locks, "bytes", s.bytes);
}

}  // namespace

void add_crowd(nb::module_& m, WorldClass& world) {
  nb::class_<SharedCrowd>(m, "Crowd", "Discs that walk to their goals and never overlap.")
      .def("add", &add, "positions"_a, "radii"_a, "speeds"_a, "priorities"_a, "avoid"_a, "places"_a,
           "which"_a, "leaders"_a, "leaves"_a,
           "Adds agents with goals as in `send`, all or none; the number of the first.")
      .def("send", &send, "agents"_a, "places"_a, "which"_a, "leaders"_a, "leaves"_a,
           "Gives agents goals, one for all or one for each: the place with this index, or a "
           "leader, or neither (-1).")
      .def(
          "remove",
          [](SharedCrowd& c, const Agents& a) { change_each(a, [&](auto& i) { c.remove(i); }); },
          "agents"_a)
      .def(
          "stop",
          [](SharedCrowd& c, const Agents& a, bool is) {
            change_each(a, [&](auto& i) { c.stop(i, is); });
          },
          "agents"_a, "stopped"_a)
      .def(
          "set_speed",
          [](SharedCrowd& c, const Agents& a, double v) {
            change_each(a, [&](auto& i) { c.set_speed(i, v); });
          },
          "agents"_a, "speed"_a)
      .def(
          "set_priority",
          [](SharedCrowd& c, const Agents& a, int v) {
            change_each(a, [&](auto& i) { c.set_priority(i, v); });
          },
          "agents"_a, "priority"_a)
      .def(
          "step",
          [](SharedCrowd& c, double dt, std::size_t threads) {
            const Call call;
            c.step(dt, threads);
          },
          "dt"_a, "threads"_a)
      .def_prop_ro(
          "size",
          [](const SharedCrowd& c) {
            return without_gil([&] { return c.read([](const Crowd& k) { return k.size(); }); });
          })
      .def_prop_ro(
          "time",
          [](const SharedCrowd& c) {
            return without_gil([&] { return c.read([](const Crowd& k) { return k.time(); }); });
          })
      .def("positions", &points<&Crowd::State::position>)
      .def("velocities", &points<&Crowd::State::velocity>)
      .def("radii", &numbers<&Crowd::State::radius>)
      .def("speeds", &numbers<&Crowd::State::speed>)
      .def("remaining", &numbers<&Crowd::State::remaining>)
      .def("left", &flags<&Crowd::State::has_left>)
      .def("arrived", &flags<&Crowd::State::has_arrived>)
      .def("waiting", &flags<&Crowd::State::is_waiting>)
      .def("inside", &flags<&Crowd::State::is_inside>)
      .def("stopped", &flags<&Crowd::State::is_stopped>)
      .def("sent_to_place", &flags<&Crowd::State::is_sent_to_place>)
      .def("reports", &crowd_reports,
           "How many reports were forgotten; times, events, agents and others (-1: none) of the "
           "rest.")
      .def(
          "forget_reports",
          [](SharedCrowd& c, std::uint64_t forgotten, std::size_t count) {
            const Call call;
            return c.forget_reports(forgotten, count);
          },
          "forgotten"_a, "count"_a,
          "Forgets the first so many; False: others are forgotten now, request them again.")
      .def_prop_ro(
          "changes", [](const SharedCrowd& c) { return without_gil([&] { return c.changes(); }); },
          "How often `add` or `send` took place.")
      .def("stats", &crowd_stats, "Counts of the work so far, and bytes.");
  world.def(
      "crowd",
      [](SharedWorld& w, double horizon, std::size_t neighbours) {
        const Call call;
        return SharedCrowd::make(w, {horizon, neighbours});
      },
      "horizon"_a, "neighbours"_a, nb::keep_alive<0, 1>(), "A crowd without agents.");
}

}  // namespace clearway::bindings
