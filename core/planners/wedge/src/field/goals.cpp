#include "goals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "clearway/base/interrupt.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "planners/common/rounded_ends.hpp"

namespace clearway {
namespace {

class GoalCollector {
 public:
  GoalCollector(const World& world, double radius)
      : world_(world),
        mesh_(world.mesh()),
        radius_(radius),
        out_{FieldGoals{radius, {}, {}}, FieldGoals{radius, {}, {}}} {
    for (const Point& p : world.bounds().points)
      extent_ = std::max({extent_, std::abs(p.x), std::abs(p.y)});
  }

  std::vector<FieldGoals> take() {
    std::erase_if(out_, [](const FieldGoals& goals) { return goals.sources.empty(); });
    return std::move(out_);
  }

  void add_point(const Point& p, Index goal) {
    const auto end = located_end(world_, p, radius_);
    if (end) add_source(end->point, goal, end->radius);
  }

  // A point beside others: free_parts() counts it to both sides of a wall that it is rounded onto.
  void add_one_of_several(const Point& p, Index goal) {
    for (const FreePart& part : free_parts(world_, p, p, radius_)) add_end(part.a, part, goal);
  }

  void add_line(const Point& a, const Point& b, Index goal) {
    const std::vector<FreePart> parts = free_parts(world_, a, b, radius_);
    for (const FreePart& part : parts)
      if (part.a != part.b) out_[0].segments.push_back({part.a, part.b, part.triangle, goal});
    if (radius_ == 0)
      add_ends_of_parts(parts, a, b, goal);
    else
      add_ends_of_stretches(parts, b - a, goal);
  }

 private:
  // The ends of what is free for a point: where the line ends or meets an obstacle.
  void add_ends_of_parts(const std::vector<FreePart>& parts, const Point& a, const Point& b,
                         Index goal) {
    for (const FreePart& part : parts) {
      if (is_end(part.a, part, a, b)) add_end(part.a, part, goal);
      if (part.a != part.b && is_end(part.b, part, a, b)) add_end(part.b, part, goal);
    }
  }

  // The ends of what is free for a disc: of parts that continue each other.
  void add_ends_of_stretches(const std::vector<FreePart>& parts, const Vector& along, Index goal) {
    for (std::size_t first = 0, end; first < parts.size(); first = end) {
      std::size_t last = first;
      for (end = first + 1; end < parts.size() && parts[end].continues; ++end)
        if (rounded_ahead(along, parts[end].b - parts[last].b) > 0) last = end;
      add_end(parts[first].a, parts[first], goal);
      add_end(parts[last].b, parts[last], goal);
    }
  }

  // False if the line surely continues beyond this end of a part: it was cut there by a portal.
  bool is_end(const Point& end, const FreePart& part, const Point& a, const Point& b) const {
    if (end == a || end == b) return true;
    const double near = extent_ * tolerance::bend;
    bool is_on_portal = false;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(part.triangle, i);
      const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
      if (length(end - p) <= near) return true;
      if (away(end, p, q) > near) continue;
      if (mesh_.constrained(e)) return true;
      is_on_portal = true;
    }
    return !is_on_portal;
  }

  // An end of the part. It may be located in other triangles than the part, on the other side of a
  // wall that it is rounded onto: their parts have ends of their own.
  void add_end(const Point& end, const FreePart& part, Index goal) {
    const LocatedPoint here = world_.located(end);
    bool is_here = false;
    for_each_triangle_at(mesh_, here.at, [&](TriangleId t) { is_here |= t == part.triangle; });
    if (is_here)
      add_source(here, goal, part.radius);
    else
      add_source({end, {Location::face, Mesh::half_edge(part.triangle, 0), 0}}, goal, part.radius);
  }

  void add_source(const LocatedPoint& point, Index goal, double radius) {
    FieldGoals& group = out_[radius < radius_];
    group.radius = std::min(group.radius, radius);
    const auto is_same = [&](const FieldSource& s) {
      return s.goal == goal && s.point.point == point.point &&
             s.point.at.half_edge == point.at.half_edge;
    };
    // Neighbouring pieces share their ends.
    std::vector<FieldSource>& sources = group.sources;
    const std::size_t first = sources.size() - std::min(sources.size(), recent);
    if (std::none_of(sources.begin() + static_cast<std::ptrdiff_t>(first), sources.end(), is_same))
      sources.push_back({point, goal});
  }

  static constexpr std::size_t recent = 8;
  const World& world_;
  const Mesh& mesh_;
  const double radius_;
  std::vector<FieldGoals> out_;  // two, the second for gaps that are too narrow by rounding
  double extent_ = 0.0;
};

}  // namespace

bool is_point(const Place& place) {
  if (place.parts.size() != 1) return false;
  const PlacePart& part = place.parts[0];
  return !part.is_area && part.lines.size() == 1 && part.lines[0].size() == 1;
}

std::vector<FieldGoals> find_field_goals(const World& world, const Place& place, double radius) {
  GoalCollector collector(world, radius);
  for (Index i = 0; i < place.parts.size(); ++i) {
    place.parts[i].for_each_segment([&](const Point& a, const Point& b) {
      check_interrupt();
      if (is_point(place))
        collector.add_point(a, i);
      else if (a == b)
        collector.add_one_of_several(a, i);
      else
        collector.add_line(a, b, i);
    });
  }
  return collector.take();
}

}  // namespace clearway
