#include "clearway/query/place.hpp"

#include "clearway/geometry/predicates.hpp"

namespace clearway {

bool PlacePart::contains(const Point& p) const {
  bool is_on = false, is_inside = false;
  for_each_segment([&](const Point& a, const Point& b) {
    if (p == a || p == b) {
      is_on = true;
      return;
    }
    if (a == b) return;
    const int side = orientation(a, b, p);
    if (side == 0 && between(a, b, p)) is_on = true;
    // A ray to the right crosses the segment, whose lower end counts and whose upper does not.
    if ((a.y <= p.y) != (b.y <= p.y) && (side > 0) == (a.y <= p.y)) is_inside = !is_inside;
  });
  return is_on || (is_area && is_inside);
}

Index part_at(const Place& place, const Point& p) {
  for (Index i = 0; i < place.parts.size(); ++i)
    if (place.parts[i].contains(p)) return i;
  return none;
}

}  // namespace clearway
