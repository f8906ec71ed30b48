#include "wall_sides.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/infinity.hpp"
#include "clearway/base/interrupt.hpp"
#include "geometry/construction.hpp"
#include "geometry/tangents.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

namespace {

constexpr double full_turn = 2 * std::numbers::pi;

// A place around a joint of two stretches: a direction, and a little counter-clockwise (+1) or
// clockwise (-1) of it. As an angle from the direction where the path comes from.
using Place = std::pair<double, int>;

// The walls at a joint.
class Joint {
 public:
  Joint(const PathStretch& before, const PathStretch& after, const std::vector<InputChain>& chains)
      : at_(after.start), touch_(std::max(before.touch, after.touch)) {
    const Vector back = before.start - at_, ahead = after.end - at_;
    turn_ = are_aligned(back, ahead) ? 0.0 : angle(back, ahead);
    const Box box = box_of(at_, at_);
    for (const InputChain& chain : chains) {
      if (chain.points.size() < 2 || chain.box.distance(box) > touch_) continue;
      chain.any_near(box, touch_, [&](std::size_t i) {
        const Point a = chain.start(i), b = chain.end(i);
        if (distance(at_, a, b) > touch_) return false;
        for (const Point& end : {a, b}) {
          if (distance(end, at_) <= tolerance::fold_direction * touch_) continue;
          const Vector wall = end - at_;
          walls_.push_back(are_aligned(wall, back)    ? 0.0
                           : are_aligned(wall, ahead) ? turn_
                                                      : angle(back, wall));
        }
        return false;
      });
    }
  }

  // Whether a path may go from one place to the other: +1, -1 or 0 of where it comes from, and of
  // where it goes to.
  bool joins(int from, int to) const {
    return is_open({0.0, from}, {turn_, to}) || is_open({turn_, to}, {0.0, from});
  }

 private:
  static double angle(const Vector& from, const Vector& to) {
    const double out = std::atan2(rounded_side(from, to), rounded_ahead(from, to));
    return out < 0 ? out + full_turn : out;
  }

  // Whether the shorter of the two lies along the other.
  bool are_aligned(const Vector& a, const Vector& b) const {
    const Vector u = unit(a), v = unit(b);
    return std::hypot(u.x - v.x, u.y - v.y) * std::min(length(a), length(b)) <=
           tolerance::fold_direction * touch_;
  }

  // Counter-clockwise.
  bool is_open(const Place& from, Place to) const {
    if (to < from) to.first += full_turn;
    return std::none_of(walls_.begin(), walls_.end(), [&](double wall) {
      const Place once{wall, 0}, again{wall + full_turn, 0};
      return (from < once && once < to) || (from < again && again < to);
    });
  }

  Point at_;
  double touch_, turn_ = 0.0;
  std::vector<double> walls_;  // their angles
};

// The costs up to the end of a stretch, by side: 0 left, 1 right.
using Costs = std::array<double, 2>;

Costs own_costs(const PathStretch& s) {
  Costs out{s.length * s.left.factor, s.length * s.right.factor};
  if (s.left.is_blocked != s.right.is_blocked) out[s.left.is_blocked ? 0 : 1] = infinity;
  return out;
}

}  // namespace

std::vector<char> cheapest_sides(std::span<const PathStretch> stretches,
                                 const std::vector<InputChain>& chains) {
  // Stretches as short as rounding have no direction: they are passed over.
  std::vector<std::size_t> chosen;
  std::vector<char> out(stretches.size());
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const PathStretch& s = stretches[i];
    const Costs own = own_costs(s);
    out[i] = own[0] <= own[1];
    if (s.length > tolerance::fold_direction * s.touch || s.is_first) chosen.push_back(i);
  }
  std::vector<std::array<int, 2>> came_from(chosen.size());
  Costs costs{0.0, 0.0};
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    check_interrupt();
    const PathStretch& s = stretches[chosen[k]];
    const int cheaper = costs[0] <= costs[1] ? 0 : 1;
    Costs reached{infinity, infinity};
    if (k > 0 && !s.is_first && s.is_line && stretches[chosen[k - 1]].is_line) {
      const PathStretch& before = stretches[chosen[k - 1]];
      const Joint joint(before, s, chains);
      for (int side = 0; side < 2; ++side)
        for (int old = 0; old < 2; ++old) {
          // Left of the path is clockwise of where it comes from.
          const int from = !before.is_along_wall ? 0 : old == 0 ? -1 : 1;
          const int to = !s.is_along_wall ? 0 : side == 0 ? 1 : -1;
          if (costs[old] < reached[side] && joint.joins(from, to)) {
            reached[side] = costs[old];
            came_from[k][side] = old;
          }
        }
    }
    const Costs own = own_costs(s);
    if (std::min(reached[0] + own[0], reached[1] + own[1]) == infinity) {
      reached = {costs[cheaper], costs[cheaper]};
      came_from[k] = {cheaper, cheaper};
    }
    costs = {reached[0] + own[0], reached[1] + own[1]};
  }
  int side = costs[0] <= costs[1] ? 0 : 1;
  for (std::size_t k = chosen.size(); k-- > 0; side = came_from[k][side])
    out[chosen[k]] = side == 0;
  return out;
}

}  // namespace clearway
