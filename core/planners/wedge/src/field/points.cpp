#include "points.hpp"

#include "clearway/geometry/predicates.hpp"
#include "counted_search.hpp"
#include "mesh/triangles_at.hpp"
#include "path_query.hpp"
#include "point_strips.hpp"
#include "world/input_side.hpp"

namespace clearway {

PointField::PointField(const World& world, const FieldGoals& goals, double extent)
    : mesh_(world.mesh()), extent_(extent) {
  sides_.set_bounds(world.bounds());
  if (goals.sources.empty()) return;
  std::vector<LocatedPoint> starts;
  std::vector<Index> source_goals;
  for (const FieldSource& source : goals.sources) {
    starts.push_back(source.point);
    ends_.push_back(source.point.point);
    source_goals.push_back(source.goal);
  }
  Goals everywhere;
  everywhere.begin_everywhere(world);
  SearchStats stats;
  PointRecords records;
  std::vector<StripRecord> strips;
  PointWedgeSearch search(world);
  search.begin_everywhere(starts, everywhere, stats, records);
  std::vector<StripFoot> feet;
  PointStrips sweep(mesh_, extent, search, strips, feet);
  for (const FieldSegment& segment : goals.segments) {
    const auto number = static_cast<Index>(axes_.size());
    axes_.emplace_back(segment);
    sweep.sweep(axes_.back(), number);
  }
  for (const StripFoot& foot : feet) {
    ends_.push_back(foot.at);
    source_goals.push_back(foot.goal);
  }
  run_counted(search, mesh_, stats, records);
  const PointRoots& found = search.tree().roots();
  roots_.reserve(found.size());
  for (const PointRootId id : found.ids()) {
    const PointRoot& root = found[id];
    const Index goal = root.parent == none ? source_goals[id.number()] : roots_[root.parent].goal;
    roots_.push_back({root.at, root.cost, root.parent, root.corner, goal});
  }
  records_ = ByTriangle<PointRecord>(mesh_.triangles.size(), records);
  if (!strips.empty()) strips_ = ByTriangle<StripRecord>(mesh_.triangles.size(), strips);
}

PointField::Hit PointField::nearest(const LocatedPoint& where) const {
  Hit best;
  const Point p = where.point;
  const bool is_displaced = is_off(mesh_, where.at, p);
  const auto improves = [&](double distance, Index goal) {
    return distance < best.distance || (distance == best.distance && goal < best.goal);
  };
  for_each_triangle_at(mesh_, where.at, [&](TriangleId t) {
    if (!mesh_.is_free(t) || records_.is_empty()) return;
    const Point inside = is_displaced ? brought_into(mesh_, t, p) : p;
    for (const PointRecord& record : records_[t]) {
      const Root& root = roots_[record.root];
      const double distance = root.cost + length(root.at, p);
      if (improves(distance, root.goal) &&
          (sees(record, root, p) || (is_displaced && sees(record, root, inside))))
        best = {distance, root.goal, record.root, nullptr, {}};
    }
    if (strips_.is_empty()) return;
    for (const StripRecord& record : strips_[t]) {
      const StripAxis& axis = axes_[record.axis];
      const auto line = record.line_to(axis, p, extent_);
      if (line && improves(line->length, axis.goal))
        best = {line->length, axis.goal, none, &record, axis.at(line->on)};
    }
  });
  return best;
}

Point PointField::next(const Hit& hit, const Point& p) const {
  if (hit.strip) return hit.foot;
  PointRootId root = hit.root;
  while (roots_[root].parent != none && roots_[root].at == p) root = roots_[root].parent;
  return roots_[root].parent == none ? ends_[root.number()] : roots_[root].at;
}

void PointField::trace(const Hit& hit, const Point& p, std::vector<Point>& polyline) const {
  polyline.assign(1, p);
  const auto add = [&](const Point& next) {
    if (next == polyline.back()) return;
    // A corner that the path passes without a bend is no corner of the path.
    if (const std::size_t n = polyline.size();
        n > 1 && orientation(polyline[n - 2], polyline[n - 1], next) == 0 &&
        between(polyline[n - 2], next, polyline[n - 1]))
      polyline.pop_back();
    polyline.push_back(next);
  };
  if (hit.strip) return add(hit.foot);
  PointRootId root = hit.root;
  for (; roots_[root].parent != none; root = roots_[root].parent) add(roots_[root].at);
  add(ends_[root.number()]);
}

std::size_t PointField::bytes() const {
  return roots_.capacity() * sizeof(Root) + ends_.capacity() * sizeof(Point) +
         axes_.capacity() * sizeof(StripAxis) + records_.bytes() + strips_.bytes();
}

}  // namespace clearway
