// The common part of TA*, TRA* (Demyen 2007, 5.4 and 8.2) and the search by fronts (Kallmann 2010,
// section 7): an anytime search for the shortest path over channels of triangles.
//
// A state is a channel from the start to a portal; f is a lower bound on the length of every path
// whose channel begins with it. States are popped by f. The channel of a state at the goal is
// pulled tight by the funnel; the search keeps the best path and continues. Once f of the next
// state is at least the length of the best path, that path is shortest.
//
// Until the first path is known, each node is expanded once; further states for it are postponed
// (Demyen 2007, 8.2).
//
// The number of channels, and with it the time of a proof, can grow exponentially with the number
// of obstacles. So, unless the query sets a limit, an effort, stop_early or prove_with_optimal =
// false, the search stops after proof_factor times the expansions of its first path plus
// proof_floor and calls the exact search (OptimalSearch), which either proves the best path or
// replaces it.
#pragma once

#include <cstdint>
#include <memory>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "clearway/world/world.hpp"

namespace clearway {

class AnytimeLoop;

// The constructors of TAStarSearch, TRAStarSearch and FrontSearch choose how channels are
// enumerated. Keeps scratch between queries; one object per thread. The world must outlive it.
class AnytimeSearch {
 public:
  static constexpr std::uint64_t proof_factor = 4, proof_floor = 256;

  virtual ~AnytimeSearch();

  // Ends may lie on edges and vertices. Blocked ends (the start is tested first) and no path:
  // length and lower bound are infinite. options.limit: the best path after this many expansions,
  // or the first path if that takes more; each node is expanded once until then. options.effort:
  // the best path at that multiple of the expansions of the first; options.stop_early chooses the
  // multiple by these expansions. Above World::max_radius(), and
  // where an end is not is_local (query/departures.hpp), the local clearance tests are not exact:
  // the exact search answers.
  Path find(const Point& start, const Point& goal, double radius, const SearchOptions& options);

  // The same step by step. improve() returns true once it has found a better path, false at the end
  // of the search. The world must not change in between. If an interrupt check throws, the search
  // keeps its state, and improve() continues from there.
  void begin(const Point& start, const Point& goal, double radius, const SearchOptions& options);
  bool improve();
  // The best path so far; `optimal` and `lower_bound` are final once improve() has returned false.
  const Path& best() const;

 protected:
  explicit AnytimeSearch(std::unique_ptr<AnytimeLoop> loop);
  AnytimeLoop& loop() { return *loop_; }

 private:
  std::unique_ptr<AnytimeLoop> loop_;
};

}  // namespace clearway
