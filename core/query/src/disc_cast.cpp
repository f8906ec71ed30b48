#include "disc_cast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/domain.hpp"
#include "geometry/segments_closer.hpp"
#include "geometry/tangents.hpp"
#include "mesh/flood.hpp"
#include "query/nearest_feature.hpp"

namespace clearway {
namespace {

class DiscCast {
 public:
  DiscCast(const World& world, const Point& a, const Point& b, double r)
      : world_(world),
        mesh_(world.mesh()),
        a_(a),
        b_(b),
        r_(r),
        length_(distance(a, b)),
        ux_((b.x - a.x) / length_),
        uy_((b.y - a.y) / length_) {}

  std::optional<Hit> run(TriangleId triangle) {
    flood(
        mesh_, triangle,
        [&](VertexId v) {
          const Point p = mesh_.point(v);
          if (ahead(p) - r_ <= first_ && compare_distance(p, a_, b_, r_) < 0)
            record_contact(disc_contact(p), {ObstacleFeature::vertex, v.number(), 0});
          return true;
        },
        [&](HalfEdgeId e) {
          const Point c = mesh_.point(mesh_.origin(e)), d = mesh_.point(mesh_.target(e));
          if (std::min(ahead(c), ahead(d)) - r_ > first_ || !is_closer(a_, b_, c, d, r_))
            return Side::wall;
          if (!mesh_.constrained(e)) return Side::pass;
          record_contact(edge_contact(c, d), {ObstacleFeature::edge, e.number(), 0});
          return Side::wall;
        });
    if (feature_.index == none) return std::nullopt;
    const Point at = first_ >= length_ ? b_ : in_domain({a_.x + first_ * ux_, a_.y + first_ * uy_});
    return Hit{at, first_, handle_};
  }

 private:
  // Distance of p's projection on the ray from a.
  double ahead(const Point& p) const { return (p.x - a_.x) * ux_ + (p.y - a_.y) * uy_; }

  // Distance from a until the centre is r away from p, given that it comes closer.
  double disc_contact(const Point& p) const {
    const double across = (p.x - a_.x) * uy_ - (p.y - a_.y) * ux_;
    const double back = std::sqrt(std::max(0.0, (r_ - across) * (r_ + across)));
    return std::clamp(ahead(p) - back, 0.0, length_);
  }

  // The same for the edge cd: the centre enters the stadium around it through one of the two
  // circles, or through a straight side if it touches the edge between c and d.
  double edge_contact(const Point& c, const Point& d) const {
    double first = std::numeric_limits<double>::infinity();
    if (compare_distance(c, a_, b_, r_) < 0) first = disc_contact(c);
    if (compare_distance(d, a_, b_, r_) < 0) first = std::min(first, disc_contact(d));
    const double span = distance(c, d);
    const Vector along{(d.x - c.x) / span, (d.y - c.y) / span};
    double height = rounded_side(along, a_ - c);
    double fall = -rounded_side(along, {ux_, uy_});
    if (height < 0) height = -height, fall = -fall;
    if (fall > 0) {
      const double t = std::clamp((height - r_) / fall, 0.0, length_);
      const double foot = rounded_ahead(along, {a_.x + t * ux_ - c.x, a_.y + t * uy_ - c.y});
      if (foot >= 0 && foot <= span) first = std::min(first, t);
    }
    // Only by rounding is there no contact: then it is at the end.
    return std::min(first, length_);
  }

  void record_contact(double distance, const ObstacleFeature& feature) {
    if (distance > first_) return;
    const Handle handle = owner(world_, feature);
    // Of simultaneous contacts the lower handle is reported, whatever the order of the flood.
    if (distance == first_ && feature_.index != none && handle_ >= 0 &&
        (handle < 0 || handle >= handle_))
      return;
    first_ = distance;
    feature_ = feature;
    handle_ = handle;
  }

  const World& world_;
  const Mesh& mesh_;
  const Point a_, b_;
  const double r_, length_, ux_, uy_;
  double first_ = std::numeric_limits<double>::infinity();
  ObstacleFeature feature_;
  Handle handle_ = -1;
};

}  // namespace

std::optional<Hit> cast_disc(const World& world, const Point& a, const Point& b, double radius,
                             TriangleId triangle) {
  return DiscCast(world, a, b, radius).run(triangle);
}

}  // namespace clearway
