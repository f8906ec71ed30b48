// One start, many goals: the searches are in the core.
#include <nanobind/stl/pair.h>

#include "arrays.hpp"
#include "batch.hpp"
#include "lease.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

VectorOut<double> distances(const BoundWorld& w, const Points& start, const Points& goals,
                            double radius) {
  const auto from = view(start);
  const auto to = view(goals);
  std::vector<double> out;
  {
    const Reading reading(w.lock);
    const Lease search(w);
    out = search->optimal.distances(from[0], to, radius);
  }
  return vector_out(std::move(out));
}

std::pair<std::int64_t, PathBatch> find_nearest(const BoundWorld& w, const Points& start,
                                                const Points& goals, double radius) {
  const auto from = view(start);
  const auto to = view(goals);
  const Reading reading(w.lock);
  const Lease search(w);
  Index nearest = none;
  const Path path = search->optimal.find_nearest(from[0], to, radius, nearest);
  std::pair<std::int64_t, PathBatch> out;
  out.first = nearest == none ? -1 : static_cast<std::int64_t>(nearest);
  out.second.version = w.world.version();
  out.second.append(path, &w.settled_rows());
  return out;
}

}  // namespace

void add_distances(WorldClass& world) {
  world.def("distances", &distances, "start"_a, "goals"_a, "radius"_a,
            "Lengths of shortest paths from the first start to each goal.");
  world.def("find_nearest", &find_nearest, "start"_a, "goals"_a, "radius"_a,
            "The goal nearest by path (-1: none) and the path to it.");
}

}  // namespace clearway::bindings
