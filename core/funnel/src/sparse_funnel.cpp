#include "sparse_funnel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sparse_check.hpp"

namespace clearway {

using namespace disc_funnel;

namespace {

// Fails after so many rounds; then the funnel over all corners answers. Two or three suffice for
// nearly every channel.
constexpr int max_rounds = 16;

}  // namespace

// Lists all corners of the channel. Returns the magnitude of their coordinates.
double DiscFunnel::SparseFunnel::list_corners() {
  const std::size_t count = portals_.size() + 1;
  s_.corners.resize(count);
  s_.is_active.assign(count, 0);
  auto& corners = s_.corners;
  const ChannelCornerId first(0);
  const VertexId left = mesh_.origin(portals_[0]), right = mesh_.target(portals_[0]);
  const Point l = mesh_.point(left), r = mesh_.point(right);
  const Vector straight = f_.goal - f_.start, normal{l.y - r.y, r.x - l.x};
  // Turns are counted where the direction across the portals passes the x axis.
  bool is_below = normal.y < 0;
  const bool is_left = rounded_side(straight, normal) > 0;
  int turns = (straight.y < 0) != is_below && is_left == (straight.y < 0) ? (is_left ? 1 : -1) : 0;
  corners[first] = {l, 1.0, left, none, none, turns};
  corners[first + 1] = {r, -1.0, right, none, first, turns};
  ChannelCornerId last_left = first, last_right = first + 1;
  double x = std::max(std::abs(l.x), std::abs(r.x)), y = std::max(std::abs(l.y), std::abs(r.y));
  // Without branches, so that the processor can read the mesh ahead.
  for (std::size_t k = 1; k < portals_.size(); ++k) {
    const ChannelCornerId j(k + 1);
    const HalfEdgeId in = portals_[k - 1];
    const Index apex = Mesh::side_of(Mesh::prev(in));
    const Triangle& triangle = mesh_.triangles[Mesh::triangle_of(in)];
    // The next portal is one of the other two sides of the triangle: it turns by less than half a
    // turn, towards the corner that both portals share.
    const bool turns_left = triangle.twin[apex] == portals_[k].number();
    const VertexId vertex = triangle.vertex[apex];
    const Point p = mesh_.point(vertex);
    const ChannelCornerId before = turns_left ? last_right : last_left;
    const ChannelCornerId across = turns_left ? last_left : last_right;
    last_left = turns_left ? last_left : j;
    last_right = turns_left ? j : last_right;
    const double other = corners[across].at.x;
    const bool was_below = is_below;
    is_below = (turns_left & (p.x < other)) | (!turns_left & (other < p.x));
    turns += int{(was_below != is_below) & (turns_left == was_below)} * (turns_left ? 1 : -1);
    corners[j] = {p, turns_left ? -1.0 : 1.0, vertex, before, across, turns};
    x = std::max(x, std::abs(p.x));
    y = std::max(y, std::abs(p.y));
  }
  return std::max(x, y);
}

// Activates about those corners that the path of a point touches. From an apex, it narrows the
// wedge of directions visible through the portals. Where the wedge closes, the corner at which it
// closes is the next apex.
void DiscFunnel::SparseFunnel::activate_taut() {
  const auto& corners = s_.corners;
  const ChannelCornerId end = corners.end_id();
  Point apex = f_.start;
  ChannelCornerId bound[2] = {none, none};  // corners that bound the wedge: left, right
  Vector edge[2] = {{0, 0}, {0, 0}};
  ChannelCornerId base(0);  // the portal of the apex
  // Each apex starts again at the portals after it. The corners that are then left inactive are
  // found later: a bound on the steps costs no correctness.
  constexpr std::size_t steps_per_corner = 4;
  std::size_t left = steps_per_corner * corners.size();
  const auto set_apex = [&](int i) {
    const ChannelCornerId j = bound[i];
    s_.is_active[j] = 1;
    apex = corners[j].at;
    base = std::max(base, j);
    const ChannelCornerId other = j == base ? corners[base].across : base;
    bound[i] = none;
    edge[i] = {0, 0};
    bound[1 - i] = other;
    edge[1 - i] = other == none ? Vector{0, 0} : corners[other].at - apex;
  };
  for (ChannelCornerId j(0); left > 0; --left) {
    if (j < end) {
      const ChannelCorner& c = corners[j];
      const int i = c.side > 0 ? 0 : 1;
      const Vector v = c.at - apex;
      ++j;
      if (c.side * rounded_side(edge[i], v) > 0) continue;
      if (c.side * rounded_side(edge[1 - i], v) >= 0) {
        edge[i] = v;
        bound[i] = j - 1;
      } else {
        set_apex(1 - i);
        j = base + 1;
      }
    } else {
      const Vector v = f_.goal - apex;
      if (rounded_side(edge[0], v) > 0)
        set_apex(0);
      else if (rounded_side(edge[1], v) < 0)
        set_apex(1);
      else
        return;
      j = base + 1;
    }
  }
}

// The lift of the direction across a corner's portal.
double DiscFunnel::SparseFunnel::lift_of(ChannelCornerId corner) const {
  const ChannelCorner& c = s_.corners[corner];
  const Point other = s_.corners[c.across != none ? c.across : ChannelCornerId(1)].at;
  const Vector across = c.side > 0 ? c.at - other : other - c.at;
  return quarter_turns({across.y, -across.x}) + 4 * c.turns;
}

// The path that touches every join in order. False: it would be slack at one of them.
bool DiscFunnel::SparseFunnel::connect_joins() {
  const std::size_t count = s_.joins.size();
  s_.path.resize(count + 2);
  Contact* const path = s_.path.data();
  path[0] = {{f_.start, 0.0}, none, 0, 0.0, {{1, 0}, 0.0}};
  for (std::size_t i = 0; i <= count; ++i) {
    Contact& to = path[i + 1];
    if (i < count) {
      const Join& j = s_.joins[JoinId(i)];
      to.circle = {mesh_.point(j.vertex), j.side * f_.r};
      to.vertex = j.vertex;
      to.normal = j.normal;
    } else {
      to.circle = {f_.goal, 0.0};
      to.vertex = none;
      to.normal = f_.last_normal;
    }
    to.order = static_cast<Index>(i);
    if (!CircleFunnel::head_for(path[i], to)) return false;
    if (i > 0 && path[i].side() * turn_of(path[i].in, to.in) <= 0) return false;
  }
  return true;
}

// The funnel over the active corners. False: one of them is passed twice, or the funnel failed.
bool DiscFunnel::SparseFunnel::pull_active() {
  s_.joins.clear();
  s_.active.clear();
  if (s_.seen.size() < mesh_.vertices.size()) s_.seen.resize(mesh_.vertices.size(), 0);
  if (++s_.round == 0) s_.seen.assign(s_.seen.size(), 0), s_.round = 1;
  for (const ChannelCornerId j : s_.corners.ids()) {
    if (!s_.is_active[j]) continue;
    const ChannelCorner& c = s_.corners[j];
    // A corner passed twice makes two contacts, which the funnel would take for one.
    if (std::exchange(s_.seen[c.vertex], s_.round) == s_.round) return false;
    s_.active.push_back(j);
    s_.joins.push_back({c.vertex, c.side > 0 ? 1 : -1, lift_of(j)});
  }
  if (!connect_joins() && !f_.pull()) return false;
  const std::size_t count = s_.path.size();
  s_.touched.resize(count);
  s_.touched[0] = none;
  for (std::size_t i = 1; i + 1 < count; ++i) s_.touched[i] = s_.active[JoinId(s_.path[i].order)];
  if (count > 1) s_.touched[count - 1] = s_.corners.end_id();
  return true;
}

bool DiscFunnel::SparseFunnel::pull(std::vector<Segment>& out) {
  f_.set_tolerances(list_corners());
  activate_taut();
  f_.last_normal = lift_of(s_.corners.end_id() - 1);
  for (int rounds = 0; rounds < max_rounds; ++rounds) {
    if (!pull_active()) return false;
    const SparseVerdict verdict = SparseCheck(f_, portals_).run();
    if (verdict == SparseVerdict::unclear) return false;
    if (verdict == SparseVerdict::legal) return f_.write(out);
  }
  return false;
}

}  // namespace clearway
