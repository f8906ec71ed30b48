#include "clearway/session/visibility.hpp"

#include "clearway/base/interrupt.hpp"
#include "geometry/domain.hpp"
#include "query/free_end.hpp"
#include "state/world_state.hpp"
#include "visibility/bsp_tree.hpp"
#include "visibility/bsp_view.hpp"
#include "visibility/expansion_view.hpp"

namespace clearway {

std::shared_ptr<VisibilityCache> visibility_of(const WorldReading& reading) {
  WorldState& state = WorldState::of(reading);
  const Hold building(state.building, Hold::exclusive);
  if (!state.visibility) state.visibility = std::make_shared<VisibilityCache>(reading.world());
  return state.visibility;
}

const VisibilityGraph& visibility_graph(const WorldReading& reading, VisibilityCache& cache,
                                        bool is_pruned, std::size_t threads) {
  const Hold building(WorldState::of(reading).building, Hold::exclusive);
  auto& graph = cache.graphs[is_pruned];
  if (!graph)
    graph = std::make_unique<VisibilityGraph>(reading.world(), cache.corners, is_pruned, threads);
  return *graph;
}

const Bsp& bsp_of(const WorldReading& reading, VisibilityCache& cache) {
  const Hold building(WorldState::of(reading).building, Hold::exclusive);
  if (!cache.bsp) cache.bsp = std::make_unique<Bsp>(reading.world(), default_bsp_seed);
  return *cache.bsp;
}

namespace {

// Calls answer(cache, sight, bsp view or null, point, list) for each point.
template <class F>
PointLists lists(const SharedWorld& shared, std::span<const Point> from, SightMethod method,
                 F&& answer) {
  check_domain(from);
  PointLists out;
  std::vector<Point> one;
  const WorldReading reading(shared);
  const auto cache = visibility_of(reading);
  ExpansionView sight(reading.world(), cache->corners);
  std::unique_ptr<BspView> view;
  if (method == SightMethod::bsp)
    view = std::make_unique<BspView>(reading.world(), cache->corners, bsp_of(reading, *cache));
  for (const Point& p : from) {
    check_interrupt();
    one.clear();
    const auto free = free_end(reading.world(), p, 0.0);
    answer(*cache, sight, view.get(), free ? free->point : p, one);
    out.points.insert(out.points.end(), one.begin(), one.end());
    out.starts.push_back(static_cast<std::int64_t>(out.points.size()));
  }
  return out;
}

}  // namespace

PointLists visible_regions(const SharedWorld& shared, std::span<const Point> from,
                           SightMethod method) {
  return lists(shared, from, method,
               [](VisibilityCache&, ExpansionView& sight, BspView* view, const Point& p,
                  std::vector<Point>& ring) {
                 if (view)
                   view->region_from(p, ring);
                 else
                   sight.region_from(p, ring);
               });
}

PointLists visible_corners(const SharedWorld& shared, std::span<const Point> from,
                           SightMethod method) {
  std::vector<CornerId> seen;
  return lists(shared, from, method,
               [&seen](VisibilityCache& cache, ExpansionView& sight, BspView* view, const Point& p,
                       std::vector<Point>& out) {
                 if (view)
                   view->corners_from(p, false, seen);
                 else
                   sight.corners_from(p, false, seen);
                 for (const CornerId c : seen) out.push_back(cache.corners[c].at);
               });
}

GraphData visibility_graph(const SharedWorld& shared, bool is_pruned) {
  GraphData out;
  const WorldReading reading(shared);
  const auto cache = visibility_of(reading);
  for (const Corner& c : cache->corners.all()) out.corners.push_back(c.at);
  for (const CornerId c : visibility_graph(reading, *cache, is_pruned, 1).edges())
    out.edges.push_back(static_cast<std::int32_t>(c.number()));
  return out;
}

GraphCost prepare_graph(const SharedWorld& shared, bool is_pruned, std::size_t threads) {
  const WorldReading reading(shared);
  const auto cache = visibility_of(reading);
  const VisibilityGraph& graph = visibility_graph(reading, *cache, is_pruned, threads);
  return {graph.corner_count(), graph.edge_count(), graph.memory() + cache->corners.memory(),
          graph.seconds()};
}

BspCost prepare_bsp(const SharedWorld& shared) {
  const WorldReading reading(shared);
  const auto cache = visibility_of(reading);
  const Bsp::Stats s = bsp_of(reading, *cache).stats();
  return {s.segments, s.fragments, s.nodes, s.depth, s.bytes, s.seconds};
}

BspData bsp_data(const SharedWorld& shared) {
  const WorldReading reading(shared);
  const auto cache = visibility_of(reading);
  BspData out;
  for (const BspTree::Node& node : bsp_of(reading, *cache).tree().nodes) {
    out.points.insert(out.points.end(), {node.a, node.b});
    for (const BspNodeId child : {node.left, node.right})
      out.children.push_back(child == none ? -1 : static_cast<std::int32_t>(child.number()));
  }
  return out;
}

}  // namespace clearway
