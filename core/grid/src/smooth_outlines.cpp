#include "clearway/grid/smooth_outlines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <queue>

#include "clearway/base/interrupt.hpp"
#include "geometry/tangents.hpp"
#include "grid/steps.hpp"

namespace clearway {
namespace {

std::int64_t cross(LatticePoint a, LatticePoint b, LatticePoint c) {
  return (std::int64_t(b.x) - a.x) * (std::int64_t(c.y) - a.y) -
         (std::int64_t(b.y) - a.y) * (std::int64_t(c.x) - a.x);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {  // b > 0
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// Which points of the lattice are corners, a bit each.
class Corners {
 public:
  Corners(std::int32_t width, std::int32_t height)
      : words_((std::size_t(width) + 64) / 64), bits_(words_ * (std::size_t(height) + 1)) {}
  void set(LatticePoint p) { word(p) |= bit(p); }
  void clear(LatticePoint p) { word(p) &= ~bit(p); }

  // How many lie at y with low <= x <= high; counting may stop at `enough`.
  int count(std::int32_t y, std::int64_t low, std::int64_t high, int enough) const {
    int found = 0;
    const std::uint64_t* row = bits_.data() + std::size_t(y) * words_;
    for (auto w = std::size_t(low) / 64; w <= std::size_t(high) / 64 && found < enough; ++w) {
      std::uint64_t bits = row[w];
      if (w == std::size_t(low) / 64) bits &= ~std::uint64_t{0} << (low % 64);
      if (w == std::size_t(high) / 64) bits &= ~std::uint64_t{0} >> (63 - high % 64);
      found += std::popcount(bits);
    }
    return found;
  }

 private:
  std::uint64_t& word(LatticePoint p) {
    return bits_[std::size_t(p.y) * words_ + std::size_t(p.x) / 64];
  }
  static std::uint64_t bit(LatticePoint p) { return std::uint64_t{1} << (p.x % 64); }

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// Whole x on the line through a and b at height y: the smallest not left of it, the largest not
// right of it. Needs a.y != b.y.
struct Span {
  std::int64_t ceil, floor;
};
Span at_height(LatticePoint a, LatticePoint b, std::int32_t y) {
  if (a.y > b.y) std::swap(a, b);
  const std::int64_t rise = std::int64_t(b.y) - a.y;
  const std::int64_t run = (std::int64_t(b.x) - a.x) * (std::int64_t(y) - a.y);
  const std::int64_t down = floor_div(run, rise);
  return {a.x + down + (down * rise != run), a.x + down};
}

class Smoother {
 public:
  Smoother(const Outlines& outlines, std::int32_t width, std::int32_t height, double tolerance)
      : outlines_(outlines),
        width_(width),
        height_(height),
        limit_(tolerance * tolerance),
        corners_(width, height) {}

  Outlines run() {
    const auto& points = outlines_.points;
    const std::size_t n = points.size();
    next_.resize(n);
    before_.resize(n);
    ring_.resize(n);
    fixed_.assign(n, 0);
    gone_.assign(n, 0);
    tried_.assign(n, 0);
    left_.resize(outlines_.ring_starts.size() - 1);
    twin_.assign(n, -1);
    std::vector<std::int64_t> first((std::size_t(width_) + 1) * (std::size_t(height_) + 1), -1);
    for (std::size_t v = 0; v < n; ++v) {
      check_interrupt();
      const LatticePoint p = points[v];
      corners_.set(p);
      auto& other = first[std::size_t(p.y) * (std::size_t(width_) + 1) + std::size_t(p.x)];
      if (other >= 0) {
        twin_[v] = other;
        twin_[std::size_t(other)] = std::int64_t(v);
      } else {
        other = std::int64_t(v);
      }
    }
    for (std::size_t r = 0; r < left_.size(); ++r) {
      const std::int64_t from = outlines_.ring_starts[r], to = outlines_.ring_starts[r + 1];
      left_[r] = to - from;
      for (std::int64_t i = from; i < to; ++i) {
        check_interrupt();
        const auto v = std::size_t(i);
        next_[v] = i + 1 == to ? from : i + 1;
        before_[v] = i == from ? to - 1 : i - 1;
        ring_[v] = r;
        const auto& p = points[v];
        fixed_[v] = twin_[v] >= 0 || p.x == 0 || p.y == 0 || p.x == width_ || p.y == height_;
      }
    }
    while (pass()) {
    }
    return collect();
  }

 private:
  struct Entry {
    double error;
    std::size_t vertex;
    std::uint32_t round;
    bool operator<(const Entry& o) const {  // the queue gives the largest: least error, then index
      return error != o.error ? error > o.error : vertex > o.vertex;
    }
  };

  // Returns whether it removed a corner. Corners inside the triangle of another one prevent its
  // removal; once they are removed, a later pass may remove it.
  bool pass() {
    bool any = false;
    for (std::size_t v = 0; v < next_.size(); ++v)
      if (!gone_[v]) consider(v);
    while (!queue_.empty()) {
      check_interrupt();
      const Entry entry = queue_.top();
      queue_.pop();
      const std::size_t v = entry.vertex;
      if (gone_[v] || entry.round != tried_[v] || !may_go(v)) continue;
      remove(v);
      any = true;
    }
    return any;
  }

  const LatticePoint& point(std::size_t v) const { return outlines_.points[v]; }
  std::size_t next(std::size_t v) const { return std::size_t(next_[v]); }
  std::size_t before(std::size_t v) const { return std::size_t(before_[v]); }
  int turn(std::size_t v) const { return sign(cross(point(before(v)), point(v), point(next(v)))); }

  // Squared distance from the farthest corner that the edge a -> b would replace; infinite when
  // above the tolerance.
  double error(std::size_t a, std::size_t b) const {
    const LatticePoint p = point(a), q = point(b);
    const Vector edge{double(q.x) - p.x, double(q.y) - p.y};
    const double length = dot(edge, edge);
    const std::int64_t from = outlines_.ring_starts[ring_[a]],
                       to = outlines_.ring_starts[ring_[a] + 1];
    double most = 0.0;
    for (auto i = std::int64_t(a);;) {
      i = i + 1 == to ? from : i + 1;
      if (std::size_t(i) == b) return most;
      const LatticePoint c = point(std::size_t(i));
      const Vector to_corner{double(c.x) - p.x, double(c.y) - p.y};
      const double along = rounded_ahead(edge, to_corner);
      double distance;
      if (along <= 0) {
        distance = dot(to_corner, to_corner);
      } else if (along >= length) {
        const Vector from_end{to_corner.x - edge.x, to_corner.y - edge.y};
        distance = dot(from_end, from_end);
      } else {
        const double off = cross(to_corner, edge);
        distance = off * off / length;
      }
      if (distance > limit_) return HUGE_VAL;
      most = std::max(most, distance);
    }
  }

  bool zigzags(std::size_t v) const {
    const int here = turn(v);
    return here == 0 || turn(before(v)) == -here || turn(next(v)) == -here;
  }

  bool may_go(std::size_t v) const {
    if (left_[ring_[v]] <= 3 || !zigzags(v)) return false;
    const LatticePoint a = point(before(v)), b = point(next(v));
    // An edge along the border would close what lies between it and the corner.
    if ((a.x == b.x && (a.x == 0 || a.x == width_)) || (a.y == b.y && (a.y == 0 || a.y == height_)))
      return false;
    return !is_edge(before(v), next(v)) && is_alone(a, point(v), b);
  }

  // Whether another ring has an edge between these points, both of which it then touches.
  bool is_edge(std::size_t a, std::size_t b) const {
    if (twin_[a] < 0 || twin_[b] < 0) return false;
    const auto t = std::size_t(twin_[a]);
    return point(next(t)) == point(b) || point(before(t)) == point(b);
  }

  // Whether the closed triangle holds no corner but its own three.
  bool is_alone(LatticePoint a, LatticePoint v, LatticePoint b) const {
    LatticePoint p[3] = {a, v, b};
    std::sort(p, p + 3, [](auto s, auto t) { return s.y < t.y; });
    int found = 0;
    for (std::int32_t y = p[0].y; y <= p[2].y && found <= 3; ++y) {
      check_interrupt();
      std::int64_t low = INT64_MAX, high = INT64_MIN;
      for (int i = 0; i < 3; ++i) {
        LatticePoint s = p[i], t = p[(i + 1) % 3];
        if (s.y > t.y) std::swap(s, t);
        if (y < s.y || y > t.y) continue;
        if (s.y == t.y) {
          low = std::min({low, std::int64_t(s.x), std::int64_t(t.x)});
          high = std::max({high, std::int64_t(s.x), std::int64_t(t.x)});
        } else {
          const Span x = at_height(s, t, y);
          low = std::min(low, x.ceil);
          high = std::max(high, x.floor);
        }
      }
      if (low <= high) found += corners_.count(y, low, high, 4 - found);
    }
    return found == 3;
  }

  void consider(std::size_t v) {
    ++tried_[v];
    if (fixed_[v] || left_[ring_[v]] <= 3 || !zigzags(v)) return;
    const double e = error(before(v), next(v));
    // Corners that cave into the region first: those left then stand in line.
    if (e <= limit_) queue_.push({turn(v) > 0 ? e + limit_ + 1.0 : e, v, tried_[v]});
  }

  void remove(std::size_t v) {
    const std::size_t a = before(v), b = next(v);
    gone_[v] = 1;
    --left_[ring_[v]];
    corners_.clear(point(v));
    next_[a] = std::int64_t(b);
    before_[b] = std::int64_t(a);
    // Turns change at a and b, and with them whether their neighbours zigzag.
    for (const std::size_t u : {before(a), a, b, next(b)}) consider(u);
  }

  Outlines collect() const {
    Outlines out;
    out.region_starts = outlines_.region_starts;
    for (std::size_t r = 0; r < left_.size(); ++r) {
      for (auto i = outlines_.ring_starts[r]; i < outlines_.ring_starts[r + 1]; ++i)
        if (!gone_[std::size_t(i)]) out.points.push_back(point(std::size_t(i)));
      out.ring_starts.push_back(std::int64_t(out.points.size()));
    }
    return out;
  }

  const Outlines& outlines_;
  std::int32_t width_, height_;
  double limit_;
  Corners corners_;
  std::vector<std::int64_t> next_, before_, left_;
  std::vector<std::int64_t> twin_;  // the other corner at the same point, -1: none
  std::vector<std::size_t> ring_;
  std::vector<std::uint8_t> fixed_, gone_;
  std::vector<std::uint32_t> tried_;
  std::priority_queue<Entry> queue_;
};

}  // namespace

Outlines smooth_outlines(const Outlines& outlines, std::int32_t width, std::int32_t height,
                         double tolerance) {
  return Smoother(outlines, width, height, tolerance).run();
}

}  // namespace clearway
