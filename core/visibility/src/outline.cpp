#include "visibility/outline.hpp"

#include <algorithm>

namespace clearway {

bool Outline::add(const Point& p) {
  if (!ring_.empty() && ring_.back() == p) return false;
  ring_.push_back(p);
  return true;
}

// Whether an end of the edge is a refinement vertex at p.
bool Outline::is_refinement(HalfEdgeId edge, const Point& p) const {
  for (const VertexId v : {mesh_.origin(edge), mesh_.target(edge)})
    if (mesh_.is_refinement(v) && mesh_.point(v) == p) return true;
  return false;
}

void Outline::stretch(HalfEdgeId edge, const Point& right, const Point& left) {
  const bool goes_on =
      edge == last_ || (last_ != none && ring_.back() == right && is_refinement(edge, right));
  if (goes_on) {
    if (has_end_) ring_.pop_back();
  } else {
    add(right);
  }
  has_end_ = add(left);
  if (first_ == none) first_ = edge;
  last_ = edge;
}

void Outline::gap(const Point& at) {
  add(at);
  last_ = none;
}

void Outline::close() {
  if (ring_.size() > 3 && has_end_ && first_ == last_) {
    ring_.pop_back();
    ring_.erase(ring_.begin());
  }
  const bool joins = ring_.size() > 3 && last_ != none && ring_.front() == ring_.back();
  if (joins && is_refinement(last_, ring_.back())) {
    ring_.pop_back();
    ring_.erase(ring_.begin());
  }
  while (ring_.size() > 1 && ring_.front() == ring_.back()) ring_.pop_back();
}

Point meet_edge(const Point& p, const Point& q, const Point& a, const Point& b) {
  const double dx = q.x - p.x, dy = q.y - p.y, ex = b.x - a.x, ey = b.y - a.y;
  const double t = ((a.x - p.x) * dy - (a.y - p.y) * dx) / (dx * ey - dy * ex);
  // From the nearer end the product is smaller, and so is its rounding error.
  if (t > 0.5) {
    const double u = std::max(1 - t, 0.0);
    return {b.x - u * ex, b.y - u * ey};
  }
  const double u = t > 0 ? t : 0.0;
  return {a.x + u * ex, a.y + u * ey};
}

}  // namespace clearway
