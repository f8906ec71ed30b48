// Levels and structures on random worlds; TA* and TRA* on them against the exact search.
#include <cmath>

#include "check.hpp"
#include "clearance/clearance.hpp"
#include "clearway/planners/optimal.hpp"
#include "clearway/planners/ta_star.hpp"
#include "planners/anytime/tra_star.hpp"
#include "terrain/abstraction.hpp"
#include "world/access.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// Boxes and posts, at most one per cell, away from each other and from the bounds.
World scattered(worlds::Random& random, int& count) {
  Obstacles o;
  count = 0;
  for (int i = 0; i < 25; ++i) {
    if (random.below(2)) continue;
    const double x = 10 * (i % 5) + random.real(1, 4), y = 10 * (i / 5) + random.real(1, 4);
    if (random.below(3))
      worlds::add(o, i, Role::shell,
                  worlds::box(x, y, x + random.real(1, 4), y + random.real(1, 4)));
    else
      worlds::add(o, i, Role::post, {{x, y}});
    ++count;
  }
  World w(worlds::ground(worlds::box(0, 0, 50, 50)));
  w.apply({}, o);
  return w;
}

}  // namespace

TEST(n_holes_give_two_n_minus_two_decision_nodes) {
  worlds::Random random{1};
  for (int k = 0; k < 30; ++k) {
    int n;
    const World w = scattered(random, n);
    const Abstraction a(w);
    CHECK(a.components() == 1);
    CHECK(static_cast<int>(a.decisions().size()) == (n < 2 ? 0 : 2 * n - 2));
    CHECK(static_cast<int>(a.corridors().size()) == (n == 0 ? 0 : n == 1 ? 1 : 3 * n - 3));
  }
}

TEST(links_follow_corridors_in_both_directions) {
  worlds::Random random{2};
  int n;
  const World w = scattered(random, n);
  const Mesh& mesh = w.mesh();
  const Abstraction a(w);
  for (const Corridor& c : a.corridors()) {
    for (int k = 0; k < 2; ++k) {
      double choke = w.width(c.end[k]), angle = 0;
      HalfEdgeId in = mesh.twin(c.end[k]);
      for (; a.level(Mesh::triangle_of(in)) == 2; in = mesh.twin(a.onward(in))) {
        CHECK(a.link(in).adjacent == Mesh::triangle_of(c.end[k]));
        CHECK(a.link(in).choke == choke);
        CHECK(a.link(in).angle == angle || std::abs(a.link(in).angle - angle) < 1e-12);
        const HalfEdgeId out = a.onward(in);
        CHECK(a.onward(out) == in);
        choke = std::min(choke, clearance_of(w).turn_width(out == Mesh::next(in) ? out : in));
        const Point p = mesh.point(mesh.origin(out == Mesh::next(in) ? out : in));
        const Point q = mesh.point(out == Mesh::next(in) ? mesh.target(out) : mesh.target(in));
        const Point r = mesh.point(out == Mesh::next(in) ? mesh.origin(in) : mesh.apex(in));
        angle += std::acos(((q.x - p.x) * (r.x - p.x) + (q.y - p.y) * (r.y - p.y)) /
                           (std::hypot(q.x - p.x, q.y - p.y) * std::hypot(r.x - p.x, r.y - p.y)));
      }
      CHECK(in == c.end[1 - k]);
      CHECK(a.link(c.end[1 - k]).choke == choke);
      CHECK(std::min({choke, clearance_of(w).limiting_gate(c.end[0]).width,
                      clearance_of(w).limiting_gate(c.end[1]).width}) == c.width);
      CHECK(std::abs(angle - c.angle) < 1e-6);
    }
  }
}

TEST(ta_and_tra_find_shortest_paths) {
  worlds::Random random{3};
  for (int k = 0; k < 20; ++k) {
    int n;
    const World w = scattered(random, n);
    const Abstraction a(w);
    OptimalSearch optimal(w);
    TAStarSearch ta(w);
    TRAStarSearch tra(w);
    tra.use(a);
    for (int i = 0; i < 20; ++i) {
      const Point s{random.real(0, 50), random.real(0, 50)},
          g{random.real(0, 50), random.real(0, 50)};
      const double r = i % 2 ? random.real(0.01, 2) : 0.0;
      const Path best = optimal.find(s, g, r);
      SearchOptions own;
      own.prove_with_optimal = false;
      own.limit = 2000;
      for (AnytimeSearch* search :
           {static_cast<AnytimeSearch*>(&ta), static_cast<AnytimeSearch*>(&tra)}) {
        for (const SearchOptions& options : {SearchOptions{}, own}) {
          const Path p = search->find(s, g, r, options);
          CHECK(p.status == best.status);
          if (p.status != Status::found) continue;
          CHECK(p.length >= best.length * (1 - 1e-9));
          CHECK(!p.optimal || p.length <= best.length * (1 + 1e-9));
          CHECK(p.lower_bound <= best.length * (1 + 1e-9));
          CHECK(p.optimal || p.stats.expanded >= 2000);
        }
      }
    }
  }
}

TEST(every_step_of_an_anytime_search_is_shorter) {
  worlds::Random random{4};
  int n, steps = 0;
  const World w = scattered(random, n);
  TAStarSearch ta(w);
  for (int i = 0; i < 50; ++i) {
    ta.begin({random.real(0, 10), random.real(0, 50)}, {random.real(40, 50), random.real(0, 50)},
             0.1, SearchOptions{});
    double last = INFINITY;
    while (ta.improve()) {
      CHECK(ta.best().length < last);
      last = ta.best().length;
      ++steps;
    }
    CHECK(ta.best().status != Status::found || ta.best().optimal);
    CHECK(!ta.improve());
  }
  CHECK(steps > 50);
}

}  // namespace CLEARWAY_TEST_FILE
