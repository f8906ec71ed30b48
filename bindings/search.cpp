// Paths on a world: the lock, the searches by name. The search is in the core.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "arrays.hpp"
#include "batch.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/options.hpp"
#include "lease.hpp"
#include "module.hpp"
#include "visibility.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Find = Path (*)(Searches&, const Point&, const Point&, double radius, const SearchOptions&);

Find search_named(const std::string& planner) {
  if (planner == "channel") {
    return [](Searches& s, const Point& a, const Point& b, double radius,
              const SearchOptions& options) { return s.channel.find(a, b, radius, options); };
  }
  if (planner == "optimal") {
    return [](Searches& s, const Point& a, const Point& b, double radius,
              const SearchOptions& options) { return s.optimal.find(a, b, radius, options); };
  }
  if (planner == "ta*") {
    return [](Searches& s, const Point& a, const Point& b, double radius,
              const SearchOptions& options) { return s.ta_star.find(a, b, radius, options); };
  }
  if (planner == "tra*") {
    return [](Searches& s, const Point& a, const Point& b, double radius,
              const SearchOptions& options) { return s.tra_star.find(a, b, radius, options); };
  }
  throw InvalidInput("unknown planner " + planner);
}

}  // namespace

SearchOptions options_of(const OptionDict& given) {
  SearchOptions out;
  for (const auto& [name, value] : given) {
    const std::string key = nb::cast<std::string>(name);
    if (key == "limit" || key == "dominance_from") {
      const double count = nb::cast<double>(value);
      (key == "limit" ? out.limit : out.dominance_from) =
          count < 1e18 ? static_cast<std::uint64_t>(std::ceil(count)) : ~std::uint64_t{0};
    } else if (key == "effort") {
      out.effort = nb::cast<double>(value);
    } else if (key == "partial") {
      out.partial = nb::cast<bool>(value);
    } else if (key == "prove_with_optimal") {
      out.prove_with_optimal = nb::cast<bool>(value);
    } else if (key == "prune_successors") {
      out.prune_successors = nb::cast<bool>(value);
    } else if (key == "weight") {
      out.weight = nb::cast<double>(value);
    } else if (key == "metric") {
      out.metric = nb::cast<int>(value);
    } else {
      throw InvalidInput("unknown option " + key);
    }
  }
  return out;
}

namespace {

PathBatch ask(const BoundWorld& w, const std::string& planner, std::span<const Point> a,
              std::span<const Point> b, std::span<const double> r, std::size_t threads,
              const OptionDict& given) {
  const Find find = is_visibility_planner(planner) ? nullptr : search_named(planner);
  const SearchOptions options = options_of(given);
  const Reading reading(w.lock);
  const Rows& rows = w.settled_rows();
  const std::shared_ptr<const Abstraction> graph = planner == "tra*" ? abstraction_of(w) : nullptr;
  std::function<Answerer()> answers = [&]() -> Answerer {
    const auto lease = std::make_shared<Lease>(w);
    if (graph) (**lease).tra_star.use(*graph);
    return [&, lease](std::size_t i) { return find(**lease, a[i], b[i], r[i], options); };
  };
  if (!find) answers = visibility_answers(w, planner, a, b, options);
  const std::vector<Path> paths = answer_batch(a.size(), threads, answers);
  PathBatch out;
  out.version = w.world.version();
  for (const Path& path : paths) out.append(path, &rows);
  return out;
}

PathBatch find_paths(const BoundWorld& w, const std::string& planner, const Points& starts,
                     const Points& goals, const Vector<double>& radii, std::size_t threads,
                     const OptionDict& given) {
  const auto a = view(starts);
  const auto b = view(goals);
  const auto r = view(radii);
  if (a.size() != b.size() || a.size() != r.size()) {
    throw InvalidInput("starts, goals and radii differ in number");
  }
  return ask(w, planner, a, b, r, threads, given);
}

// Without arrays: what they cost is more than a short search. So is a look at the ends in Python.
std::optional<PathBatch> find_path(const BoundWorld& w, const std::string& planner,
                                   nb::handle start, nb::handle goal, nb::handle radius,
                                   const OptionDict& given) {
  Point a, b;
  double r;
  if (!plain_pair(start, a) || !plain_pair(goal, b) || !plain_number(radius, r) || r < 0)
    return std::nullopt;
  return ask(w, planner, {&a, 1}, {&b, 1}, {&r, 1}, 1, given);
}

const PathBatch& data(nb::handle self) { return nb::cast<const PathBatch&>(self); }

}  // namespace

void add_search(nb::module_& m, WorldClass& world) {
  nb::class_<PathBatch>(m, "PathBatch", "Answers of one find_paths, as read-only arrays.")
      .def("__len__", [](const PathBatch& b) { return b.status.size(); })
      .def_prop_ro("version", [](const PathBatch& b) { return b.version; })
      .def_prop_ro("status", [](nb::handle h) { return vector_view(data(h).status, h); })
      .def_prop_ro("length", [](nb::handle h) { return vector_view(data(h).length, h); })
      .def_prop_ro("lower_bound", [](nb::handle h) { return vector_view(data(h).lower_bound, h); })
      .def_prop_ro("optimal", [](nb::handle h) { return flags_view(data(h).optimal, h); })
      .def_prop_ro("segment_starts",
                   [](nb::handle h) { return vector_view(data(h).segment_starts, h); })
      .def_prop_ro("segments", [](nb::handle h) { return rows_view<8>(data(h).segments, h); })
      .def_prop_ro(
          "end",
          [](const PathBatch& b) {
            const std::size_t n = b.segments.size();
            return n ? std::optional(std::make_pair(b.segments[n - 6], b.segments[n - 5]))
                     : std::nullopt;
          },
          "Of the last segment.")
      .def_prop_ro("channel_starts",
                   [](nb::handle h) { return vector_view(data(h).channel_starts, h); })
      .def_prop_ro("channel", [](nb::handle h) { return vector_view(data(h).channel, h); })
      .def_prop_ro("expanded", [](nb::handle h) { return vector_view(data(h).expanded, h); })
      .def_prop_ro("generated", [](nb::handle h) { return vector_view(data(h).generated, h); })
      .def_prop_ro("seconds", [](nb::handle h) { return vector_view(data(h).seconds, h); });
  world.def("find_paths", &find_paths, "planner"_a, "starts"_a, "goals"_a, "radii"_a, "threads"_a,
            "options"_a, "One path a row; the same answers for any number of threads.");
  world.def("find_path", &find_path, "planner"_a, "start"_a.none(), "goal"_a.none(),
            "radius"_a.none(), "options"_a,
            "As find_paths, for one; None unless the ends are tuples, and all five plain numbers.");
}

}  // namespace clearway::bindings
