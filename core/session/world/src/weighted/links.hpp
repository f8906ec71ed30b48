// Cheapest paths with factors of areas and links: a search over hops whose legs are weighted paths.
//
// Every leg has a lower bound: at first the straight distance times the least factor, after it is
// searched what that search has proved. The cheapest sequence of hops by these bounds is a lower
// bound on all paths with links. Legs of it that are not searched yet are searched, until the bound
// comes within the tolerance of a path that is known.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "clearway/path/path.hpp"
#include "links/tables.hpp"

namespace clearway {

// A path without links, and what it costs; infinity if there is none.
struct WeightedLeg {
  Path path;  // lower_bound: of the cost
  double cost;
  Index part = none;  // to a place: the part of it that is reached
};

class WeightedLinks {
 public:
  // Null: the goal of the query.
  using FindLeg = std::function<WeightedLeg(const Point& start, const Point* goal)>;
  using GoalDistance = std::function<double(const Point&)>;
  // `tables` must outlive it; the ends of its links are points. `least`: the least factor.
  WeightedLinks(const LinkTables& tables, double radius, double least, FindLeg find_leg,
                GoalDistance goal_distance);

  // `direct`: the path without links. Stops early at the deadline.
  WeightedLeg find(const Point& start, WeightedLeg direct, double tolerance,
                   const std::function<bool()>& is_late);

 private:
  // Places: 0 is the start, 1 the goal, i + 2 the hop i. A leg leads from the end of the first to
  // the beginning of the second.
  using Sequence = std::vector<std::size_t>;
  double bound(std::size_t from, std::size_t to) const;
  Point leaves(std::size_t place) const;
  const Point* enters(std::size_t place) const;  // null: the goal
  // The cheapest sequence with at least one hop, by bounds; empty if none is below `most`.
  Sequence cheapest(double most, double& cost) const;
  const WeightedLeg* known(std::size_t from, std::size_t to) const;
  WeightedLeg joined(const Sequence& sequence) const;

  std::vector<const Hop*> hops_;
  const double least_;
  FindLeg find_leg_;
  GoalDistance goal_distance_;
  Point start_;
  std::map<std::pair<std::size_t, std::size_t>, WeightedLeg> legs_;
};

}  // namespace clearway
