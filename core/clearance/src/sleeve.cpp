#include "clearance/sleeve.hpp"

#include <algorithm>

#include "clearance/local_widths.hpp"
#include "geometry/tangents.hpp"
#include "triangulation/triangulation.hpp"

namespace clearway {
namespace {

// The corner where two sides of a triangle meet, as the half-edge that starts there.
HalfEdgeId between(HalfEdgeId a, HalfEdgeId b) { return Mesh::next(a) == b ? b : a; }

}  // namespace

bool Sleeve::is_crowded() const {
  return std::any_of(parts.begin(), parts.end(), [](const Part& p) { return p.crowded; });
}

int Sleeve::step_of(TriangleId triangle) const {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (Mesh::triangle_of(steps[i].base) == triangle) return static_cast<int>(i);
  return -1;
}

HalfEdgeId Sleeve::out(int step, const Mesh& mesh) const {
  const auto i = static_cast<std::size_t>(step);
  return i + 1 < steps.size() ? mesh.twin(steps[i + 1].base) : wall;
}

bool Sleeve::is_left(const Mesh& mesh, const Point& p) const {
  // The wall runs from right to left as seen from v.
  const Point v = mesh.point(mesh.origin(steps[0].base));
  const Point a = mesh.point(mesh.origin(wall)), b = mesh.point(mesh.target(wall));
  return rounded_ahead(b - a, p - v) > 0;
}

void divide(const Triangulation& t, std::span<const HalfEdgeId> path, Sleeve& out) {
  const Mesh& mesh = t.mesh;
  out.steps.clear();
  out.parts.clear();
  const auto wide = [&](HalfEdgeId e) { return is_edge_wider(t, e, out.width); };
  const auto portal = [&](HalfEdgeId e) { return !mesh.constrained(e) && wide(e) ? e : none; };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const HalfEdgeId base = path[i];
    const HalfEdgeId onward = i + 1 < path.size() ? mesh.twin(path[i + 1]) : out.wall;
    Sleeve::Step step{base, none, none, 0};
    if (i == 0)
      step.left = portal(Mesh::prev(base)), step.right = portal(base);
    else if (onward == Mesh::prev(base))
      step.right = portal(Mesh::next(base));
    else
      step.left = portal(Mesh::prev(base));
    if (i == 0 || !wide(base)) out.parts.push_back({static_cast<int>(i), 0, false, true, none});
    step.part = static_cast<int>(out.parts.size()) - 1;
    out.parts.back().last = static_cast<int>(i);
    out.steps.push_back(step);
  }
  for (Sleeve::Part& part : out.parts) {
    int lefts = 0, rights = 0;
    HalfEdgeId left = none, right = none;
    for (int i = part.first; i <= part.last; ++i) {
      const Sleeve::Step& step = out.steps[static_cast<std::size_t>(i)];
      if (step.left != none) ++lefts, left = step.left;
      if (step.right != none) ++rights, right = step.right;
    }
    part.crowded = lefts > 1 && rights > 1;
    part.left = lefts <= rights;
    part.portal = part.crowded ? none : part.left ? left : right;
  }
}

void charges(const Sleeve& sleeve, const Mesh& mesh, std::vector<HalfEdgeId>& out) {
  out.clear();
  for (const Sleeve::Part& part : sleeve.parts) {
    if (part.portal == none) continue;
    const int i = sleeve.step_of(Mesh::triangle_of(part.portal));
    const Sleeve::Step& step = sleeve.steps[static_cast<std::size_t>(i)];
    if (i > part.first) out.push_back(between(step.base, part.portal));
    if (i < part.last) out.push_back(between(part.portal, sleeve.out(i, mesh)));
    if (i == 0 && step.left != none && step.right != none)
      out.push_back(between(step.left, step.right));
  }
}

}  // namespace clearway
