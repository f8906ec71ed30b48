// Repair of the abstraction after edits.
//
// Structures with a triangle that went, came, was measured anew or lies beside such a one are
// dissolved; with the new triangles they are the region. Levels are peeled anew from the region
// and from what is level 2 or 3 outside: of the trees outside none can get more than one way on,
// so that this is a superset of the new levels 2 and 3, and peeling any superset gives them.
// Peeling may run on outside the region: structures whose triangles change level are dissolved
// then. What was dissolved is walked anew.
#include <algorithm>
#include <numeric>

#include "clearway/base/interrupt.hpp"
#include "clearway/terrain/abstraction.hpp"

namespace clearway {

class AbstractionRepair {
 public:
  explicit AbstractionRepair(Abstraction& a) : a_(a), mesh_(a.world_->mesh()) {}

  void run(std::span<const TriangleId> touched) {
    a_.fit();
    marks_.assign(a_.level_.size(), 0);
    for (const TriangleId t : touched) {
      if (t >= marks_.end_id() || marks_[t] & is_touched) continue;
      marks_[t] |= is_touched;
      touched_.push_back(t);
    }
    for (const TriangleId t : touched_) dissolve_at(t);
    for (const TriangleId t : touched_) {
      check_interrupt();
      if (!mesh_.is_live(t)) continue;
      for (Index i = 0; i < 3; ++i)
        if (const HalfEdgeId e = mesh_.twin(Mesh::half_edge(t, i)); e != none)
          dissolve_at(Mesh::triangle_of(e));
    }
    for (const TriangleId t : touched_) add(t);
    peel();
    dissolve_changed();
    walk();
    label();
    sweep_up();
  }

 private:
  static constexpr std::uint8_t is_touched = 1, is_in_region = 2, is_changed = 4;

  bool is_portal(HalfEdgeId e) const { return !mesh_.constrained(e); }
  bool is_here(TriangleId t) const { return mesh_.is_live(t) && mesh_.is_free(t); }

  void add(TriangleId t) {
    if (marks_[t] & is_in_region) return;
    marks_[t] |= is_in_region;
    region_.push_back(t);
  }

  // --- dissolving ----------------------------------------------------------------------

  void forget(HalfEdgeId half_edge) {
    a_.structure_[Mesh::side_index(half_edge)] = none;
    a_.at(half_edge) = {};
  }

  void forget_triangle(TriangleId t) {
    for (Index i = 0; i < 3; ++i) forget(Mesh::half_edge(t, i));
    a_.back_[t] = a_.ahead_[t] = none;
    a_.position_[t] = none;
    add(t);
  }

  void dissolve_corridor(StructureId index) {
    if (index == none) return;
    Corridor& c = a_.corridors_[index];
    for (Index k = 0; k < c.count; ++k) forget_triangle(a_.path_[c.first + k].triangle);
    if (c.is_ring()) {
      a_.free_label(c.label);
    } else {
      for (const HalfEdgeId end : c.end) {
        forget(end);
        open_.push_back(Mesh::triangle_of(end));
      }
    }
    a_.garbage_ += c.count;
    c.is_live = false;
    a_.free_corridors_.push_back(index);
  }

  void dissolve_tree(StructureId index) {
    if (index == none) return;
    DeadEnd& d = a_.dead_ends_[index];
    for (Index k = 0; k < d.count; ++k) forget_triangle(a_.path_[d.first + k].triangle);
    if (d.root == none) a_.free_label(d.label);
    a_.garbage_ += d.count;
    d.is_live = false;
    a_.free_dead_ends_.push_back(index);
  }

  void dissolve_decision(TriangleId t) {
    for (Index i = 0; i < 3; ++i) dissolve_corridor(a_.structure(Mesh::half_edge(t, i)));
    const Index at = a_.position_[t];
    if (at == none) return;
    lost_.push_back(a_.component_[t]);
    a_.decisions_[at] = a_.decisions_.back();
    a_.position_[a_.decisions_[at]] = at;
    a_.decisions_.pop_back();
    a_.component_[t] = a_.position_[t] = none;
    add(t);
  }

  // The structures that a triangle is part of, as it was.
  void dissolve_at(TriangleId t) {
    switch (a_.level_[t]) {
      case 3:
        return dissolve_decision(t);
      case 2:
        return dissolve_corridor(a_.structure(Mesh::half_edge(t, 0)));
      case 1:
        return dissolve_tree(a_.structure(Mesh::half_edge(t, 0)));
      case 0:
        if (a_.component_[t] != none) a_.free_label(a_.component_[t]);
        a_.component_[t] = none;
        return add(t);
      default:
        return;
    }
  }

  // --- levels --------------------------------------------------------------------------

  // Whether a triangle may be of level 2 or 3, as long as peeling has not come to it.
  bool is_candidate(TriangleId t) const { return a_.level_[t] > 1; }

  void set_level(TriangleId t, std::int8_t level) {
    if (!(marks_[t] & (is_in_region | is_changed))) {
      marks_[t] |= is_changed;
      changed_.push_back({t, a_.level_[t]});
    }
    a_.level_[t] = level;
  }

  void peel() {
    std::vector<TriangleId> leaves, rim;
    for (const TriangleId t : region_) a_.level_[t] = is_here(t) ? 3 : Abstraction::blocked;
    for (const TriangleId t : region_) {
      check_interrupt();
      if (!is_here(t)) continue;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (!is_portal(e)) continue;
        const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
        if (!(marks_[other] & is_in_region) && is_candidate(other)) rim.push_back(other);
      }
    }
    std::sort(rim.begin(), rim.end());
    rim.erase(std::unique(rim.begin(), rim.end()), rim.end());
    const auto count = [&](TriangleId t) {
      std::int8_t ways = 0;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        ways += is_portal(e) && is_candidate(Mesh::triangle_of(mesh_.twin(e)));
      }
      return ways;
    };
    // Counts first, levels then: a count of 1 or 0 would no longer be a candidate.
    std::vector<std::int8_t> ways;
    std::vector<TriangleId> all;
    for (const std::vector<TriangleId>* list : {&region_, &rim})
      for (const TriangleId t : *list)
        if (is_candidate(t)) {
          all.push_back(t);
          ways.push_back(count(t));
        }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const TriangleId t = all[i];
      if (ways[i] > 1) {
        if (ways[i] != a_.level_[t]) set_level(t, ways[i]);
      } else {
        leaves.push_back(t);
      }
    }
    for (const TriangleId t : leaves) set_level(t, 1);
    // As in a fresh one; a leaf's neighbours counted it.
    while (!leaves.empty()) {
      check_interrupt();
      const TriangleId t = leaves.back();
      leaves.pop_back();
      bool has_portal = false;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (!is_portal(e)) continue;
        has_portal = true;
        const TriangleId next = Mesh::triangle_of(mesh_.twin(e));
        if (!is_candidate(next)) continue;
        set_level(next, static_cast<std::int8_t>(a_.level_[next] - 1));
        if (a_.level_[next] == 1) leaves.push_back(next);
      }
      if (!has_portal) a_.level_[t] = 0;
    }
  }

  // Structures outside the region with a triangle of a new level, and the trees that hang on
  // what is no corridor any more.
  void dissolve_changed() {
    for (const auto& [t, was] : changed_) {
      if (a_.level_[t] == was) continue;
      if (was == 3)
        dissolve_decision(t);
      else
        dissolve_corridor(a_.structure(Mesh::half_edge(t, 0)));
      add(t);
    }
    for (std::size_t k = 0; k < region_.size(); ++k) {  // grows
      check_interrupt();
      const TriangleId t = region_[k];
      if (!is_here(t) || a_.level_[t] == 2) continue;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        if (!is_portal(e)) continue;
        const TriangleId other = Mesh::triangle_of(mesh_.twin(e));
        const StructureId tree = a_.level_[other] == 1
                                     ? a_.structure_[Mesh::side_index(Mesh::half_edge(other, 0))]
                                     : none;
        if (tree != none && a_.dead_ends_[tree].root == t) dissolve_tree(tree);
      }
    }
  }

  // --- structures ----------------------------------------------------------------------

  void walk() {
    std::sort(region_.begin(), region_.end());
    for (const TriangleId t : region_) {
      check_interrupt();
      if (a_.level_[t] == 3 && a_.position_[t] == none) a_.decision(t);
      if (a_.level_[t] == 3) open_.push_back(t);
      if (a_.level_[t] == 0) a_.component_[t] = a_.new_label();
    }
    for (const TriangleId t : open_) {
      if (a_.level_[t] != 3) continue;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId side = Mesh::half_edge(t, i);
        if (a_.structure(side) == none) walked_.push_back(a_.corridor(side));
      }
    }
    for (const TriangleId t : region_)
      if (a_.level_[t] == 2 && a_.structure(Mesh::half_edge(t, 0)) == none) a_.ring(t);
    for (const TriangleId t : region_) {
      check_interrupt();
      if (a_.level_[t] != 1 || a_.structure(Mesh::half_edge(t, 0)) != none) continue;
      for (Index i = 0; i < 3; ++i) {
        const HalfEdgeId e = Mesh::half_edge(t, i);
        const HalfEdgeId portal = mesh_.twin(e);
        if (!is_portal(e) || a_.level_[Mesh::triangle_of(portal)] != 2) continue;
        a_.tree(Mesh::triangle_of(portal), portal, t);
        break;
      }
    }
    for (const TriangleId t : region_)
      if (a_.level_[t] == 1 && a_.structure(Mesh::half_edge(t, 0)) == none) a_.tree(none, none, t);
  }

  // --- components ----------------------------------------------------------------------

  // Decision points at the ends of the corridors walked anew, in groups joined by these. What a
  // group has of old labels it keeps, unless that label is in another group too, or it has two:
  // then components may have parted, or joined, and their decision points are visited.
  void label() {
    std::vector<TriangleId> nodes;
    for (const StructureId c : walked_)
      for (const HalfEdgeId end : a_.corridors_[c].end) nodes.push_back(Mesh::triangle_of(end));
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    std::vector<std::size_t> group(nodes.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
      while (group[i] != i) i = group[i] = group[group[i]];
      return i;
    };
    const auto number = [&](TriangleId t) {
      return static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), t) -
                                      nodes.begin());
    };
    for (const StructureId c : walked_) {
      const Corridor& corridor = a_.corridors_[c];
      group[find(number(Mesh::triangle_of(corridor.end[0])))] =
          find(number(Mesh::triangle_of(corridor.end[1])));
    }
    // By label, then by group: of the nodes that have a label.
    std::vector<std::pair<Index, std::size_t>> held;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (a_.component_[nodes[i]] != none) held.push_back({a_.component_[nodes[i]], find(i)});
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    std::vector<Index> of_group(nodes.size(), none);
    bool is_plain = true;
    for (std::size_t k = 0; k < held.size(); ++k) {
      if (k > 0 && held[k].first == held[k - 1].first) is_plain = false;
      if (of_group[held[k].second] != none) is_plain = false;
      of_group[held[k].second] = held[k].first;
    }
    if (is_plain) {
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        Index& label = of_group[find(i)];
        if (label == none) label = a_.new_label();
        a_.component_[nodes[i]] = label;
      }
    } else {
      visit(nodes);
      for (const auto& [label, g] : held) lost_.push_back(label);
    }
    free_lost();
  }

  // Labels everything that is connected with these decision points anew.
  void visit(const std::vector<TriangleId>& nodes) {
    IdVector<TriangleId, std::uint8_t> is_done(a_.level_.size(), 0);
    for (const TriangleId first : nodes) {
      if (is_done[first]) continue;
      const Index label = a_.new_label();
      std::vector<TriangleId> open{first};
      is_done[first] = 1;
      while (!open.empty()) {
        check_interrupt();
        const TriangleId t = open.back();
        open.pop_back();
        a_.component_[t] = label;
        for (Index i = 0; i < 3; ++i) {
          const TriangleId other = a_.link(Mesh::half_edge(t, i)).adjacent;
          if (is_done[other]) continue;
          is_done[other] = 1;
          open.push_back(other);
        }
      }
    }
  }

  // Frees the labels that no decision point has any more.
  void free_lost() {
    std::sort(lost_.begin(), lost_.end());
    lost_.erase(std::unique(lost_.begin(), lost_.end()), lost_.end());
    if (lost_.empty()) return;
    std::vector<std::uint8_t> is_held(lost_.size(), 0);
    std::size_t missing = lost_.size();
    for (const TriangleId t : a_.decisions_) {
      const auto at = std::lower_bound(lost_.begin(), lost_.end(), a_.component_[t]);
      if (at == lost_.end() || *at != a_.component_[t]) continue;
      std::uint8_t& held = is_held[static_cast<std::size_t>(at - lost_.begin())];
      if (!held && --missing == 0) return;
      held = 1;
    }
    for (std::size_t i = 0; i < lost_.size(); ++i)
      if (!is_held[i]) a_.free_label(lost_[i]);
  }

  // --- room ----------------------------------------------------------------------------

  void sweep_up() {
    if (2 * a_.garbage_ < a_.path_.size() + 1024) return;
    std::vector<Step> path;
    const auto move = [&](auto& list) {
      for (auto& structure : list) {
        if (!structure.is_live) continue;
        const auto from = a_.path_.begin() + structure.first;
        structure.first = static_cast<Index>(path.size());
        path.insert(path.end(), from, from + structure.count);
      }
    };
    move(a_.corridors_);
    move(a_.dead_ends_);
    a_.path_ = std::move(path);
    a_.garbage_ = 0;
  }

  Abstraction& a_;
  const Mesh& mesh_;
  IdVector<TriangleId, std::uint8_t> marks_;  // by slot
  std::vector<TriangleId> touched_, region_, open_;
  std::vector<StructureId> walked_;
  std::vector<Index> lost_;
  std::vector<std::pair<TriangleId, std::int8_t>> changed_;  // outside the region: the level before
};

void Abstraction::update(std::span<const TriangleId> touched) {
  AbstractionRepair(*this).run(touched);
}

}  // namespace clearway
