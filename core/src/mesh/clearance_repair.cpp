// Repair of the clearance layer after an edit.
//
// In a fresh world refinement goes by stages: stage 0 is the mesh without refinement; each
// stage refines every wall that has a crowded gate in the mesh of the stage before, all at
// once. That is a function of the obstacles. To get the same after an edit, every refinement
// vertex goes whose reason read a triangle that changed, or that stands in a triangle read
// now; what stays is then independent of what is asked anew, by stages as in a fresh world.
#include <algorithm>
#include <unordered_set>

#include "clearway/mesh/clearance.hpp"
#include "foot.hpp"

namespace clearway {

class ClearanceRepair {
 public:
  ClearanceRepair(Clearance& layer, Triangulation& triangulation)
      : layer_(layer), t_(triangulation), mesh_(triangulation.mesh), finder_(triangulation) {}

  void run() {
    constexpr int most_stages = 60;  // for rounding's sake
    fit();
    absorb();
    for (int stage = 0; stage < most_stages; ++stage) {
      if (in_the_way_.empty()) ask();
      if (!in_the_way_.empty()) {
        in_the_way_.insert(in_the_way_.end(), fresh_.begin(), fresh_.end());
        fresh_.clear();
        retract();
        absorb();
        stage = -1;
        continue;
      }
      if (!refine() && in_the_way_.empty()) break;
    }
    measure();
  }

 private:
  struct Plan {
    Index walk, reason, from, to;
    Point foot;
  };

  void fit() {
    layer_.lists_.resize(mesh_.triangles.size(), none);
    layer_.around_.resize(3 * mesh_.triangles.size(), -1.0);
  }

  // Ends what read the triangle. Reasons are left to the caller.
  template <class F>
  void disturb(Index triangle, F reason) {
    Index n = layer_.lists_[triangle];
    layer_.lists_[triangle] = none;
    while (n != none) {
      Clearance::Node& node = layer_.nodes_[n];
      const Index next = node.next, w = node.walk;
      const Clearance::Walk& walk = layer_.walks_[w];
      const bool live = walk.serial == node.serial;
      node.next = layer_.free_node_;
      layer_.free_node_ = n;
      n = next;
      if (!live) continue;
      if (walk.vertex != none) {
        reason(w);
        continue;
      }
      for (Index c = walk.charges; c != none; c = layer_.charges_[c].next)
        stale_.push_back(layer_.charges_[c].turn >> 2);
      corners_.push_back(walk.corner);
      layer_.end_walk(w);
    }
  }

  // Follows changes until nothing depends on them that is still there.
  void absorb() {
    for (;;) {
      fit();
      in_the_way_.clear();
      for (; done_ < t_.touched().size(); ++done_) {
        const Index triangle = t_.touched()[done_].triangle;
        area_.push_back(triangle);
        disturb(triangle, [&](Index w) { drop(w); });
      }
      if (in_the_way_.empty()) return;
      retract();
    }
  }

  // Ends a reason, and those that depend on its vertex.
  void drop(Index reason) {
    std::vector<Index> pending{reason};
    while (!pending.empty()) {
      const Index w = pending.back();
      pending.pop_back();
      const Clearance::Walk& walk = layer_.walks_[w];
      if (walk.vertex == none) continue;  // ended already
      in_the_way_.push_back(walk.vertex);
      for (Index c = walk.charges; c != none; c = layer_.charges_[c].next)
        pending.push_back(layer_.charges_[c].turn);
      layer_.end_walk(w);
    }
  }

  void retract() {
    t_.begin_phase();
    for (const Index v : in_the_way_)
      if (mesh_.is_live_vertex(v) && mesh_.is_refinement(v)) t_.retract(v);
    t_.settle();
    in_the_way_.clear();
  }

  static void sort_once(std::vector<Index>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // Corners to ask: those whose walks have ended; and of the changed triangles, opposite to
  // them and opposite to their neighbours, for walks too short to be kept.
  void collect() {
    fit();
    std::erase_if(corners_, [&](Index corner) {
      return !mesh_.is_live(corner >> 2) || !mesh_.is_free(corner >> 2);
    });
    sort_once(corners_);
    near_.clear();
    sort_once(area_);
    for (const Index triangle : area_) {
      if (!mesh_.is_live(triangle) || !mesh_.is_free(triangle)) continue;
      for (Index i = 0; i < 3; ++i) {
        const Index e = Mesh::half_edge(triangle, i);
        near_.push_back(e);
        if (mesh_.constrained(e)) continue;
        const Index near = mesh_.twin(e);
        near_.push_back(Mesh::prev(near));
        for (const Index side : {Mesh::next(near), Mesh::prev(near)})
          if (!mesh_.constrained(side)) near_.push_back(Mesh::prev(mesh_.twin(side)));
      }
    }
    sort_once(near_);
  }

  bool is_known(Index corner) const {
    for (Index n = layer_.lists_[corner >> 2]; n != none; n = layer_.nodes_[n].next) {
      const Clearance::Walk& walk = layer_.walks_[layer_.nodes_[n].walk];
      if (walk.serial == layer_.nodes_[n].serial && walk.corner == corner && walk.vertex == none)
        return true;
    }
    return false;
  }

  void ask() {
    plans_.clear();
    if (area_.size() > bulk && 2 * area_.size() >= mesh_.triangles.size()) {
      area_.clear();
      corners_.clear();
      for (Index t = 0; t < mesh_.triangles.size(); ++t)
        if (mesh_.is_live(t) && mesh_.is_free(t))
          for (Index i = 0; i < 3; ++i) ask(Mesh::half_edge(t, i), true);
    } else {
      collect();
      const std::vector<Index> ended = std::move(corners_);
      corners_.clear();
      for (const Index corner : ended) ask(corner, true);
      for (const Index corner : near_) ask(corner, false);
      area_.clear();
    }
    if (in_the_way_.empty()) return;
    for (const Plan& plan : plans_) {  // to be asked once more
      corners_.push_back(layer_.walks_[plan.walk].corner);
      layer_.end_walk(plan.walk);
      layer_.end_walk(plan.reason);
    }
  }

  // `sure`: even if nothing it reads has changed.
  void ask(Index corner, bool sure) {
    if (is_known(corner)) return;
    const bool found = finder_.find(corner, layer_.limit_, sleeve_);
    const bool kept = found || finder_.reads.size() > unkept;
    if (!kept && t_.refinements() == 0) return;
    if (!sure && std::none_of(finder_.reads.begin(), finder_.reads.end(), [&](Index t) {
          return std::binary_search(area_.begin(), area_.end(), t);
        }))
      return;
    const bool crowded = found && sleeve_.is_crowded() && finder_.is_gate(corner, sleeve_);
    if (t_.refinements() > fresh_.size())
      for (const Index triangle : finder_.reads)
        for (const Index v : mesh_.triangles[triangle].vertex)
          if (mesh_.is_refinement(v) && !fresh_.contains(v)) in_the_way_.push_back(v);
    if (!kept) return;
    const Index w = layer_.new_walk(corner);
    for (const Index triangle : finder_.reads) layer_.note(triangle, w);
    if (!found) return;
    layer_.walks_[w].width = sleeve_.width;
    charges(sleeve_, mesh_, turns_);
    for (const Index turn : turns_) {
      layer_.charge(w, turn);
      stale_.push_back(turn >> 2);
    }
    if (!crowded) return;
    const auto [from, to] = run_ends(t_, sleeve_.wall);
    const Index reason = layer_.new_walk(corner);
    layer_.walks_[reason].vertex = pending;
    for (const Index triangle : finder_.reads) layer_.note(triangle, reason);
    plans_.push_back({w, reason, from, to, sleeve_.foot});
  }

  // Puts the planned vertices in. Whether there was any.
  bool refine() {
    std::sort(plans_.begin(), plans_.end(),
              [](const Plan& a, const Plan& b) { return before(a.foot, b.foot); });
    bool any = false;
    for (const Plan& plan : plans_) {
      t_.begin_phase();
      bool inserted = false;
      const Index v = refine_at(t_, plan.from, plan.to, plan.foot, inserted);
      if (v == none) {
        layer_.end_walk(plan.reason);
        continue;
      }
      layer_.walks_[plan.reason].vertex = v;
      if (!inserted) continue;
      any = true;
      fresh_.insert(v);
      fit();
      // What depended on the triangles that are gone depends on the vertex in their place.
      std::vector<Index> others;
      for (; done_ < t_.touched().size(); ++done_) {
        const Index triangle = t_.touched()[done_].triangle;
        area_.push_back(triangle);
        disturb(triangle, [&](Index w) {
          const Index other = layer_.walks_[w].vertex;
          if (other != pending && !fresh_.contains(other)) in_the_way_.push_back(other);
          if (w != plan.reason) others.push_back(w);
        });
        if (mesh_.is_live(triangle)) layer_.note(triangle, plan.reason);
      }
      sort_once(others);
      for (const Index w : others) layer_.charge(plan.reason, w);
    }
    return any;
  }

  void measure() {
    fit();
    for (const Triangulation::Touch& touched : t_.touched())
      if (!touched.again) layer_.measure(t_, touched.triangle);
    sort_once(stale_);
    for (const Index triangle : stale_) layer_.measure(t_, triangle);
    layer_.measured_.swap(stale_);
  }

  // Where so many triangles and half of all have changed, every corner is asked.
  static constexpr std::size_t bulk = 1000;
  // Walks that read no more triangles and found nothing are not kept.
  static constexpr std::size_t unkept = 3;
  static constexpr Index pending = none - 1;  // the vertex of a reason not yet carried out

  Clearance& layer_;
  Triangulation& t_;
  const Mesh& mesh_;
  SleeveFinder finder_;
  Sleeve sleeve_;
  std::size_t done_ = 0;  // touches followed
  std::vector<Index> area_, corners_, near_, stale_, in_the_way_, turns_;
  std::unordered_set<Index> fresh_;  // refinement vertices of this repair
  std::vector<Plan> plans_;
};

void Clearance::update(Triangulation& triangulation) {
  plain_ = &triangulation;
  if (is_on()) ClearanceRepair(*this, triangulation).run();
}

}  // namespace clearway
