#include <cstring>
#include <unordered_map>
#include <vector>

#include "base/journaled_table.hpp"
#include "check.hpp"
#include "clearway/base/detail/journaled.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

struct Entry {
  std::uint64_t key = ~std::uint64_t{0};
  int value = 0;
};

bool equal(const JournaledArray<int>& a, const std::vector<int>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

// The same random operation on both.
void change(worlds::Random& random, JournaledArray<int>& a, std::vector<int>& b) {
  const int value = random.below(1000);
  switch (random.below(8)) {
    case 0:
      a.resize(b.size() + 3, value);
      b.resize(b.size() + 3, value);
      break;
    case 1:
      if (!b.empty()) a.pop_back(), b.pop_back();
      break;
    case 2:
      if (random.below(20) == 0) a.clear(), b.clear();
      break;
    case 3:
      if (random.below(20) == 0) {
        b.assign(static_cast<std::size_t>(random.below(9)), value);
        a.replace(b);
      }
      break;
    case 4:
      if (random.below(20) == 0) {
        int* const all = a.edit_all();
        for (std::size_t i = 0; i < b.size(); ++i) all[i] = b[i] = value + static_cast<int>(i);
      }
      break;
    case 5:
      a.push_back(value), b.push_back(value);
      break;
    default:
      if (!b.empty()) {
        const auto i = static_cast<std::size_t>(random.below(static_cast<int>(b.size())));
        a.edit(i) = b[i] = value;
      }
  }
}

}  // namespace

TEST(journaled_array_goes_back_or_on) {
  worlds::Random random{5};
  JournaledArray<int> a;
  std::vector<int> b;
  int back = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::vector<int> before = b;
    const bool in_transaction = random.below(5) > 0;
    if (in_transaction) a.begin_transaction();
    for (int n = random.below(40); n > 0; --n) change(random, a, b);
    CHECK(equal(a, b));
    if (in_transaction && random.below(2) == 0) {
      a.rollback();
      b = before;
      ++back;
    } else if (in_transaction) {
      a.commit();
    }
    CHECK(equal(a, b));
    if (b.size() > 200) {
      a.replace({});
      b.clear();
    }
  }
  CHECK(back > 500);
}

TEST(journaled_table_goes_back_or_on) {
  worlds::Random random{6};
  JournaledTable<Entry> table;
  std::unordered_map<std::uint64_t, int> map;
  const auto agree = [&] {
    CHECK(table.size() == map.size());
    std::size_t seen = 0;
    table.for_each([&](const Entry& e) {
      const auto found = map.find(e.key);
      CHECK(found != map.end() && found->second == e.value);
      ++seen;
    });
    CHECK(seen == map.size());
    for (const auto& [key, value] : map) CHECK(table.contains(key));
  };
  for (int round = 0; round < 1000; ++round) {
    const auto before = map;
    table.begin_transaction();
    for (int n = random.below(60); n > 0; --n) {
      const auto key = static_cast<std::uint64_t>(random.below(300)) << 32;
      const int value = random.below(1000);
      if (random.below(2) == 0) {
        table.erase(key);
        map.erase(key);
      } else {
        table.insert(key).value = value;
        map[key] = value;
      }
    }
    if (random.below(2) == 0) {
      table.rollback();
      map = before;
    } else {
      table.commit();
    }
    agree();
  }
}

}  // namespace CLEARWAY_TEST_FILE
