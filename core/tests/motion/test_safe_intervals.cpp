#include <cmath>
#include <map>
#include <random>
#include <set>

#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/motion/conflict.hpp"
#include "clearway/motion/safe_intervals.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
namespace {

// Straight edges in both directions.
Roadmap graph_of(std::vector<Point> nodes, std::vector<std::pair<int, int>> pairs) {
  std::multimap<int, int> edges;
  for (const auto& [a, b] : pairs) {
    edges.emplace(a, b);
    edges.emplace(b, a);
  }
  Roadmap out{std::move(nodes), {0}, {}, {0}, {}};
  for (int n = 0; n < int(out.nodes.size()); ++n) {
    const auto [first, last] = edges.equal_range(n);
    for (auto e = first; e != last; ++e) {
      out.targets.push_back(e->second);
      out.segment_starts.push_back(0);
    }
    out.edge_starts.push_back(std::int64_t(out.targets.size()));
  }
  return out;
}

const Shortcut no_shortcut = [](std::int32_t) { return std::vector<Segment>(); };

// A corridor of 5 nodes with a niche beside the middle.
Roadmap corridor() {
  return graph_of({{0, 0}, {2, 0}, {4, 0}, {6, 0}, {8, 0}, {4, 2}},
                  {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}});
}

}  // namespace

TEST(safe_intervals_one_steps_aside) {
  const Roadmap graph = corridor();
  const std::vector<double> none(6, 0.0);
  Reservations reservations(1.0);
  const Segment across[] = {{{8, 0}, {0, 0}, {}, 0, 0}};
  reservations.add(walk(across, 1.0, 0.0), 0.5);
  MotionQuery query{0, 4, 0.5, 2.0, 0.0};
  const MotionAnswer answer = find_motion(reservations, graph, none, no_shortcut, query);
  CHECK(answer.status == Status::found && !answer.motions.empty());
  CHECK(!reservations.first_conflict(answer.motions, 0.5));
  // It is in the niche at 3, and comes out when the other has passed: by trying all departures.
  const Segment out[] = {{{4, 2}, {4, 0}, {}, 0, 0}, {{4, 0}, {8, 0}, {}, 0, 0}};
  double leaves = 3.0;
  while (reservations.first_conflict(walk(out, 2.0, leaves), 0.5)) leaves += 1e-4;
  CHECK(leaves > 3.1);
  CHECK(!answer.motions.empty() && std::abs(answer.motions.back().end - (leaves + 3)) < 2e-4);
  // Without the niche there is none.
  const Roadmap narrow =
      graph_of({{0, 0}, {2, 0}, {4, 0}, {6, 0}, {8, 0}}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const std::vector<double> zeros(5, 0.0);
  const MotionAnswer blocked = find_motion(reservations, narrow, zeros, no_shortcut, query);
  CHECK(blocked.status == Status::no_path && blocked.is_complete);
}

TEST(safe_intervals_states_of_ends) {
  const Roadmap graph = corridor();
  const std::vector<double> none(6, 0.0);
  Reservations reservations(1.0);
  MotionQuery query{0, 4, 0.5, 1.0, 0.0};
  const auto start = reservations.add({wait_at({0.5, 0}, 0, 1)}, 0.5);
  CHECK(find_motion(reservations, graph, none, no_shortcut, query).status == Status::start_blocked);
  query.depart = 1.0;
  CHECK(find_motion(reservations, graph, none, no_shortcut, query).status == Status::found);
  reservations.remove(start);
  reservations.add({wait_at({8, 0}, 50, forever)}, 0.5);
  CHECK(find_motion(reservations, graph, none, no_shortcut, query).status == Status::goal_blocked);
  query.leaves = true;
  CHECK(find_motion(reservations, graph, none, no_shortcut, query).status == Status::found);
  query.latest = 5.0;
  CHECK(find_motion(reservations, graph, none, no_shortcut, query).status == Status::no_path);
  query.latest = forever;
  query.max_expansions = 1;
  CHECK(!find_motion(reservations, graph, none, no_shortcut, query).is_complete);
}

TEST(safe_intervals_refuse_a_bad_graph) {
  Roadmap graph = corridor();
  const std::vector<double> few(5, 0.0), enough(6, 0.0);
  const Reservations reservations(1.0);
  CHECK_THROWS(InvalidInput, find_motion(reservations, graph, few, no_shortcut, {0, 4}));
  CHECK_THROWS(InvalidInput, find_motion(reservations, graph, enough, no_shortcut, {0, 6}));
  graph.targets[0] = 9;
  CHECK_THROWS(InvalidInput, find_motion(reservations, graph, enough, no_shortcut, {0, 4}));
}

// Times in steps of 1/8, edges of one step: an exhaustive search over (node, step) finds the
// earliest arrival on the steps. The continuous search is at least as early, and legal; where all
// times are multiples of the step, both are equal.
TEST(safe_intervals_agree_with_an_exhaustive_search_in_steps) {
  std::mt19937 engine(7);
  int found = 0, none_found = 0;
  for (int round = 0; round < 120; ++round) {
    constexpr int side = 4, steps = 40;
    std::vector<Point> nodes;
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < side * side; ++i) {
      nodes.push_back({double(i % side), double(i / side)});
      if (i % side + 1 < side && engine() % 4) edges.emplace_back(i, i + 1);
      if (i / side + 1 < side && engine() % 4) edges.emplace_back(i, i + side);
    }
    const Roadmap graph = graph_of(nodes, edges);
    Reservations reservations(0.7);
    const double radius = 0.35;
    for (int k = 0; k < 3; ++k) {
      std::vector<Segment> path;
      Point at = nodes[engine() % nodes.size()];
      for (int i = 0; i < 8; ++i) {
        const Point to{at.x + int(engine() % 3) - 1.0, at.y};
        const Point up{at.x, at.y + int(engine() % 3) - 1.0};
        const Point next = engine() % 2 ? to : up;
        path.push_back({at, next, {}, 0, 0});
        at = next;
      }
      std::vector<Motion> motions = walk(path, 1.0, double(engine() % 3));
      if (motions.empty()) continue;
      if (k == 0) motions.push_back(wait_at(at, motions.back().end, forever));
      reservations.add(motions, radius);
    }
    const auto goal = std::int32_t(engine() % nodes.size());
    const auto start = std::int32_t(engine() % nodes.size());
    const MotionQuery query{start, goal, radius, 1.0, 0.0};
    const std::vector<double> zeros(nodes.size(), 0.0);
    const MotionAnswer answer = find_motion(reservations, graph, zeros, no_shortcut, query);
    if (answer.status == Status::found) CHECK(!reservations.first_conflict(answer.motions, radius));

    constexpr double step = 0.125;
    constexpr int walk_steps = 8;
    const auto is_free = [&](const Motion& m) {
      return !reservations.first_conflict({&m, 1}, radius);
    };
    std::set<std::int32_t> here;
    std::map<int, std::set<std::int32_t>> at;
    at[0] = {};
    if (is_free(wait_at(nodes[std::size_t(start)], 0, 0))) at[0].insert(start);
    double earliest = forever;
    for (int t = 0; t < steps * walk_steps && earliest == forever; ++t) {
      for (const std::int32_t n : at[t]) {
        const double now = t * step;
        if (n == goal && is_free(wait_at(nodes[std::size_t(n)], now, forever))) earliest = now;
        if (is_free(wait_at(nodes[std::size_t(n)], now, now + step))) at[t + 1].insert(n);
        for (auto e = graph.edge_starts[std::size_t(n)]; e < graph.edge_starts[std::size_t(n) + 1];
             ++e) {
          const std::int32_t to = graph.targets[std::size_t(e)];
          const Motion move{
              now, now + 1, {nodes[std::size_t(n)], nodes[std::size_t(to)], {}, 0, 0}};
          if (is_free(move)) at[t + walk_steps].insert(to);
        }
      }
    }
    if (earliest < forever) {
      ++found;
      CHECK(answer.status == Status::found);
      const double arrival = answer.motions.empty() ? 0.0 : answer.motions.back().end;
      CHECK(arrival <= earliest + 1e-9);
      // Each wait ends at most one step earlier than in steps, and there are few of them.
      CHECK(arrival >= earliest - 2.0);
    } else {
      ++none_found;
    }
  }
  CHECK(found > 40);
  CHECK(none_found > 5);
}

}  // namespace CLEARWAY_TEST_FILE
