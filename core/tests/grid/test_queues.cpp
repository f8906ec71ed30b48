// The priority queues of grid searches, beside a sorted set.
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "grid/queues.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// Random pushes, decreased keys, pops and clears, with many equal keys. A popped item may be any of
// those with the least key.
template <class Queue>
void agrees_with_a_sorted_set() {
  std::mt19937_64 random(7);
  Queue queue;
  for (int round = 0; round < 40; ++round) {
    queue.clear(0.0);
    CHECK(queue.empty());
    std::vector<double> keys(1 + random() % 300, -1.0);  // -1: not in the queue
    std::set<std::pair<double, std::uint32_t>> sorted;
    for (int k = 0; k < 2000; ++k) {
      if (random() % 3 != 0) {
        const auto item = static_cast<std::uint32_t>(random() % keys.size());
        const double key = static_cast<double>(random() % 64) / 4;
        if (keys[item] >= 0 && keys[item] <= key) continue;
        sorted.erase({keys[item], item});
        sorted.insert({key, item});
        keys[item] = key;
        queue.push(item, key);
      } else if (!sorted.empty()) {
        CHECK(queue.advance() == sorted.begin()->first);
        const std::uint32_t item = queue.pop();
        CHECK(keys[item] == sorted.begin()->first);
        sorted.erase({keys[item], item});
        keys[item] = -1.0;
      }
      CHECK(queue.empty() == sorted.empty());
    }
  }
}

}  // namespace

TEST(binary_heaps_agree_with_a_sorted_set) { agrees_with_a_sorted_set<BinaryHeap>(); }

TEST(fibonacci_heaps_agree_with_a_sorted_set) { agrees_with_a_sorted_set<FibonacciHeap>(); }

TEST(unsorted_lists_agree_with_a_sorted_set) { agrees_with_a_sorted_set<UnsortedList>(); }

}  // namespace CLEARWAY_TEST_FILE
