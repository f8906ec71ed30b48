#include "clearway/motion/conflict.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "geometry/arc.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

// How much nearer than they should be the discs of a conflict come, as shares of the distance:
// less is none, and what is deeper than the second is never missed.
constexpr double least_depth = 1.5 * tolerance::apart, sure_depth = 2 * tolerance::apart;

struct Vector {
  double x = 0.0, y = 0.0;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y}; }
double product(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y; }

// A position and its first two derivatives.
struct Moment {
  Vector place, velocity, acceleration;
};

// A motion in the form in which it is evaluated, with bounds of its derivatives.
class Course {
 public:
  explicit Course(const Motion& m) : begin_(m.begin), start_{m.segment.start.x, m.segment.start.y} {
    const Segment& s = m.segment;
    if (m.is_wait()) return;
    const double took = m.end - m.begin;
    if (s.turn == 0) {
      velocity_ = {(s.end.x - s.start.x) / took, (s.end.y - s.start.y) / took};
      speed = std::hypot(velocity_.x, velocity_.y);
      return;
    }
    center_ = {s.center.x, s.center.y};
    rate_ = s.turn * sweep_of(s) / took;
    const Vector arm = start_ - center_;
    const double radius = std::hypot(arm.x, arm.y);
    speed = radius * std::abs(rate_);
    acceleration = speed * std::abs(rate_);
    jerk = acceleration * std::abs(rate_);
  }

  Moment at(double time) const {
    const double t = time - begin_;
    if (rate_ == 0) {
      return {{start_.x + t * velocity_.x, start_.y + t * velocity_.y}, velocity_, {}};
    }
    const double c = std::cos(rate_ * t), s = std::sin(rate_ * t);
    const Vector arm = start_ - center_;
    const Vector now{c * arm.x - s * arm.y, s * arm.x + c * arm.y};
    return {{center_.x + now.x, center_.y + now.y},
            {-rate_ * now.y, rate_ * now.x},
            {-rate_ * rate_ * now.x, -rate_ * rate_ * now.y}};
  }

  bool is_straight() const { return rate_ == 0; }

  double speed = 0.0, acceleration = 0.0, jerk = 0.0;  // at most

 private:
  double begin_;
  Vector start_, velocity_{}, center_{};
  double rate_ = 0.0;  // of turning, radians per unit of time
};

// The distance between two courses on intervals of time.
class Approach {
 public:
  Approach(const Course& a, const Course& b, double apart)
      : a_(a),
        b_(b),
        apart_(apart),
        touching_(apart * (1 - least_depth)),
        cleared_(apart * (1 - sure_depth)),
        speed_(a.speed + b.speed),
        acceleration_(a.acceleration + b.acceleration),
        jerk_(a.jerk + b.jerk) {}

  double first(double low, double high) const {
    check_interrupt();
    const double half = (high - low) / 2, middle = low + half;
    const Moment now = between(middle);
    const double distance = std::hypot(now.place.x, now.place.y);
    if (is_cleared(now, distance, half)) return forever;
    // Here the distance changes by less than half the difference, or time is at its finest.
    if (speed_ * half <= 0.5 * (sure_depth - least_depth) * apart_ ||
        !(low < middle && middle < high)) {
      return distance < touching_ ? middle : forever;
    }
    const double earlier = first(low, middle);
    return earlier < forever ? earlier : first(middle, high);
  }

 private:
  Moment between(double time) const {
    const Moment a = a_.at(time), b = b_.at(time);
    return {a.place - b.place, a.velocity - b.velocity, a.acceleration - b.acceleration};
  }

  // Whether the discs keep apart at all times within `half` of the moment.
  bool is_cleared(const Moment& now, double distance, double half) const {
    if (distance - speed_ * half >= cleared_) return true;
    // f(x) = |place|^2, x the time since the moment: f' = 2 p.v, f'' = 2 (v.v + p.a), and
    // |f'''| = 2 |3 v.a + p.j| <= 2 (3 V A + P J) with the largest values of the interval.
    const double slope = 2 * product(now.place, now.velocity);
    const double bend =
        2 * (product(now.velocity, now.velocity) + product(now.place, now.acceleration));
    const double third = 2 * (3 * speed_ * acceleration_ + (distance + speed_ * half) * jerk_);
    double least = std::min(-slope * half, slope * half) + bend * half * half / 2;
    if (bend * half > std::abs(slope)) least = -slope * slope / (2 * bend);
    return distance * distance + least - third * half * half * half / 6 >= cleared_ * cleared_;
  }

  const Course &a_, &b_;
  double apart_, touching_, cleared_;
  double speed_, acceleration_, jerk_;
};

// Two courses at constant velocity, from `low` on; `high` may be infinite.
double first_straight(const Moment& a, const Moment& b, double apart, double low, double high) {
  const Vector p = a.place - b.place, v = a.velocity - b.velocity;
  const double least = apart * (1 - least_depth);
  if (std::hypot(p.x, p.y) < least) return low;
  const double speed = std::hypot(v.x, v.y);
  if (speed == 0) return forever;
  const double ahead = -product(p, v) / speed, off = (p.x * v.y - p.y * v.x) / speed;
  if (!(std::abs(off) < least)) return forever;
  const double enters = (ahead - std::sqrt((least - off) * (least + off))) / speed;
  // Outside now: it enters later, or it has left.
  return enters > 0 && low + enters < high ? low + enters : forever;
}

}  // namespace

double first_conflict(const Motion& a, const Motion& b, double apart) {
  const double low = std::max(a.begin, b.begin), high = std::min(a.end, b.end);
  if (!(low < high) || !(apart > 0)) return forever;
  const Course one(a), other(b);
  if (one.is_straight() && other.is_straight()) {
    return first_straight(one.at(low), other.at(low), apart, low, high);
  }
  return Approach(one, other, apart).first(low, high);
}

double first_conflict(std::span<const Motion> a, std::span<const Motion> b, double apart) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const double time = first_conflict(a[i], b[j], apart);
    if (time < forever) return time;
    if (a[i].end < b[j].end)
      ++i;
    else
      ++j;
  }
  return forever;
}

}  // namespace clearway
