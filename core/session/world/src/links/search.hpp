// Shortest paths in a world with links: a search over hops (links/tables.hpp) whose legs are
// measured, exactly, only where they matter.
//
// Every leg has a lower bound, at first the straight distance. The search finds the cheapest
// sequence of hops by these bounds. If a leg of it is not measured, LegSearch measures it,
// and the search runs again; a sequence whose legs are all measured is the cheapest. It ends at
// once if the bounds show that no sequence is cheaper than the path without links. So it costs one
// pass over the hops, and a few legs where links are nearly as good as walking.
//
// Exact, and proved, unless a leg leads from a segment to a segment or a place: such a leg is
// measured from several points and improved by turns from both sides; its lower bound is the
// straight distance.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "clearway/path/path.hpp"
#include "clearway/planners/options.hpp"
#include "leg_search.hpp"
#include "tables.hpp"

namespace clearway {

// A Segment that stands for a link has turn 0, radius -1 and center {handle, cost}.
Segment link_segment(const Point& start, const Point& end, Handle link, double cost);

class LinkSearch {
 public:
  // `find_leg` finds the legs of answers: the planner that was asked for. Without it: "optimal".
  using FindLeg = std::function<Path(const Point& start, const Point& goal)>;
  // The tables and the search must outlive it, and belong to the same version of the same world.
  LinkSearch(LinkTables& tables, LegSearch& legs) : tables_(tables), legs_(legs) {}

  // The cheapest path from `start` to the goal with links; `direct` is that without. `length` of
  // the result is what is walked; `lower_bound` bounds the cost, `optimal` says that the cost is
  // proved least. `part`: of the place, as OptimalSearch::find_place. options.limit and
  // options.deadline hold for each leg and for the search; other options for `direct` alone.
  Path find(const Point& start, const Place& goal, double radius, const SearchOptions& options,
            Path direct, const FindLeg& find_leg, Index& part);

  // Lengths become costs where a link makes them less.
  void improve(const Point& start, std::span<const Point> goals, double radius,
               std::vector<double>& lengths);

 private:
  struct Bound {
    double length = 0.0;  // or a lower bound, if it is not known
    bool is_known = false;
    double lower = 0.0;  // a proved bound, if it is known
  };
  struct Found {
    Path path;
    Index part = none;
  };
  struct Best {
    double cost;
    std::vector<std::size_t> hops;
  };

  void begin(const Point& start, double radius, const SearchOptions& options);
  void set_goal(const Place& goal);
  // The cheapest sequence of hops if it costs less than `most`; measures the legs that matter.
  Best cheapest(double most);
  // `proved`: legs count with their proved bounds, not with their lengths.
  Best cheapest_by_bounds(double most, bool proved = false);
  // Measures a leg of the sequence, as a row with all others from its hop. False: all are known.
  bool measure(const Best& sequence, bool is_row);
  void measure_start(std::size_t hop);
  void measure_goal(std::size_t hop);
  LinkLeg measure_between(std::size_t from, std::size_t to);
  Path find_between(const HopEnd& from, const Place& to, Index& part);
  Path find_point(const Point& start, const Place& goal, Index& part);
  double bound_between(std::size_t from, std::size_t to, bool proved);
  // On all paths with links.
  double lower_bound(double most);
  Path joined(const Best& best, const FindLeg& find_leg, Index& part);
  bool is_late() const { return options_.is_late(); }

  LinkTables& tables_;
  LegSearch& legs_;
  Point start_;
  const Place* goal_ = nullptr;
  double radius_ = 0.0;
  SearchOptions options_;
  bool is_proved_ = true;
  SearchStats stats_;
  std::vector<Bound> from_start_, to_goal_;                        // by hop
  std::unordered_map<std::size_t, Found> first_legs_, last_legs_;  // the known ones
  std::vector<double> straight_;  // from the end of each hop to the goal
  std::vector<std::size_t> usable_;
  std::unordered_map<std::uint64_t, LinkLeg> between_;
  // Scratch of cheapest_by_bounds, by hop.
  std::vector<double> cost_;
  std::vector<std::size_t> before_;
  std::vector<std::uint8_t> is_settled_;
};

}  // namespace clearway
