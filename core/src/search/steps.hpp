// The mesh as a search sees it: triangles by the side they are entered over, and corners,
// numbered in the order in which searches come to them, and along a Hilbert curve once they
// have paid for it: what is met together lies together in memory. Kept while the world stays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "clearway/mesh/world.hpp"
#include "dead_ends.hpp"

namespace clearway {

// A triangle entered over one of its sides. Its left side starts at the origin of `ahead`.
struct Step {
  // A link is the number of the step beyond a side; or it has this bit, and:
  static constexpr Index special = 0x80000000;
  static constexpr Index wall = 0xffffffff;
  static constexpr Index dead_end = 0x40000000;  // with the half-edge that enters it
  // else the half-edge of a step that has no number yet.
  Point apex;
  Index corner;       // number of the apex
  Index left, right;  // links
  Index ahead;        // the half-edge entered over
};

// Values are of the query that has written them.
struct StepCorner {
  Point at;
  double cost;  // as a root
  double seen;  // straight from some root: a root may yet come cheaper
  Index vertex;
  std::uint32_t query;
};

class Steps {
 public:
  explicit Steps(const World& world) : world_(world), mesh_(world.mesh()), dead_ends_(world) {}

  // As Spread::be_repeatable.
  void be_repeatable(bool is) { dead_ends_.bar_tips_only(is); }
  // True when all has been forgotten and numbers begin anew. Sides that a disc of this width
  // cannot get to round their corner (Clearance::around) count as walls, but for the turns in
  // `open`: half-edges that start at the corner. Width 0: a point, `open` is empty.
  bool begin(const Goals& goals, double width, const std::vector<Index>& open);
  // Whether it cannot go round the corner where the half-edge starts, between its sides there.
  bool is_shut(Index turn) const {
    if (width_ == 0) return false;
    const double width = world_.around(turn);  // negative: beside a wall
    return width >= 0 && width < width_ &&
           std::find(open_.begin(), open_.end(), turn) == open_.end();
  }
  std::uint32_t query() const { return query_; }  // since begin; never 0
  // Tells of so many expansions.
  void spend(std::uint64_t expansions) { spent_ += expansions; }

  Index number_of(Index ahead);
  // The step over a side that is not constrained; none when nothing is to be found there.
  Index number_over(Index side);
  const Step& operator[](Index step) const { return steps_[step]; }
  // The step beyond the left or right side; none when it is a wall or nothing is to be found.
  Index left_of(Index step) { return go_on(steps_[step].left, step, &Step::left); }
  Index right_of(Index step) { return go_on(steps_[step].right, step, &Step::right); }

  Index corner_of(Index vertex);
  StepCorner& corner(Index number) { return corners_[number]; }
  const StepCorner& corner(Index number) const { return corners_[number]; }

 private:
  Index go_on(Index link, Index step, Index Step::* side) {
    return link < Step::special ? link : resolve(link, step, side);
  }
  Index resolve(Index link, Index step, Index Step::* side);
  Index link_over(Index side, Index turn) const;
  void number_all();
  void clear() {
    steps_.clear();
    corners_.clear();
  }

  const World& world_;
  const Mesh& mesh_;
  DeadEnds dead_ends_;
  std::vector<Step> steps_;
  std::vector<StepCorner> corners_;
  // By half-edge and by vertex: the number, if what has it says so too.
  std::vector<Index> step_numbers_, corner_numbers_;
  std::uint64_t version_ = ~std::uint64_t{0};
  double width_ = 0.0;
  std::vector<Index> open_;
  std::uint32_t query_ = 0;
  std::uint64_t spent_ = 0;  // expansions in this version
};

}  // namespace clearway
