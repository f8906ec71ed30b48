#include "path/find_channel.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/arc.hpp"
#include "mesh/half_edge_order.hpp"

namespace clearway {
namespace {

class PortalTracer {
 public:
  PortalTracer(const Mesh& mesh, HalfEdgeId near, std::vector<HalfEdgeId>& portals)
      : mesh_(mesh), portals_(portals), triangle_(Mesh::triangle_of(near)) {}

  // Follows the line from p, in the current triangle, to q.
  bool follow(const Point& p, const Point& q) {
    HalfEdgeId entered = none;
    for (std::size_t steps = 0; steps <= mesh_.triangles.size(); ++steps) {
      check_interrupt();
      HalfEdgeId exit;
      if (!leave(p, q, entered, exit)) return false;
      if (exit == none) return true;
      if (mesh_.constrained(exit)) return false;
      entered = mesh_.twin(exit);
      triangle_ = Mesh::triangle_of(entered);
      if (!portals_.empty() && portals_.back() == exit)
        portals_.pop_back();
      else
        portals_.push_back(entered);
    }
    return false;
  }

 private:
  // The side by which the line leaves the triangle; none if q is in it. False: it leaves by the
  // corner by which it entered.
  bool leave(const Point& p, const Point& q, HalfEdgeId entered, HalfEdgeId& exit) const {
    bool is_here = true;
    // In order: a line through a vertex has two ways on.
    const auto sides = entered == none
                           ? sides_in_order(mesh_, triangle_)
                           : std::array{entered, Mesh::next(entered), Mesh::prev(entered)};
    for (const HalfEdgeId side : sides) {
      if (side == entered) continue;
      exit = side;
      const Point a = mesh_.point(mesh_.origin(exit)), b = mesh_.point(mesh_.target(exit));
      if (orientation(a, b, q) >= 0) continue;
      is_here = false;
      if (orientation(p, q, a) <= 0 && orientation(p, q, b) >= 0) return true;
    }
    exit = none;
    return is_here;
  }

  const Mesh& mesh_;
  std::vector<HalfEdgeId>& portals_;
  TriangleId triangle_;
};

}  // namespace

bool find_channel(const Mesh& mesh, HalfEdgeId near, std::span<const Segment> path,
                  std::vector<HalfEdgeId>& portals) {
  portals.clear();
  PortalTracer tracer(mesh, near, portals);
  for (const Segment& s : path) {
    Point here = s.start;
    if (s.turn != 0) {
      // No vertex is within the radius of the arc, so chords of at most a sixth of a turn pass all
      // vertices on the same side as the arc.
      const double sweep = sweep_of(s);
      const int count = static_cast<int>(std::ceil(sweep / (std::numbers::pi / 3)));
      const double from = std::atan2(s.start.y - s.center.y, s.start.x - s.center.x);
      for (int i = 1; i < count; ++i) {
        const double angle = from + s.turn * sweep * i / count;
        const Point p{s.center.x + s.radius * std::cos(angle),
                      s.center.y + s.radius * std::sin(angle)};
        if (!tracer.follow(here, p)) return false;
        here = p;
      }
    }
    if (!tracer.follow(here, s.end)) return false;
  }
  return true;
}

}  // namespace clearway
