#include "front_funnels.hpp"

#include <utility>

namespace clearway {

void FrontFunnels::thread(const Funnel& f) {
  is_threaded_ = true;
  next_.resize(corners_.size());
  for (const auto& [end, first] : {std::pair(f.left, &first_left_), {f.right, &first_right_}}) {
    *first = none;
    for (FunnelCornerId i = end; i != f.apex; i = corners_[i].parent) {
      next_[i] = *first;
      *first = i;
    }
  }
}

template <Funnel::Side side>
FunnelCornerId FrontFunnels::add_threaded(Funnel& f, VertexId vertex, const Point& end) {
  constexpr bool is_left = side == Funnel::left_side;
  if (!is_threaded_) thread(f);
  FunnelCornerId& tip = is_left ? f.left : f.right;
  FunnelCornerId i = tip;
  while (i != f.apex && side_of_last(i, end) * side >= 0) i = corners_[i].parent;
  const bool is_first = i == f.apex;
  if (is_first) {
    FunnelCornerId& first = is_left ? first_right_ : first_left_;
    for (; first != none && is_beyond<side>(first, end); first = next_[first]) i = first;
    f.apex = i;
  }
  tip = add_corner(i, vertex, end);
  next_.push_back(none);
  (is_first ? is_left ? first_left_ : first_right_ : next_[i]) = tip;
  return tip;
}

template FunnelCornerId FrontFunnels::add_threaded<Funnel::left_side>(Funnel&, VertexId,
                                                                      const Point&);
template FunnelCornerId FrontFunnels::add_threaded<Funnel::right_side>(Funnel&, VertexId,
                                                                       const Point&);

}  // namespace clearway
