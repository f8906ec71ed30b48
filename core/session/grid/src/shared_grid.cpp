#include "clearway/session/shared_grid.hpp"

#include <new>
#include <optional>

#include "clearway/base/error.hpp"
#include "session/parallel.hpp"

namespace clearway {

struct SharedGrid::Query {
  Query(const GridPlannerSpec& planner, const GridOptions& options)
      : planner(planner), options(options) {
    if (planner.prepare) needs = planner.key(options);
    search = std::string(planner.name) + " " + std::to_string(options.cluster) + " " +
             std::to_string(options.level) + (options.smooth ? " smooth" : "");
  }
  const GridPlannerSpec& planner;
  const GridOptions& options;
  std::string needs;   // key of the preparation; empty: none
  std::string search;  // key of idle searches
};

// Holds the grid for a query, with the planner's preparation up to date.
class SharedGrid::Asking {
 public:
  Asking(const SharedGrid& g, const Query& query) : grid_(g), query_(query) {
    for (;;) {
      hold_.emplace(g.lock_, Hold::shared);
      if (query.needs.empty()) return;
      const auto found = g.prepared_.find(query.needs);
      if (found != g.prepared_.end() && !found->second->stale()) {
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
    return std::make_shared<Loan<GridPlanner>>(
        idle(), [&] { return query_.planner.make(grid_.grid_, prepared_, query_.options); });
  }

 private:
  Pool<GridPlanner>& idle() const {
    const std::lock_guard lock(grid_.naming_);
    return grid_.idle_[query_.search];
  }

  const SharedGrid& grid_;
  const Query& query_;
  const GridAbstraction* prepared_ = nullptr;
  std::optional<Hold> hold_;
};

SharedGrid::SharedGrid(std::int32_t width, std::int32_t height,
                       std::span<const std::uint8_t> blocked, const Frame& frame)
    : grid_(width, height, blocked), frame_(frame) {}

SharedGrid::~SharedGrid() = default;

void SharedGrid::make_ready(const Query& query) const {
  const Hold hold(lock_, Hold::exclusive);
  const auto found = prepared_.find(query.needs);
  if (found == prepared_.end()) {
    prepared_.emplace(query.needs, query.planner.prepare(grid_, query.options));
  } else if (found->second->stale()) {
    try {
      found->second->repair();
    } catch (...) {  // half repaired: discard it and the searches that refer to it
      idle_.clear();
      prepared_.erase(found);
      throw;
    }
  }
}

bool SharedGrid::assign(const CellBox& box, std::span<const std::uint8_t> blocked) {
  const Hold hold(lock_, Hold::exclusive);
  const CellBox changed = grid_.assign(box, blocked);
  try {
    for (const auto& [name, abstraction] : prepared_) abstraction->touch(changed);
  } catch (const std::bad_alloc&) {  // the cells are assigned: discard outdated preparations
    idle_.clear();
    prepared_.clear();
  }
  return !changed.empty();
}

std::size_t SharedGrid::prepare(const GridPlannerSpec& planner, const GridOptions& options) const {
  const Query query(planner, options);
  const Asking asking(*this, query);
  return asking.prepared() ? asking.prepared()->bytes() : 0;
}

void SharedGrid::check_cells(std::span<const Cell> cells, const char* name) const {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!grid_.contains(cells[i]))
      throw InvalidInput(std::string(name) + "[" + std::to_string(i) + "] is outside the grid",
                         static_cast<std::int64_t>(i));
}

GridAnswers SharedGrid::find_paths(const GridPlannerSpec& planner, std::span<const Cell> starts,
                                   std::span<const Cell> goals, std::size_t threads,
                                   const GridOptions& options) const {
  if (starts.size() != goals.size()) throw InvalidInput("starts and goals differ in number");
  check_cells(starts, "starts");
  check_cells(goals, "goals");
  const Query query(planner, options);
  const Asking asking(*this, query);
  GridAnswers out;
  out.version = grid_.version();
  out.paths.resize(starts.size());
  for_each_parallel(starts.size(), threads, [&]() -> Worker {
    return [&, search = asking.borrow()](std::size_t i) {
      out.paths[i] = (*search)->find(starts[i], goals[i], frame_);
    };
  });
  return out;
}

std::vector<Cell> SharedGrid::explored(const GridPlannerSpec& planner, const Cell& start,
                                       const Cell& goal, const GridOptions& options) const {
  check_cells({&start, 1}, "start");
  check_cells({&goal, 1}, "goal");
  const Query query(planner, options);
  const Asking asking(*this, query);
  std::vector<std::uint32_t> indices;
  (*asking.borrow())->find(start, goal, frame_, &indices);
  std::vector<Cell> out;
  for (const std::uint32_t i : indices) out.push_back(grid_.cell(i));
  return out;
}

void SharedGrid::after_fork() noexcept {
  const bool was_named = naming_.try_lock();
  new (&naming_) std::mutex;
  lock_.after_fork();
  if (!was_named) return abandon(idle_);
  for (auto& [key, pool] : idle_) pool.after_fork();
}

}  // namespace clearway
