#include "search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "beam_route.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"
#include "reach.hpp"
#include "refraction.hpp"

namespace clearway {

BeamSearch::BeamSearch(const WeightedMesh& mesh, const RouteEnd& from, const RouteEnd& to,
                       double error, Budget& budget)
    : mesh_(mesh),
      from_(from.point()),
      to_(to),
      estimates_(mesh, to),
      error_(error),
      budget_(budget),
      prune_(std::numeric_limits<double>::infinity()),
      sectors_(mesh),
      borders_(mesh) {
  for (const RouteEnd::Part& part : from.parts()) start_in(part.triangle);
  for (const BeamNodeId i : nodes_.ids()) open_.push({nodes_[i].estimate, i});
}

// Of the lines beyond a border on which the cost has this slope: Snell's law.
Vector BeamSearch::direction(HalfEdgeId entered, double slope) const {
  const Vector u = side_of(mesh_, entered).along;
  const double sine = std::clamp(slope / mesh_.weight_beyond(entered), -1.0, 1.0);
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  return {sine * u.x - cosine * u.y, sine * u.y + cosine * u.x};
}

void BeamSearch::start_in(TriangleId triangle) {
  const Origin origin{none, triangle, 0.0};
  const BeamSource source{from_};
  const double weight = mesh_.weight(triangle);
  see_goal(triangle, source, origin);
  for (Index i = 0; i < 3; ++i) {
    const HalfEdgeId e = Mesh::half_edge(triangle, i);
    const Point a = mesh_.mesh.point(mesh_.mesh.origin(e)),
                b = mesh_.mesh.point(mesh_.mesh.target(e));
    if (a == from_)
      sectors_[sectors_.of(e)].cost = 0.0;
    else
      reach(e, weight * distance(from_, a), a - from_, origin);
    if (orientation(a, b, from_) != 0) {
      leave(e, 0.0, 1.0, source, origin);
      continue;
    }
    const HalfEdgeId beyond = mesh_.mesh.twin(e);
    if (!mesh_.regions.is_open(e) || mesh_.weight_beyond(beyond) <= weight) continue;
    const double width = distance(a, b), at = std::min(width, distance(b, from_));
    add_line(beyond, {0.0, at, weight * at, -weight}, -weight, -weight, origin);
    add_line(beyond, {at, width, 0.0, weight}, weight, weight, origin);
  }
}

BeamSearch::Outcome BeamSearch::run(double prune) {
  prune_ = std::min(prune_, prune);
  while (!open_.empty()) {
    bound_ = open_.top().estimate;
    if (bound_ >= prune_) break;
    if (budget_.is_spent()) return Outcome::stopped;
    const BeamNodeId node = open_.pop().item;
    if (nodes_[node].kind == Kind::goal) {
      last_ = node;
      return Outcome::route;
    }
    check_interrupt();
    expand_on(node);
  }
  return Outcome::exhausted;
}

// A beam that leads to one other, and to nothing else, is followed at once.
void BeamSearch::expand_on(BeamNodeId node) {
  for (;;) {
    const BeamNodeId added = nodes_.end_id();
    ++budget_.expanded;
    expand(node);
    if (nodes_.end_id() == added) return;
    node = added;
    if (nodes_.end_id() > added + 1 || nodes_[node].kind != Kind::beam || budget_.is_spent()) break;
  }
  for (; node < nodes_.end_id(); ++node) open_.push({nodes_[node].estimate, node});
}

void BeamSearch::expand(BeamNodeId node) {
  switch (nodes_[node].kind) {
    case Kind::beam:
      return expand_beam(node);
    case Kind::line:
      return expand_line(node);
    default:
      return expand_corner(node);
  }
}

void BeamSearch::expand_beam(BeamNodeId index) {
  const Node node = nodes_[index];
  const BeamSource& source = node.source;
  if (source.root != none && sectors_[source.root].cost < source.cost) return;
  const SidePart all = side_of(mesh_, node.entered);
  const Point left = all.at(node.from), right = all.at(node.to);
  spread(node.entered,
         {{left, source.ray(left, mesh_.scale)}, {right, source.ray(right, mesh_.scale)}, source},
         {index, none, node.estimate});
}

void BeamSearch::expand_line(BeamNodeId index) {
  const Node node = nodes_[index];
  const Origin origin{index, none, node.estimate};
  const double slope = node.source.ahead.x;
  const SidePart all = side_of(mesh_, node.entered);
  const Vector ahead = direction(node.entered, slope);
  std::vector<LineCost> parts;
  if (node.from < node.to) {
    borders_.parts_of(node.entered, index, parts);
  } else if (node.source.cost <= borders_.at(node.entered, node.from)) {
    fan(node.entered, node.from, node.source.cost, node.left, node.right, origin);
  }
  for (const LineCost& part : parts) {
    const Point left = all.at(part.from), right = all.at(part.to);
    BeamSource source;
    source.at = left;
    source.ahead = ahead;
    source.along = all.along;
    source.width = part.to - part.from;
    source.cost = part.cost;
    source.is_plane = true;
    spread(node.entered, {{left, ahead}, {right, ahead}, source}, origin);
    if (part.from == node.from && node.left < slope)
      fan(node.entered, part.from, part.cost, node.left, slope, origin);
    if (part.to == node.to && node.right > slope)
      fan(node.entered, part.to, part.at(part.to), slope, node.right, origin);
  }
}

void BeamSearch::fan(HalfEdgeId entered, double at, double cost, double low, double high,
                     const Origin& origin) {
  const SidePart all = side_of(mesh_, entered);
  BeamSource source;
  source.at = all.at(at);
  source.cost = cost;
  spread(entered,
         {{source.at, direction(entered, low)}, {source.at, direction(entered, high)}, source},
         origin);
  // At the critical angle it runs along the border, and leaves it at every point.
  const double weight = mesh_.weight_beyond(entered),
               most = weight * (1 - 2 * tolerance::beam_slope);
  const HalfEdgeId back = mesh_.mesh.twin(entered);
  const bool returns = mesh_.regions.is_open(entered) && weight < mesh_.weight_beyond(back);
  if (high >= most) {
    if (returns)
      add_line(back, {0.0, all.to - at, cost + weight * (all.to - at), -weight}, -weight, -weight,
               origin);
    reach(Mesh::next(entered), cost + weight * (all.to - at), all.along, origin);
  }
  if (low <= -most) {
    if (returns) add_line(back, {all.to - at, all.to, cost, weight}, weight, weight, origin);
    reach(entered, cost + weight * at, {-all.along.x, -all.along.y}, origin);
  }
}

void BeamSearch::spread(HalfEdgeId entered, const Beam& beam, const Origin& origin) {
  const Mesh& m = mesh_.mesh;
  const TriangleId triangle = Mesh::triangle_of(entered);
  reach_goal(triangle, beam, origin);
  const Point a = m.point(m.origin(entered)), b = m.point(m.target(entered)),
              c = m.point(m.apex(entered));
  const bool is_plane = beam.source.is_plane;
  const bool on_left = beam.left.touches(c, is_plane, mesh_.scale),
             on_right = beam.right.touches(c, is_plane, mesh_.scale);
  // Where a limiting line meets the side from p, on its left, to q, on its right.
  const auto meets = [](const BeamRay& ray, const Point& p, const Point& q) {
    const double before = std::max(ray.rounded_side(p), 0.0),
                 after = std::max(-ray.rounded_side(q), 0.0);
    return before + after > 0 ? before / (before + after) : 0.0;
  };
  const HalfEdgeId left = Mesh::prev(entered), right = Mesh::next(entered);
  if (!on_left && beam.left.rounded_side(c) > 0) {
    leave(right, meets(beam.left, c, b), meets(beam.right, c, b), beam.source, origin);
  } else if (!on_right && beam.right.rounded_side(c) < 0) {
    leave(left, meets(beam.left, a, c), meets(beam.right, a, c), beam.source, origin);
  } else {
    const double weight = mesh_.weight(triangle);
    reach(left, beam.source.cost_at(c, weight), beam.source.ray(c, mesh_.scale), origin);
    if (!on_left || on_right) leave(left, meets(beam.left, a, c), 1.0, beam.source, origin);
    if (!on_right || on_left) leave(right, 0.0, meets(beam.right, c, b), beam.source, origin);
  }
}

void BeamSearch::leave(HalfEdgeId side_half_edge, double from, double to, const BeamSource& source,
                       const Origin& origin) {
  if (!(from < to) || !mesh_.regions.is_open(side_half_edge)) return;
  const HalfEdgeId entered = mesh_.mesh.twin(side_half_edge);
  const double weight = mesh_.weight_beyond(side_half_edge);
  SidePart part = side_of(mesh_, entered);
  part.from = from * part.to;
  part.to *= to;
  if (weight != mesh_.weight_beyond(entered)) {
    cross_border(entered, part, source, weight, origin);
    return;
  }
  const double estimate =
      source.is_plane ? estimates_.through_line(part, source.cost_at(part.at(part.from), weight),
                                                weight * dot(source.ahead, part.along))
                      : estimates_.through_point(part, source, weight);
  push({Kind::beam, entered, part.from, part.to, source, 0.0, 0.0,
        std::max(origin.estimate, estimate), origin.parent, origin.first});
}

void BeamSearch::cross_border(HalfEdgeId entered, const SidePart& part, const BeamSource& source,
                              double weight, const Origin& origin) {
  const double beyond = mesh_.weight_beyond(entered);
  for (const RefractedLine& line :
       refracted_lines(source, weight, beyond, part, error_, mesh_.scale, prune_))
    add_line(entered, line.line, line.left, line.right, origin);
}

void BeamSearch::add_line(HalfEdgeId entered, const LineCost& line, double left, double right,
                          const Origin& origin) {
  SidePart part = side_of(mesh_, entered);
  part.from = line.from;
  part.to = line.to;
  if (!(line.from < line.to || left < right)) return;
  const double estimate =
      std::max(origin.estimate, estimates_.through_line(part, line.cost, line.slope));
  if (!(estimate < prune_)) return;
  if (!borders_.add(entered, line, nodes_.end_id())) return;
  BeamSource source;
  source.cost = line.cost;
  source.ahead = {line.slope, 0.0};
  push({Kind::line, entered, line.from, line.to, source, left, right, estimate, origin.parent,
        origin.first});
}

void BeamSearch::reach(HalfEdgeId corner, double cost, const Vector& ahead, const Origin& origin) {
  const VertexSectorId id = sectors_.of(corner);
  VertexSector& sector = sectors_[id];
  if (sector.kind == VertexSector::Kind::plain) return;
  const Mesh& m = mesh_.mesh;
  const Point at = m.point(m.origin(corner));
  const double estimate = std::max(origin.estimate, estimates_.at(at, cost));
  if (!(estimate < prune_)) return;
  if (sector.kind == VertexSector::Kind::flat) {
    // Beams cross a straight border as if there were no vertex. Only runs along it go on.
    const Vector u = m.point(m.target(sector.first)) - at;
    if (std::abs(cross(u, ahead)) > tolerance::along_border * length(u) * length(ahead)) return;
  }
  if (!(cost < mesh_.lowered(sector.cost))) return;
  sector.cost = cost;
  BeamSource source;
  source.at = at;
  source.ahead = ahead;
  source.cost = cost;
  source.root = id;
  push({Kind::corner, corner, 0.0, 0.0, source, 0.0, 0.0, estimate, origin.parent, origin.first});
}

void BeamSearch::expand_corner(BeamNodeId index) {
  const Node node = nodes_[index];
  const VertexSector sector = sectors_[node.source.root];
  if (sector.cost < node.source.cost) return;
  const Origin origin{index, none, node.estimate};
  if (sector.kind == VertexSector::Kind::flat)
    expand_flat(sector, node, origin);
  else
    expand_turn(sector, node, origin);
}

// Continues along a straight border.
void BeamSearch::expand_flat(const VertexSector& sector, const Node& node, const Origin& origin) {
  const Mesh& m = mesh_.mesh;
  HalfEdgeId e = sector.first;
  for (Index i = 0; i < sector.count; ++i, e = m.rotate_ccw(e)) {
    see_goal(Mesh::triangle_of(e), node.source, origin);
    if (!mesh_.is_border(e)) continue;
    const Vector u = m.point(m.target(e)) - node.source.at;
    if (rounded_ahead(u, node.source.ahead) > 0) run_along(e, node.source.cost, origin);
  }
}

// From the origin of a half-edge on a border along it, on its cheaper side.
void BeamSearch::run_along(HalfEdgeId out, double cost, const Origin& origin) {
  const HalfEdgeId twin = mesh_.mesh.twin(out);
  const double left = mesh_.weight_beyond(out), right = mesh_.weight_beyond(twin);
  const SidePart all = side_of(mesh_, out);
  const double weight = std::min(left, right), far = cost + weight * all.to;
  if (left < right) {
    add_line(twin, {0.0, all.to, far, -weight}, -weight, -weight, origin);
    reach(Mesh::next(out), far, all.along, origin);
  } else {
    add_line(out, {0.0, all.to, cost, weight}, weight, weight, origin);
    reach(twin, far, all.along, origin);
  }
}

void BeamSearch::expand_turn(const VertexSector& sector, const Node& node, const Origin& origin) {
  const Mesh& m = mesh_.mesh;
  BeamSource source;
  source.at = node.source.at;
  source.cost = node.source.cost;
  source.root = node.source.root;
  std::vector<CornerExit> exits;
  corner_exits(mesh_, sector, node.entered, {source.at, node.source.ahead}, exits);
  for (const CornerExit& exit : exits) leave_corner(exit, source, origin);
  HalfEdgeId e = sector.first, last = e;
  for (Index i = 0; i < sector.count; ++i, e = m.rotate_ccw(e)) {
    see_goal(Mesh::triangle_of(e), source, origin);
    if ((i > 0 || sector.is_closed) && mesh_.is_border(e)) run_along(e, source.cost, origin);
    last = e;
  }
  if (sector.is_closed) return;
  // Through sides that are open to one direction: into the sector beyond, or along them.
  const auto pass = [&](HalfEdgeId side, HalfEdgeId beyond, HalfEdgeId out) {
    if (!mesh_.regions.is_open(side)) return;
    reach(beyond, source.cost, {0, 0}, origin);
    if (mesh_.weight_beyond(side) < mesh_.weight_beyond(m.twin(side)))
      run_along(out, source.cost, origin);
  };
  pass(sector.first, m.rotate_cw(sector.first), sector.first);
  pass(Mesh::prev(last), m.rotate_ccw(last), m.rotate_ccw(last));
}

// Into a triangle at a corner, through a part of the opposite side.
void BeamSearch::leave_corner(const CornerExit& exit, const BeamSource& source,
                              const Origin& origin) {
  const Mesh& m = mesh_.mesh;
  const double weight = mesh_.weight_beyond(exit.corner);
  const auto see = [&](HalfEdgeId end) {
    const Point p = m.point(m.origin(end));
    reach(end, source.cost + weight * distance(source.at, p), p - source.at, origin);
  };
  if (exit.from <= 0) see(Mesh::prev(exit.corner));
  if (exit.to >= 1) see(Mesh::next(exit.corner));
  leave(Mesh::next(exit.corner), exit.from, exit.to, source, origin);
}

void BeamSearch::reach_goal(TriangleId triangle, const Beam& beam, const Origin& origin) {
  const double weight = mesh_.weight(triangle);
  for (const RouteEnd::Part& part : to_.in(triangle)) {
    const BeamReach reach = reach_of(beam.left, beam.right, beam.source, part, weight, mesh_.scale);
    add_goal(triangle, reach.at, reach.cost, beam.source, origin);
  }
}

void BeamSearch::see_goal(TriangleId triangle, const BeamSource& source, const Origin& origin) {
  for (const RouteEnd::Part& part : to_.in(triangle)) {
    const Point at = part.nearest(source.at);
    add_goal(triangle, at, source.cost + mesh_.weight(triangle) * distance(source.at, at), source,
             origin);
  }
}

void BeamSearch::add_goal(TriangleId triangle, const Point& at, double cost,
                          const BeamSource& source, const Origin& origin) {
  push({Kind::goal, Mesh::half_edge(triangle, 0), at.x, at.y, source, 0.0, 0.0,
        std::max(origin.estimate, cost), origin.parent, origin.first});
}

void BeamSearch::push(const Node& node) {
  if (!(node.estimate < prune_)) return;
  ++budget_.generated;
  nodes_.push_back(node);
}

std::vector<RouteCrossing> BeamSearch::route(TriangleId& first) const {
  return route_of(mesh_, nodes_, last_, goal_point(), first);
}

const RouteEnd::Part& BeamSearch::goal_part() const {
  const auto parts = to_.in(Mesh::triangle_of(nodes_[last_].entered));
  const Point at = goal_point();
  return *std::min_element(parts.begin(), parts.end(), [&](const auto& p, const auto& q) {
    return distance(at, p.nearest(at)) < distance(at, q.nearest(at));
  });
}

}  // namespace clearway
