#include "joined_funnel.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/base/interrupt.hpp"
#include "geometry/arc.hpp"
#include "geometry/tolerances.hpp"

namespace clearway {

using namespace disc_funnel;

void DiscFunnel::JoinedFunnel::set_tolerances(double extent) {
  extent =
      std::max({extent, std::abs(start.x), std::abs(start.y), std::abs(goal.x), std::abs(goal.y)});
  least = r - (r * tolerance::radius + extent * tolerance::funnel_touch);
  slack = tolerance::funnel_angle + extent / r * tolerance::funnel_angle_by_ratio;
}

bool DiscFunnel::JoinedFunnel::pull() {
  s.r = r;
  s.begin({{start, 0.0}, none, 0, 0.0, {{1, 0}, 0.0}});
  Index order = 0;
  for (const Join& j : s.joins) {
    check_interrupt();
    const Circle circle{mesh.point(j.vertex), j.side * r};
    if (!s.add(j.side, {circle, j.vertex, order++, j.normal, {}}, false)) return false;
  }
  if (!s.add(+1, {{goal, 0.0}, none, order, last_normal, {}}, true)) return false;
  s.path.insert(s.path.end(), s.left.contacts.begin() + static_cast<std::ptrdiff_t>(s.left.head),
                s.left.contacts.end());
  return true;
}

bool DiscFunnel::JoinedFunnel::write(std::vector<Segment>& out) {
  out.clear();
  out.reserve(2 * s.path.size());
  s.ahead.clear();
  const auto put = [&](const Segment& segment, std::size_t contact) {
    out.push_back(segment);
    s.ahead.push_back(contact);
  };
  Point here = start;
  for (std::size_t i = 1; i < s.path.size(); ++i) {
    const Contact& c = s.path[i];
    const Point in = c.circle.touch(c.in.u);
    if (in != here) put({here, in, {}, 0.0, 0}, i);
    here = in;
    if (i + 1 == s.path.size()) break;
    const Heading& leave = s.path[i + 1].in;
    const Point to = c.circle.touch(leave.u);
    if (in == to) continue;
    if (c.side() * turn_of(c.in, leave) <= 0) {
      if (std::abs(leave.lift - c.in.lift) > slack) return false;
      continue;
    }
    const double lifted = std::abs(leave.lift - c.in.lift);
    if (lifted >= whole_turn) return false;
    const Segment arc{in, to, c.circle.center, r, c.side()};
    // The points are rounded, too.
    if (lifted < clear_turn && is_backwards(arc)) continue;
    put(arc, i + 1);
    here = to;
  }
  return true;
}

}  // namespace clearway
