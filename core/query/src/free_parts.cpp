#include "query/free_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"
#include "mesh/triangles_at.hpp"
#include "query/free.hpp"
#include "query/free_end.hpp"
#include "world/input_side.hpp"

namespace clearway {
namespace {

// Parameters from 0 at the beginning of the segment to 1 at its end.
struct Range {
  double from, to;
};

class SegmentParts {
 public:
  SegmentParts(const World& world, const Point& a, const Point& b, double radius)
      : world_(world), mesh_(world.mesh()), a_(a), b_(b), radius_(radius), along_(b - a) {}

  std::vector<FreePart> find() {
    if (!is_in_bounds()) return {};
    collect_triangles();
    std::vector<FreePart> out;
    if (radius_ == 0) {
      add_parts({0.0, 1.0}, out);
      for (FreePart& part : out) part.continues = false;
    } else {
      for (const Range& range : free_ranges()) {
        if (range.from < range.to)
          add_parts(brought_inside(range), out);
        else
          add_point(range.from, out);
      }
    }
    return out;
  }

 private:
  Point point(double t) const {
    if (t <= 0) return a_;
    if (t >= 1) return b_;
    return {a_.x + t * along_.x, a_.y + t * along_.y};
  }

  // Whether the segment may meet the bounds. What is outside has no triangles.
  bool is_in_bounds() {
    Point low{a_}, high{a_};
    const auto& bounds = world_.bounds().points;
    low = high = bounds[0];
    for (const Point& p : bounds) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    extent_ = std::max({std::abs(low.x), std::abs(low.y), std::abs(high.x), std::abs(high.y)});
    double from = 0.0, to = 1.0;
    const auto clip = [&](double at, double step, double least, double most) {
      if (step == 0) return at >= least && at <= most;
      const double s = (least - at) / step, t = (most - at) / step;
      from = std::max(from, std::min(s, t));
      to = std::min(to, std::max(s, t));
      return from <= to;
    };
    if (!clip(a_.x, along_.x, low.x, high.x) || !clip(a_.y, along_.y, low.y, high.y)) return false;
    seed_ = point(0.5 * (from + to));
    first_ = point(from);
    last_ = point(to);
    return true;
  }

  // The triangles within the radius of the segment, connected by edges as near.
  void collect_triangles() {
    const double reach = radius_ * (1 + tolerance::product_filter) + extent_ * tolerance::bend;
    std::unordered_set<TriangleId> seen;
    const auto add = [&](TriangleId t) {
      if (seen.insert(t).second) triangles_.push_back(t);
    };
    add(Mesh::triangle_of(world_.locate(seed_).half_edge));
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      check_interrupt();
      for (Index k = 0; k < 3; ++k) {
        const HalfEdgeId e = Mesh::half_edge(triangles_[i], k);
        const HalfEdgeId twin = mesh_.twin(e);
        if (twin == none) continue;
        if (away(first_, last_, mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e))) > reach)
          continue;
        add(Mesh::triangle_of(twin));
      }
    }
  }

  // Where the segment crosses the circles and lines at the radius from vertices and walls.
  std::vector<double> cuts() const {
    std::vector<double> out{0.0, 1.0};
    const double squared = dot(along_, along_);
    if (a_ == b_) return {0.0};
    const double length = std::sqrt(squared);
    const auto add = [&](double t) {
      if (t > 0 && t < 1) out.push_back(t);
    };
    for (const TriangleId t : triangles_) {
      for (Index k = 0; k < 3; ++k) {
        const HalfEdgeId e = Mesh::half_edge(t, k);
        const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
        const double off = left_of(a_, b_, p) / length;
        if (std::abs(off) <= radius_ * (1 + tolerance::radius)) {
          const double at = dot(along_, p - a_) / squared;
          const double half = std::sqrt(std::max(0.0, (radius_ - off) * (radius_ + off))) / length;
          add(at - half);
          add(at + half);
        }
        if (!mesh_.constrained(e)) continue;
        const double wall = clearway::length(q - p);
        const double from = left_of(p, q, a_) / wall, to = left_of(p, q, b_) / wall;
        if (from == to) continue;
        for (const double beside : {radius_, -radius_}) add((beside - from) / (to - from));
      }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  bool is_free_at(double t) const { return fits(world_, point(t), radius_); }

  std::vector<Range> free_ranges() const {
    std::vector<Range> out;
    const std::vector<double> at = cuts();
    for (std::size_t i = 0; i < at.size(); ++i) {
      check_interrupt();
      const bool is_last_free = !out.empty() && out.back().to == at[i];
      const bool is_next_free = i + 1 < at.size() && is_free_at(at[i] + 0.5 * (at[i + 1] - at[i]));
      if (is_next_free) {
        if (is_last_free)
          out.back().to = at[i + 1];
        else
          out.push_back({at[i], at[i + 1]});
      } else if (!is_last_free && is_free(world_, point(at[i]), radius_)) {
        out.push_back({at[i], at[i]});
      }
    }
    return out;
  }

  // The range, with ends at which the disc fits exactly: cuts are off by a few rounding steps.
  Range brought_inside(Range range) const {
    const double step = extent_ * tolerance::foot / length(along_);
    const Range given = range;
    for (double k = 1; k <= tolerance::steps_away && !is_free_at(range.from); k *= 2)
      range.from = std::min(given.from + k * step, given.to);
    for (double k = 1; k <= tolerance::steps_away && !is_free_at(range.to); k *= 2)
      range.to = std::max(given.to - k * step, given.from);
    return range.from <= range.to ? range : given;
  }

  // A single point between two cuts: the nearest one where the disc fits exactly.
  void add_point(double t, std::vector<FreePart>& out) const {
    const auto end = free_end(world_, point(t), radius_);
    if (!end) return;
    bool is_first = true;
    for_each_triangle_at(mesh_, world_.locate(end->point), [&](TriangleId triangle) {
      if (!mesh_.is_free(triangle)) return;
      out.push_back({end->point, end->point, triangle, !is_first, end->radius});
      is_first = false;
    });
  }

  // On which side of a triangle's edge the point lies: +1 inside. A point in a wall by no more than
  // rounding lies on it: points on a slanted wall are rounded.
  int side_of(HalfEdgeId e, const Point& x) const {
    const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
    const int side = orientation(p, q, x);
    if (side >= 0 || !mesh_.constrained(e)) return side;
    const double deep = -left_of(p, q, x) / clearway::length(q - p);
    return deep <= extent_ * tolerance::verifier_touch ? 0 : side;
  }

  // The part of the range in the closed triangle.
  std::optional<Range> clipped(TriangleId t, Range range) const {
    for (Index k = 0; k < 3; ++k) {
      const HalfEdgeId e = Mesh::half_edge(t, k);
      const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
      const int at_a = side_of(e, a_), at_b = side_of(e, b_);
      if (at_a >= 0 && at_b >= 0) continue;
      if (at_a < 0 && at_b < 0) return std::nullopt;
      const double from = left_of(p, q, a_), to = left_of(p, q, b_);
      const double x = at_a == 0 ? 0.0 : at_b == 0 ? 1.0 : std::clamp(from / (from - to), 0.0, 1.0);
      if (at_a < 0)
        range.from = std::max(range.from, x);
      else
        range.to = std::min(range.to, x);
    }
    // Rounding can separate the ends of a part that is a single point.
    if (range.from > range.to + tolerance::few_operations) return std::nullopt;
    range.to = std::max(range.from, range.to);
    return range;
  }

  void add_parts(const Range& range, std::vector<FreePart>& out) const {
    std::vector<std::pair<Range, TriangleId>> here;
    for (const TriangleId t : triangles_) {
      if (!mesh_.is_free(t)) continue;
      if (const auto part = clipped(t, range)) here.emplace_back(*part, t);
    }
    std::sort(here.begin(), here.end(), [](const auto& p, const auto& q) {
      if (p.first.from != q.first.from) return p.first.from < q.first.from;
      return p.first.to != q.first.to ? p.first.to < q.first.to : p.second < q.second;
    });
    bool is_first = true;
    for (const auto& [part, t] : here) {
      out.push_back({brought_into(mesh_, t, point(part.from)),
                     brought_into(mesh_, t, point(part.to)), t, !is_first, radius_});
      is_first = false;
    }
  }

  const World& world_;
  const Mesh& mesh_;
  const Point a_, b_;
  const double radius_;
  const Vector along_;
  double extent_ = 0.0;
  Point seed_, first_, last_;  // within the bounds
  std::vector<TriangleId> triangles_;
};

}  // namespace

std::vector<FreePart> free_parts(const World& world, const Point& a, const Point& b,
                                 double radius) {
  return SegmentParts(world, a, b, radius).find();
}

}  // namespace clearway
