#include <algorithm>
#include <cmath>
#include <new>
#include <random>

#include "allocations.hpp"
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/motion/conflict.hpp"
#include "clearway/motion/reservations.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Point point() { return {between(0, 10), between(0, 10)}; }
  // A walk of lines and arcs that join, with waits.
  std::vector<Motion> walk_of(int pieces, double begin) {
    std::vector<Motion> out;
    Point at = point();
    for (int i = 0; i < pieces; ++i) {
      const double end = begin + between(0.2, 2);
      const double kind = between(0, 3);
      if (kind < 0.6) {
        out.push_back(wait_at(at, begin, end));
      } else if (kind < 1.8) {
        const Point to = point();
        out.push_back({begin, end, {at, to, {}, 0, 0}});
        at = to;
      } else {
        const double radius = between(0.2, 2), from = between(-3, 3);
        const double by = between(0.1, 5) * (kind < 2.4 ? 1 : -1);
        const Point center{at.x - radius * std::cos(from), at.y - radius * std::sin(from)};
        const Point to{center.x + radius * std::cos(from + by),
                       center.y + radius * std::sin(from + by)};
        out.push_back({begin, end, {at, to, center, radius, by > 0 ? 1 : -1}});
        at = to;
      }
      begin = end;
    }
    return out;
  }

 private:
  std::mt19937_64 engine_;
};

bool contains(const std::vector<TimeInterval>& times, double time) {
  for (const TimeInterval& t : times)
    if (t.begin < time && time < t.end) return true;
  return false;
}

std::vector<Motion> shifted(std::vector<Motion> motions, double by) {
  for (Motion& m : motions) {
    m.begin += by;
    m.end += by;
  }
  return motions;
}

}  // namespace

TEST(reservations_free_departures_have_no_conflict) {
  Random random(3);
  int free = 0, blocked = 0, wrong = 0;
  for (int round = 0; round < 150; ++round) {
    Reservations reservations(random.between(0.3, 5));
    std::vector<std::pair<std::vector<Motion>, double>> others;
    for (int k = 0; k < 4; ++k) {
      others.emplace_back(random.walk_of(4, random.between(0, 3)), random.between(0.1, 0.8));
      if (k % 2)
        others.back().first.push_back(wait_at(others.back().first.back().segment.end,
                                              others.back().first.back().end, forever));
      reservations.add(others.back().first, others.back().second);
    }
    const double radius = random.between(0.1, 0.8);
    const std::vector<Motion> own = random.walk_of(3, 0);
    const auto departures = reservations.blocked_departures(own, radius, 0, 10);
    for (int k = 0; k < 60; ++k) {
      const double departure = random.between(0, 10);
      const std::vector<Motion> later = shifted(own, departure);
      double first = forever;
      for (const auto& [motions, other] : others)
        first = std::min(first, first_conflict(later, motions, radius + other));
      if (contains(departures, departure)) {
        ++blocked;
        // On the safe side by the chord error of arcs only.
        wrong += first == forever;
      } else {
        ++free;
        CHECK(first == forever);
      }
      const auto found = reservations.first_conflict(later, radius);
      CHECK(found ? found->time == first : first == forever);
    }
  }
  CHECK(free > 1000);
  CHECK(blocked > 1000);
  CHECK(wrong * 100 < blocked);
}

TEST(reservations_free_times_at_a_place) {
  Random random(4);
  int free = 0, blocked = 0;
  for (int round = 0; round < 300; ++round) {
    Reservations reservations(random.between(0.3, 5));
    const std::vector<Motion> other = random.walk_of(6, 0);
    const double radius = random.between(0.1, 1.5), far = radius + 0.5;
    reservations.add(other, 0.5);
    const Point place = position_at(other[2], random.between(0, 9));
    const auto times = reservations.blocked_times(place, radius);
    for (int k = 0; k < 60; ++k) {
      const double time = random.between(0, other.back().end);
      double distance = forever;
      for (const Motion& m : other) {
        if (time < m.begin || time > m.end) continue;
        const Point p = position_at(m, time);
        distance = std::hypot(p.x - place.x, p.y - place.y);
      }
      if (contains(times, time)) {
        CHECK(distance < far + 0.003);  // the chord error of an arc of radius 2
        ++blocked;
      } else {
        CHECK(distance > far * (1 - 1e-9));
        ++free;
      }
    }
  }
  CHECK(free > 1000);
  CHECK(blocked > 1000);
}

TEST(reservations_are_removed) {
  Reservations reservations(1.0);
  const auto a = reservations.add({wait_at({0, 0}, 0, forever)}, 0.5);
  const auto b = reservations.add({wait_at({500, 0}, 0, forever)}, 100.0);  // in many cells
  CHECK(reservations.size() == 2);
  CHECK(reservations.ids().size() == 2);
  CHECK(reservations.motions(a)->size() == 1);
  CHECK(reservations.blocked_times({0.5, 0}, 0.5).size() == 1);
  CHECK(reservations.blocked_times({450, 80}, 0.5).size() == 1);
  CHECK(reservations.blocked_times({0, 0}, 450).size() == 1);  // looks into many cells
  CHECK(reservations.remove(a));
  CHECK(!reservations.remove(a));
  CHECK(reservations.blocked_times({0.5, 0}, 0.5).empty());
  CHECK(reservations.motions(a) == nullptr);
  CHECK(reservations.remove(b));
  CHECK(reservations.blocked_times({450, 80}, 0.5).empty());
}

TEST(reservations_refuse_bad_times) {
  Reservations reservations(1.0);
  CHECK_THROWS(InvalidInput, Reservations(0.0));
  const Motion late = wait_at({0, 0}, 5, 6), early = wait_at({0, 0}, 1, 2);
  CHECK_THROWS(InvalidInput, reservations.add({late, early}, 1.0));
  CHECK_THROWS(InvalidInput, reservations.add({wait_at({0, 0}, 2, 1)}, 1.0));
  CHECK_THROWS(InvalidInput, reservations.add({{0, forever, {{0, 0}, {1, 0}, {}, 0, 0}}}, 1.0));
  CHECK(reservations.size() == 0);
}

TEST(reservations_touching_discs_do_not_block) {
  Reservations reservations(1.0);
  reservations.add({wait_at({0, 0}, 0, forever)}, 0.5);
  CHECK(reservations.blocked_times({1, 0}, 0.5).empty());
  const Segment away[] = {{{1, 0}, {4, 0}, {}, 0, 0}};
  CHECK(reservations.blocked_departures(walk(away, 1, 0), 0.5, 0, forever).empty());
}

TEST(reservations_out_of_memory_change_nothing) {
  Random random(11);
  Reservations plan(1.0);
  const Reservations::Id kept = plan.add(random.walk_of(6, 0.0), 0.3);
  const std::vector<Motion> walk = random.walk_of(8, 0.0);
  const auto before = plan.blocked_departures(walk, 0.3, -20, 20);
  int failed = 0;
  for (bool is_added = false; !is_added; ++failed) {
    std::vector<Motion> motions = walk;
    check::allocations_left = failed;
    try {
      plan.add(std::move(motions), 0.4);
      is_added = true;
    } catch (const std::bad_alloc&) {
    }
    check::allocations_left = -1;
    if (is_added) break;
    CHECK(plan.ids() == std::vector<Reservations::Id>{kept});
    plan.first_conflict(walk, 0.4);  // finds no disc that is not there
    const auto after = plan.blocked_departures(walk, 0.3, -20, 20);
    CHECK(after.size() == before.size());
    for (std::size_t i = 0; i < std::min(after.size(), before.size()); ++i)
      CHECK(after[i].begin == before[i].begin && after[i].end == before[i].end);
  }
  CHECK(failed > 20);
  CHECK(plan.size() == 2);
  CHECK(plan.first_conflict(walk, 0.4).has_value());
}

}  // namespace CLEARWAY_TEST_FILE
