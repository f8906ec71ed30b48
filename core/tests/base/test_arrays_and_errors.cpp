// Growing vectors, mixed hashes, statuses and errors.
#include <memory>
#include <set>
#include <vector>

#include "base/grow.hpp"
#include "base/hash.hpp"
#include "check.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/id.hpp"
#include "clearway/base/status.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

struct Stop {};

}  // namespace

TEST(grow_to_keeps_what_is_there_and_never_shrinks) {
  std::vector<int> v{1, 2};
  grow_to(v, 5, 7);
  CHECK(v == std::vector<int>{1, 2, 7, 7, 7});
  grow_to(v, 3, 9);
  CHECK(v.size() == 5);
  grow_to(v, 0);
  CHECK(v.size() == 5);
}

TEST(grow_to_goes_on_after_an_interrupt) {
  const std::size_t size = 40 * detail::grow_block;
  std::vector<char> v;
  bool ended = false;
  try {
    const std::function<void()> stop = [] { throw Stop{}; };
    const InterruptScope scope(stop);
    grow_to(v, size, 'x');
  } catch (const Stop&) {
    ended = true;
  }
  CHECK(ended && v.size() < size);
  grow_to(v, size, 'x');
  CHECK(v.size() == size && v.front() == 'x' && v.back() == 'x');
}

TEST(make_room_moves_elements_and_leaves_room) {
  std::vector<std::unique_ptr<int>> v;
  make_room(v);
  CHECK(v.empty() && v.capacity() >= 16);
  for (int i = 0; i < 1000; ++i) {
    make_room(v);
    CHECK(v.size() < v.capacity());
    v.push_back(std::make_unique<int>(i));
  }
  for (int i = 0; i < 1000; ++i) CHECK(*v[static_cast<std::size_t>(i)] == i);
}

TEST(mixed_is_one_to_one_and_spreads_counters) {
  constexpr std::uint64_t zero = mixed(0);
  CHECK(zero == 0);
  std::set<std::uint64_t> all;
  std::set<std::uint64_t> high;  // what a table of 4096 slots sees
  for (std::uint64_t i = 0; i < 4096; ++i) {
    all.insert(mixed(i));
    high.insert(mixed(i) >> 52);
  }
  CHECK(all.size() == 4096);
  CHECK(high.size() > 2400);  // random: 4096 (1 - 1 / e) = 2589
}

TEST(statuses_are_numbered_as_users_see_them) {
  CHECK(static_cast<int>(Status::found) == 0 && static_cast<int>(Status::partial) == 1);
  CHECK(static_cast<int>(Status::no_path) == 2 && static_cast<int>(Status::start_blocked) == 3);
  CHECK(static_cast<int>(Status::goal_blocked) == 4);
  const SearchStats stats;
  CHECK(stats.expanded == 0 && stats.generated == 0 && stats.seconds == 0);
}

TEST(errors_name_the_culprit) {
  const InvalidInput plain("broken");
  CHECK(plain.index == -1 && std::string(plain.what()) == "broken");
  const UnknownHandle unknown(17, 3);
  CHECK(unknown.handle == 17 && unknown.index == 3);
  CHECK(std::string(unknown.what()).find("17") != std::string::npos);
  // A caller who catches InvalidInput gets unknown handles, too; a bug of ours is neither.
  CHECK_THROWS(InvalidInput, throw UnknownHandle(1, 0));
  CHECK_THROWS(std::logic_error, throw InternalError("bug"));
}

}  // namespace CLEARWAY_TEST_FILE
