#include "check.hpp"
#include "clearway/planners/channel.hpp"
#include "clearway/query/queries.hpp"
#include "clearway/verify/verify.hpp"
#include "mesh/location.hpp"
#include "worlds.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;
using worlds::Random;
using worlds::Scene;

namespace {

// Region of each triangle: joined over unconstrained edges of free triangles.
IdVector<TriangleId, TriangleId> regions(const Mesh& mesh) {
  IdVector<TriangleId, TriangleId> region(mesh.triangles.size(), none);
  std::vector<TriangleId> stack;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || !mesh.is_free(t) || region[t] != none) continue;
    region[t] = t;
    stack.assign(1, t);
    while (!stack.empty()) {
      const TriangleId u = stack.back();
      stack.pop_back();
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(u, i);
        if (mesh.constrained(e) || region[Mesh::triangle_of(mesh.twin(e))] != none) continue;
        region[Mesh::triangle_of(mesh.twin(e))] = t;
        stack.push_back(Mesh::triangle_of(mesh.twin(e)));
      }
    }
  }
  return region;
}

std::vector<TriangleId> regions_at(const Mesh& mesh, const IdVector<TriangleId, TriangleId>& region,
                                   const Point& p) {
  std::vector<TriangleId> found;
  for (const TriangleId t : mesh.triangles.ids())
    if (region[t] != none && holds(mesh, t, p)) found.push_back(region[t]);
  return found;
}

void check_channel(const World& world, const Path& path, const Point& start, const Point& goal) {
  const Mesh& mesh = world.mesh();
  CHECK(holds(mesh, path.channel.front(), start) && holds(mesh, path.channel.back(), goal));
  for (std::size_t i = 1; i < path.channel.size(); ++i) {
    bool joined = false;
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(path.channel[i - 1], k);
      joined =
          joined || (!mesh.constrained(e) && Mesh::triangle_of(mesh.twin(e)) == path.channel[i]);
    }
    CHECK(joined);
  }
  for (const TriangleId t : path.channel) CHECK(mesh.is_free(t));
}

void compare(const Scene& scene, double size, Random& random, int count, bool crossings) {
  const World world = scene.world();
  const auto region = regions(world.mesh());
  ChannelSearch search(world);
  for (int i = 0; i < count; ++i) {
    const auto point = [&]() -> Point {
      if (random.below(2))
        return {double(random.below(int(size) + 1)), double(random.below(int(size) + 1))};
      return {random.real(0, size), random.real(0, size)};
    };
    const Point start = point(), goal = point();
    const Path path = search.find(start, goal), back = search.find(goal, start);
    const auto from = regions_at(world.mesh(), region, start),
               to = regions_at(world.mesh(), region, goal);
    if (from.empty() || to.empty()) {
      CHECK(path.status == (from.empty() ? Status::start_blocked : Status::goal_blocked));
      CHECK(std::isinf(path.length) && path.segments.empty());
      continue;
    }
    const bool joined =
        std::find_first_of(from.begin(), from.end(), to.begin(), to.end()) != from.end();
    CHECK(path.status == (joined ? Status::found : Status::no_path) && back.status == path.status);
    if (!joined) {
      CHECK(std::isinf(path.length) && path.segments.empty());
      continue;
    }
    check_channel(world, path, start, goal);
    CHECK(path.lower_bound == distance(start, goal) &&
          path.length >= path.lower_bound * (1 - 1e-15));
    CHECK(path.optimal == (path.segments.size() <= 1));
    if (start == goal) {
      CHECK(path.length == 0 && path.segments.empty());
      continue;
    }
    CHECK(path.segments.front().start == start && path.segments.back().end == goal);
    const Verdict v = worlds::verify(world, path.segments);
    CHECK(v.gap == 0);
    // Rounded crossings bend walls: the mesh and the raw obstacles then differ a little.
    if (!crossings) CHECK(v.inside && !v.crosses);
    for (const Segment& s : path.segments) CHECK(!raycast(world, s.start, s.end, 0));
  }
}

}  // namespace

TEST(channels_are_sound) {
  Random random{21};
  for (int i = 0; i < 150; ++i)
    compare(worlds::integer_scene(random, 8, 1 + random.below(16)), 8, random, 30, true);
  for (int i = 0; i < 10; ++i) compare(worlds::scattered_scene(random, 8), 8, random, 60, false);
}

TEST(channel_follows_edits) {
  Scene s;
  s.bounds = worlds::box(0, 0, 10, 10);
  World w = s.world();
  ChannelSearch search(w);
  CHECK(search.find({1, 5}, {9, 5}).length == 8);
  Obstacles wall;
  worlds::add(wall, 5, Role::wall, {{5, 0}, {5, 8}});
  w.apply({}, wall);
  const Path over = search.find({1, 5}, {9, 5});
  CHECK(over.length == 10 && over.segments.size() == 2 && !over.optimal && over.lower_bound == 8);
  Obstacles rest;
  worlds::add(rest, 6, Role::wall, {{5, 8}, {5, 10}});
  w.apply({}, rest);
  CHECK(search.find({1, 5}, {9, 5}).status == Status::no_path);
  CHECK(search.find({5, 5}, {9, 5}).length == 4 && search.find({5, 5}, {1, 5}).length == 4);
  const std::vector<Handle> gone{5, 6};
  w.apply(gone, {});
  CHECK(search.find({1, 5}, {9, 5}).length == 8);
}

}  // namespace CLEARWAY_TEST_FILE
