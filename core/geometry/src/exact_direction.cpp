#include "geometry/exact_direction.hpp"

#include <cmath>
#include <vector>

#include "clearway/geometry/crossing.hpp"
#include "expansion.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// An expansion (expansion.hpp) of any length, on the heap. Determinants of crossings would need
// hundreds of kilobytes of stack in the worst case, though almost always very little.
class Number {
 public:
  Number() = default;
  explicit Number(const exact::Pair& p) {
    append(p.lo);
    append(p.hi);
  }

  int sign() const { return parts_.empty() ? 0 : parts_.back() > 0 ? 1 : -1; }

  friend Number operator+(const Number& e, const Number& f) { return sum(e, f, 1.0); }
  friend Number operator-(const Number& e, const Number& f) { return sum(e, f, -1.0); }
  friend Number operator*(const Number& e, const Number& f) {
    Number total;
    for (const double part : f.parts_) total = total + e.scaled(part);
    return total;
  }

 private:
  void append(double part) {
    if (part != 0.0) parts_.push_back(part);
  }

  static Number sum(const Number& e, const Number& f, double sign) {
    Number h;
    std::size_t i = 0, j = 0;
    const std::size_t count = e.parts_.size() + f.parts_.size();
    const auto next = [&] {
      if (j == f.parts_.size() ||
          (i < e.parts_.size() && std::fabs(e.parts_[i]) < std::fabs(f.parts_[j])))
        return e.parts_[i++];
      return sign * f.parts_[j++];
    };
    if (count == 0) return h;
    double carry = next();
    for (std::size_t k = 1; k < count; ++k) {
      const exact::Pair s = exact::two_sum(carry, next());
      h.append(s.lo);
      carry = s.hi;
    }
    h.append(carry);
    return h;
  }

  Number scaled(double b) const {
    Number h;
    if (parts_.empty()) return h;
    const exact::Pair split = exact::split(b);
    const exact::Pair first = exact::two_product(parts_[0], b, split);
    h.append(first.lo);
    double carry = first.hi;
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      const exact::Pair p = exact::two_product(parts_[i], b, split);
      const exact::Pair low = exact::two_sum(carry, p.lo);
      h.append(low.lo);
      const exact::Pair high = exact::fast_two_sum(p.hi, low.hi);
      h.append(high.lo);
      carry = high.hi;
    }
    h.append(carry);
    return h;
  }

  std::vector<double> parts_;
};

struct NumberPair {
  Number x, y;
};

NumberPair difference(const Point& a, const Point& b) {
  return {Number(exact::two_diff(a.x, b.x)), Number(exact::two_diff(a.y, b.y))};
}

Number cross(const NumberPair& a, const NumberPair& b) { return a.x * b.y - a.y * b.x; }

// A positive multiple of the direction.
NumberPair direction_of(const Point& from, const ExactDirection& b) {
  NumberPair v;
  if (!b.crossing) {
    v = difference(b.at, from);
  } else {
    // m and n are proportional to the signed distances of a and b from the line cd. So the crossing
    // is (a n - b m) / (n - m), and n - m has the sign of n.
    const Crossing& k = *b.crossing;
    const NumberPair line = difference(k.d, k.c);
    const Number m = cross(line, difference(k.a, k.c)), n = cross(line, difference(k.b, k.c));
    const NumberPair a = difference(k.a, from), e = difference(k.b, from);
    v = {a.x * n - e.x * m, a.y * n - e.y * m};
    if (n.sign() < 0) v = {Number() - v.x, Number() - v.y};
  }
  if (b.away) v = {Number() - v.x, Number() - v.y};
  return v;
}

// A bound on how far rounding can have moved either coordinate.
double error_of(const ExactDirection& b) {
  if (!b.crossing) return 0.0;
  return detail::roundoff * (std::fabs(b.at.x) + std::fabs(b.at.y)) + min_coordinate;
}

}  // namespace

ExactDirection bearing_of(const Crossing& k) {
  ExactDirection b;
  crossing(k.a, k.b, k.c, k.d, b.at);
  const bool exact = orientation(k.a, k.b, b.at) == 0 && orientation(k.c, k.d, b.at) == 0;
  b.crossing = exact ? nullptr : &k;
  return b;
}

bool is_ahead(const Point& from, const ExactDirection& b, const Point& p) {
  if (!b.crossing) return direction(from, b.at, p) * (b.away ? -1 : 1) > 0;
  const NumberPair v = direction_of(from, b), w = difference(p, from);
  return (v.x * w.x + v.y * w.y).sign() > 0;
}

int detail::turn_at_crossing(const Point& from, const ExactDirection& a, const ExactDirection& b) {
  const double ax = a.at.x - from.x, ay = a.at.y - from.y;
  const double bx = b.at.x - from.x, by = b.at.y - from.y;
  const double left = ax * by, right = ay * bx, det = left - right;
  const double ea = error_of(a), eb = error_of(b);
  // The error of each difference is its own bound and one rounding.
  const double error = tolerance::cross_filter * (std::fabs(left) + std::fabs(right)) +
                       2 * ea * (std::fabs(bx) + std::fabs(by) + 2 * eb) +
                       2 * eb * (std::fabs(ax) + std::fabs(ay) + 2 * ea);
  int sign = det > error ? 1 : det < -error ? -1 : 0;
  if (sign == 0) return cross(direction_of(from, a), direction_of(from, b)).sign();
  return a.away != b.away ? -sign : sign;
}

}  // namespace clearway
