#include "anytime_loop.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/planners/anytime.hpp"
#include "clearway/planners/optimal.hpp"
#include "end_triangles.hpp"
#include "likely_effort.hpp"
#include "planners/common/query_ends.hpp"
#include "planners/common/rounded_ends.hpp"

namespace clearway {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

// Expansions between two readings of the clock, if there is a deadline. Fewer than
// SearchOptions::clock_slice, because an expansion that reaches the goal pulls a whole path tight.
constexpr std::uint64_t clock_slice = 16;

// Expansions of all channels, whatever they repeat, after which no path is found.
constexpr std::uint64_t most_without_path = 100000;

}  // namespace

AnytimeLoop::AnytimeLoop(const World& world) : parts_(world) {}
AnytimeLoop::~AnytimeLoop() = default;

Path AnytimeLoop::find(const Point& start, const Point& goal, double radius,
                       const SearchOptions& options) {
  const auto began = Clock::now();
  Path path = find_from_rounded(parts_.query.world, start, goal, radius,
                                [&](const Point& a, const Point& b, double r) {
                                  this->start(a, b, r, options);
                                  while (!has_ended_) run_to_next_path();
                                  Path& best = parts_.incumbent.path();
                                  if (expansion_->has_costs() && best.status == Status::found)
                                    best.length = length_of(best.segments);
                                  return std::move(parts_.incumbent.path());
                                });
  path.stats.seconds = since(began);
  return path;
}

void AnytimeLoop::begin(const Point& start, const Point& goal, double radius,
                        const SearchOptions& options) {
  const auto began = Clock::now();
  this->start(start, goal, radius, options);
  parts_.incumbent.path().stats.seconds = since(began);
}

bool AnytimeLoop::improve() {
  const auto began = Clock::now();
  if (!has_ended_ && !has_improved_) run_to_next_path();
  parts_.incumbent.path().stats.seconds += since(began);
  return std::exchange(has_improved_, false);
}

void AnytimeLoop::start(const Point& start, const Point& goal, double radius,
                        const SearchOptions& options) {
  AnytimeQuery& query = parts_.query;
  query.start = start;
  query.goal = goal;
  query.radius = radius;
  query.diameter = 2 * radius;
  query.straight = distance(start, goal);
  query.options = options;
  parts_.distances.set_radius(radius);
  parts_.incumbent.begin(query.straight);
  has_ended_ = true;
  has_improved_ = false;
  expanded_until_first_ = 0;
  const World& world = query.world;
  const QueryEnds ends(world, start, goal);
  if (const auto blocked = ends.blocked(world, radius)) {
    parts_.incumbent.path().status = *blocked;
  } else if (!expansion_->has_costs() && !ends.are_local(world, radius)) {
    ask_optimal();
  } else {
    end_triangles(world.mesh(), ends.start.at, query.starts);
    end_triangles(world.mesh(), ends.goal.at, query.goals);
    open();
  }
}

void AnytimeLoop::open() {
  parts_.tree.begin(parts_.query.radius > 0);
  parts_.queue.begin();
  has_ended_ = false;
  if (std::optional<Path> first = expansion_->find_first()) {
    expanded_until_first_ = first->stats.expanded;
    has_improved_ = first->status == Status::found;
    has_ended_ = !has_improved_ || first->optimal;
    parts_.incumbent.replace(std::move(*first));
  }
  if (!has_ended_) expansion_->open();
}

void AnytimeLoop::run_to_next_path() {
  ChannelQueue& queue = parts_.queue;
  while (!queue.empty() || release_without_path()) {
    check_interrupt(8);
    if (stop_at(queue.least_f())) return;
    const bool is_first = !parts_.incumbent.is_found() && !queue.is_exhaustive();
    const ChannelStateId state = queue.pop();
    if (is_first && queue.postpone_repeated(state)) continue;
    ++parts_.incumbent.path().stats.expanded;
    note(state);
    if (!expand_or_accept(state)) continue;
    if (is_first) {
      expanded_until_first_ = best().stats.expanded;
      queue.release();
    }
    has_improved_ = true;
    return;
  }
  // If there is no path, the postponed states do not lead to one: they enter their nodes as the
  // states that were expanded did.
  finish(true);
}

// Whether postponed states are queued because no path was found, although they may lead to one:
// what was expanded in their place may have passed a gate that is forbidden.
bool AnytimeLoop::release_without_path() {
  if (parts_.incumbent.is_found() || !expansion_->has_gate_costs() || parts_.queue.is_exhaustive())
    return false;
  released_at_ = best().stats.expanded;
  parts_.queue.release_without_path();
  return !parts_.queue.empty();
}

// Reports the triangle that a state has entered. Arrived states enter none.
void AnytimeLoop::note(ChannelStateId state) const {
  std::vector<TriangleId>* const explored = parts_.query.options.explored;
  if (explored && !parts_.tree[state].has_arrived())
    explored->push_back(Mesh::triangle_of(parts_.tree[state].entry()));
}

// Whether the state gave a better path. A state that an interrupt cuts short returns to the queue:
// without it the proof would miss its channels.
bool AnytimeLoop::expand_or_accept(ChannelStateId state) {
  try {
    if (parts_.tree[state].has_arrived()) return accept(state);
    expansion_->expand(state);
    return false;
  } catch (...) {
    parts_.queue.restore(state);
    throw;
  }
}

// Ends the search, once there is a path or the time is over, before a state with this lower bound
// is expanded.
bool AnytimeLoop::stop_at(double f) {
  const SearchOptions& options = parts_.query.options;
  if (best().stats.expanded % clock_slice == 0 && options.is_late()) {
    finish(parts_.incumbent.prunes(f));
    return true;
  }
  if (!parts_.incumbent.is_found()) {
    const bool is_too_long =
        parts_.queue.is_exhaustive() && best().stats.expanded >= released_at_ + most_without_path;
    if (is_too_long) finish(false);
    return is_too_long;
  }
  const bool is_unlimited = options.prove_with_optimal && options.effort <= 0 &&
                            !options.stop_early && options.limit == no_limit;
  if (parts_.incumbent.prunes(f)) {
    finish(true);
  } else if (is_limit_reached()) {
    finish(false);
  } else if (is_unlimited &&
             parts_.incumbent.path().stats.expanded >=
                 AnytimeSearch::proof_factor * expanded_until_first_ + AnytimeSearch::proof_floor) {
    if (expansion_->has_costs())
      finish(false);
    else
      ask_optimal();
  } else {
    return false;
  }
  return true;
}

bool AnytimeLoop::is_limit_reached() const {
  const SearchOptions& options = parts_.query.options;
  if (best().stats.expanded >= options.limit) return true;
  const auto expanded = static_cast<double>(best().stats.expanded);
  const auto until_first = static_cast<double>(expanded_until_first_);
  if (options.effort > 0 && expanded >= options.effort * until_first) return true;
  return options.stop_early &&
         expanded >= until_first * LikelyEffort::after(until_first, expansion_->easy_expansions());
}

// Pulls the channel of an arrived state tight. Whether its path is better than the best one.
bool AnytimeLoop::accept(ChannelStateId state) {
  if (Path* path = parts_.queue.complete_path(state)) return parts_.incumbent.offer(*path);
  const AnytimeQuery& query = parts_.query;
  portals_.clear();
  const TriangleId first = expansion_->collect_portals(state, portals_);
  if (!parts_.puller.pull(first, portals_, query.start, query.goal, query.radius, pulled_)) {
    parts_.incumbent.add_failed(parts_.tree[state].f);
    return false;
  }
  // During the search the length of the incumbent is its cost.
  pulled_.length += expansion_->extra_cost();
  if (pulled_.length == infinity) return false;
  return parts_.incumbent.offer(pulled_);
}

void AnytimeLoop::finish(bool is_proved) {
  Incumbent& incumbent = parts_.incumbent;
  if (is_proved && !incumbent.beats(incumbent.failed())) {
    // A channel that could not be pulled tight may contain a shorter path.
    if (!expansion_->has_costs() &&
        (!incumbent.is_found() || parts_.query.options.limit == no_limit))
      return ask_optimal();
    is_proved = false;
  }
  incumbent.finish(is_proved, parts_.queue.bound());
  has_ended_ = true;
}

// The exact search proves the best path or replaces it. If it is interrupted, this search has not
// ended, and the next step asks again.
void AnytimeLoop::ask_optimal() {
  const AnytimeQuery& query = parts_.query;
  if (!optimal_) optimal_ = std::make_unique<OptimalSearch>(query.world);
  SearchOptions options;
  options.limit = query.options.limit;
  options.deadline = query.options.deadline;
  options.explored = query.options.explored;
  Path exact = optimal_->find(query.start, query.goal, query.radius, options);
  has_ended_ = true;
  Path& best = parts_.incumbent.path();
  exact.stats.expanded += best.stats.expanded;
  exact.stats.generated += best.stats.generated;
  exact.stats.seconds = best.stats.seconds;
  if (parts_.incumbent.prunes(exact.length)) {
    best.stats = exact.stats;
    best.optimal = exact.optimal;
    best.lower_bound = exact.optimal ? best.length : std::min(best.length, exact.lower_bound);
    return;
  }
  has_improved_ = exact.status == Status::found;
  parts_.incumbent.replace(std::move(exact));
}

}  // namespace clearway
