// A preparation under way.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hub_order.hpp"
#include "label_data.hpp"
#include "planners/labels/labels.hpp"

namespace clearway {

class Labels::Preparation {
 public:
  // Throws SightLists::OverBudget.
  Preparation(const World& world, std::size_t memory, std::size_t threads);
  // Sets the order of hubs; the sample chooses it otherwise. Throws InvalidInput.
  void use_order(std::span<const Point> hubs);

  const CornerGraph& graph() const { return graph_; }
  std::size_t left() const { return graph_.size() - order_.size(); }
  std::size_t label_count() const { return label_count_; }
  std::size_t sight_count() const { return sights_.size(); }
  // That will be kept if there are no more labels.
  std::size_t bytes() const;
  bool is_over_budget() const { return bytes() > memory_; }

  void label_next_hub();
  // Once none are left. Only once.
  LabelData finish();

 private:
  void append_labels(CornerId corner, const IdVector<CornerId, HubId>& number, LabelTable& table);

  const std::size_t memory_;
  Corners corners_;
  CornerGraph graph_;
  SightLists sights_;
  PrunedSearch search_;
  GrowingLabels labels_;
  std::size_t label_count_ = 0;
  IdVector<TriangleId, ComponentId> component_;
  std::vector<CornerId> given_;   // the order of hubs, if given
  std::optional<HubOrder> hubs_;  // chooses it otherwise
  std::vector<CornerId> order_;   // hubs so far
};

}  // namespace clearway
