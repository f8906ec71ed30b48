#include "label_repair.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "clearway/base/interrupt.hpp"

namespace clearway {

namespace {

template <class T>
void sort_unique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

void LabelRepair::run(const std::vector<StructureId>& new_corridors) {
  find_groups(new_corridors);
  std::vector<std::pair<ComponentId, Group>> held;  // labels of groups
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (const ComponentId label = t_.component[nodes_[i]]; label != none)
      held.push_back({label, group_of(i)});
  sort_unique(held);
  if (!keep_labels(held)) {
    label_connected();
    for (const auto& [label, group] : held) lost_.push_back(label);
  }
  free_lost();
}

LabelRepair::Group LabelRepair::group_of(std::size_t node) {
  while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
  return node;
}

void LabelRepair::find_groups(const std::vector<StructureId>& new_corridors) {
  for (const StructureId c : new_corridors)
    for (const HalfEdgeId end : t_.corridors[c].end) nodes_.push_back(Mesh::triangle_of(end));
  sort_unique(nodes_);
  parent_.resize(nodes_.size());
  std::iota(parent_.begin(), parent_.end(), Group{0});
  const auto group_at = [&](HalfEdgeId end) {
    const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), Mesh::triangle_of(end));
    return group_of(static_cast<std::size_t>(at - nodes_.begin()));
  };
  for (const StructureId c : new_corridors) {
    const Corridor& corridor = t_.corridors[c];
    parent_[group_at(corridor.end[0])] = group_at(corridor.end[1]);
  }
}

// `held`: labels of groups, sorted by label. False: nothing is done, because a group has two labels
// or a label two groups.
bool LabelRepair::keep_labels(const std::vector<std::pair<ComponentId, Group>>& held) {
  std::vector<ComponentId> label_of(nodes_.size(), none);  // by group
  for (std::size_t k = 0; k < held.size(); ++k) {
    const auto [label, group] = held[k];
    if ((k > 0 && held[k - 1].first == label) || label_of[group] != none) return false;
    label_of[group] = label;
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    ComponentId& label = label_of[group_of(i)];
    if (label == none) label = t_.new_label();
    t_.component[nodes_[i]] = label;
  }
  return true;
}

void LabelRepair::label_connected() {
  std::vector<TriangleId> open;
  IdVector<TriangleId, std::uint8_t> is_done(t_.level.size(), 0);
  for (const TriangleId first : nodes_) {
    if (is_done[first]) continue;
    const ComponentId label = t_.new_label();
    open.assign(1, first);
    is_done[first] = 1;
    while (!open.empty()) {
      check_interrupt();
      const TriangleId t = open.back();
      open.pop_back();
      t_.component[t] = label;
      for (Index i = 0; i < 3; ++i) {
        const TriangleId other = t_.link(Mesh::half_edge(t, i)).adjacent;
        if (is_done[other]) continue;
        is_done[other] = 1;
        open.push_back(other);
      }
    }
  }
}

void LabelRepair::free_lost() {
  sort_unique(lost_);
  if (lost_.empty()) return;
  std::vector<std::uint8_t> is_held(lost_.size(), 0);
  std::size_t missing = lost_.size();
  for (const TriangleId t : t_.decisions) {
    const auto at = std::lower_bound(lost_.begin(), lost_.end(), t_.component[t]);
    if (at == lost_.end() || *at != t_.component[t]) continue;
    std::uint8_t& held = is_held[static_cast<std::size_t>(at - lost_.begin())];
    if (!held && --missing == 0) return;
    held = 1;
  }
  for (std::size_t i = 0; i < lost_.size(); ++i)
    if (!is_held[i]) t_.free_label(lost_[i]);
}

}  // namespace clearway
