// Dominance between roots of fronts. tests/unit/planners/channel/test_fronts.py compares the
// searches themselves with oracles.
#include <cmath>
#include <numbers>

#include "check.hpp"
#include "planners/anytime/src/fronts/front_roots.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double pi = std::numbers::pi;

// At corner 3, passed on the left; headings in radians.
FrontRoot root(double g, double in, double must_roll, double can_roll) {
  return {VertexId(3), +1, g, {std::cos(in), std::sin(in)}, must_roll, can_roll};
}

FrontRoots no_roots() {
  FrontRoots out;
  out.begin(8, 1.0, 1.0);
  return out;
}

}  // namespace

TEST(front_roots_compare_where_the_corner_is_left) {
  FrontRoots roots = no_roots();
  // The first has to roll half a turn; the second arrives farther along and hardly rolls.
  const FrontRootId early = roots.add(root(5.0, 0.0, pi, pi));
  const FrontRootId late = roots.add(root(6.0, pi - 0.1, 0.1, 0.1));
  CHECK(late != none);
  CHECK(roots.is_dominated(early));
  CHECK(!roots.is_dominated(late));
  CHECK(roots.add(root(5.0, 0.0, pi, pi)) == none);
}

TEST(front_roots_roll_only_where_it_is_known_to_be_legal) {
  FrontRoots roots = no_roots();
  // The arc between the two may be blocked: neither can dominate the other.
  const FrontRootId first = roots.add(root(1.0, 0.0, 0.1, 0.2));
  const FrontRootId second = roots.add(root(9.0, 1.0, 0.5, 0.5));
  CHECK(second != none);
  CHECK(!roots.is_dominated(first));
  CHECK(!roots.is_no_longer(first, second));
  // This one is known to be able to roll far enough.
  roots.add(root(1.5, 0.0, 0.1, 1.0));
  CHECK(roots.is_dominated(second));
  CHECK(!roots.is_dominated(first));
}

TEST(front_roots_that_leave_at_once_do_not_roll_backwards) {
  FrontRoots roots = no_roots();
  const FrontRootId at_once = roots.add(root(4.0, 1.0, 0.0, 0.3));
  CHECK(roots.add(root(4.5, 0.9, 0.2, 0.3)) == none);
  CHECK(roots.add(root(3.95, 0.9, 0.05, 0.3)) != none);
  CHECK(!roots.is_dominated(at_once));
  CHECK(roots.add(root(3.8, 0.9, 0.05, 0.3)) != none);
  CHECK(roots.is_dominated(at_once));
}

TEST(front_roots_of_equal_length_do_not_dominate) {
  FrontRoots roots = no_roots();
  const FrontRootId a = roots.add(root(4.0, 0.0, 1.0, 1.5));
  const FrontRootId b = roots.add(root(4.5 * (1 + 0x1p-50), 0.5, 0.5, 1.0));
  CHECK(b != none);
  CHECK(!roots.is_dominated(a));
  CHECK(roots.is_no_longer(a, b));
  CHECK(roots.is_no_longer(b, a));
  FrontRoots other = no_roots();
  other.add(root(1.0, 0.0, 1.0, 1.5));
  const FrontRoot right{VertexId(3), -1, 9.0, {1, 0}, 1.0, 1.5},
      elsewhere{VertexId(4), +1, 9.0, {1, 0}, 1.0, 1.5};
  CHECK(other.add(right) != none);
  CHECK(other.add(elsewhere) != none);
}

}  // namespace CLEARWAY_TEST_FILE
