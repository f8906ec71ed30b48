// Anytime searches step by step.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>

#include "arrays.hpp"
#include "batch.hpp"
#include "clearway/base/error.hpp"
#include "clearway/planners/fronts.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// One question under way. Belongs to one version of the world: it holds no lock between
// steps, and a step after an edit is refused.
struct Improvement {
  const BoundWorld* world;
  std::uint64_t version;
  std::shared_ptr<const Abstraction> graph;  // of tra*
  std::unique_ptr<AnytimeSearch> search;

  PathBatch batch() const {
    PathBatch out;
    out.version = version;
    out.append(search->best(), &world->settled_rows());
    return out;
  }
};

Improvement search_named(const std::string& planner, const BoundWorld& w) {
  Improvement out{&w, w.world.version(), nullptr, nullptr};
  if (planner == "ta*") {
    out.search = std::make_unique<TAStarSearch>(w.world);
  } else if (planner == "fronts") {
    out.search = std::make_unique<FrontSearch>(w.world);
  } else if (planner == "tra*") {
    out.graph = abstraction_of(w);
    auto search = std::make_unique<TRAStarSearch>(w.world);
    search->use(*out.graph);
    out.search = std::move(search);
  } else {
    throw InvalidInput("planner " + planner + " does not improve");
  }
  return out;
}

Improvement begin(const BoundWorld& w, const std::string& planner, const Points& start,
                  const Points& goal, double radius, const OptionDict& given) {
  const auto a = view(start), b = view(goal);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  const SearchOptions options = options_of(given);
  const Reading reading(w.lock);
  Improvement out = search_named(planner, w);
  out.search->begin(a[0], b[0], radius, options);
  return out;
}

void check(const Improvement& i) {
  if (i.world->world.version() != i.version)
    throw InvalidInput("the world has changed since this search began");
}

std::optional<PathBatch> next(Improvement& i) {
  const Reading reading(i.world->lock);
  check(i);
  if (!i.search->improve()) return std::nullopt;
  return i.batch();
}

PathBatch best(const Improvement& i) {
  const Reading reading(i.world->lock);
  check(i);
  return i.batch();
}

}  // namespace

void add_improve(nb::module_& m, WorldClass& world) {
  nb::class_<Improvement>(m, "Improvement", "An anytime search under way.")
      .def("next", &next, "The next better path; None at the end of the search.")
      .def("best", &best, "The best path so far, or why there is none.");
  world.def("improve", &begin, "planner"_a, "start"_a, "goal"_a, "radius"_a, "options"_a,
            nb::keep_alive<0, 1>(), "Begins an anytime search.");
}

}  // namespace clearway::bindings
