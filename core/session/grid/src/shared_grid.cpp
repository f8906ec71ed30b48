#include "clearway/session/shared_grid.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "base/infinity.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "grid/cell_search.hpp"
#include "grid/cluster_graph.hpp"
#include "grid/hpa_star.hpp"
#include "session/common/fork.hpp"
#include "session/common/parallel.hpp"
#include "session/common/pool.hpp"

namespace clearway {

namespace {

struct Query {
  Query(const GridPlannerSpec& planner, const GridOptions& options)
      : planner(planner), options(options) {
    if (planner.prepare) needs = planner.key(options);
    search = std::string(planner.name) + " " + std::to_string(options.cluster) + " " +
             std::to_string(options.level) + " " + std::to_string(options.heuristic) + " " +
             std::to_string(options.queue) + (options.smooth ? " smooth" : "");
  }
  const GridPlannerSpec& planner;
  const GridOptions& options;
  std::string needs;   // key of the preparation; empty: none
  std::string search;  // key of idle searches
};

}  // namespace

struct SharedGrid::State {
  State(std::int32_t width, std::int32_t height, std::span<const std::uint8_t> blocked,
        const Frame& frame, bool corner_cutting)
      : grid(width, height, blocked, corner_cutting), frame(frame) {}

  Grid grid;
  Frame frame;
  Lock lock{"grid", "changed"};
  // The preparations of planners, by GridPlannerSpec::key. Guarded by `lock`.
  std::map<std::string, std::unique_ptr<GridAbstraction>> prepared;
  // Idle searches, by planner and options; they refer to the preparations. Guarded by `naming`,
  // which is locked inside `lock`.
  std::mutex naming;
  std::map<std::string, Pool<GridPlanner>> idle;

  class Asking;
  void make_ready(const Query& query);
  void check_cells(std::span<const Cell> cells, const char* name) const;
  void check_estimates(const GridOptions& options, std::span<const Cell> goals) const;
  void after_fork() noexcept;
  AtFork at_fork{[](void* s) { static_cast<State*>(s)->after_fork(); }, this};
};

// Holds the grid for a query, with the planner's preparation up to date.
class SharedGrid::State::Asking {
 public:
  Asking(State& g, const Query& query) : grid_(g), query_(query) {
    for (;;) {
      hold_.emplace(g.lock, Hold::shared);
      if (query.needs.empty()) return;
      const auto found = g.prepared.find(query.needs);
      if (found != g.prepared.end() && !found->second->stale()) {
        prepared_ = found->second.get();
        return;
      }
      hold_.reset();
      g.make_ready(query);
    }
  }

  const GridAbstraction* prepared() const { return prepared_; }
  // A search borrowed from the idle ones of the grid.
  std::shared_ptr<Loan<GridPlanner>> borrow() const {
    auto out = std::make_shared<Loan<GridPlanner>>(
        idle(), [&] { return query_.planner.make(grid_.grid, prepared_, query_.options); });
    (*out)->set_estimates(query_.options.estimates);
    return out;
  }

 private:
  Pool<GridPlanner>& idle() const {
    const std::lock_guard lock(grid_.naming);
    return grid_.idle[query_.search];
  }

  State& grid_;
  const Query& query_;
  const GridAbstraction* prepared_ = nullptr;
  std::optional<Hold> hold_;
};

SharedGrid::SharedGrid(std::int32_t width, std::int32_t height,
                       std::span<const std::uint8_t> blocked, const Frame& frame,
                       bool corner_cutting)
    : state_(std::make_unique<State>(width, height, blocked, frame, corner_cutting)) {}

SharedGrid::~SharedGrid() = default;

std::int32_t SharedGrid::width() const { return state_->grid.width(); }
std::int32_t SharedGrid::height() const { return state_->grid.height(); }
const Frame& SharedGrid::frame() const { return state_->frame; }

GridReading::GridReading(const SharedGrid& shared)
    : hold_(shared.state_->lock, Hold::shared), grid_(shared.state_->grid) {}

void SharedGrid::State::make_ready(const Query& query) {
  const Hold hold(lock, Hold::exclusive);
  const auto found = prepared.find(query.needs);
  if (found == prepared.end()) {
    prepared.emplace(query.needs, query.planner.prepare(grid, query.options));
  } else if (found->second->stale()) {
    try {
      found->second->repair();
    } catch (...) {  // half repaired: discard it and the searches that refer to it
      idle.clear();
      prepared.erase(found);
      throw;
    }
  }
}

bool SharedGrid::assign(const CellBox& box, std::span<const std::uint8_t> blocked) {
  const Hold hold(state_->lock, Hold::exclusive);
  const CellBox changed = state_->grid.assign(box, blocked);
  try {
    for (const auto& [name, abstraction] : state_->prepared) abstraction->touch(changed);
  } catch (const std::bad_alloc&) {  // the cells are assigned: discard outdated preparations
    state_->idle.clear();
    state_->prepared.clear();
  }
  return !changed.empty();
}

std::size_t SharedGrid::prepare(const GridPlannerSpec& planner, const GridOptions& options) const {
  const Query query(planner, options);
  const State::Asking asking(*state_, query);
  return asking.prepared() ? asking.prepared()->bytes() : 0;
}

void SharedGrid::State::check_cells(std::span<const Cell> cells, const char* name) const {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!grid.contains(cells[i]))
      throw InvalidInput(std::string(name) + "[" + std::to_string(i) + "] is outside the grid",
                         static_cast<std::int64_t>(i));
}

void SharedGrid::State::check_estimates(const GridOptions& options,
                                        std::span<const Cell> goals) const {
  const std::span<const double> given = options.estimates;
  if (given.empty()) return;
  if (given.size() != static_cast<std::size_t>(grid.width()) * grid.height())
    throw InvalidInput("heuristic: one estimate for each cell of the grid");
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i % 4096 == 0) check_interrupt(64);
    if (!(given[i] >= 0.0 && given[i] < infinity))
      throw InvalidInput("heuristic: the estimate of cell (" + std::to_string(i % grid.width()) +
                             ", " + std::to_string(i / grid.width()) +
                             ") is not a finite number from 0 on",
                         static_cast<std::int64_t>(i));
  }
  for (const Cell& goal : goals)
    if (!(goal == goals[0])) throw InvalidInput("heuristic: estimates serve one goal");
}

GridAnswers SharedGrid::find_paths(const GridPlannerSpec& planner, std::span<const Cell> starts,
                                   std::span<const Cell> goals, std::size_t threads,
                                   const GridOptions& options) const {
  if (starts.size() != goals.size()) throw InvalidInput("starts and goals differ in number");
  state_->check_cells(starts, "starts");
  state_->check_cells(goals, "goals");
  state_->check_estimates(options, goals);
  const Query query(planner, options);
  const State::Asking asking(*state_, query);
  GridAnswers out;
  out.version = state_->grid.version();
  out.paths.resize(starts.size());
  for_each_parallel(starts.size(), threads, [&]() -> Worker {
    return [&, search = asking.borrow()](std::size_t i) {
      out.paths[i] = (*search)->find(starts[i], goals[i], state_->frame);
    };
  });
  return out;
}

std::vector<double> SharedGrid::distances(std::span<const Cell> cells) const {
  state_->check_cells(cells, "cells");
  const GridReading reading(*this);
  const Grid& grid = reading.grid();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!grid.is_free(cells[i]))
      throw InvalidInput("cells[" + std::to_string(i) + "] is blocked",
                         static_cast<std::int64_t>(i));
  CellSearch search(grid);
  search.flood(cells);
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(grid.width()) * grid.height());
  for (std::int32_t y = 0; y < grid.height(); ++y) {
    check_interrupt(1 + static_cast<std::uint32_t>(grid.width()) / 64);
    for (std::int32_t x = 0; x < grid.width(); ++x)
      out.push_back(state_->frame.cell * search.distance(grid.index({x, y})));
  }
  return out;
}

std::vector<Cell> SharedGrid::explored(const GridPlannerSpec& planner, const Cell& start,
                                       const Cell& goal, const GridOptions& options) const {
  state_->check_cells({&start, 1}, "start");
  state_->check_cells({&goal, 1}, "goal");
  state_->check_estimates(options, {&goal, 1});
  const Query query(planner, options);
  const State::Asking asking(*state_, query);
  std::vector<std::uint32_t> indices;
  (*asking.borrow())->find(start, goal, state_->frame, &indices);
  std::vector<Cell> out;
  for (const std::uint32_t i : indices) out.push_back(state_->grid.cell(i));
  return out;
}

GridPlan SharedGrid::find_subgoals(const Cell& start, const Cell& goal,
                                   const GridOptions& options) const {
  state_->check_cells({&start, 1}, "start");
  state_->check_cells({&goal, 1}, "goal");
  const Query query(grid_planner_named("hpa*"), options);
  const State::Asking asking(*state_, query);
  GridPlan out;
  out.version = state_->grid.version();
  out.length = infinity;
  if (!state_->grid.is_free(start)) {
    out.status = Status::start_blocked;
  } else if (!state_->grid.is_free(goal)) {
    out.status = Status::goal_blocked;
  } else if (start == goal) {
    out = {Status::found, 0.0, out.version, {goal}};
  } else {
    const auto search = asking.borrow();
    Steps steps;
    SearchStats stats;
    if (static_cast<HierarchicalSearch&>(**search).find_subgoals(start, goal, out.subgoals, steps,
                                                                 stats)) {
      out.status = Status::found;
      out.length = state_->frame.cell * steps.length();
    }
  }
  return out;
}

GridGraph SharedGrid::cluster_graph(const GridOptions& options) const {
  const Query query(grid_planner_named("hpa*"), options);
  const State::Asking asking(*state_, query);
  const auto& graph = static_cast<const ClusterGraph&>(*asking.prepared());
  const Grid& grid = state_->grid;
  GridGraph out;
  std::vector<std::uint32_t> first{0};  // row of the first cell of each cluster
  for (std::uint32_t k = 0; k < graph.count(); ++k) {
    check_interrupt(16);
    for (const std::uint32_t i : graph.cluster(k).cells) out.cells.push_back(grid.cell(i));
    first.push_back(static_cast<std::uint32_t>(out.cells.size()));
  }
  const auto add = [&](std::size_t a, std::size_t b, double steps) {
    out.edges.push_back(static_cast<std::uint32_t>(a));
    out.edges.push_back(static_cast<std::uint32_t>(b));
    out.lengths.push_back(state_->frame.cell * steps);
  };
  for (std::uint32_t k = 0; k < graph.count(); ++k) {
    check_interrupt(16);
    const ClusterGraph::Cluster& c = graph.cluster(k);
    for (std::size_t i = 0; i < c.cells.size(); ++i) {
      for (const unsigned d : {east, south}) {  // each pair once
        if (!(c.links[i] >> d & 1)) continue;
        const std::uint32_t near = graph.beside(k, d);
        const std::vector<std::uint32_t>& cells = graph.cluster(near).cells;
        const auto partner =
            std::lower_bound(cells.begin(), cells.end(), c.cells[i] + grid.offset(d));
        add(first[k] + i, first[near] + (partner - cells.begin()), 1.0);
      }
    }
  }
  out.across = out.lengths.size();
  for (std::uint32_t k = 0; k < graph.count(); ++k) {
    check_interrupt(16);
    const ClusterGraph::Cluster& c = graph.cluster(k);
    const std::size_t n = c.cells.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const ClusterGraph::Weight w = c.weights[i * n + j];
        if (w.straight != ClusterGraph::disconnected)
          add(first[k] + i, first[k] + j, Steps{w.straight, w.diagonal}.length());
      }
    }
  }
  return out;
}

void SharedGrid::State::after_fork() noexcept {
  const bool was_named = naming.try_lock();
  new (&naming) std::mutex;
  lock.after_fork();
  if (!was_named) return abandon(idle);
  for (auto& [key, pool] : idle) pool.after_fork();
}

}  // namespace clearway
