// Planner "channel" by rounds: first its own searches, the usual one and then a thorough one
// (options.weight = 1). Then the exact search of planner "optimal" in rounds, each allowed four
// times the expansions of the one before: a round that is cut short still proves a lower bound, and
// one that is not gives the shortest path. So the rounds cost at most a third more than one exact
// search, and need as much memory. (Kallmann 2010, section 7, keeps funnel fronts instead:
// fronts.hpp.)
//
// Ends with the shortest path; or after options.limit expansions, or options.effort times those of
// the first path: then with the best path so far and the lower bound that was proved.
#pragma once

#include <memory>

#include "clearway/planners/improver.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class ChannelSearch;
class OptimalSearch;

class RoundSearch final : public Improver {
 public:
  // The world must outlive it.
  RoundSearch(const World& world, const Point& start, const Point& goal, double radius,
              const SearchOptions& options);
  ~RoundSearch() override;
  const Path* next() override;
  const Path& best() const override { return best_; }

 private:
  enum class Phase { first, thorough, rounds, ended };
  const Path* try_first();
  const Path* try_thorough();
  const Path* try_rounds();
  // Adds up what a search cost and proved.
  Path counted(Path path);
  SearchOptions within_limit(SearchOptions options) const;

  const World& world_;
  Point start_, goal_;
  double radius_, effort_;
  SearchOptions options_;  // of the searches for channels, without limit
  std::unique_ptr<ChannelSearch> channel_;
  std::unique_ptr<OptimalSearch> optimal_;  // made when first needed
  Phase phase_ = Phase::first;
  Path best_;
  double limit_;      // expansions; infinite: none
  double spent_ = 0;  // expansions
  double bound_ = 0;  // lower bound proved so far
  double shown_ = 0;  // that of the last path handed out
  double round_ = 0;  // expansions that the next round may take
};

}  // namespace clearway
