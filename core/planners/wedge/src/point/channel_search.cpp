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

constexpr FrontFunnel::Side other_side(FrontFunnel::Side side) {
  return side == FrontFunnel::left ? FrontFunnel::right : FrontFunnel::left;
}

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

// Returns false if start and goal are in one triangle.
bool PointChannelSearch::begin(const LocatedPoint& start) {
  fronts_.clear();
  triangles_.clear();
  open_.clear();
  next_ = nothing;
  use_table(least_table);
  best_ = infinity;
  is_tied_ = is_crowded_ = false;
  goal_ = (*s_.goals)[GoalId(0)];
  funnel_.begin(start.point);
  bool is_direct = false;
  for_each_triangle_at(s_.mesh, in_order(s_.mesh, start.at), [&](TriangleId t) {
    if (!s_.mesh.is_free(t)) return;
    if (s_.goals->are_in(t)) is_direct = true;
    if (notes_all_)
      for (const VertexId v : s_.mesh.triangles[t].vertex)
        s_.dominance.note_seen(v, length(start.point, s_.mesh.point(v)));
    for (const HalfEdgeId exit : sides_in_order(s_.mesh, t)) {
      const HalfEdgeId ahead = s_.steps.across(exit);
      if (ahead == none) continue;
      const PortalEnd left = end(s_.mesh.target(exit)), right = end(s_.mesh.origin(exit));
      // The triangle across an edge that contains the start contains it, too.
      if (orientation(right.at, left.at, start.point) == 0) continue;
      const auto begin = static_cast<Index>(triangles_.size());
      triangles_.push_back(t);
      funnel_.open(left.at, right.at);
      advance(ahead, none, begin);
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
    if (left-- == 0 || is_crowded_) return false;
    expand(std::exchange(next_, nothing).item);
  }
  return !is_crowded_;
}

void PointChannelSearch::expand(PointFrontId id) {
  const Front front = fronts_[id];
  const PortalEnd apex = end(s_.mesh.apex(front.at));
  const FrontFunnel::Split split = funnel_.split(front.funnel, apex.at);
  if (split.corner.cost < 0) [[unlikely]]
    return expand_in_line(id, front, apex);
  continue_with<FrontFunnel::left>(split, apex, s_.steps.right_of(front.at), id);
  continue_with<FrontFunnel::right>(split, apex, s_.steps.left_of(front.at), id);
}

// Where the apex is in line with two corners of the funnel.
void PointChannelSearch::expand_in_line(PointFrontId id, const Front& front,
                                        const PortalEnd& apex) {
  funnel_.load(front.funnel);
  if (add<FrontFunnel::left>(apex))
    advance(s_.steps.right_of(front.at), id, static_cast<Index>(triangles_.size()));
  funnel_.load(front.funnel);
  if (add<FrontFunnel::right>(apex))
    advance(s_.steps.left_of(front.at), id, static_cast<Index>(triangles_.size()));
}

// Continues a front over one of its two ways on, with the apex at the end on `side`.
template <FrontFunnel::Side side>
void PointChannelSearch::continue_with(const FrontFunnel::Split& split, const PortalEnd& apex,
                                       HalfEdgeId at, PointFrontId id) {
  if (is_dominated(apex, split.corner.cost, funnel_.end_of(split, other_side(side)))) return;
  funnel_.load<side>(split);
  advance(at, id, static_cast<Index>(triangles_.size()));
}

// Follows the channel from the half-edge `at`, by which the next triangle is entered.
void PointChannelSearch::advance(HalfEdgeId at, PointFrontId parent, Index begin) {
  const TriangleId goal_triangle = s_.goals->only_triangle();
  // Without another way on, a channel can come back only to the triangle where it began.
  const TriangleId first =
      parent == none ? triangles_[begin] : Mesh::triangle_of(fronts_[parent].at);
  for (;;) {
    const TriangleId t = Mesh::triangle_of(at);
    if (t == first) [[unlikely]]
      break;
    triangles_.push_back(t);
    if (goal_triangle != none ? t == goal_triangle : s_.goals->are_in(t)) [[unlikely]] {
      arrive(parent, begin);
      if (!notes_all_) break;
    }
    const HalfEdgeId over_right = s_.steps.across(Mesh::next(at)),
                     over_left = s_.steps.across(Mesh::prev(at));
    if (over_left == none) {
      if ((over_right == none && !notes_all_) || !add<FrontFunnel::left>(end(s_.mesh.apex(at))) ||
          over_right == none)
        break;
      at = over_right;
    } else if (over_right == none) {
      if (!add<FrontFunnel::right>(end(s_.mesh.apex(at)))) break;
      at = over_left;
    } else {
      queue(at, parent, begin);
      break;
    }
  }
  const std::size_t entered = triangles_.size() - begin;
  s_.stats->expanded += entered;
  check_interrupt(static_cast<std::uint32_t>(entered));
}

// Adds the end of the next portal to the funnel. Returns false if the front is dominated.
template <FrontFunnel::Side side>
bool PointChannelSearch::add(const PortalEnd& apex) {
  const double cost = funnel_.add<side>(apex.at).cost;
  return !is_dominated(apex, cost, funnel_.end(other_side(side)));
}

// Whether the portal between the new corner, reached at this cost, and the other end is dominated.
bool PointChannelSearch::is_dominated(const PortalEnd& apex, double cost,
                                      const FunnelCorner& other) {
  return s_.dominance.note_seen(apex.corner, cost) &&
         s_.dominance.is_reached_over(apex.corner, length(apex.at, other.at), other.cost);
}

void PointChannelSearch::arrive(PointFrontId parent, Index begin) {
  const FunnelCorner& last = funnel_.tangent(goal_);
  const double total = last.cost + length(last.at, goal_);
  if (total > best_ * tied) return;
  is_tied_ = total * tied >= best_;
  best_ = total;
  last_corner_ = last.id;
  last_front_ = parent;
  last_begin_ = begin;
  last_end_ = static_cast<Index>(triangles_.size());
}

void PointChannelSearch::queue(HalfEdgeId at, PointFrontId parent, Index begin) {
  const double bound = funnel_.lower_bound(goal_);
  if (bound > best_ * tied) return;
  const double left = funnel_.end(FrontFunnel::left).cost,
               right = funnel_.end(FrontFunnel::right).cost;
  if (fronts_.size() == last_at_.size()) use_table(2 * last_at_.size());
  PointFrontId& last = last_at_[place_of(at)];
  std::size_t others = 0;
  for (PointFrontId i = last; i != none; i = fronts_[i].next) {
    const Front& other = fronts_[i];
    if (other.at != at) continue;
    if (other.left_cost * tied < left && other.right_cost * tied < right) return;
    ++others;
  }
  is_crowded_ |= others == fronts_per_portal;
  const PointFrontId id = fronts_.end_id();
  fronts_.push_back({at, parent, begin, static_cast<Index>(triangles_.size()), funnel_.save(), left,
                     right, last});
  last = id;
  Entry<PointFrontId> entry{bound, id};
  if (entry.before(next_)) std::swap(entry, next_);
  if (entry.item != none) open_.push(entry);
  ++s_.stats->generated;
}

void PointChannelSearch::use_table(std::size_t size) {
  last_at_.assign(size, none);
  for (const PointFrontId i : fronts_.ids()) {
    PointFrontId& last = last_at_[place_of(fronts_[i].at)];
    fronts_[i].next = last;
    last = i;
  }
}

void PointChannelSearch::write(Path& path) {
  corners_.assign(1, goal_);
  for (FunnelCornerId c = last_corner_; c != none; c = funnel_.corners()[c].parent)
    add_path_corner(funnel_.corners()[c].at, corners_);
  append_segments(corners_, path);
  ranges_.assign(1, {last_begin_, last_end_});
  for (PointFrontId f = last_front_; f != none; f = fronts_[f].parent)
    ranges_.push_back({fronts_[f].begin, fronts_[f].end});
  for (std::size_t i = ranges_.size(); i-- > 0;)
    path.channel.insert(path.channel.end(), triangles_.begin() + ranges_[i].first,
                        triangles_.begin() + ranges_[i].second);
}

}  // namespace clearway
