#include "planners/anytime/anytime_improver.hpp"

#include "clearway/planners/fronts.hpp"
#include "clearway/planners/optimal.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

const Path* AnytimeImprover::next() {
  const bool has_improved = search_->improve();
  if (!has_improved && has_answered_) return nullptr;
  has_answered_ = true;
  return &search_->best();
}

FrontImprover::FrontImprover(const World& world, const Point& start, const Point& goal,
                             double radius, SearchOptions options)
    : world_(world),
      start_(start),
      goal_(goal),
      radius_(radius),
      proves_with_optimal_(options.prove_with_optimal),
      deadline_(options.deadline),
      search_(std::make_unique<FrontSearch>(world)) {
  options.prove_with_optimal = false;
  search_->begin(start, goal, radius, options);
}

FrontImprover::~FrontImprover() = default;

const Path* FrontImprover::next() {
  if (has_ended_) return nullptr;
  if (search_->improve()) {
    has_answered_ = true;
    best_ = search_->best();
    return &best_;
  }
  Path last = search_->best();
  if (proves_with_optimal_ && last.optimal && radius_ > 0) {
    Path exact = OptimalSearch(world_).find(start_, goal_, radius_, {.deadline = deadline_});
    if (exact.length < last.length * (1 - tolerance::same_path)) last = std::move(exact);
  }
  has_ended_ = true;
  const bool has_more =
      !has_answered_ || last.lower_bound > best_.lower_bound || last.length < best_.length;
  if (has_more) best_ = std::move(last);
  return has_more ? &best_ : nullptr;
}

}  // namespace clearway
