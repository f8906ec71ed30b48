#include "clearway/session/shared_hierarchy.hpp"

#include <algorithm>
#include <array>

#include "arrays.hpp"
#include "clearway/base/error.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/domain.hpp"
#include "links/feature_search.hpp"
#include "reading.hpp"
#include "session/common/parallel.hpp"

namespace clearway {

namespace {

// From this many edges on, computing the bottleneck forest pays off.
constexpr std::size_t many_edges = 256;

// Limits ranges of radii to those of discs that have a path.
void limit_radii(const Bottlenecks& bottlenecks, std::vector<Hierarchy::PendingEdge>& edges) {
  for (Hierarchy::PendingEdge& edge : edges) {
    check_interrupt();
    if (edge.radii.least < edge.radii.most)
      edge.radii.most = std::min(edge.radii.most, bottlenecks.max_radius(edge.from, edge.to));
  }
}

IdVector<TriangleId, ClusterId> by_slot(const World& world, std::span<const std::int32_t> slots,
                                        std::span<const std::int32_t> clusters) {
  const std::size_t count = world.mesh().triangles.size();
  IdVector<TriangleId, ClusterId> out(count, none);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] < 0 || static_cast<std::size_t>(slots[i]) >= count)
      throw InvalidInput("a triangle of a hierarchy is out of range", static_cast<std::int64_t>(i));
    if (clusters[i] >= 0) out[TriangleId(slots[i])] = ClusterId(clusters[i]);
  }
  return out;
}

}  // namespace

SharedHierarchy::Region::Region(DegradedRegion region, std::uint64_t version)
    : region_(std::make_shared<const DegradedRegion>(std::move(region))), version_(version) {}

Index SharedHierarchy::Region::parts() const { return region_->parts; }
std::span<const std::int64_t> SharedHierarchy::Region::starts() const { return region_->starts; }
std::span<const std::int32_t> SharedHierarchy::Region::neighbours() const {
  return region_->neighbours;
}

SharedHierarchy::Journey::Journey(Plan plan, const Point& start, const Point& goal,
                                  std::uint64_t version)
    : plan_(std::make_unique<Plan>(std::move(plan))),
      start_(start),
      goal_(goal),
      version_(version) {}
SharedHierarchy::Journey::Journey(Journey&&) noexcept = default;
SharedHierarchy::Journey::~Journey() = default;

Status SharedHierarchy::Journey::status() const { return plan_->status; }
double SharedHierarchy::Journey::length() const { return plan_->length; }
const SearchStats& SharedHierarchy::Journey::stats() const { return plan_->stats; }
const std::vector<Point>& SharedHierarchy::Journey::node_positions() const {
  return plan_->node_positions;
}

SharedHierarchy::SharedHierarchy(const SharedWorld& world, const RadiusRange& radii,
                                 Index per_border, double tolerance)
    : world_(world), parts_(std::make_unique<Parts>(radii, per_border, tolerance)) {}

SharedHierarchy::~SharedHierarchy() = default;

std::shared_ptr<SharedHierarchy> SharedHierarchy::make(SharedWorld& world, const RadiusRange& radii,
                                                       Index per_border, double tolerance) {
  std::shared_ptr<SharedHierarchy> made(new SharedHierarchy(world, radii, per_border, tolerance));
  world.observe(made);
  return made;
}

void SharedHierarchy::edited(const World& world, const Obstacles& removed,
                             std::span<const Handle> added) {
  parts_->hierarchy.edited(world, removed, added);
}

void SharedHierarchy::Parts::after_fork() noexcept {
  if (lock.after_fork() == Lock::Left::written) {
    // Another thread was changing it, and later edits of the world must not reach it half changed.
    hierarchy.abandon();
  }
  queries.after_fork();
}

bool SharedHierarchy::partition(std::span<const std::int32_t> slots,
                                std::span<const std::int32_t> clusters, std::uint64_t version) {
  if (slots.size() != clusters.size())
    throw InvalidInput("triangles and clusters differ in number");
  const WorldReading reading(world_);
  if (reading.world().version() != version) return false;
  const Hold hold(parts_->lock, Hold::exclusive);
  parts_->hierarchy.partition(reading.world(), by_slot(reading.world(), slots, clusters));
  return true;
}

bool SharedHierarchy::restore(std::span<const std::int32_t> slots, const State& state) {
  HierarchyState read = state_of(state, slots);
  const WorldReading reading(world_);
  if (reading.world().version() != state.version) return false;
  const Hold hold(parts_->lock, Hold::exclusive);
  parts_->hierarchy.restore(reading.world(), by_slot(reading.world(), slots, state.clusters),
                            std::move(read));
  return true;
}

void SharedHierarchy::compute(const WorldReading& reading, std::size_t max_count,
                              std::size_t threads) const {
  const Hold hold(parts_->lock, Hold::exclusive);
  const World& world = reading.world();
  std::vector<Hierarchy::PendingEdge> edges = parts_->hierarchy.pending_edges(max_count);
  if (!parts_->hierarchy.radii().is_one() && edges.size() >= many_edges)
    limit_radii(WorldState::of(reading).updated_bottlenecks(), edges);
  std::vector<std::vector<CachedPath>> paths(edges.size());
  if (!edges.empty())
    for_each_parallel(edges.size(), threads, [&]() -> Worker {
      auto searches = std::make_shared<SearchLoan>(WorldState::of(reading));
      auto funnel = std::make_shared<DiscFunnel>(world.mesh());
      const ExactSearch exact = [searches](const Point& a, const Point& b, double radius) {
        return (*searches)->optimal.find(a, b, radius);
      };
      return [&, funnel, exact](std::size_t i) {
        const Hierarchy::PendingEdge& edge = edges[i];
        paths[i] = compute_cached_paths(world, *funnel, exact, edge.from, edge.to, edge.radii,
                                        parts_->hierarchy.tolerance());
      };
    });
  parts_->hierarchy.store(world, std::move(paths));
  if (parts_->hierarchy.pending() == 0) parts_->hierarchy.prepare_queries(world);
}

std::size_t SharedHierarchy::compute(std::size_t max_count, std::size_t threads) {
  const WorldReading reading(world_);
  compute(reading, max_count, threads);
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->hierarchy.pending();
}

std::size_t SharedHierarchy::pending() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->hierarchy.pending();
}

bool SharedHierarchy::is_stale() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->hierarchy.is_lost() || parts_->hierarchy.has_unchecked_clusters() ||
         !parts_->hierarchy.is_ready();
}

bool SharedHierarchy::is_lost() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->hierarchy.is_lost();
}

std::vector<SharedHierarchy::Region> SharedHierarchy::degraded_regions() {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::exclusive);
  std::vector<Region> out;
  for (DegradedRegion& region : parts_->hierarchy.degraded_regions(reading.world()))
    out.push_back(Region(std::move(region), reading.world().version()));
  return out;
}

bool SharedHierarchy::recut(const Region& region, std::span<const std::int32_t> parts) {
  if (parts.size() != region.region_->slots.size())
    throw InvalidInput("triangles and parts differ in number");
  for (const std::int32_t part : parts)
    if (part < 0 || static_cast<Index>(part) >= region.region_->parts)
      throw InvalidInput("a part is out of range");
  const WorldReading reading(world_);
  if (reading.world().version() != region.version_) return false;
  const Hold hold(parts_->lock, Hold::exclusive);
  parts_->hierarchy.recut(reading.world(), *region.region_, parts);
  return true;
}

HierarchyQuality SharedHierarchy::quality() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  return parts_->hierarchy.quality();
}

void SharedHierarchy::validate() const {
  const WorldReading reading(world_);
  const Hold hold(parts_->lock, Hold::shared);
  parts_->hierarchy.validate(reading.world());
}

HierarchyStats SharedHierarchy::stats() const {
  const HierarchyReading reading(*this);
  return parts_->hierarchy.stats();
}

std::vector<std::int32_t> SharedHierarchy::clusters() const {
  const HierarchyReading reading(*this);
  return clusters(reading.world().mesh());
}

std::vector<std::int32_t> SharedHierarchy::clusters(const Mesh& mesh) const {
  std::vector<std::int32_t> out;
  for (const TriangleId t : mesh.triangles.ids()) {
    if (!mesh.is_live(t) || mesh.touches_frame(t)) continue;
    const ClusterId c = parts_->hierarchy.cluster_of(t);
    out.push_back(c == none ? -1 : static_cast<std::int32_t>(c.number()));
  }
  return out;
}

std::vector<SharedHierarchy::Edge> SharedHierarchy::edges(double radius) const {
  check_radius(radius);
  const HierarchyReading reading(*this);
  std::vector<Edge> out;
  for (const auto& [u, v] : parts_->hierarchy.live_edges(radius))
    out.push_back({parts_->hierarchy.node_position(u), parts_->hierarchy.node_position(v),
                   parts_->hierarchy.length(u, v, radius)});
  return out;
}

SharedHierarchy::State SharedHierarchy::state() const {
  const HierarchyReading reading(*this);
  const World& world = reading.world();
  State out =
      arrays_of(parts_->hierarchy.state(), WorldState::of(reading.world_reading()).updated_rows());
  out.version = world.version();
  out.clusters = clusters(world.mesh());
  return out;
}

std::optional<Answer> SharedHierarchy::find_path(const Point& start, const Point& goal,
                                                 double radius, bool refreshed) const {
  check_domain(std::array{start, goal});
  check_radius(radius);
  if (!refreshed && is_stale()) return std::nullopt;
  const HierarchyReading reading(*this);
  const WorldReading& world = reading.world_reading();
  if (FeatureSearch::is_needed(world)) [[unlikely]] {
    const RelaxedReading relaxed(world);
    FeatureRun run(std::make_unique<HierarchyRun>(world, *this, radius), world, relaxed);
    return answer_of(world, run.find(start, goal, radius, {}));
  }
  HierarchyQueryLoan query(world, *this);
  return answer_of(world, query->path(query->plan(start, goal, radius), start, goal));
}

Exploration SharedHierarchy::explore(const Point& start, const Point& goal, double planned_radius,
                                     double radius) const {
  check_domain(std::array{start, goal});
  check_radius(planned_radius);
  check_radius(radius);
  const HierarchyReading reading(*this);
  const HierarchyQueryLoan query(reading.world_reading(), *this);
  std::vector<ExpandedNode> nodes;
  std::vector<TriangleId> triangles;
  query.report_to(&nodes, &triangles);
  const Path path = query.find(start, goal, planned_radius, radius);
  if (nodes.empty() && triangles.empty()) triangles = path.channel;
  Exploration out = exploration_of(reading.world_reading(), triangles);
  out.nodes.reserve(nodes.size());
  for (const ExpandedNode& node : nodes) out.nodes.push_back({node.predecessor, node.at});
  return out;
}

std::optional<SharedHierarchy::Journey> SharedHierarchy::plan(const Point& start, const Point& goal,
                                                              double radius, bool refreshed) const {
  check_domain(std::array{start, goal});
  check_radius(radius);
  check_domain(std::array{start, goal});
  check_radius(radius);
  if (!refreshed && is_stale()) return std::nullopt;
  const HierarchyReading reading(*this);
  HierarchyQueryLoan query(reading.world_reading(), *this);
  return Journey(query->plan(start, goal, radius), start, goal, reading.world().version());
}

SharedHierarchy::Leg SharedHierarchy::leg(Journey& journey, std::size_t index,
                                          const Point& position, double radius) const {
  check_domain(position);
  check_radius(radius);
  const HierarchyReading reading(*this);
  Plan& plan = *journey.plan_;
  Leg out{reading.world().version(), std::nullopt, std::nullopt};
  if (plan.nodes.empty() && out.version != journey.version_) return out;
  HierarchyQueryLoan query(reading.world_reading(), *this);
  PlanPosition at{position, index};
  if (!query->is_valid(plan, at)) return out;
  bool arrived = true;
  Path path = plan.nodes.empty() ? query->path(plan, journey.start_, journey.goal_)
                                 : query->leg(plan, at, arrived, journey.goal_);
  if (!arrived) out.next = at.index;
  const Point end = arrived                 ? journey.goal_
                    : path.segments.empty() ? position
                                            : path.segments.back().end;
  if (plan.radius > radius) path = for_smaller_disc(std::move(path), position, end);
  if (path.status == Status::found)
    out.answer = answer_of(reading.world_reading(), std::move(path));
  return out;
}

}  // namespace clearway
