// An edit that fails half-way, because memory runs out or an interrupt comes, leaves the world
// as it was: to the last bit of its mesh, and without needing memory for it.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "allocations.hpp"
#include "check.hpp"
#include "clearance/clearance.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/world/world.hpp"
#include "world/access.hpp"
#include "worlds.hpp"

std::atomic<long> check::allocations{0};
long check::allocations_left = -1;

[[gnu::noinline]] void* operator new(std::size_t size) {
  check::allocations.fetch_add(1, std::memory_order_relaxed);
  if (check::allocations_left == 0) throw std::bad_alloc();
  if (check::allocations_left > 0) --check::allocations_left;
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return check::allocations_left == 0 ? nullptr : std::malloc(size ? size : 1);
}
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

using namespace clearway;

namespace {

struct Stop {};

// Everything that can be read of a world.
struct Picture {
  std::vector<Triangle> triangles;
  std::vector<Vertex> vertices;
  std::vector<double> clearances;
  std::vector<Handle> handles;
  std::vector<Point> points;
  std::uint64_t version;
  Handle next;

  explicit Picture(const World& w)
      : triangles(w.mesh().triangles.begin(), w.mesh().triangles.end()),
        vertices(w.mesh().vertices.begin(), w.mesh().vertices.end()),
        handles(w.handles()),
        points(w.obstacles(handles).points),
        version(w.version()),
        next(w.next_handle()) {
    for (const TriangleId t : w.mesh().triangles.ids())
      for (Index i = 0; w.mesh().is_live(t) && i < 3; ++i)
        clearances.push_back(clearance_of(w).turn_width(Mesh::half_edge(t, i)));
  }
  bool operator==(const Picture& o) const {
    const auto same = [](const auto& a, const auto& b) {
      return a.size() == b.size() &&
             (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
    };
    return same(triangles, o.triangles) && same(vertices, o.vertices) &&
           same(clearances, o.clearances) && handles == o.handles && same(points, o.points) &&
           version == o.version && next == o.next;
  }
};

struct Change {
  std::vector<Handle> removed;
  Obstacles added;
};

// Boxes, triangles, walls that cross each other, posts, repeated points; on a lattice, so that
// much of it touches.
Obstacles random_obstacles(worlds::Random& random, Handle first, int count) {
  Obstacles out;
  for (Handle h = first; h < first + count; ++h) {
    const auto at = [&] {
      return Point{static_cast<double>(random.below(24)), static_cast<double>(random.below(24))};
    };
    const int kind = random.below(4);
    if (kind == 0) {
      worlds::add(out, h, Role::post, {at()});
    } else if (kind == 1) {
      worlds::add(out, h, Role::wall, {at(), at(), at()});
    } else if (kind == 2) {
      const Point p = at();
      worlds::add(out, h, Role::shell, worlds::box(p.x, p.y, p.x + 2, p.y + 3));
    } else {
      worlds::add(out, h, Role::shell, {at(), at(), at()});
    }
  }
  return out;
}

World random_world(worlds::Random& random, int count, double max_radius) {
  World w(worlds::ground(worlds::box(-1, -1, 25, 25)), max_radius);
  w.apply({}, random_obstacles(random, 0, count));
  return w;
}

Change random_change(worlds::Random& random, const World& w, int count) {
  Change out;
  for (const Handle h : w.handles())
    if (random.below(3) == 0) out.removed.push_back(h);
  out.added = random_obstacles(random, w.next_handle(), count);
  return out;
}

// Makes the change fail after every number of allocations, then lets it pass.
int fail_every_allocation(World& w, const Change& change, long stride) {
  const Picture before(w);
  int failed = 0;
  for (long n = 0;; n += stride) {
    Obstacles added = change.added;
    bool threw = false;
    check::allocations_left = n;
    try {
      w.apply(change.removed, std::move(added));
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    check::allocations_left = -1;
    if (!threw) return failed;
    ++failed;
    CHECK(Picture(w) == before);
    if (n % 64 == 0) w.validate();
  }
}

int interrupt_everywhere(World& w, const Change& change, std::uint32_t stride) {
  const Picture before(w);
  const std::function<void()> stop = [] { throw Stop(); };
  int stopped = 0;
  for (std::uint32_t n = 1;; n += stride) {
    bool threw = false;
    try {
      const InterruptScope scope(stop);
      detail::interrupt_state.countdown = n;
      w.apply(change.removed, change.added);
    } catch (const Stop&) {
      threw = true;
    }
    if (!threw) return stopped;
    ++stopped;
    CHECK(Picture(w) == before);
    if (n % 64 == 1) w.validate();
  }
}

}  // namespace

TEST(edits_out_of_memory_change_nothing) {
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    worlds::Random random{seed};
    World w = random_world(random, 4 + random.below(12), seed % 3 == 2 ? 0.0 : 1e9);
    const Change change = random_change(random, w, 1 + random.below(8));
    failed += fail_every_allocation(w, change, 1);
    w.validate();
    // The same world as one in which nothing ever failed.
    World fresh(worlds::ground(worlds::box(-1, -1, 25, 25)), w.max_radius());
    fresh.apply({}, w.obstacles(w.handles()));
    CHECK(w.stats().free_triangles == fresh.stats().free_triangles);
    CHECK(w.stats().vertices == fresh.stats().vertices);
  }
  CHECK(failed > 1000);
}

TEST(bulk_edits_out_of_memory_change_nothing) {
  worlds::Random random{77};
  World w = random_world(random, 60, 1e9);
  const Change change = random_change(random, w, 120);
  CHECK(fail_every_allocation(w, change, 37) > 50);
  w.validate();
}

TEST(interrupted_edits_change_nothing) {
  int stopped = 0;
  for (std::uint64_t seed = 100; seed < 106; ++seed) {
    worlds::Random random{seed};
    World w = random_world(random, 4 + random.below(12), seed % 3 == 2 ? 0.0 : 1e9);
    const Change change = random_change(random, w, 1 + random.below(8));
    stopped += interrupt_everywhere(w, change, 3);
    w.validate();
  }
  CHECK(stopped > 500);
}
