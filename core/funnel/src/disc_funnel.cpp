#include "funnel/disc_funnel.hpp"

#include "full_funnel.hpp"
#include "sparse_funnel.hpp"

namespace clearway {

DiscFunnel::DiscFunnel(const Mesh& mesh) : mesh_(mesh), scratch_(std::make_unique<Scratch>()) {}
DiscFunnel::~DiscFunnel() = default;

bool DiscFunnel::pull(TriangleId first, std::span<const HalfEdgeId> portals, const Point& start,
                      const Point& goal, double radius, std::vector<Segment>& out) {
  out.clear();
  if (start == goal) return true;
  if (radius > 0) {
    JoinedFunnel joined(mesh_, *scratch_, start, goal, radius);
    if (!portals.empty() && SparseFunnel(joined, portals).pull(out)) return true;
    return FullFunnel(joined).pull(first, portals, out);
  }
  std::vector<Portal>& seen = scratch_->portals;
  seen.clear();
  for (const HalfEdgeId e : portals)
    seen.push_back({mesh_.point(mesh_.origin(e)), mesh_.point(mesh_.target(e))});
  std::vector<Point>& corners = scratch_->line;
  funnel(start, goal, seen, scratch_->point_funnel, corners);
  for (std::size_t i = 1; i < corners.size(); ++i)
    out.push_back({corners[i - 1], corners[i], {}, 0.0, 0});
  return true;
}

}  // namespace clearway
