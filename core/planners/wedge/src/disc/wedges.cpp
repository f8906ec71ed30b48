#include "wedges.hpp"

#include <algorithm>
#include <cmath>

#include "clearway/geometry/predicates.hpp"
#include "geometry/tolerances.hpp"
#include "lower_bound.hpp"

namespace clearway {
namespace {

// Dead ends are closed after one expansion per so many triangles. To find them costs about as much
// as one for every 64.
constexpr std::uint64_t triangles_per_open_expansion = 512;

// All unconstrained edges count, whatever the radius: so dead ends serve all radii, and nearly all
// of those that only a disc cannot leave are dead ends for a point, too.
constexpr auto is_portal = [](HalfEdgeId) { return true; };

}  // namespace

void DiscWedges::begin() {
  expanded_before_ = query_.stats->expanded;
  if (version_ != world_.version()) {
    if (version_ + 1 == world_.version())
      dead_ends_.repair(world_.last_edit(), is_portal);
    else
      dead_ends_.forget();
    version_ = world_.version();  // not before: after an exception they are outdated
  }
  are_dead_ends_closed_ = false;
  dominance_.begin(query_.r, query_.slack);
}

// When depends on this search alone, and not on whether they are known: where paths are equally
// long, it decides which of them is found.
const DeadEnds& DiscWedges::close_dead_ends() {
  if (are_dead_ends_closed_) return dead_ends_;
  are_dead_ends_closed_ = true;
  if (!dead_ends_.are_known() && !query_.goals->are_everywhere()) dead_ends_.find(is_portal);
  dead_ends_.open(*query_.goals, false);
  dead_ends_.bar_ways_from(*query_.goals);
  return dead_ends_;
}

void DiscWedges::add(HalfEdgeId exit, DiscRootId index, DiscWedge wedge) {
  const DiscRoot& root = roots_[index];
  if (!is_closed(exit, root) && wedge.pass(root.circle, at(mesh_.origin(exit)),
                                           at(mesh_.target(exit)), query_.r, query_.slack))
    push(exit, index, wedge);
}

void DiscWedges::push(HalfEdgeId exit, DiscRootId index, const DiscWedge& wedge) {
  const DiscRoot& root = roots_[index];
  const DiscBound bound = lower_bound(query_, roots_, root, mesh_, exit, wedge);
  if (bound.angle >= root.limit) return;
  if (is_dominated(exit, root, wedge)) return;
  const DiscRootId compared = uses_dominance() ? roots_.end_id() : start_root;
  tree_.push({index, mesh_.twin(exit), wedge, compared, bound.angle}, bound.length);
}

void DiscWedges::expand(const DiscNode& node) {
  const DiscWedge wedge = node.lines();
  const HalfEdgeId exit = mesh_.twin(node.ahead());
  if (!are_dead_ends_closed_ &&
      expansions() >= mesh_.triangles.size() / triangles_per_open_expansion)
    close_dead_ends();
  if (is_closed(exit, roots_[node.root()])) return;
  if (!is_dominated(exit, roots_[node.root()], wedge, node.compared()))
    advance(node.ahead(), node.root(), wedge);
}

// Adds the goals and contacts in the triangles that the wedge enters, and advances it until it is
// split by a corner or ends. A line enters a triangle at most once, which bounds the steps.
void DiscWedges::advance(HalfEdgeId entered, DiscRootId index, DiscWedge wedge) {
  const DiscRoot root = roots_[index];
  const double r = query_.r, slack = query_.slack;
  const double keep = r * (1 + tolerance::radius);
  constexpr int right = 0, left = 1, side_of[] = {-1, +1};
  // Whether every line of the wedge keeps the radius from an end of the edge by which it entered.
  const auto is_clear = [&](VertexId v, int i) {
    const Vector to = at(v) - root.circle.center;
    return std::min(side_of[i] * (cross(wedge.low, to) + root.circle.rho),
                    side_of[i] * (cross(wedge.high, to) + root.circle.rho)) >= keep;
  };
  bool is_end_clear[] = {is_clear(mesh_.target(entered), right),
                         is_clear(mesh_.origin(entered), left)};
  for (std::size_t steps = 0; steps < mesh_.triangles.size(); ++steps) {
    ++query_.stats->expanded;
    const TriangleId triangle = Mesh::triangle_of(entered);
    query_.note(triangle);
    if (query_.goals->are_in(triangle)) arrivals_.add(triangle, index, wedge);
    const HalfEdgeId exits[] = {Mesh::next(entered), Mesh::prev(entered)};
    const VertexId corner = mesh_.apex(entered),
                   ends[] = {mesh_.target(entered), mesh_.origin(entered)};
    if (corners_.is_any_around(triangle)) {
      contacts_.add_hidden(entered, index, wedge);
      for (const HalfEdgeId exit : exits)
        if (!mesh_.constrained(exit)) contacts_.add_hidden(exit, index, wedge);
    }
    const Point apex = at(corner);
    const Vector v = apex - root.circle.center;
    const double low_left = cross(wedge.low, v) + root.circle.rho,
                 high_left = cross(wedge.high, v) + root.circle.rho,
                 margin = slack * (std::abs(v.x) + std::abs(v.y)),
                 far = keep + 2 * slack * r + margin;
    const bool is_ahead = std::min(rounded_ahead(wedge.low, v), rounded_ahead(wedge.high, v)) > 0;
    // Mostly the corner is out of reach, on one side of all lines: they leave on its other side.
    if (is_ahead & (std::max(high_left, -low_left) > far)) {
      const int i = high_left > far ? right : left;
      if (mesh_.constrained(exits[i]) || is_closed(exits[i], root)) return;
      if (!is_end_clear[i]) {
        const Point end = at(ends[i]);
        const DiscGap gap(end, apex, r);
        const Point inner{end.x + gap.inset.x, end.y + gap.inset.y};
        if (!gap.is_open || !wedge.clip(root.circle, inner, side_of[i], r, slack)) return;
        is_end_clear[i] = is_clear(ends[i], i);
      }
      is_end_clear[!i] = true;
      if (is_dominated(exits[i], root, wedge)) return;
      entered = mesh_.twin(exits[i]);
      continue;
    }
    contacts_.add(corner, index, wedge, entered);
    // While the corner is ahead, it moves to the right of the line as the direction turns left.
    const bool is_missed[] = {is_ahead && low_left < -margin, is_ahead && high_left > margin},
               is_corner_clear[] = {std::min(low_left, high_left) >= keep,
                                    std::max(low_left, high_left) <= -keep};
    DiscWedge beyond[] = {wedge, wedge};
    bool continues[2];
    for (const int i : {right, left}) {
      continues[i] = !(is_missed[i] | mesh_.constrained(exits[i])) && !is_closed(exits[i], root);
      if (!continues[i] || (is_corner_clear[i] && is_end_clear[i])) continue;
      const Point end = at(ends[i]);
      const DiscGap gap(end, apex, r);
      const Point inner{end.x + gap.inset.x, end.y + gap.inset.y},
          inner_corner{apex.x - gap.inset.x, apex.y - gap.inset.y};
      continues[i] = gap.is_open &&
                     (is_corner_clear[i] ||
                      beyond[i].clip(root.circle, inner_corner, -side_of[i], r, slack)) &&
                     (is_end_clear[i] || beyond[i].clip(root.circle, inner, side_of[i], r, slack));
    }
    if (continues[right] == continues[left]) {
      if (!continues[right]) return;
      for (const int i : {right, left}) push(exits[i], index, beyond[i]);
      return;
    }
    const int i = continues[left];
    wedge = beyond[i];
    if (is_dominated(exits[i], root, wedge)) return;
    is_end_clear[i] = is_end_clear[i] || is_clear(ends[i], i);
    is_end_clear[!i] = is_clear(corner, !i);
    entered = mesh_.twin(exits[i]);
  }
}

// Whether no shortest path leaves by this half-edge on a line from the root.
bool DiscWedges::is_closed(HalfEdgeId exit, const DiscRoot& root) {
  const VertexId ends[] = {mesh_.target(exit), mesh_.origin(exit)};
  if (ends[root.side > 0] == root.vertex) return true;
  // A path that leaves a dead end by the portal by which it entered would be shorter along the
  // portal, unless it avoids a corner in front of the portal.
  return are_dead_ends_closed_ && dead_ends_.is_barred(exit) &&
         !corners_.is_any_behind(mesh_.twin(exit));
}

}  // namespace clearway
