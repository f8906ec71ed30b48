#include "channel_search.hpp"

#include <utility>

#include "clearway/base/interrupt.hpp"
#include "mesh/half_edge_order.hpp"
#include "mesh/triangles_at.hpp"

namespace clearway {
namespace {

// Lengths closer than this factor may differ only by rounding.
constexpr double tied = 1 + tolerance::length;

// The search gives up after this many fronts: those in small meshes, and one per so many triangles.
constexpr std::size_t fronts_in_small_meshes = 256, triangles_per_front = 16;
// And if this many wait at one portal: where many paths are equally long, fronts multiply.
constexpr std::size_t fronts_per_portal = 16;

}  // namespace

PointChannelSearch::Outcome PointChannelSearch::run(const LocatedPoint& start) {
  notes_all_ = false;
  if (!begin(start) || !run_to_best() || is_tied_) return undecided;
  return best_ < infinity ? found : no_path;
}

double PointChannelSearch::measure_corners(const LocatedPoint& start) {
  notes_all_ = true;
  return begin(start) && run_to_best() && best_ < infinity ? best_ : 0.0;
}

bool PointChannelSearch::Front::is_below(const Front& other) const {
  return left_cost * tied < other.left_cost && right_cost * tied < other.right_cost;
}

// Returns false if start and goal are in one triangle.
bool PointChannelSearch::begin(const LocatedPoint& start) {
  fronts_.clear();
  open_.clear();
  next_ = nothing;
  places_ = 0;
  add_places();
  best_ = infinity;
  is_tied_ = is_crowded_ = false;
  goal_ = (*s_.goals)[GoalId(0)];
  funnels_.begin(start.point);
  bool is_direct = false;
  for_each_triangle_at(s_.mesh, in_order(s_.mesh, start.at), [&](TriangleId t) {
    if (!s_.mesh.is_free(t)) return;
    if (s_.goals->are_in(t)) is_direct = true;
    if (notes_all_)
      for (const VertexId v : s_.mesh.triangles[t].vertex)
        s_.corners.note_seen(v, length(start.point, s_.mesh.point(v)));
    for (const HalfEdgeId exit : sides_in_order(s_.mesh, t)) {
      const HalfEdgeId ahead = s_.steps.across(exit);
      if (ahead == none) continue;
      const VertexId left = s_.mesh.target(exit), right = s_.mesh.origin(exit);
      const Point l = s_.mesh.point(left), r = s_.mesh.point(right);
      // The triangle across an edge that contains the start contains it, too.
      if (orientation(r, l, start.point) == 0) continue;
      advance(ahead, none, funnels_.open(left, l, right, r));
    }
  });
  return !is_direct;
}

// Returns false if it gives up.
bool PointChannelSearch::run_to_best() {
  std::size_t left = fronts_in_small_meshes + s_.mesh.triangles.size() / triangles_per_front;
  while (next_.item != none || !open_.empty()) {
    if (next_.item == none)
      next_ = open_.pop();
    else if (!open_.empty() && open_.top().before(next_))
      next_ = open_.replace_top(next_);
    if (next_.estimate > best_ * tied) break;
    const PointFrontId id = std::exchange(next_, nothing).item;
    if (fronts_[id].is_discarded) continue;
    if (left-- == 0 || is_crowded_) return false;
    expand(id);
  }
  return !is_crowded_;
}

void PointChannelSearch::expand(PointFrontId id) {
  const HalfEdgeId at = fronts_[id].at;
  const VertexId apex = s_.mesh.apex(at);
  const Funnel funnel = fronts_[id].funnel;
  PointCorners::Corner& corner = s_.corners.of(apex);
  const FrontFunnels::Split split = funnels_.split(funnel, apex, corner.at);
  if (split.corner == none) [[unlikely]]
    return expand_in_line(id, apex);
  const double cost = funnels_[split.corner].cost;
  fronts_[id].apex_cost = cost;
  const bool is_rival = PointCorners::note_seen(corner, cost);
  const auto is_dominated = [&](FunnelCornerId end) {
    const FunnelCorner& other = funnels_[end];
    return s_.dominance.is_dominated_between({apex, corner.at, cost}, is_rival,
                                             {other.vertex, other.at, other.cost});
  };
  const WaysOn ways = is_rival ? ways_beside_others(id, cost) : WaysOn{true, true};
  if (ways.left && !is_dominated(funnel.right)) advance(s_.steps.right_of(at), id, split.left);
  if (ways.right && !is_dominated(funnel.left)) advance(s_.steps.left_of(at), id, split.right);
}

PointChannelSearch::WaysOn PointChannelSearch::ways_beside_others(PointFrontId id,
                                                                  double apex_cost) {
  const Front& front = fronts_[id];
  WaysOn out{true, true};
  for (PointFrontId i = slot_of(front.at).last; i != none; i = fronts_[i].next) {
    const Front& other = fronts_[i];
    if (other.at != front.at || !(other.apex_cost * tied < apex_cost)) continue;
    out.left &= !(other.right_cost * tied < front.right_cost);
    out.right &= !(other.left_cost * tied < front.left_cost);
  }
  return out;
}

// Where the apex is in line with two corners of the funnel.
void PointChannelSearch::expand_in_line(PointFrontId id, VertexId apex) {
  const HalfEdgeId at = fronts_[id].at;
  Funnel left = fronts_[id].funnel, right = left;
  funnels_.begin_moving();
  if (add<Funnel::left_side>(left, apex)) advance(s_.steps.right_of(at), id, left);
  funnels_.begin_moving();
  if (add<Funnel::right_side>(right, apex)) advance(s_.steps.left_of(at), id, right);
}

// Follows the channel from the half-edge `at`, by which the next triangle is entered.
void PointChannelSearch::advance(HalfEdgeId at, PointFrontId parent, Funnel funnel) {
  const TriangleId goal_triangle = s_.goals->only_triangle();
  const HalfEdgeId first = at;
  funnels_.begin_moving();
  // Without another way on, a channel can come back only to the triangle where it began.
  const TriangleId before =
      Mesh::triangle_of(parent == none ? s_.mesh.twin(first) : fronts_[parent].at);
  std::uint32_t entered = 0;
  for (;;) {
    const TriangleId t = Mesh::triangle_of(at);
    if (t == before) [[unlikely]]
      break;
    ++entered;
    if (goal_triangle != none ? t == goal_triangle : s_.goals->are_in(t)) [[unlikely]] {
      arrive(first, at, parent, funnel);
      if (!notes_all_) break;
    }
    const VertexId apex = s_.mesh.apex(at);
    s_.corners.prefetch(apex);
    const HalfEdgeId over_right = s_.steps.across(Mesh::next(at)),
                     over_left = s_.steps.across(Mesh::prev(at));
    if (over_right != none) prefetch(&s_.mesh.triangles[Mesh::triangle_of(over_right)]);
    if (over_left != none) prefetch(&s_.mesh.triangles[Mesh::triangle_of(over_left)]);
    if (over_left == none) {
      if ((over_right == none && !notes_all_) || !add<Funnel::left_side>(funnel, apex) ||
          over_right == none)
        break;
      at = over_right;
    } else if (over_right == none) {
      if (!add<Funnel::right_side>(funnel, apex)) break;
      at = over_left;
    } else {
      queue(first, at, parent, funnel);
      break;
    }
  }
  s_.stats->expanded += entered;
  check_interrupt(entered);
}

// Adds the end of the next portal to the funnel. Returns false if the front is dominated over this
// end. (Over the other one it seldom is: expand() tests that, too.)
template <Funnel::Side side>
bool PointChannelSearch::add(Funnel& funnel, VertexId apex) {
  PointCorners::Corner& corner = s_.corners.of(apex);
  const double cost = funnels_[funnels_.add<side>(funnel, apex, corner.at)].cost;
  const FunnelCorner& other = funnels_[side == Funnel::left_side ? funnel.right : funnel.left];
  return !PointCorners::note_seen(corner, cost) ||
         !s_.dominance.is_reached_over(apex, length(corner.at, other.at), other.cost);
}

void PointChannelSearch::arrive(HalfEdgeId first, HalfEdgeId at, PointFrontId parent,
                                const Funnel& funnel) {
  const FunnelCornerId id = funnels_.tangent(funnel, goal_);
  const FunnelCorner& last = funnels_[id];
  const double total = last.cost + length(last.at, goal_);
  if (total > best_ * tied) return;
  is_tied_ = total * tied >= best_;
  best_ = total;
  last_corner_ = id;
  last_front_ = parent;
  last_first_ = first;
  last_at_ = at;
}

void PointChannelSearch::queue(HalfEdgeId first, HalfEdgeId at, PointFrontId parent,
                               const Funnel& funnel) {
  const double bound = funnels_.lower_bound(funnel, goal_);
  if (bound > best_ * tied) return;
  if (fronts_.size() == places_) add_places();
  PointFrontId& last = slot_of(at).last;
  const Front front{first,
                    at,
                    parent,
                    funnel,
                    last,
                    false,
                    funnels_[funnel.left].cost,
                    funnels_[funnel.right].cost,
                    infinity};
  std::size_t others = 0;
  for (PointFrontId i = last; i != none; i = fronts_[i].next) {
    Front& other = fronts_[i];
    if (other.at != at) continue;
    if (other.is_below(front)) return;
    other.is_discarded |= front.is_below(other);
    ++others;
  }
  is_crowded_ |= others == fronts_per_portal;
  const PointFrontId id = fronts_.end_id();
  fronts_.push_back(front);
  last = id;
  Entry<PointFrontId> entry{bound, id};
  if (entry.before(next_)) std::swap(entry, next_);
  if (entry.item != none) open_.push(entry);
  ++s_.stats->generated;
}

void PointChannelSearch::add_places() {
  places_ = places_ == 0 ? least_places : places_ * more_places;
  if (table_.size() < places_) table_.resize(places_, Slot{0, none});
  if (++query_ == 0) {
    for (Slot& slot : table_) slot.query = 0;
    query_ = 1;
  }
  for (const PointFrontId i : fronts_.ids()) {
    PointFrontId& last = slot_of(fronts_[i].at).last;
    fronts_[i].next = last;
    last = i;
  }
}

void PointChannelSearch::write(Path& path, bool needs_channel) {
  corners_.assign(1, goal_);
  for (FunnelCornerId c = last_corner_; c != none; c = funnels_[c].parent)
    add_path_corner(funnels_[c].at, corners_);
  append_segments(corners_, path);
  if (!needs_channel) return;
  runs_.assign(1, {last_first_, last_at_});
  for (PointFrontId f = last_front_; f != none; f = fronts_[f].parent)
    runs_.push_back({fronts_[f].first, fronts_[f].at});
  path.channel.push_back(Mesh::triangle_of(s_.mesh.twin(runs_.back().first)));
  for (std::size_t i = runs_.size(); i-- > 0;)
    append_triangles(runs_[i].first, runs_[i].second, path);
}

// Appends the triangles of a front, which had one way on in all but the last.
void PointChannelSearch::append_triangles(HalfEdgeId first, HalfEdgeId last, Path& path) const {
  for (HalfEdgeId at = first;;) {
    path.channel.push_back(Mesh::triangle_of(at));
    if (at == last) return;
    const HalfEdgeId over_right = s_.steps.across(Mesh::next(at));
    at = over_right != none ? over_right : s_.steps.across(Mesh::prev(at));
  }
}

}  // namespace clearway
