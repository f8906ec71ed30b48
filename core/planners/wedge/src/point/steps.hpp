// The edges over which a search for points can leave a triangle: not those that are constrained,
// lead into dead ends, or are closed to a disc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "clearway/world/world.hpp"
#include "planners/common/dead_ends.hpp"

namespace clearway {

// In the following, `ahead` is a half-edge by which a triangle is entered. A turn around a corner
// inside a triangle is named by the half-edge of the triangle that starts at the corner.
class PointSteps {
 public:
  explicit PointSteps(const World& world) : world_(world), mesh_(world.mesh()), dead_ends_(world) {}

  // As WedgeSearch::set_deterministic.
  void set_deterministic(bool on) { is_deterministic_ = on; }
  // Begins a query. Turns narrower than `width` (Clearance::turn_width) are shut, except for those
  // in `open_turns`. Width 0: a point; no turn is shut and `open_turns` is empty. `start`: the only
  // start, if it is known. Returns true if steps have changed because of an edit, the width or the
  // turns, until the caller has accept_change()d.
  bool begin(const Goals& goals, double width, const std::vector<HalfEdgeId>& open_turns,
             const LocatedPoint* start = nullptr);
  // The same for a point, with dead ends that are taken from the given ones if they are not known,
  // and barred in the same way whatever was searched before.
  bool begin_with_dead_ends(const Goals& goals, const DeadEnds& given);
  // After one edit since the last query of a point: repairs the dead ends, if they are known.
  // Returns whether steps have changed, as begin() does.
  bool follow_edit();
  // What the caller has derived from the steps is up to date.
  void accept_change() { has_changed_ = false; }
  // Whether dead ends are known for a point in this version of the world.
  bool are_dead_ends_known() const {
    return version_ == world_.version() && width_ == 0 && dead_ends_.are_known();
  }
  // Whether the next search for a point knows them.
  bool will_dead_ends_be_known() const { return are_dead_ends_known() || dead_ends_.are_cheap(); }
  // Whether some turns may be shut.
  bool is_restricted() const { return width_ > 0; }
  bool is_shut(HalfEdgeId turn) const {
    if (width_ == 0) return false;
    const double width = world_.turn_width(turn);  // negative: beside a wall
    return width >= 0 && width < width_ &&
           std::find(open_turns_.begin(), open_turns_.end(), turn) == open_turns_.end();
  }
  // Reports expansions: dead ends are computed once searches have cost as much as computing them.
  void count_expansions(std::uint64_t expansions) { expansions_ += expansions; }
  // Since the steps last changed.
  std::uint64_t expansions() const { return expansions_; }

  // Whether the triangle is known to be in a dead end.
  bool is_in_dead_end(TriangleId t) const { return dead_ends_.is_inside(t); }

  // The half-edge by which the neighbour across `exit` is entered; none if there is no step.
  HalfEdgeId across(HalfEdgeId exit) const {
    const Index twin = mesh_.raw_twin(exit);
    if (twin & Mesh::constrained_bit || dead_ends_.is_barred(exit)) return none;
    return HalfEdgeId(twin);
  }
  // The same across the left and the right edge of the triangle entered by `ahead`: the left edge
  // starts at its apex, the right one ends there.
  HalfEdgeId left_of(HalfEdgeId ahead) const {
    return width_ > 0 && is_shut(ahead) ? none : across(Mesh::prev(ahead));
  }
  HalfEdgeId right_of(HalfEdgeId ahead) const {
    return width_ > 0 && is_shut(Mesh::next(ahead)) ? none : across(Mesh::next(ahead));
  }

 private:
  const World& world_;
  const Mesh& mesh_;
  DeadEnds dead_ends_;
  bool is_deterministic_ = false;
  bool has_changed_ = false;
  std::uint64_t version_ = ~std::uint64_t{0};
  double width_ = 0.0;
  std::vector<HalfEdgeId> open_turns_;
  std::uint64_t expansions_ = 0;  // with these steps
};

}  // namespace clearway
