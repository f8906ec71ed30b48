#include "visibility/field_of_view.hpp"

#include <cmath>

#include "geometry/tolerances.hpp"

namespace clearway {

void FieldOfView::begin(const Point& from) {
  from_ = from;
  size_ = open_count_ = 0;
}

void FieldOfView::add(const ExactDirection& right, const ExactDirection& left) {
  if (size_ == wedges_.size()) wedges_.emplace_back();
  Wedge& w = wedges_[size_++];
  w.all = {right, left};
  w.open.assign(1, w.all);
  w.looked.clear();
  w.gap_after = false;
  ++open_count_;
}

bool FieldOfView::reaches(const Point& a, const Point& b, int side) const {
  const double lx = b.x - a.x, ly = b.y - a.y;
  const auto is_towards = [&](const ExactDirection& d) {
    const double left = lx * (d.at.y - from_.y), right = ly * (d.at.x - from_.x);
    const double size = std::fabs(left) + std::fabs(right);
    double error = tolerance::cross_filter * size;
    if (d.crossing)
      error += tolerance::crossing_filter *
               (detail::roundoff * (std::fabs(d.at.x) + std::fabs(d.at.y)) + min_coordinate) *
               (std::fabs(lx) + std::fabs(ly));
    double away = (left - right) * side;
    if (d.away) away = -away;
    return away <= error;  // not surely away from the line or along it
  };
  for (std::size_t i = 0; i < size_; ++i)
    for (const Window& w : wedges_[i].open)
      if (is_towards(w.right) || is_towards(w.left)) return true;
  return false;
}

}  // namespace clearway
