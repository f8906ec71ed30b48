// Planner "channel" by rounds: first a channel search with the given options, then one with weight
// 1, then the exact search of planner "optimal" in rounds. Each round may expand four times as many
// nodes as the one before. A round that reaches its limit still proves a lower bound; a round that
// does not reach it finds the shortest path. So the rounds cost at most a third more than one exact
// search, and need as much memory. (Kallmann 2010, section 7, keeps funnel fronts instead:
// fronts.hpp.)
//
// Ends with the shortest path; or, after options.limit expansions or options.effort times those of
// the first path, with the best path so far and the proved lower bound.
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
  enum class Phase { first, unweighted, rounds, ended };
  const Path* try_first();
  const Path* try_unweighted();
  const Path* try_rounds();
  // Adds up the expansions and the lower bound of a search, and returns its path.
  Path account(Path path);
  SearchOptions within_limit(SearchOptions options) const;

  const World& world_;
  Point start_, goal_;
  double radius_, effort_;
  SearchOptions options_;  // of the channel searches, without limit
  std::unique_ptr<ChannelSearch> channel_;
  std::unique_ptr<OptimalSearch> optimal_;  // made when first needed
  Phase phase_ = Phase::first;
  Path best_;
  double limit_;      // expansions; infinite: none
  double spent_ = 0;  // expansions
  double bound_ = 0;  // lower bound proved so far
  double shown_ = 0;  // lower bound of the last path returned
  double round_ = 0;  // expansions that the next round may take
};

}  // namespace clearway
