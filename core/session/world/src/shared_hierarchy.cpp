#include "clearway/session/shared_hierarchy.hpp"

#include <algorithm>
#include <new>

#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/session/parallel.hpp"
#include "hierarchy_scratch.hpp"

namespace clearway {

namespace {

// The number of edges from which building the bottleneck forest pays off.
constexpr std::size_t many_edges = 256;

// The upper end of a range of radii, limited to the largest disc that can move anywhere.
void cap_radii(const BottleneckForest& bottlenecks, std::vector<Hierarchy::Question>& asked) {
  for (Hierarchy::Question& q : asked) {
    check_interrupt();
    if (q.radii.least < q.radii.most)
      q.radii.most = std::min(q.radii.most, bottlenecks.max_radius(q.from, q.to));
  }
}

// Clusters indexed by slot, for triangles that are live in the current mesh.
IdVector<TriangleId, ClusterId> by_slot(const World& world, std::span<const std::int32_t> slots,
                                        std::span<const std::int32_t> clusters) {
  const std::size_t count = world.mesh().triangles.size();
  IdVector<TriangleId, ClusterId> out(count, none);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] < 0 || static_cast<std::size_t>(slots[i]) >= count)
      throw InvalidInput("a triangle of a hierarchy is out of range", static_cast<std::int64_t>(i));
    if (clusters[i] >= 0) out[TriangleId(slots[i])] = static_cast<ClusterId>(clusters[i]);
  }
  return out;
}

}  // namespace

SharedHierarchy::SharedHierarchy(const SharedWorld& world, const RadiusRange& radii,
                                 Index per_border, double tolerance)
    : world_(world), hierarchy_(radii, per_border, tolerance) {}

SharedHierarchy::~SharedHierarchy() = default;

std::shared_ptr<SharedHierarchy> SharedHierarchy::make(SharedWorld& world, const RadiusRange& radii,
                                                       Index per_border, double tolerance) {
  std::shared_ptr<SharedHierarchy> made(new SharedHierarchy(world, radii, per_border, tolerance));
  world.observe(made);
  return made;
}

void SharedHierarchy::edited(const World& world, const Obstacles& removed,
                             std::span<const Handle> added) {
  hierarchy_.edited(world, removed, added);
}

void SharedHierarchy::after_fork() noexcept {
  if (lock_.after_fork() == Lock::Left::written) {
    // Edits of the world still notify the hierarchy; a half-changed one must not process them.
    const RadiusRange radii = hierarchy_.radii();
    new (&hierarchy_) Hierarchy(radii, 1, hierarchy_.tolerance());
  }
  queries_.after_fork();
}

bool SharedHierarchy::partition(std::span<const std::int32_t> slots,
                                std::span<const std::int32_t> clusters, std::uint64_t version) {
  if (slots.size() != clusters.size()) throw InvalidInput("one cluster for each triangle");
  const WorldReading reading(world_);
  if (reading.world().version() != version) return false;
  const Hold hold(lock_, Hold::exclusive);
  hierarchy_.partition(reading.world(), by_slot(reading.world(), slots, clusters));
  return true;
}

bool SharedHierarchy::restore(std::span<const std::int32_t> slots,
                              std::span<const std::int32_t> clusters, HierarchyState state,
                              std::uint64_t version) {
  if (slots.size() != clusters.size()) throw InvalidInput("one cluster for each triangle");
  const WorldReading reading(world_);
  if (reading.world().version() != version) return false;
  const Hold hold(lock_, Hold::exclusive);
  hierarchy_.restore(reading.world(), by_slot(reading.world(), slots, clusters), std::move(state));
  return true;
}

void SharedHierarchy::compute(const WorldReading& reading, std::size_t most,
                              std::size_t threads) const {
  const Hold hold(lock_, Hold::exclusive);
  const World& world = reading.world();
  std::vector<Hierarchy::Question> asked = hierarchy_.pending(most);
  if (!hierarchy_.radii().is_one() && asked.size() >= many_edges)
    cap_radii(reading.bottlenecks(), asked);
  std::vector<std::vector<Way>> answers(asked.size());
  if (!asked.empty())
    for_each_parallel(asked.size(), threads, [&]() -> Worker {
      auto searches = std::make_shared<SearchLoan>(reading.state());
      auto funnel = std::make_shared<DiscFunnel>(world.mesh());
      const ExactSearch exact = [searches](const Point& a, const Point& b, double radius) {
        return (*searches)->optimal.find(a, b, radius);
      };
      return [&, funnel, exact](std::size_t i) {
        const Hierarchy::Question& q = asked[i];
        answers[i] =
            ways_between(world, *funnel, exact, q.from, q.to, q.radii, hierarchy_.tolerance());
      };
    });
  hierarchy_.keep(world, std::move(answers));
  if (hierarchy_.pending() == 0) hierarchy_.settle(world);
}

std::size_t SharedHierarchy::compute(std::size_t most, std::size_t threads) {
  const WorldReading reading(world_);
  compute(reading, most, threads);
  const Hold hold(lock_, Hold::shared);
  return hierarchy_.pending();
}

std::size_t SharedHierarchy::pending() const {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::shared);
  return hierarchy_.pending();
}

bool SharedHierarchy::is_stale() const {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::shared);
  return hierarchy_.is_lost() || hierarchy_.is_worn() || !hierarchy_.is_settled();
}

bool SharedHierarchy::is_lost() const {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::shared);
  return hierarchy_.is_lost();
}

std::vector<SharedHierarchy::Region> SharedHierarchy::worn() {
  const WorldReading reading(world_);
  const Hold hold(lock_, Hold::exclusive);
  std::vector<Region> out;
  for (WornRegion& region : hierarchy_.worn(reading.world()))
    out.push_back({std::move(region), reading.world().version()});
  return out;
}

bool SharedHierarchy::recut(const Region& worn, std::span<const std::int32_t> parts) {
  if (parts.size() != worn.region.slots.size()) throw InvalidInput("one part for each triangle");
  for (const std::int32_t part : parts)
    if (part < 0 || static_cast<Index>(part) >= worn.region.parts)
      throw InvalidInput("a part is out of range");
  const WorldReading reading(world_);
  if (reading.world().version() != worn.version) return false;
  const Hold hold(lock_, Hold::exclusive);
  hierarchy_.recut(reading.world(), worn.region, parts);
  return true;
}

}  // namespace clearway
