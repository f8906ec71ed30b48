// The funnel over a few corners.
//
// Most corners of a channel are far from the path. So the funnel begins with those that the
// path of a point touches; corners that the result comes too near to, or passes on the wrong
// side, join (thin_check.cpp), until there are none. A path that is shortest for some corners
// and legal for all is shortest for all. What is not plain is left to the funnel over all
// corners.
#include <algorithm>
#include <cmath>
#include <utility>

#include "disc_funnel_run.hpp"

namespace clearway {

using namespace disc_funnel;

namespace {

// Gives up after so many rounds.
constexpr int most_rounds = 16;

}  // namespace

// Lays out all corners and marks those that a point's path touches; returns their extent.
double DiscFunnel::Run::lay_out_corners() {
  const std::size_t count = doors_.size() + 1;
  s_.corners.resize(count);
  s_.is_active.assign(count, 0);
  Corner* const corners = s_.corners.data();
  Point end[2];                  // of the door: left, right
  Index last[2] = {none, none};  // the corners there
  double extent_x = 0.0, extent_y = 0.0;
  const auto put = [&](Index j, int i, Index vertex, int turns) {
    const Point p = end[i];
    corners[j] = {p, vertex, last[i], last[1 - i], turns, i == 0 ? 1 : -1};
    last[i] = j;
    extent_x = std::max(extent_x, std::abs(p.x));
    extent_y = std::max(extent_y, std::abs(p.y));
  };
  const Index left = mesh_.origin(doors_[0]), right = mesh_.target(doors_[0]);
  end[0] = mesh_.point(left);
  end[1] = mesh_.point(right);
  const Vector straight = goal_ - start_, across = end[0] - end[1];
  const Vector normal{across.y, -across.x};
  // Turns are counted where the direction across the doors passes that of the x axis.
  bool is_below = normal.y < 0;
  const bool is_left = cross(straight, normal) > 0;
  int turns = (straight.y < 0) != is_below && is_left == (straight.y < 0) ? (is_left ? 1 : -1) : 0;
  put(0, 0, left, turns);
  put(1, 1, right, turns);
  for (std::size_t k = 1; k < count - 1; ++k) {
    // Over the one or the other side of the triangle behind the door before.
    const Index in = doors_[k - 1], apex = Mesh::prev(in) & 3;
    const Triangle& triangle = mesh_.triangles[in >> 2];
    // Doors of one triangle turn by less than half a turn, to the side of their common corner.
    const bool turns_left = triangle.twin[apex] == doors_[k];
    const int i = turns_left ? 1 : 0;
    const Index vertex = triangle.vertex[apex];
    end[i] = mesh_.point(vertex);
    const bool was_below = std::exchange(is_below, end[1].x < end[0].x);
    turns += was_below != is_below && turns_left == was_below ? (turns_left ? 1 : -1) : 0;
    put(static_cast<Index>(k + 1), i, vertex, turns);
  }
  return std::max(extent_x, extent_y);
}

// Marks the corners that a point's path touches, more or less: from an apex on, a wedge is kept
// of what is seen through the doors. Where it closes, the corner it closes at is the next apex.
void DiscFunnel::Run::mark_taut() {
  const Corner* const corners = s_.corners.data();
  const Index count = static_cast<Index>(s_.corners.size());
  Point apex = start_;
  Index bound[2] = {none, none};  // corners that the wedge ends at: left, right
  Vector edge[2] = {{0, 0}, {0, 0}};
  Index base = 0;  // the door that the apex is at
  // Each apex looks at the doors behind it anew.
  std::size_t left = 4 * std::size_t{count};
  const auto set_apex = [&](int i) {
    const Index j = bound[i];
    s_.is_active[j] = 1;
    apex = corners[j].at;
    base = std::max(base, j);
    const Index other = j == base ? corners[base].across : base;
    bound[i] = none;
    edge[i] = {0, 0};
    bound[1 - i] = other;
    edge[1 - i] = other == none ? Vector{0, 0} : corners[other].at - apex;
  };
  for (Index j = 0; left > 0; --left) {
    if (j < count) {
      const Corner& c = corners[j];
      const int i = c.side > 0 ? 0 : 1;
      const Vector v = c.at - apex;
      ++j;
      if (c.side * cross(edge[i], v) > 0) continue;
      if (c.side * cross(edge[1 - i], v) >= 0) {
        edge[i] = v;
        bound[i] = j - 1;
      } else {
        set_apex(1 - i);
        j = base + 1;
      }
    } else {
      const Vector v = goal_ - apex;
      if (cross(edge[0], v) > 0)
        set_apex(0);
      else if (cross(edge[1], v) < 0)
        set_apex(1);
      else
        return;
      j = base + 1;
    }
  }
}

// The lift of the direction across a corner's door.
double DiscFunnel::Run::lift_of(Index corner) const {
  const Corner& c = s_.corners[corner];
  const Point other = s_.corners[c.across != none ? c.across : 1].at;
  const Vector across = c.side > 0 ? c.at - other : other - c.at;
  return quarter_turns({across.y, -across.x}) + 4 * c.turns;
}

// The funnel over the active corners. False: one of them is passed twice, or it cannot be pulled.
bool DiscFunnel::Run::pull_active() {
  s_.joins.clear();
  s_.active.clear();
  if (s_.seen.size() < mesh_.vertices.size()) s_.seen.resize(mesh_.vertices.size(), 0);
  if (++s_.round == 0) s_.seen.assign(s_.seen.size(), 0), s_.round = 1;
  for (Index j = 0; j < s_.corners.size(); ++j) {
    if (!s_.is_active[j]) continue;
    const Corner& c = s_.corners[j];
    // A corner passed twice is two contacts, which the funnel would take for one.
    if (std::exchange(s_.seen[c.vertex], s_.round) == s_.round) return false;
    s_.active.push_back(j);
    s_.joins.push_back({c.vertex, c.side, lift_of(j)});
  }
  if (!pull()) return false;
  const std::size_t count = s_.path.size();
  s_.touched.resize(count);
  s_.touched[0] = none;
  for (std::size_t i = 1; i + 1 < count; ++i) s_.touched[i] = s_.active[s_.path[i].order];
  if (count > 1) s_.touched[count - 1] = static_cast<Index>(s_.corners.size());
  return true;
}

bool DiscFunnel::Run::go_thin(std::span<const Index> doors, std::vector<Segment>& out) {
  doors_ = doors;
  measure(lay_out_corners());
  mark_taut();
  last_normal_ = lift_of(static_cast<Index>(s_.corners.size() - 1));
  for (int rounds = 0; rounds < most_rounds; ++rounds) {
    if (!pull_active()) return false;
    const Verdict verdict = check();
    if (verdict == Verdict::unclear) return false;
    if (verdict == Verdict::legal) return write(out);
  }
  return false;
}

}  // namespace clearway
