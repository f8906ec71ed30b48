// Grids: building, changing, reading back, paths. The searches are in the core.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "batch.hpp"
#include "bound_grid.hpp"
#include "call.hpp"
#include "clearway/base/error.hpp"
#include "clearway/grid/astar.hpp"
#include "clearway/grid/cliques.hpp"
#include "clearway/grid/hpa.hpp"
#include "clearway/grid/jps.hpp"
#include "clearway/grid/pra.hpp"
#include "clearway/grid/verify.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Cells = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Mask = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using MaskOut = nb::ndarray<nb::numpy, bool, nb::ndim<2>>;

static_assert(sizeof(Cell) == 2 * sizeof(std::int32_t));
std::span<const Cell> view(const Cells& array) {
  return {reinterpret_cast<const Cell*>(array.data()), array.shape(0)};
}
std::span<const std::uint8_t> view(const Mask& mask) {
  return {mask.data(), mask.shape(0) * mask.shape(1)};
}

void construct(BoundGrid* self, const Mask& blocked, double cell, double x, double y) {
  const auto height = blocked.shape(0), width = blocked.shape(1);
  constexpr std::size_t most = Grid::max_side;
  if (height > most || width > most) throw InvalidInput("sides of a grid are at most 2**20");
  const Call call;
  new (self) BoundGrid(static_cast<std::int32_t>(width), static_cast<std::int32_t>(height),
                       view(blocked), {cell, {x, y}});
}

// A kind of search: how it is made, what it needs prepared, and under which names both are
// kept.
struct Kind {
  std::string key;
  std::function<std::unique_ptr<GridPlanner>(const BoundGrid&)> make;
  std::string needs;  // empty: nothing
  std::function<std::unique_ptr<GridAbstraction>(const Grid&)> prepare;
};

Kind kind_of(const std::string& planner, const OptionDict& given) {
  std::int32_t cluster = 10;
  std::size_t level = 3;
  bool is_smooth = true;
  for (const auto& [name, value] : given) {
    const std::string key = nb::cast<std::string>(name);
    if (key == "cluster" && planner == "hpa*")
      cluster = nb::cast<std::int32_t>(value);
    else if (key == "level" && planner == "pra*")
      level = nb::cast<std::size_t>(value);
    else if (key == "smooth" && (planner == "hpa*" || planner == "pra*"))
      is_smooth = nb::cast<bool>(value);
    else
      throw InvalidInput("unknown option " + key);
  }
  const std::string suffix = is_smooth ? " smooth" : "";
  if (planner == "dijkstra" || planner == "a*") {
    const bool has_heuristic = planner == "a*";
    return {planner,
            [has_heuristic](const BoundGrid& g) {
              return std::make_unique<GridAStar>(g.grid, has_heuristic);
            },
            {},
            {}};
  }
  if (planner == "jps")
    return {planner,
            [](const BoundGrid& g) { return std::make_unique<JumpPointSearch>(g.grid); },
            {},
            {}};
  if (planner == "hpa*") {
    const std::string needs = planner + " " + std::to_string(cluster);
    return {needs + suffix,
            [needs, is_smooth](const BoundGrid& g) {
              const auto& graph = static_cast<const ClusterGraph&>(*g.prepared.at(needs));
              return std::make_unique<HierarchicalSearch>(g.grid, graph, is_smooth);
            },
            needs, [cluster](const Grid& g) { return std::make_unique<ClusterGraph>(g, cluster); }};
  }
  if (planner == "pra*")
    return {planner + " " + std::to_string(level) + suffix,
            [planner, level, is_smooth](const BoundGrid& g) {
              const auto& levels = static_cast<const CliqueLevels&>(*g.prepared.at(planner));
              return std::make_unique<PartialRefinementSearch>(g.grid, levels, level, is_smooth);
            },
            planner, [](const Grid& g) { return std::make_unique<CliqueLevels>(g); }};
  throw InvalidInput("unknown planner " + planner);
}

// The lock to ask under, with what the kind needs prepared and up to date.
class Asking {
 public:
  Asking(const BoundGrid& g, const Kind& kind) {
    for (;;) {
      hold_.emplace(g.lock, Hold::shared);
      if (kind.needs.empty()) return;
      const auto found = g.prepared.find(kind.needs);
      if (found != g.prepared.end() && !found->second->stale()) return;
      hold_.reset();
      prepare(g, kind);
    }
  }

 private:
  static void prepare(const BoundGrid& g, const Kind& kind) {
    const Hold hold(g.lock, Hold::exclusive);
    const auto found = g.prepared.find(kind.needs);
    if (found == g.prepared.end()) {
      g.prepared.emplace(kind.needs, kind.prepare(g.grid));
    } else if (found->second->stale()) {
      try {
        found->second->repair();
      } catch (...) {  // half repaired: gone, and with it the searches that refer to it
        g.idle.clear();
        g.prepared.erase(found);
        throw;
      }
    }
  }

  Call call_;
  std::optional<Hold> hold_;
};

Pool<GridPlanner>& idle_of(const BoundGrid& g, const Kind& kind) {
  const std::lock_guard lock(g.naming);
  return g.idle[kind.key];
}

class Lease : public Loan<GridPlanner> {
 public:
  Lease(const BoundGrid& g, const Kind& kind)
      : Loan(idle_of(g, kind), [&] { return kind.make(g); }) {}
};

void check_cells(const Grid& grid, std::span<const Cell> cells, const char* name) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!grid.contains(cells[i]))
      throw InvalidInput(std::string(name) + "[" + std::to_string(i) + "] is outside the grid",
                         static_cast<std::int64_t>(i));
}

PathBatch find_paths(const BoundGrid& g, const std::string& planner, const Cells& starts,
                     const Cells& goals, std::size_t threads, const OptionDict& given) {
  const auto a = view(starts), b = view(goals);
  const Kind kind = kind_of(planner, given);
  if (a.size() != b.size()) throw InvalidInput("starts and goals differ in number");
  check_cells(g.grid, a, "starts");
  check_cells(g.grid, b, "goals");
  const Asking asking(g, kind);
  const std::vector<Path> paths = answer_batch(a.size(), threads, [&]() -> Answerer {
    return [&, search = std::make_shared<Lease>(g, kind)](std::size_t i) {
      GridPath found = (**search).find(a[i], b[i], g.frame);
      return Path{found.status,
                  found.length,
                  found.lower_bound,
                  found.optimal,
                  std::move(found.segments),
                  std::vector<TriangleId>(found.cells.begin(), found.cells.end()),  // as they are
                  found.stats};
    };
  });
  PathBatch out;
  out.version = g.grid.version();
  for (const Path& path : paths) out.append(path, nullptr);
  return out;
}

RowsOut<std::int32_t, 2> explored(const BoundGrid& g, const std::string& planner,
                                  const Cells& start, const Cells& goal, const OptionDict& given) {
  const auto a = view(start), b = view(goal);
  const Kind kind = kind_of(planner, given);
  if (a.size() != 1 || b.size() != 1) throw InvalidInput("one start and one goal");
  check_cells(g.grid, a, "start");
  check_cells(g.grid, b, "goal");
  std::vector<std::int32_t> cells;
  {
    const Asking asking(g, kind);
    std::vector<std::uint32_t> found;
    const Lease lease(g, kind);
    lease->find(a[0], b[0], g.frame, &found);
    for (const std::uint32_t i : found) {
      const Cell c = g.grid.cell(i);
      cells.insert(cells.end(), {c.x, c.y});
    }
  }
  const std::size_t n = cells.size() / 2;
  auto [data, owner] = release(std::move(cells));
  return RowsOut<std::int32_t, 2>(data, {n, 2}, owner);
}

bool assign(BoundGrid& g, std::int32_t x0, std::int32_t y0, const Mask& blocked) {
  const CellBox box{x0, y0, x0 + static_cast<std::int32_t>(blocked.shape(1)),
                    y0 + static_cast<std::int32_t>(blocked.shape(0))};
  const auto values = view(blocked);
  const Changing changing(g.lock);
  const CellBox changed = g.grid.assign(box, values);
  try {
    for (const auto& [name, abstraction] : g.prepared) abstraction->touch(changed);
  } catch (const std::bad_alloc&) {  // the cells are assigned: what does not know that goes
    g.idle.clear();
    g.prepared.clear();
  }
  return !changed.empty();
}

// Prepares what the planner needs; bytes of it, 0 where it needs nothing.
std::size_t prepare(const BoundGrid& g, const std::string& planner, const OptionDict& given) {
  const Kind kind = kind_of(planner, given);
  const Asking asking(g, kind);
  return kind.needs.empty() ? 0 : g.prepared.at(kind.needs)->bytes();
}

MaskOut blocked(const BoundGrid& g, std::int32_t x0, std::int32_t y0, std::int32_t x1,
                std::int32_t y1) {
  std::vector<std::uint8_t> cells;
  const CellBox box{x0, y0, x1, y1};
  {
    const Reading reading(g.lock);
    cells = g.grid.blocked(box);
  }
  const std::size_t width = std::max(x1 - x0, 0), height = std::max(y1 - y0, 0);
  auto [data, owner] = release(std::move(cells));
  return MaskOut(reinterpret_cast<bool*>(data), {height, width}, owner);
}

nb::typed<nb::dict, nb::str, nb::any> verify_rows(const BoundGrid& g, const SegmentRows& rows) {
  std::vector<Segment> path;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* r = rows.data() + 8 * i;
    path.push_back({{r[0], r[1]}, {r[2], r[3]}, {}, 0.0, 0});
  }
  GridVerdict v;
  {
    const Reading reading(g.lock);
    v = verify(g.grid, g.frame, path);
  }
  nb::typed<nb::dict, nb::str, nb::any> out;
  out["clearance"] = v.clearance;
  out["nearest"] = v.nearest;
  out["gap"] = v.gap;
  out["inside"] = v.inside;
  out["crosses"] = v.crosses;
  return out;
}

template <class F>
auto shared(const BoundGrid& g, F&& read) {
  const Reading reading(g.lock);
  return read(g.grid);
}

}  // namespace

void add_grid(nb::module_& m) {
  m.attr("MAX_CELLS") = Grid::max_cells;
  m.attr("MAX_SIDE") = Grid::max_side;
  nb::class_<BoundGrid>(m, "Grid", "Free and blocked cells, and the searches over them.")
      .def("__init__", &construct, "blocked"_a, "cell"_a, "x"_a, "y"_a)
      .def_prop_ro("width", [](const BoundGrid& g) { return g.grid.width(); })
      .def_prop_ro("height", [](const BoundGrid& g) { return g.grid.height(); })
      .def_prop_ro(
          "version",
          [](const BoundGrid& g) { return shared(g, [](const Grid& x) { return x.version(); }); })
      .def("assign", &assign, "x"_a, "y"_a, "blocked"_a,
           "Writes rows of cells from (x, y) on; returns whether anything changed.")
      .def("blocked", &blocked, "x0"_a, "y0"_a, "x1"_a, "y1"_a)
      .def("find_paths", &find_paths, "planner"_a, "starts"_a, "goals"_a, "threads"_a, "options"_a,
           "One path a row; the same answers for any number of threads.")
      .def("explored", &explored, "planner"_a, "start"_a, "goal"_a, "options"_a,
           "Cells that the search expands, in order.")
      .def("prepare", &prepare, "planner"_a, "options"_a,
           "Makes ready what the planner keeps; returns its bytes.")
      .def("verify", &verify_rows, "rows"_a)
      .def("stats", [](const BoundGrid& g) {
        nb::typed<nb::dict, nb::str, nb::int_> out;
        const auto [free, bytes] =
            shared(g, [](const Grid& x) { return std::make_pair(x.free_cells(), x.bytes()); });
        out["cells"] = std::int64_t{g.grid.width()} * g.grid.height();
        out["free_cells"] = free;
        out["bytes"] = bytes;
        return out;
      });
}

}  // namespace clearway::bindings
