#include "contacts.hpp"

#include <algorithm>
#include <cmath>

namespace clearway {
namespace {

// The part is known to 2^-16 of the move.
constexpr int part_halvings = 16;

// Whether discs stay apart while their offset changes from d to d + w in a straight line.
// `squared`: of the distance to keep, at most that of d.
bool stay_apart(const Vector& d, const Vector& w, double squared) {
  if (rounded_ahead(d, w) >= 0) return true;
  const double speed = dot(w, w), closing = -dot(d, w);
  if (closing >= speed) {  // nearest at the end
    const Vector end = d + w;
    return dot(end, end) >= squared;
  }
  const double off = cross(d, w);
  return off * off >= squared * speed;
}

}  // namespace

double part_clear_of_disc(const Vector& offset, const Vector& move, const Vector& other,
                          double radius) {
  const double squared = std::min(radius * radius, dot(offset, offset));
  if (stay_apart(offset, other - move, squared)) return 1.0;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < part_halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (stay_apart(offset, other - middle * move, squared) ? low : high) = middle;
  }
  return low;
}

}  // namespace clearway
