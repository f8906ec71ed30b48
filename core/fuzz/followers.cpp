#include <algorithm>
#include <limits>

#include "clearway/base/error.hpp"
#include "funnel/disc_funnel.hpp"
#include "session.hpp"

namespace fuzz {

using namespace clearway;

namespace {

// Connected clusters of about `size` free triangles, grown across unconstrained sides.
IdVector<TriangleId, ClusterId> grown_clusters(const Mesh& mesh, std::size_t size) {
  IdVector<TriangleId, ClusterId> out(mesh.triangles.size(), none);
  ClusterId clusters{0};
  for (const TriangleId first : mesh.triangles.ids()) {
    if (!mesh.is_live(first) || !mesh.is_free(first) || out[first] != none) continue;
    std::vector<TriangleId> queue{first};
    out[first] = clusters;
    for (std::size_t at = 0; at < queue.size() && queue.size() < size; ++at)
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(queue[at], i), twin = mesh.twin(e);
        if (mesh.constrained(e) || twin == none) continue;
        const TriangleId t = Mesh::triangle_of(twin);
        if (!mesh.is_free(t) || out[t] != none || queue.size() >= size) continue;
        out[t] = clusters;
        queue.push_back(t);
      }
    ++clusters;
  }
  return out;
}

}  // namespace

void Session::partition() {
  const double least = radius();
  const bool is_range = bytes_.below(3) == 0;
  const double most = is_range ? 4 * least + places_.unit() / 2 : least;
  hierarchy_.emplace(RadiusRange{least, most, 0.0}, 1 + bytes_.below(3), 0.05);
  hierarchy_->partition(world_, grown_clusters(world_.mesh(), 2 + bytes_.below(12)));
  compute();
}

// Computes all pending edges, some at a time, as the bindings do.
void Session::compute() {
  DiscFunnel funnel(world_.mesh());
  const ExactSearch exact = [&](const Point& a, const Point& b, double r) {
    return optimal_.find(a, b, r);
  };
  while (hierarchy_->pending()) {
    std::vector<std::vector<CachedPath>> paths;
    for (const Hierarchy::PendingEdge& edge : hierarchy_->pending_edges(16))
      paths.push_back(compute_cached_paths(world_, funnel, exact, edge.from, edge.to, edge.radii,
                                           hierarchy_->tolerance()));
    hierarchy_->store(world_, std::move(paths));
  }
  hierarchy_->prepare_queries(world_);
  demand(hierarchy_->is_ready(), "ready");
  hierarchy_->validate(world_);
}

void Session::recut() {
  for (const DegradedRegion& region : hierarchy_->degraded_regions(world_)) {
    std::vector<std::int32_t> part;
    for (std::size_t i = 0; i < region.slots.size(); ++i)
      part.push_back(static_cast<std::int32_t>(i * region.parts / region.slots.size()));
    hierarchy_->recut(world_, region, part);
    hierarchy_->validate(world_);
  }
}

// Restores the hierarchy from its arrays with one number changed: it must be refused or be valid.
void Session::restore() {
  compute();
  HierarchyState state = hierarchy_->state();
  IdVector<TriangleId, ClusterId> clusters;
  for (const TriangleId t : world_.mesh().triangles.ids())
    clusters.push_back(hierarchy_->cluster_of(t));
  const auto any = [&](auto& list) -> auto& {
    return *(list.begin() + static_cast<std::ptrdiff_t>(bytes_.next() % list.size()));
  };
  const auto bad = [&] {
    constexpr Index numbers[] = {0, 1, 2, 3, none, none + 1, 0xffffffffU, 100000};
    return numbers[bytes_.below(8)];
  };
  const auto number = [&] {
    constexpr double numbers[] = {0.0, -1.0, 1e300, 0.5};
    const unsigned kind = bytes_.below(6);
    return kind < 4    ? numbers[kind]
           : kind == 4 ? std::numeric_limits<double>::quiet_NaN()
                       : std::numeric_limits<double>::infinity();
  };
  for (unsigned changes = bytes_.below(3); changes > 0; --changes) {
    std::vector<CachedPath>* paths = state.paths.empty() ? nullptr : &any(state.paths);
    CachedPath* path = !paths || paths->empty() ? nullptr : &any(*paths);
    switch (bytes_.below(10)) {
      case 0:
        if (!clusters.empty()) any(clusters) = ClusterId(bad());
        break;
      case 1:
        if (!state.node_clusters.empty()) any(state.node_clusters).first = ClusterId(bad());
        break;
      case 2:
        if (!state.node_clusters.empty()) any(state.node_clusters).second = ClusterId(bad());
        break;
      case 3:
        if (!state.edges.empty()) any(state.edges).first = bad();
        break;
      case 4:
        if (!state.positions.empty()) any(state.positions) = places_.next();
        break;
      case 5:
        if (!state.positions.empty()) any(state.positions).x = number();
        break;
      case 6:
        if (path && !path->channel.empty()) any(path->channel) = TriangleId(bad());
        break;
      case 7:
        if (path) (bytes_.below(2) ? path->shortest : path->longest) = number();
        break;
      case 8:
        if (path) (bytes_.below(2) ? path->least : path->most) = number();
        break;
      default:
        if (path) paths->push_back(CachedPath(*path));
        if (!path && !state.edges.empty()) state.edges.pop_back();
    }
  }
  std::optional<Hierarchy> fresh;
  fresh.emplace(hierarchy_->radii(), 2, hierarchy_->tolerance());
  try {
    fresh->restore(world_, clusters, state);
  } catch (const InvalidInput&) {
    fresh->validate(world_);
    return;
  }
  fresh->validate(world_);
  hierarchy_.reset();
  hierarchy_.emplace(fresh->radii(), 2, fresh->tolerance());
  hierarchy_->restore(world_, clusters, state);
  compute();
}

void Session::watch(const Path& path, const Point& start, double radius) {
  if (path.status == Status::found && watches_.size() < 16)
    watches_.add(world_, path.segments, start, radius, bytes_.below(2), world_.version());
}

}  // namespace fuzz
