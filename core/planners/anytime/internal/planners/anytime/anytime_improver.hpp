// TA*, TRA* and the search by fronts as Improvers.
#pragma once

#include <memory>
#include <utility>

#include "clearway/planners/anytime.hpp"
#include "clearway/planners/improver.hpp"

namespace clearway {

// Owns a search on which begin() has been called.
class AnytimeImprover final : public Improver {
 public:
  explicit AnytimeImprover(std::unique_ptr<AnytimeSearch> search) : search_(std::move(search)) {}
  const Path* next() override;
  const Path& best() const override { return search_->best(); }

 private:
  std::unique_ptr<AnytimeSearch> search_;
  bool has_answered_ = false;
};

// Planner "channel" by fronts. Funnels of discs are rounded: with gaps wider than the disc by a
// relative 1e-7, one proof in 16,000 was wrong. So, unless options.prove_with_optimal is false, the
// exact search, which is far cheaper than the fronts, confirms or replaces a disc's path at the
// end.
class FrontImprover final : public Improver {
 public:
  FrontImprover(const World& world, const Point& start, const Point& goal, double radius,
                SearchOptions options);
  ~FrontImprover() override;
  const Path* next() override;
  const Path& best() const override { return best_; }

 private:
  const World& world_;
  Point start_, goal_;
  double radius_;
  bool proves_with_optimal_, has_answered_ = false, has_ended_ = false;
  SearchOptions::Time deadline_;
  std::unique_ptr<AnytimeSearch> search_;
  Path best_;
};

}  // namespace clearway
