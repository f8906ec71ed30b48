// Parts of the free space that one door cuts off: no shortest path enters one but for its
// ends. Trees of triangles, told by the order in which they fall off from the tips.
#pragma once

#include <cstdint>
#include <vector>

#include "clearway/mesh/world.hpp"
#include "goals.hpp"

namespace clearway {

class DeadEnds {
 public:
  explicit DeadEnds(const World& world) : mesh_(world.mesh()) {}

  // Knows only single triangles from now on, in a world that has changed.
  void forget() { order_.clear(); }
  // Finds all trees: linear in the mesh. `is_door(half-edge)` says which unconstrained sides
  // count.
  template <class IsDoor>
  void find(IsDoor is_door);
  bool are_known() const { return !order_.empty(); }
  // Makes are_barred tell of single triangles only, whatever is known.
  void bar_tips_only(bool is) { tips_only_ = is; }

  // Whether a door leads into a dead end: `ahead` is the half-edge of the triangle entered.
  bool lead_over(Index ahead) const { return are_known() ? is_known(ahead) : is_tip(ahead); }
  // The same, unless a goal lies in it.
  bool are_barred(Index ahead) const {
    return !is_open(Mesh::triangle_of(ahead)) && (tips_only_ ? is_tip(ahead) : lead_over(ahead));
  }

  // Opens, until the next call, every dead end with a goal in it, on the way to the goal.
  void open(const Goals& goals);
  bool is_open(Index triangle) const {
    return triangle < opened_.size() && opened_[triangle] == query_;
  }

 private:
  bool is_tip(Index ahead) const {
    return mesh_.constrained(Mesh::next(ahead)) && mesh_.constrained(Mesh::prev(ahead));
  }
  bool is_known(Index ahead) const;

  const Mesh& mesh_;
  bool tips_only_ = false;
  std::vector<Index> order_;           // by triangle; 0: in no tree; empty: not known
  std::vector<Index> hangs_on_;        // by triangle in a tree; none: the last of all
  std::vector<std::uint32_t> opened_;  // by triangle: the query that opened it
  std::uint32_t query_ = 0;
  std::vector<Index> queue_;
  std::vector<std::uint8_t> doors_;
};

template <class IsDoor>
void DeadEnds::find(IsDoor is_door) {
  const Index size = static_cast<Index>(mesh_.triangles.size());
  order_.assign(size, 0);
  hangs_on_.assign(size, none);
  doors_.assign(size, 0);
  queue_.clear();
  for (Index t = 0; t < size; ++t) {
    if (!mesh_.is_live(t) || !mesh_.is_free(t)) continue;
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      doors_[t] += !mesh_.constrained(e) && is_door(e);
    }
    if (doors_[t] < 2) queue_.push_back(t);
  }
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const Index t = queue_[at];
    order_[t] = static_cast<Index>(at + 1);
    for (Index i = 0; i < 3; ++i) {
      const Index e = Mesh::half_edge(t, i);
      if (mesh_.constrained(e) || !is_door(e)) continue;
      const Index beyond = Mesh::triangle_of(mesh_.twin(e));
      if (order_[beyond] != 0) continue;
      hangs_on_[t] = beyond;
      if (--doors_[beyond] == 1) queue_.push_back(beyond);
    }
  }
}

}  // namespace clearway
