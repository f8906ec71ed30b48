// An edit that fails half-way, here for want of memory, leaves the world as it was.
#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include "check.hpp"
#include "clearway/mesh/world.hpp"

namespace {
long allocations_left = -1;  // negative: no limit
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (allocations_left > 0 && --allocations_left == 0) {
    allocations_left = -1;
    throw std::bad_alloc();
  }
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size ? size : 1);
}
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

using namespace clearway;

namespace {

void append(Obstacles& o, Handle h, std::vector<Point> points) {
  o.handles.push_back(h);
  o.roles.push_back(Role::shell);
  o.points.insert(o.points.end(), points.begin(), points.end());
  o.chain_starts.push_back(static_cast<std::int64_t>(o.points.size()));
  o.obstacle_starts.push_back(static_cast<std::int64_t>(o.roles.size()));
}

std::vector<double> places(const World& w) {
  std::vector<double> out;
  for (const Point& p : w.obstacles(w.handles()).points) out.insert(out.end(), {p.x, p.y});
  out.push_back(static_cast<double>(w.stats().free_triangles));
  return out;
}

}  // namespace

TEST(edits_out_of_memory_change_nothing) {
  Obstacles ground, first, second;
  append(ground, -1, {{0, 0}, {10, 0}, {10, 10}, {0, 10}});
  append(first, 0, {{1, 1}, {6, 1}, {6, 6}, {1, 6}});
  append(first, 1, {{4, 4}, {9, 3}, {8, 8}});
  append(second, 1, {{2, 2}, {3, 9}, {9, 5}});
  append(second, 2, {{0, 0}, {5, 9}, {9, 1}});
  const std::vector<Handle> removed{0, 1};
  World w(ground);
  w.apply({}, first);
  const std::vector<double> before = places(w);
  int failed = 0;
  for (long n = 1; n < 400; ++n) {
    bool threw = false;
    allocations_left = n;
    try {
      w.apply(removed, second);
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    allocations_left = -1;
    if (!threw) break;
    ++failed;
    w.validate();
    CHECK(w.handles() == std::vector<Handle>({0, 1}));
    CHECK(places(w) == before);
  }
  CHECK(failed > 20);
  w.validate();
  CHECK(w.handles() == std::vector<Handle>({1, 2}));
}
