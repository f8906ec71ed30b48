// The buckets of the optimal search against a sorted list.
#include <algorithm>
#include <limits>
#include <set>

#include "check.hpp"
#include "planners/common/bucket_queue.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Estimates that grow from `least` on: what comes out must be next to the least. Or that fall too.
void compare(double least, double part, double scale, bool rises, worlds::Random& random) {
  BucketQueue queue;
  queue.begin(least, part);
  std::multiset<std::pair<double, Index>> owed;
  double floor = least;
  for (Index i = 0; i < 4000; ++i) {
    if (owed.empty() || random.below(5) > 1) {
      const double from = rises ? floor : least;
      const double estimate = from + scale * random.real(0, 1) * (random.below(9) ? 1e-3 : 1.0);
      queue.push({estimate, SearchNodeId(i)});
      owed.insert({estimate, i});
      continue;
    }
    floor = queue.floor();
    CHECK(!rises || floor <= owed.begin()->first * (1 + 1e-12));
    const Entry<SearchNodeId> top = queue.pop();
    const auto it = owed.find({top.estimate, top.item.number()});
    CHECK(it != owed.end());
    CHECK(!rises || top.estimate >= floor * (1 - 1e-12));
    if (it != owed.end()) owed.erase(it);
  }
  while (queue.floor() < infinity) {
    const Entry<SearchNodeId> e = queue.pop();
    CHECK(owed.erase({e.estimate, e.item.number()}) == 1);
  }
  CHECK(owed.empty());
}

}  // namespace

TEST(queue_gives_back_what_it_took_lowest_buckets_first) {
  worlds::Random random(7);
  for (const double least : {0.0, 1e-300, 1.0, 500.0, 1e30})
    for (const double scale : {1e-9, 1.0, 1e6})
      for (const bool rises : {true, false})
        compare(least, 0x1p-15, scale * std::max(least, 1.0), rises, random);
}

TEST(queue_keeps_order_across_buckets) {
  BucketQueue queue;
  queue.begin(1.0);
  for (Index i = 0; i < 1000; ++i) queue.push({1.0 + 0.01 * ((i * 7919) % 1000), SearchNodeId(i)});
  double last = 0.0;
  for (int i = 0; i < 1000; ++i) {
    queue.floor();
    const double estimate = queue.pop().estimate;
    CHECK(estimate >= last - 0.02);  // buckets get wider as estimates grow
    last = std::max(last, estimate);
  }
  CHECK(queue.floor() == infinity);
}

TEST(queue_takes_equal_and_infinite_estimates) {
  BucketQueue queue;
  queue.begin(0.0);
  for (Index i = 0; i < 10; ++i) queue.push({0.0, SearchNodeId(i)});
  queue.push({3.0, SearchNodeId(10)});
  for (int i = 0; i < 10; ++i) {
    CHECK(queue.floor() == 0.0);
    CHECK(queue.pop().estimate == 0.0);
  }
  CHECK(queue.floor() == 3.0);
  CHECK(queue.pop().item == SearchNodeId(10));
  CHECK(queue.floor() == infinity);
}

// Entries of one bucket, some pushed before the order was exact and some between pops.
TEST(queue_can_order_entries_within_a_bucket) {
  worlds::Random random(11);
  BucketQueue queue;
  queue.begin(1.0, 1.0);
  std::multiset<std::pair<double, Index>> owed;
  const auto push = [&](double least, Index item) {
    const double estimate = least + random.real(0, 0.5) * (random.below(9) ? 1.0 : 1e4);
    queue.push({estimate, SearchNodeId(item)});
    owed.insert({estimate, item});
  };
  for (Index i = 0; i < 500; ++i) push(1.0, i);
  queue.order_exactly();
  for (Index i = 500; queue.floor() < infinity; ++i) {
    const Entry<SearchNodeId> top = queue.pop();
    CHECK(std::pair(top.estimate, top.item.number()) == *owed.begin());
    owed.erase(owed.begin());
    if (i < 3000) push(top.estimate, i);
  }
  CHECK(owed.empty());
}

}  // namespace CLEARWAY_TEST_FILE
