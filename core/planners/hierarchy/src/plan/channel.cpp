#include "channel.hpp"

#include <span>
#include <utility>

#include "base/prefetch.hpp"
#include "channel_builder.hpp"
#include "clearway/base/interrupt.hpp"

namespace clearway {
namespace {

// Whether the plan uses an edge from its second node to its first.
bool is_backwards(const HierarchyData& data, const Plan& plan, std::size_t edge) {
  return data.graph.edges()[plan.edges[edge]].v == plan.nodes[edge];
}

// Cached paths are scattered in memory: fetching them together hides most of the latency. Returns
// the number of their triangles.
std::size_t prefetch_paths(const HierarchyData& data, const Plan& plan) {
  const IdVector<EdgeId, AbstractGraph::Edge>& edges = data.graph.edges();
  for (const EdgeId e : plan.edges) prefetch(&edges[e]);
  for (const EdgeId e : plan.edges) prefetch(edges[e].paths.data());
  std::size_t triangles = 0;
  for (const EdgeId e : plan.edges) {
    const std::vector<TriangleId>& channel = data.graph.path(e, plan.radius)->channel;
    triangles += channel.size();
    for (std::size_t i = 0; i < channel.size(); i += 16) prefetch(channel.data() + i);
  }
  return triangles;
}

Segment reversed(const Segment& s) { return {s.end, s.start, s.center, s.radius, -s.turn}; }

}  // namespace

void build_channel(const HierarchyData& data, Plan& plan) {
  plan.channel.reserve(plan.first.channel.size() + prefetch_paths(data, plan) +
                       plan.last.channel.size());
  plan.node_marks.reserve(plan.nodes.size());
  ChannelBuilder builder(plan.channel, plan.node_marks);
  builder.append(plan.first.channel, false);
  builder.mark();
  for (std::size_t i = 0; i < plan.edges.size(); ++i) {
    check_interrupt();
    builder.append(data.graph.path(plan.edges[i], plan.radius)->channel,
                   is_backwards(data, plan, i));
    builder.mark();
  }
  plan.fixed = kept_by_appending(plan.channel, plan.last.channel);
}

void refine_last(const ExactSearch& exact, const Point& goal, Plan& plan) {
  if (!plan.is_last_rough) return;
  plan.is_last_rough = false;
  Path shortest = exact(plan.node_positions.back(), goal, plan.radius);
  if (shortest.status == Status::found && shortest.length < plan.last.length &&
      (plan.relied_on == 0 || kept_by_appending(plan.channel, shortest.channel) > plan.relied_on))
    plan.last = std::move(shortest);
}

void complete_channel(const ExactSearch& exact, const Point& goal, Plan& plan) {
  if (plan.is_complete) return;
  refine_last(exact, goal, plan);
  ChannelBuilder(plan.channel, plan.node_marks).append(plan.last.channel, false);
  plan.fixed = plan.channel.size();
  plan.is_complete = true;
}

std::vector<Segment> segments_of(const HierarchyData& data, const Plan& plan) {
  std::vector<Segment> out = plan.first.segments;
  for (std::size_t i = 0; i < plan.edges.size(); ++i) {
    const std::vector<Segment>& segments = data.graph.path(plan.edges[i], plan.radius)->segments;
    if (is_backwards(data, plan, i))
      for (auto s = segments.rbegin(); s != segments.rend(); ++s) out.push_back(reversed(*s));
    else
      out.insert(out.end(), segments.begin(), segments.end());
  }
  out.insert(out.end(), plan.last.segments.begin(), plan.last.segments.end());
  return out;
}

}  // namespace clearway
