#include "planners/anytime/round_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/planners/optimal.hpp"
#include "likely_effort.hpp"

namespace clearway {

namespace {

constexpr double first_round = 1000;  // expansions
constexpr double round_growth = 4;

// The path with this lower bound; proved shortest if it is no longer than that.
Path with_bound(Path path, double bound) {
  path.lower_bound = std::min(bound, path.length);
  path.optimal = bound >= path.length;
  return path;
}

}  // namespace

RoundSearch::RoundSearch(const World& world, const Point& start, const Point& goal, double radius,
                         const SearchOptions& options)
    : world_(world),
      start_(start),
      goal_(goal),
      radius_(radius),
      effort_(options.effort),
      options_(options),
      channel_(std::make_unique<ChannelSearch>(world)),
      limit_(options.limit == SearchOptions{}.limit ? infinity
                                                    : static_cast<double>(options.limit)) {
  options_.limit = SearchOptions{}.limit;
  options_.effort = 0;
}

RoundSearch::~RoundSearch() = default;

const Path* RoundSearch::next() {
  switch (phase_) {
    case Phase::first:
      return try_first();
    case Phase::unweighted:
      if (const Path* path = try_unweighted()) return path;
      [[fallthrough]];
    case Phase::rounds:
      return try_rounds();
    case Phase::ended:
      break;
  }
  return nullptr;
}

Path RoundSearch::account(Path path) {
  spent_ += static_cast<double>(std::max<std::uint64_t>(1, path.stats.expanded));
  bound_ = std::max(bound_, path.lower_bound);
  return path;
}

SearchOptions RoundSearch::within_limit(SearchOptions options) const {
  const double left = std::ceil(limit_ - spent_);
  if (left < static_cast<double>(options.limit)) options.limit = static_cast<std::uint64_t>(left);
  return options;
}

const Path* RoundSearch::try_first() {
  best_ = account(channel_->find(start_, goal_, radius_, within_limit(options_)));
  shown_ = bound_;
  phase_ = best_.status != Status::found || best_.optimal ? Phase::ended : Phase::unweighted;
  if (effort_ > 0) limit_ = std::min(limit_, effort_ * spent_);
  if (options_.stop_early) limit_ = std::min(limit_, LikelyEffort::after(spent_) * spent_);
  return &best_;
}

const Path* RoundSearch::try_unweighted() {
  bool is_shorter = false;
  if (options_.weight != 1.0 && spent_ < limit_ && !options_.is_late()) {
    SearchOptions unweighted = within_limit(options_);
    unweighted.weight = 1.0;
    Path path = account(channel_->find(start_, goal_, radius_, unweighted));
    is_shorter = path.status == Status::found && path.length < best_.length;
    if (is_shorter) {
      best_ = with_bound(std::move(path), bound_);
      shown_ = bound_;
    }
  }
  phase_ = Phase::rounds;
  round_ = std::max(first_round, spent_);
  return is_shorter ? &best_ : nullptr;
}

const Path* RoundSearch::try_rounds() {
  while (spent_ < limit_ && !options_.is_late()) {
    SearchOptions exact;
    exact.deadline = options_.deadline;
    if (round_ < static_cast<double>(exact.limit)) exact.limit = static_cast<std::uint64_t>(round_);
    if (!optimal_) optimal_ = std::make_unique<OptimalSearch>(world_);
    Path path = account(optimal_->find(start_, goal_, radius_, within_limit(exact)));
    const bool is_proved = path.optimal;
    const bool is_shorter = path.status == Status::found && path.length < best_.length;
    if (is_shorter) {
      best_ = is_proved ? std::move(path) : with_bound(std::move(path), bound_);
      shown_ = bound_;
    }
    if (is_proved || bound_ >= best_.length) {
      phase_ = Phase::ended;
      if (is_shorter) return &best_;
      if (best_.optimal) return nullptr;
      const double length = best_.length;
      best_ = with_bound(std::move(best_), length);
      return &best_;
    }
    round_ *= round_growth;
    if (is_shorter) return &best_;
  }
  phase_ = Phase::ended;
  if (bound_ <= shown_) return nullptr;
  best_ = with_bound(std::move(best_), bound_);
  return &best_;
}

}  // namespace clearway
