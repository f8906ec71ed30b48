#include "crossing_test.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "clearway/collision/verdict.hpp"
#include "clearway/geometry/predicates.hpp"
#include "geometry/construction.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

double size_of(const Point& p) { return std::max(std::abs(p.x), std::abs(p.y)); }

bool is_near(const Point& p, const Point& a, const Point& b) {
  return distance(p, a, b) <= std::max(touch_rounding(a, b), touch_rounding(p, p));
}

bool properly_cross(const Segment& s, const Point& a, const Point& b) {
  return orientation(s.start, s.end, a) * orientation(s.start, s.end, b) < 0 &&
         orientation(a, b, s.start) * orientation(a, b, s.end) < 0;
}

// Whether the chain folds back at v onto the segment towards `a`, up to rounding: b touches that
// segment, far enough from v for the direction from v to b to be known. A fold is thinner than the
// distance of touching, so that the side of it is undefined.
bool folds_onto(const Point& a, const Point& v, const Point& b) {
  return is_near(b, v, a) && distance(v, b) > tolerance::fold_direction * touch_rounding(v, b);
}

// Side of q seen along the corner a, v, b: +1 left, -1 right, 0 on it.
int side_of_corner(const Point& a, const Point& v, const Point& b, const Point& q) {
  const int turn = orientation(a, v, b), first = orientation(a, v, q),
            second = orientation(v, b, q);
  if (turn == 0) return first;
  if (turn > 0) return first > 0 && second > 0 ? +1 : (first < 0 || second < 0 ? -1 : 0);
  return first < 0 && second < 0 ? -1 : (first > 0 || second > 0 ? +1 : 0);
}

}  // namespace

// Follows the path, forwards or backwards, from a point where it touches the chain to where it
// leaves the chain.
class Crossings::Follow {
 public:
  Follow(const Crossings& crossings, int step, Known& known)
      : path_(crossings.path_), chain_(*crossings.chain_), step_(step), known_(known) {}

  // `at`: the line; `part` of it is behind us. Touched is the corner, or with nowhere the
  // inside of the segment.
  End run(std::size_t at, double part, std::size_t corner, std::size_t segment) {
    at_ = at;
    passed_.clear();
    const End end = follow(part, corner, segment);
    for (const Place& place : passed_) known_.emplace(place, end);
    return end;
  }

 private:
  End follow(double part, std::size_t corner, std::size_t segment) {
    for (;;) {
      check_interrupt();
      if (corner != nowhere && is_tip(corner)) return End::open;
      const std::size_t ahead = next_corner(corner, segment, part);
      if (ahead != nowhere) {
        corner = ahead;
        continue;
      }
      const std::size_t under = touched_by(to(), corner, segment);
      if (under == nowhere) break;
      if (!advance(part)) return end_;
      if (corner == nowhere || !is_near(from(), chain_.points[corner], chain_.points[corner])) {
        corner = nowhere;
        segment = under;
      }
      // The rest depends on this state alone, so a path along a long chain is followed once, not
      // from each of its lines.
      const Place place{at_, corner, corner == nowhere ? segment : nowhere};
      if (const auto found = known_.find(place); found != known_.end()) return found->second;
      passed_.push_back(place);
    }
    const int side = corner == nowhere
                         ? orientation(chain_.start(segment), chain_.end(segment), to())
                         : side_of_corner(chain_.points[before(corner)], chain_.points[corner],
                                          chain_.points[after(corner)], to());
    return side > 0 ? End::left : side < 0 ? End::right : End::open;
  }

  Point from() const { return step_ > 0 ? path_[at_].start : path_[at_].end; }
  Point to() const { return step_ > 0 ? path_[at_].end : path_[at_].start; }
  std::size_t count() const { return chain_.points.size(); }
  std::size_t before(std::size_t i) const { return i == 0 ? count() - 1 : i - 1; }
  std::size_t after(std::size_t i) const { return i + 1 == count() ? 0 : i + 1; }

  // At the ends of an open chain, and where a chain folds back onto itself, a path can pass around.
  bool is_tip(std::size_t i) const {
    if (!chain_.is_ring() && (i == 0 || i + 1 == count())) return true;
    const Point a = chain_.points[before(i)], v = chain_.points[i], b = chain_.points[after(i)];
    if (direction(v, a, b) <= 0) return false;
    return orientation(a, v, b) == 0 || folds_onto(a, v, b) || folds_onto(b, v, a);
  }

  // The nearest corner ahead on this line among the neighbours on the chain; `part` becomes
  // where it is.
  std::size_t next_corner(std::size_t corner, std::size_t segment, double& part) const {
    const bool inside = corner == nowhere;
    const std::size_t ends[2] = {inside ? segment : before(corner),
                                 after(inside ? segment : corner)};
    std::size_t best = nowhere;
    double least = 2;
    for (const std::size_t i : ends) {
      const Point p = chain_.points[i];
      if (i == corner || !is_near(p, from(), to())) continue;
      const double t = part_of(p);
      if (t > part && t < least) {
        least = t;
        best = i;
      }
    }
    if (best != nowhere) part = least;
    return best;
  }

  double part_of(const Point& p) const {
    const Point a = from(), b = to();
    const double x = b.x - a.x, y = b.y - a.y;
    return std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0.0, 1.0);
  }

  // The segment that p touches, of those at the corner or the one we are on.
  std::size_t touched_by(const Point& p, std::size_t corner, std::size_t segment) const {
    if (corner == nowhere)
      return is_near(p, chain_.start(segment), chain_.end(segment)) ? segment : nowhere;
    for (const std::size_t j : {before(corner), corner})
      if (is_near(p, chain_.start(j), chain_.end(j))) return j;
    return nowhere;
  }

  bool advance(double& part) {
    const std::size_t next = at_ + static_cast<std::size_t>(step_);
    if (step_ < 0 ? at_ == 0 : next == path_.size()) {
      end_ = End::open;
      return false;
    }
    if (path_[next].turn != 0) {
      end_ = End::arc;
      return false;
    }
    const Point joint = to();
    at_ = next;
    part = 0;
    end_ = End::open;
    return from() == joint;
  }

  std::span<const Segment> path_;
  const InputChain& chain_;
  int step_;
  Known& known_;
  std::vector<Place> passed_;
  std::size_t at_ = 0;
  End end_ = End::open;
};

double touch_rounding(const Point& a, const Point& b) {
  return tolerance::verifier_touch * std::max(size_of(a), size_of(b));
}

std::optional<InputChain> without_short(const InputChain& chain) {
  const auto is_short = [](const Point& a, const Point& b) {
    return distance(a, b) <= touch_rounding(a, b);
  };
  bool any = false;
  for (std::size_t i = 0; i < chain.segments() && !any; ++i)
    any = is_short(chain.start(i), chain.end(i));
  if (!any || chain.points.size() == 1) return std::nullopt;
  InputChain out = chain;
  out.points.assign(1, chain.points[0]);
  for (const Point& p : chain.points)
    if (!is_short(out.points.back(), p)) out.points.push_back(p);
  while (chain.is_ring() && out.points.size() > 1 &&
         is_short(out.points.back(), out.points.front()))
    out.points.pop_back();
  out.set_boxes();
  return out;
}

bool Crossings::passes_through(std::size_t k, std::size_t j) {
  const Segment& s = path_[k];
  const InputChain& chain = *chain_;
  const Point a = chain.start(j), b = chain.end(j);
  if (a == b || s.start == s.end) return false;
  const bool crosses = properly_cross(s, a, b);
  const std::size_t corner = is_near(a, s.start, s.end)   ? j
                             : is_near(b, s.start, s.end) ? (j + 1) % chain.points.size()
                                                          : nowhere;
  double part = 0;
  if (corner != nowhere) {
    const Point p = chain.points[corner];
    const double x = s.end.x - s.start.x, y = s.end.y - s.start.y;
    part = std::clamp(((p.x - s.start.x) * x + (p.y - s.start.y) * y) / (x * x + y * y), 0.0, 1.0);
  } else if (is_near(s.end, a, b)) {
    part = 1;
  } else if (!is_near(s.start, a, b)) {
    return crosses;
  }
  const End ahead = Follow(*this, +1, ahead_).run(k, part, corner, j);
  const End behind = Follow(*this, -1, behind_).run(k, 1 - part, corner, j);
  if (ahead == End::arc || behind == End::arc) return crosses;
  return ahead != End::open && behind != End::open && ahead != behind;
}

}  // namespace clearway
