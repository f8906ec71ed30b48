#include "clearway/planners/anytime.hpp"

#include <utility>

#include "anytime_loop.hpp"

namespace clearway {

AnytimeSearch::AnytimeSearch(std::unique_ptr<AnytimeLoop> loop) : loop_(std::move(loop)) {}
AnytimeSearch::~AnytimeSearch() = default;

Path AnytimeSearch::find(const Point& start, const Point& goal, double radius,
                         const SearchOptions& options) {
  return loop_->find(start, goal, radius, options);
}

void AnytimeSearch::begin(const Point& start, const Point& goal, double radius,
                          const SearchOptions& options) {
  loop_->begin(start, goal, radius, options);
}

bool AnytimeSearch::improve() { return loop_->improve(); }

const Path& AnytimeSearch::best() const { return loop_->best(); }

}  // namespace clearway
