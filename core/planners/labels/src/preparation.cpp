#include "preparation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "clearway/base/error.hpp"

namespace clearway {

Labels::Preparation::Preparation(const World& world, std::size_t memory, std::size_t threads)
    : memory_(memory),
      corners_(world.mesh()),
      graph_(world, corners_, threads),
      sights_(world.mesh(), corners_, memory),
      search_(graph_),
      labels_(graph_.size()),
      component_(world.mesh().triangles.size(), none) {
  for (const TriangleId t : component_.ids()) component_[t] = corners_.component(t);
}

void Labels::Preparation::use_order(std::span<const Point> hubs) {
  if (hubs.size() != graph_.size()) throw InvalidInput("the world has other corners");
  std::vector<CornerId> known(graph_.size());
  std::iota(known.begin(), known.end(), CornerId(0));
  std::sort(known.begin(), known.end(),
            [&](CornerId a, CornerId b) { return before(graph_.at(a), graph_.at(b)); });
  IdVector<CornerId, std::uint8_t> is_used(graph_.size(), 0);
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    check_interrupt();
    const auto found = std::partition_point(
        known.begin(), known.end(), [&](CornerId c) { return before(graph_.at(c), hubs[i]); });
    if (found == known.end() || !(graph_.at(*found) == hubs[i]))
      throw InvalidInput("the world has no such corner", static_cast<std::int64_t>(i));
    if (std::exchange(is_used[*found], 1))
      throw InvalidInput("a corner occurs twice", static_cast<std::int64_t>(i));
    given_.push_back(*found);
  }
}

std::size_t Labels::Preparation::bytes() const {
  constexpr std::size_t per_corner = sizeof(Point) + LabelTable::bytes_per_corner;
  return sights_.memory() + component_.capacity() * sizeof(ComponentId) +
         per_corner * graph_.size() + label_count_ * LabelTable::bytes_per_label;
}

void Labels::Preparation::label_next_hub() {
  const HubId number(order_.size());
  if (given_.empty() && !hubs_) hubs_.emplace(graph_, search_, labels_);
  const CornerId hub = given_.empty() ? hubs_->next() : given_[order_.size()];
  order_.push_back(hub);
  search_.run(hub, labels_, [&](CornerId c, double distance, CornerId parent) {
    labels_[c].push_back({distance, number, parent == none ? c : parent});
    ++label_count_;
  });
}

// Appends the labels of a corner in the order of the table. `number`: of each corner.
void Labels::Preparation::append_labels(CornerId corner, const IdVector<CornerId, HubId>& number,
                                        LabelTable& table) {
  const std::vector<GrowingLabel>& labels = labels_[corner];
  const auto append = [&](const GrowingLabel& l) {
    table.labels.push_back({l.distance, l.hub, number[l.next]});
  };
  // The labels by neighbour, each in order of hubs.
  std::vector<std::pair<CornerId, Index>> by_next;
  for (Index i = 0; i + 1 < labels.size(); ++i) by_next.push_back({labels[i].next, i});
  std::sort(by_next.begin(), by_next.end());
  const auto append_all = [&](std::span<const CornerId> neighbours) {
    for (const CornerId n : neighbours) {
      auto it = std::lower_bound(by_next.begin(), by_next.end(), std::pair(n, Index(0)));
      for (; it != by_next.end() && it->first == n; ++it) append(labels[it->second]);
    }
  };
  append_all(graph_.to_right(corner));
  table.left.push_back(table.labels.size());
  append_all(graph_.to_left(corner));
  append(labels.back());
  table.start.push_back(table.labels.size());
}

LabelData Labels::Preparation::finish() {
  LabelData out;
  IdVector<CornerId, HubId> number(graph_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) number[order_[i]] = HubId(i);
  LabelTable& table = out.table;
  table.start.reserve(graph_.size() + 1);
  table.left.reserve(graph_.size());
  table.labels.reserve(label_count_);
  out.at.reserve(graph_.size());
  for (const CornerId c : order_) {
    check_interrupt(8);
    append_labels(c, number, table);
    out.at.push_back(graph_.at(c));
    labels_[c] = {};
  }
  out.component = std::move(component_);
  out.sights = std::move(sights_);
  out.sights.renumber(number);
  return out;
}

}  // namespace clearway
