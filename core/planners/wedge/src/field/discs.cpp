#include "discs.hpp"

#include <algorithm>

#include "counted_search.hpp"
#include "disc/path.hpp"
#include "disc_strips.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"
#include "path_query.hpp"

namespace clearway {

DiscField::DiscField(const World& world, const FieldGoals& goals, double extent)
    : mesh_(world.mesh()), radius_(goals.radius), extent_(extent) {
  if (goals.sources.empty()) return;
  std::vector<LocatedPoint> starts;
  std::vector<Index> source_goals;
  for (const FieldSource& source : goals.sources) {
    starts.push_back(source.point);
    source_goals.push_back(source.goal);
  }
  Goals everywhere;
  everywhere.begin_everywhere(world);
  SearchStats stats;
  DiscRecords records;
  std::vector<StripRecord> strips;
  DiscWedgeSearch search(world);
  search.confine(extent, std::numeric_limits<double>::infinity());
  search.begin_everywhere(starts, radius_, everywhere, stats, records);
  std::vector<StripFoot> feet;
  DiscStrips sweep(mesh_, extent, search, strips, feet);
  axes_.reserve(goals.segments.size());
  for (const FieldSegment& segment : goals.segments) {
    const auto number = static_cast<Index>(axes_.size());
    axes_.emplace_back(segment);
    sweep.sweep(axes_.back(), number);
  }
  for (const StripFoot& foot : feet) source_goals.push_back(foot.goal);
  sources_ = source_goals.size();
  run_counted(search, mesh_, stats, records);
  slack_ = search.slack();
  roots_ = search.take_roots();
  const std::size_t count = roots_.end_id().number();
  goal_of_.reserve(count);
  for (const DiscRootId id : IdRange<DiscRootId>(count)) {
    const DiscRootId parent = roots_[id].parent;
    goal_of_.push_back(parent == none ? source_goals[id.number()] : goal_of_[parent]);
  }
  // A superseded root costs more than another one wherever it leads.
  std::erase_if(records, [&](const DiscRecord& r) { return roots_[r.root].limit < 0; });
  records_ = ByTriangle<DiscRecord>(mesh_.triangles.size(), records);
  if (!strips.empty()) strips_ = ByTriangle<StripRecord>(mesh_.triangles.size(), strips);
}

void DiscField::add_candidates(TriangleId t, const Point& p, std::vector<Hit>& candidates) const {
  for (const DiscRecord& record : records_[t]) {
    const DiscRoot& root = roots_[record.root];
    const Tangent tangent = clearway::tangent(root.circle, {p, 0.0});
    if (!tangent.exists || !is_between(record.low, record.high, tangent.direction, slack_))
      continue;
    const double angle = roots_.turned(root, tangent.direction);
    candidates.push_back({roots_.cost_after(root, angle) + tangent.length, goal_of_[record.root],
                          record.root, tangent.direction, root.circle.touch(tangent.direction),
                          root.near});
  }
  if (strips_.is_empty()) return;
  for (const StripRecord& record : strips_[t]) {
    const StripAxis& axis = axes_[record.axis];
    const auto line = record.line_to(axis, p, extent_);
    if (!line) continue;
    const int side = record.side != 0 ? record.side : axis.off(p) >= 0 ? 1 : -1;
    candidates.push_back({line->length, axis.goal, none, axis.outwards(side), axis.at(line->on),
                          Mesh::half_edge(axis.triangle, 0)});
  }
}

DiscField::Hit DiscField::nearest(const LocatedPoint& where, const DiscCollision& collision,
                                  std::vector<Hit>& candidates) const {
  candidates.clear();
  if (records_.is_empty()) return {};
  for_each_triangle_at(mesh_, in_order(mesh_, where.at), [&](TriangleId t) {
    if (mesh_.is_free(t)) add_candidates(t, where.point, candidates);
  });
  const auto is_worse = [](const Hit& a, const Hit& b) {
    return a.distance > b.distance || (a.distance == b.distance && a.goal > b.goal);
  };
  std::make_heap(candidates.begin(), candidates.end(), is_worse);
  while (!candidates.empty()) {
    const Hit& best = candidates.front();
    if (collision.line(best.from, where.point, best.near)) return best;
    std::pop_heap(candidates.begin(), candidates.end(), is_worse);
    candidates.pop_back();
  }
  return {};
}

void DiscField::trace(const Hit& hit, const Point& p, std::vector<Segment>& segments) const {
  segments.clear();
  if (hit.root == none) {
    if (hit.from != p) segments.push_back({p, hit.from, {}, 0.0, 0});
    return;
  }
  Path towards_p;
  write_disc_path(bends_to(roots_, hit.root, hit.direction, p), radius_, slack_, towards_p);
  for (std::size_t i = towards_p.segments.size(); i-- > 0;) {
    const Segment& s = towards_p.segments[i];
    segments.push_back({s.end, s.start, s.center, s.radius, -s.turn});
  }
}

std::size_t DiscField::bytes() const {
  return roots_.end_id().number() * sizeof(DiscRoot) + goal_of_.capacity() * sizeof(Index) +
         axes_.capacity() * sizeof(StripAxis) + records_.bytes() + strips_.bytes();
}

}  // namespace clearway
