#include "point_fronts.hpp"

#include <algorithm>

#include "base/infinity.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "margin.hpp"

namespace clearway {

void PointFronts::begin(const Mesh& mesh, const Point& start) {
  mesh_ = &mesh;
  start_ = {start, none};
  fronts_.clear();
  corners_.clear();
  at_portal_.assign(mesh.half_edge_slots(), none);
  covered_.assign(mesh.half_edge_slots(), infinity);
  shortest_.assign(mesh.vertices.size(), infinity);
}

bool PointFronts::extend(FrontId parent, HalfEdgeId portal, HalfEdgeId parent_portal) {
  const auto corner = [&](VertexId v) { return Corner{mesh_->point(v), v}; };
  const VertexId left = mesh_->origin(portal), right = mesh_->target(portal);
  portal_ = portal;
  if (parent == none) {
    g_ = 0.0;
    funnel_.begin(start_);
    funnel_.add(+1, corner(left));
    funnel_.add(-1, corner(right));
  } else {
    const Front& front = fronts_[parent];
    const Corner* at = corners_.data() + front.at;
    g_ = front.g;
    funnel_.begin(*at++);
    funnel_.left.points.assign(at, at + front.left);
    at += front.left;
    funnel_.right.points.assign(at, at + front.right);
    const VertexId old_left = mesh_->origin(parent_portal),
                   old_right = mesh_->target(parent_portal);
    funnel_.ends[0] = mesh_->point(old_left);
    funnel_.ends[1] = mesh_->point(old_right);
    if (left != old_left)
      funnel_.add(+1, corner(left));
    else
      funnel_.add(-1, corner(right));
  }
  for (std::size_t i = 1; i < funnel_.path.size(); ++i)
    g_ += distance(funnel_.path[i - 1], funnel_.path[i]);
  return true;
}

double PointFronts::length_to(const Point& goal) const {
  double g = g_;
  const Corner* at = &funnel_.apex;
  for (const int side : {+1, -1}) {
    const PointChain<Corner>& chain = side > 0 ? funnel_.left : funnel_.right;
    for (std::size_t i = chain.head; i < chain.points.size(); ++i) {
      const Corner& next = chain.points[i];
      if (side * orientation(*at, next, goal) <= 0) break;
      g += distance(*at, next);
      at = &next;
    }
    if (at != &funnel_.apex) break;
  }
  return g + distance(*at, goal);
}

double PointFronts::length_to_portal() const {
  return g_ + distance(funnel_.apex, mesh_->point(mesh_->origin(portal_)),
                       mesh_->point(mesh_->target(portal_)));
}

double PointFronts::length_of_chain(const Corner& from, const PointChain<Corner>& chain) {
  double out = 0.0;
  const Corner* at = &from;
  for (std::size_t i = chain.head; i < chain.points.size(); at = &chain.points[i++])
    out += distance(*at, chain.points[i]);
  return out;
}

bool PointFronts::is_dominated() {
  if (const VertexId v = funnel_.apex.vertex; v != none) {
    if (Margin{}.is_longer(g_, shortest_[v])) return true;
    shortest_[v] = std::min(shortest_[v], g_);
  }
  if (Margin{}.is_longer(length_to_portal(), covered_[portal_])) return true;
  for (FrontId f = at_portal_[portal_]; f != none; f = fronts_[f].next) {
    const Front& front = fronts_[f];
    if (front.left != funnel_.left.size() || front.right != funnel_.right.size()) continue;
    const Corner* at = corners_.data() + front.at;
    if (*at != funnel_.apex || Margin{}.is_longer(front.g, g_)) continue;
    const auto is_equal = [&](const PointChain<Corner>& chain) {
      return std::equal(chain.points.begin() + static_cast<std::ptrdiff_t>(chain.head),
                        chain.points.end(), at + 1);
    };
    if (!is_equal(funnel_.left)) continue;
    at += front.left;
    if (is_equal(funnel_.right)) return true;
  }
  return false;
}

bool PointFronts::is_root_dominated(FrontId front) const {
  const Front& f = fronts_[front];
  const VertexId v = corners_[f.at].vertex;
  return v != none && Margin{}.is_longer(f.g, shortest_[v]);
}

FrontId PointFronts::store() {
  // The distance to a point on the portal is convex along it, hence greatest at an end.
  const double most = g_ + std::max(length_of_chain(funnel_.apex, funnel_.left),
                                    length_of_chain(funnel_.apex, funnel_.right));
  covered_[portal_] = std::min(covered_[portal_], most);
  const Index at = static_cast<Index>(corners_.size());
  corners_.push_back(funnel_.apex);
  const auto put = [&](const PointChain<Corner>& chain) {
    corners_.insert(corners_.end(), chain.points.begin() + static_cast<std::ptrdiff_t>(chain.head),
                    chain.points.end());
    return static_cast<Index>(chain.size());
  };
  const Index left = put(funnel_.left), right = put(funnel_.right);
  fronts_.push_back({g_, at, left, right, at_portal_[portal_]});
  return at_portal_[portal_] = FrontId(fronts_.size() - 1);
}

void PointFronts::describe(FrontId front, ExploredFront& out) const {
  const Front& f = fronts_[front];
  const auto at = corners_.begin() + static_cast<std::ptrdiff_t>(f.at);
  out.root = *at;
  out.length = f.g;
  out.left_chain.assign(at + 1, at + 1 + f.left);
  out.right_chain.assign(at + 1 + f.left, at + 1 + f.left + f.right);
}

}  // namespace clearway
