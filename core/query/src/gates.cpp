#include "query/gates.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/infinity.hpp"
#include "clearance/sleeve_finder.hpp"
#include "clearway/base/interrupt.hpp"
#include "clearway/geometry/predicates.hpp"
#include "clearway/world/world.hpp"
#include "geometry/tolerances.hpp"
#include "world/access.hpp"

namespace clearway {

namespace {

// The triangle of a sleeve in which the middle of its gate lies.
TriangleId middle_of(const Sleeve& sleeve, const Mesh& mesh) {
  const Point v = mesh.point(mesh.origin(sleeve.steps[0].base)), f = sleeve.foot;
  const Point middle{v.x + 0.5 * (f.x - v.x), v.y + 0.5 * (f.y - v.y)};
  int i = 0;
  for (; i + 1 < static_cast<int>(sleeve.steps.size()); ++i) {
    const HalfEdgeId out = sleeve.out(i, mesh);
    if (orientation(mesh.point(mesh.origin(out)), mesh.point(mesh.target(out)), middle) >= 0) break;
  }
  return Mesh::triangle_of(sleeve.steps[static_cast<std::size_t>(i)].base);
}

// Whether the disc over a and b contains no obstacle. Visits triangles, from those that ab crosses.
class Disc {
 public:
  explicit Disc(const Mesh& mesh) : mesh_(mesh) {}

  bool is_empty(const Point& a, const Point& b, std::span<const TriangleId> crossed) {
    a_ = a;
    bx_ = b.x - a.x, by_ = b.y - a.y;
    const double square = 0.25 * (bx_ * bx_ + by_ * by_);
    low_ = square * (1 - slack) * (1 - slack);
    high_ = square * (1 + slack) * (1 + slack);
    // A foot and the refinement vertices beside it are rounded: the wall may enter the disc by
    // `rounding_`, over a chord of twice the root of 2 r `rounding_`.
    rounding_ = tolerance::beside_wall *
                std::max({std::abs(a.x), std::abs(a.y), std::abs(b.x), std::abs(b.y)});
    near_ = std::max(square * end_share * end_share, 2 * std::sqrt(square) * rounding_);
    seen_.assign(crossed.begin(), crossed.end());
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      check_interrupt();
      const TriangleId t = seen_[i];
      for (const VertexId v : mesh_.triangles[t].vertex) {
        const Point p = mesh_.point(v);
        if (!keeps_off(p.x - a_.x, p.y - a_.y, 0.0)) return false;
      }
      for (Index k = 0; k < 3; ++k) {
        const HalfEdgeId e = Mesh::half_edge(t, k);
        const auto [x, y, error] = nearest(e);
        if (mesh_.constrained(e)) {
          if (!keeps_off(x, y, error)) return false;
        } else if (off_middle(x, y) <= high_) {
          const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
          if (std::find(seen_.begin(), seen_.end(), other) == seen_.end()) seen_.push_back(other);
        }
      }
    }
    return true;
  }

 private:
  // Tolerances for being on the rim, and for being at an end of the gate. An obstacle on the rim
  // away from the ends leaves a gate beside this one that is narrower, up to `slack`.
  static constexpr double slack = tolerance::rim, end_share = tolerance::rim_at_end;

  struct Nearest {
    double x, y, error;
  };

  // The point of a side that is nearest to the middle of ab, relative to a_.
  Nearest nearest(HalfEdgeId e) const {
    const Point p = mesh_.point(mesh_.origin(e)), q = mesh_.point(mesh_.target(e));
    const double px = p.x - a_.x, py = p.y - a_.y, dx = q.x - p.x, dy = q.y - p.y;
    const double along = (0.5 * bx_ - px) * dx + (0.5 * by_ - py) * dy;
    const double s = std::clamp(along / (dx * dx + dy * dy), 0.0, 1.0);
    const double size = std::abs(px) + std::abs(py) + std::abs(dx) + std::abs(dy);
    return {px + s * dx, py + s * dy, tolerance::nearest_on_side * size};
  }

  double off_middle(double x, double y) const {
    x -= 0.5 * bx_;
    y -= 0.5 * by_;
    return x * x + y * y;
  }

  bool keeps_off(double x, double y, double error) const {
    const double square = off_middle(x, y);
    if (square > high_) return true;
    const bool is_end =
        x * x + y * y <= near_ || (x - bx_) * (x - bx_) + (y - by_) * (y - by_) <= near_;
    return is_end && std::sqrt(square) >= std::sqrt(low_) - error - rounding_;
  }

  const Mesh& mesh_;
  Point a_;
  double bx_, by_, low_, high_, near_;  // b from a; squares
  double rounding_;
  std::vector<TriangleId> seen_;
};

}  // namespace

std::vector<Gate> gates(const World& world) {
  const Mesh& mesh = world.mesh();
  std::vector<Gate> out;
  std::vector<TriangleId> crossed;
  Disc disc(mesh);
  SleeveFinder finder = sleeve_finder(world);
  Sleeve sleeve;
  for (const TriangleId t : mesh.triangles.ids()) {
    check_interrupt();
    if (!mesh.is_live(t) || !mesh.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i), corner = Mesh::prev(e), twin = mesh.twin(e);
      const Point from = mesh.point(mesh.origin(e)), to = mesh.point(mesh.target(e));
      const Point apex = mesh.point(mesh.apex(e));
      if (mesh.constrained(e)) {
        if (finder.find_height(corner, infinity, sleeve) &&
            disc.is_empty(apex, sleeve.foot, {&t, 1}))
          out.push_back({world.height(e), apex, sleeve.foot, none, t});
        continue;
      }
      if (e < twin && direction(apex, from, to) > 0 &&
          direction(mesh.point(mesh.apex(twin)), from, to) > 0) {
        const TriangleId sides[] = {t, Mesh::triangle_of(twin)};
        if (disc.is_empty(from, to, sides)) out.push_back({world.width(e), from, to, e, t});
      }
      if (!finder.find(corner, infinity, sleeve)) continue;
      crossed.clear();
      for (const Sleeve::Step& step : sleeve.steps) crossed.push_back(Mesh::triangle_of(step.base));
      if (disc.is_empty(apex, sleeve.foot, crossed))
        out.push_back({sleeve.width, apex, sleeve.foot, none, middle_of(sleeve, mesh)});
    }
  }
  for (Gate& gate : out)
    if (before(gate.to, gate.from)) std::swap(gate.from, gate.to);
  std::sort(out.begin(), out.end(), [](const Gate& a, const Gate& b) {
    if (a.width != b.width) return a.width < b.width;
    return a.from != b.from ? before(a.from, b.from) : before(a.to, b.to);
  });
  return out;
}

}  // namespace clearway
